// A count of rows of another table as a condition, next to a join: PostgreSQL adds the cost of the sub-select to the rows
// that it filters, and then takes any join, such as one that reads a whole table for each row. The two halves of the
// condition are therefore written apart. Rows are those of random lists, in test/engines/ways.
import type { PGlite } from '@electric-sql/pglite'
import { eq, exists, gt, inArray, lt, lte, max, not, sql } from 'drizzle-orm'
import { alias, integer, pgSchema, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, facetCounts, paginate, paginateConfig, rowsOf, streamRows, summarize } from '../../src/index.js'
import { pgliteClient } from '../support/databases/pglite.js'
import { type Statement, StatementLog } from '../support/statement-log.js'

const owners = pgTable('half_owners', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  rank: integer('rank'),
})
const notes = pgTable('half_notes', {
  id: integer('id').primaryKey(),
  note: text('note').notNull(),
  ownerId: integer('owner_id'),
})
const parts = pgTable('half_parts', {
  id: integer('id').primaryKey(),
  noteId: integer('note_id').notNull(),
  word: text('word').notNull(),
})
const NOTES = 5000
const rows = rowsOf(parts, eq(parts.noteId, notes.id))
const begin = (settings: { readonly together?: boolean } = {}) =>
  paginateConfig(notes, settings)
    .leftJoin('owner', owners, eq(owners.id, notes.ownerId))
    .field('parts', rows.count())
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('owner.name')
    .filterable('note', '$ew')
    .filterable('parts', '$gte')
    .filterable('owner.name', '$ilike')
    .filterableMany('word', rows, parts.word, '$ilike', '$eq')
const list = begin().build()

interface PageSettings {
  readonly totals?: 'exact' | 'none' | { readonly upTo: number }
  readonly hasCursors?: boolean
  readonly together?: boolean
}
const pagesOf = ({ totals = 'none', hasCursors = false, together = false }: PageSettings) => {
  const paged = begin({ together }).sortable('note').withTotals(totals)
  return (hasCursors ? paged.withCursors().build() : paged.build()) as unknown as typeof list
}

let client: PGlite
let db: ReturnType<typeof drizzle>
const log = new StatementLog()
beforeAll(async () => {
  client = await pgliteClient()
  db = drizzle({ client, logger: log })
  await client.exec(`create table half_owners as select n as id, 'owner ' || n as name, case when n % 3 = 0 then null else n % 10 end as rank from generate_series(1, 5000) n;
    alter table half_owners add primary key (id);
    create table half_notes as select n as id, 'a note of some length, number ' || n as note, n as owner_id from generate_series(1, ${NOTES}) n;
    alter table half_notes add primary key (id);
    create table half_parts as select n as id, n * 7919 % ${NOTES} + 1 as note_id, 'word ' || n % 97 as word from generate_series(1, ${NOTES * 5}) n;
    create index half_parts_note on half_parts (note_id);
    analyze half_owners, half_notes, half_parts`)
})
afterAll(() => client.exec('drop table half_owners, half_notes, half_parts'))

interface Plan {
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Plan[]
}
/** Rows that joins have compared and left out. */
const comparedIn = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, inner) => sum + comparedIn(inner), 0)

/** Rows that were read of a table, or found in what is joined. */
const rowsIn = (plan: Plan): number =>
  plan['Actual Rows'] * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner), 0)

async function statementsOf(query: string, config: typeof list, options: object = {}): Promise<readonly Statement[]> {
  log.clear()
  await paginate(db, query, config, options)
  return [...log.entries]
}

/** Of what was sent since the log was cleared. */
async function compared(of = comparedIn): Promise<readonly number[]> {
  const counts: number[] = []
  for (const { sql: text, params } of Array.from(log.entries)) {
    const { rows: found } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, format json) ${text}`,
      [...params],
    )
    const [explained] = found.flatMap((row) => row['QUERY PLAN'])
    counts.push(explained === undefined ? Number.NaN : of(explained.Plan))
  }
  return counts
}

describe('a text that is found more often than the planner thinks, a count, and a join', () => {
  test.each([
    ['of the rows of another table', 'filter.note=$ew:0&filter.parts=$gte:0&filter.word=$ilike:w'],
    ['of a joined table', 'filter.note=$ew:0&filter.parts=$gte:0&filter.owner.name=$ilike:1'],
    ['in an expression', 'filter.note=$ew:0&filter.owner.name=$ilike:1&filter=parts=$gte:0'],
  ])('%s: no table is read for each row', async (_title, query) => {
    await statementsOf(query, begin().withFilterExpressions().build() as never)
    const counts = await compared()
    expect(counts).toHaveLength(2)
    for (const count of counts) expect(count).toBeLessThan(NOTES)
  })

  describe.each([
    ['of the rows of another table', 'filter.note=$ew:0&filter.parts=$gte:0&filter.word=$ilike:w'],
    ['of a joined table', 'filter.note=$ew:0&filter.parts=$gte:0&filter.owner.name=$ilike:1'],
  ])('%s, where a page may end early', (_title, query) => {
    test.each<[form: string, PageSettings, more: string]>([
      ['a page with an exact total', { totals: 'exact' }, 'page=2'],
      ['a page without a total', { totals: 'none' }, 'page=2'],
      ['a page with a bounded total', { totals: { upTo: 100 } }, 'page=2'],
      ['a first page by cursor', { hasCursors: true }, ''],
      ['a page by cursor in an order that no index has', { hasCursors: true }, 'sortBy=note:DESC'],
      ['the same in one statement', { totals: { upTo: 100 }, hasCursors: true, together: true }, 'sortBy=note:DESC'],
    ])('%s: no table is read for each row', async (_form, settings, more) => {
      const config = pagesOf(settings)
      const { meta } = await paginate(db, `${query}&${more}`, config)
      const { nextCursor } = meta as { readonly nextCursor?: string | null }
      const after = settings.hasCursors === true && more !== '' ? `&after=${String(nextCursor)}` : ''
      log.clear()
      const page = await paginate(db, `${query}&${more}${after}`, config)
      expect(page.items).toHaveLength(20)
      for (const count of await compared()) expect(count).toBeLessThan(NOTES)
    })

    test('a stream: none is either, and it has every row once', async () => {
      log.clear()
      const ids: number[] = []
      for await (const { id } of streamRows(db, `${query}&sortBy=note:DESC`, pagesOf({}), {
        batchSize: 150,
      }))
        ids.push(id)
      const counts = await compared()
      expect(counts.length).toBeGreaterThan(1)
      for (const count of counts) expect(count).toBeLessThan(NOTES)
      const { rows: all } = await client.query<{ id: number }>(
        query.includes('word')
          ? `select id from half_notes where note like '%0' order by note desc, id`
          : `select n.id from half_notes n join half_owners o on o.id = n.owner_id where n.note like '%0' and o.name like '%1%' order by n.note desc, n.id`,
      )
      expect(ids).toEqual(all.map(({ id }) => id))
    })
  })

  // The position is compared with the count.
  describe.each([
    ['a count', 'sortBy=parts:DESC&sortBy=note:ASC'],
    ['a sub-select of the app', 'sortBy=written:DESC&sortBy=note:ASC'],
  ])('in the order of %s', (_title, order) => {
    const written = sql<number>`(select count(*) from half_parts where half_parts.note_id = ${notes.id})`
    const sorted = begin()
      .field('written', written, 'integer')
      .sortable('note', 'parts', 'written')
      .withCursors()
      .build() as unknown as typeof list
    const cursorsOf = ({ meta }: { readonly meta: unknown }) =>
      meta as { readonly nextCursor: string; readonly previousCursor: string }
    test.each([
      ['a joined table', 'filter.note=$ew:0&filter.owner.name=$ilike:1'],
      ['a joined table and a count', 'filter.note=$ew:0&filter.parts=$gte:5&filter.owner.name=$ilike:1'],
      ['rows of another table', 'filter.note=$ew:0&filter.word=$ilike:w'],
    ])('filtered by %s, a page by cursor reads no table for each row', async (_filter, filter) => {
      const query = `${filter}&${order}`
      const first = await paginate(db, query, sorted)
      log.clear()
      const second = await paginate(db, `${query}&after=${cursorsOf(first).nextCursor}`, sorted)
      const back = await paginate(db, `${query}&before=${cursorsOf(second).previousCursor}`, sorted)
      expect(second.items).toHaveLength(20)
      expect(back.items).toEqual(first.items)
      for (const count of await compared()) expect(count).toBeLessThan(NOTES)
    })

    test('a page and its bounded total in one statement are those of two', async () => {
      const totals = (together: boolean) =>
        begin({ together })
          .field('written', written, 'integer')
          .sortable('note', 'parts', 'written')
          .withTotals({ upTo: 1000 })
          .withCursors()
          .build() as unknown as typeof list
      const query = `filter.note=$ew:7&filter.owner.name=$ilike:1&${order}`
      const after = `${query}&after=${cursorsOf(await paginate(db, query, totals(false))).nextCursor}`
      const [two, one] = [await paginate(db, after, totals(false)), await paginate(db, after, totals(true))]
      expect(two.items).toHaveLength(20)
      expect(one).toEqual(two)
    })

    test.each([{}, { together: true, totals: { upTo: 1000 } }] as const)(
      'a page by cursor writes the sub-select among its keys only: %j',
      async ({ together = false, totals = 'none' as const }) => {
        const paged = begin({ together })
          .field('written', written, 'integer')
          .sortable('note', 'parts', 'written')
          .withTotals(totals)
          .withCursors()
          .build() as unknown as typeof list
        const first = await paginate(db, order, paged)
        for (const at of ['', `&after=${cursorsOf(first).nextCursor}`]) {
          const statements = await statementsOf(order + at, paged)
          // The early half has it as a field and sorts by it.
          for (const { sql: text } of statements) {
            const [keys = ''] = /from \(select [^;]*"filtered_rows"/.exec(text) ?? []
            expect(keys.match(/"?half_parts"? where/g)).toHaveLength(2)
            expect(text.match(/"?half_parts"? where/g)).toHaveLength(2)
          }
          expect(statements).toHaveLength(1)
        }
      },
    )

    test('a page by cursor runs the sub-select once for each row', async () => {
      log.clear()
      const first = await paginate(db, order, sorted)
      await paginate(db, `${order}&after=${cursorsOf(first).nextCursor}`, sorted)
      const [begun, second] = await compared(rowsIn)
      expect(second).toBeLessThan((begun ?? 0) * 1.5)
    })

    test.each(['group', 'third'])('behind %s it runs none for rows before the position', async (lead) => {
      const grouped = begin()
        .field('written', written, 'integer')
        .field('group', sql<number>`${notes.id} / 1000`, 'integer')
        .field('third', sql<number | null>`nullif(${notes.id} / 1000, 5)`, 'integer')
        .sortable('note', 'parts', 'written', 'group', 'third')
        .withCursors()
        .build() as unknown as typeof list
      const query = `sortBy=${lead}:ASC&${order.replace('sortBy=note:ASC', '')}`
      const late = await paginate(db, query, grouped, { where: gt(notes.id, 4000) })
      log.clear()
      await paginate(db, query, grouped)
      const { items } = await paginate(db, `${query}&after=${cursorsOf(late).nextCursor}`, grouped)
      expect(items.every(({ id }) => id > 4000)).toBe(true)
      const [all, beyond] = await compared(rowsIn)
      expect(beyond).toBeLessThan((all ?? 0) / 2)
    })
  })

  test.each<[form: string, PageSettings, more: string]>([
    ['a page by number', { totals: 'none' }, 'page=2'],
    ['a first page by cursor', { hasCursors: true }, ''],
    ['its bounded total', { totals: { upTo: 50 }, hasCursors: true }, ''],
  ])('where many rows match, %s still ends early', async (_title, settings, more) => {
    log.clear()
    const query = `filter.parts=$gte:1&filter.owner.name=$ilike:o&${more}`
    expect((await paginate(db, query, pagesOf(settings))).items).toHaveLength(20)
    for (const count of await compared(rowsIn)) expect(count).toBeLessThan(NOTES / 2)
  })

  test.each<[where: string, page: number, endsEarly: boolean]>([
    ['within a tenth of the rows', 2, true],
    ['past a tenth', 200, false],
  ])('with an exact total, a page %s: does it end early?', async (_where, page, endsEarly) => {
    log.clear()
    const query = `filter.parts=$gte:1&filter.owner.name=$ilike:o&page=${page}`
    expect((await paginate(db, query, pagesOf({ totals: 'exact' }))).items).toHaveLength(20)
    const [, read] = await compared(rowsIn)
    expect((read ?? 0) < NOTES / 2).toBe(endsEarly)
  })

  test('in the condition of applyFilters(): none is either, in a select, on an alias, in a delete', async () => {
    const query = 'filter.note=$ew:0&filter.parts=$gte:0&filter.owner.name=$ilike:1'
    const { rows: expected } = await client.query<{ id: number }>(
      `select n.id from half_notes n join half_owners o on o.id = n.owner_id where n.note like '%0' and o.name like '%1%' order by n.id`,
    )
    const ids = expected.map(({ id }) => id)
    const filtered = applyFilters(query, list)
    const found = alias(notes, 'found')
    log.clear()
    const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
    expect(idsOf(await db.select({ id: notes.id }).from(notes).where(filtered.where).orderBy(notes.id))).toEqual(ids)
    const aliased = db.select({ id: found.id }).from(found).where(filtered.on(found).where).orderBy(found.id)
    expect(idsOf(await aliased)).toEqual(ids)
    const others = await db.select({ id: notes.id }).from(notes).where(not(filtered.where))
    expect(others).toHaveLength(NOTES - ids.length)
    for (const count of await compared()) expect(count).toBeLessThan(NOTES)
    await client.exec('begin')
    const deleted = await db.delete(notes).where(filtered.where).returning({ id: notes.id })
    await client.exec('rollback')
    expect(idsOf(deleted).toSorted((a, b) => a - b)).toEqual(ids)
  })

  test('in the condition of applyFilters() without a join, alone and with its order', async () => {
    const query = 'filter.note=$ew:0&filter.parts=$gte:0&filter.word=$ilike:w'
    const filtered = applyFilters(query, list)
    log.clear()
    const found = await db.select({ id: notes.id }).from(notes).where(filtered.where)
    expect(found).toHaveLength(NOTES / 10)
    expect(await db.select({ id: notes.id }).from(notes).where(not(filtered.where))).toHaveLength((NOTES * 9) / 10)
    const ordered = filtered.applyTo(db.select({ id: notes.id }).from(notes).$dynamic()).orderBy(...filtered.orderBy)
    expect(await ordered).toHaveLength(NOTES / 10)
    for (const count of await compared()) expect(count).toBeLessThan(NOTES)
  })

  test('in a select of its joins and its condition', async () => {
    const query = 'filter.note=$ew:0&filter.parts=$gte:0&filter.owner.name=$ilike:1'
    const select = db.select({ id: notes.id, name: owners.name }).from(notes).$dynamic()
    log.clear()
    const found = await applyFilters(query, list).applyTo(select)
    expect(found.length).toBeGreaterThan(100)
    expect(JSON.stringify(found)).toContain('owner 1')
    for (const count of await compared()) expect(count).toBeLessThan(NOTES)
  })

  test.each([
    'filter.note=$ew:0&filter.parts=$gte:0&filter.owner.name=$ilike:1',
    // Nothing that the planner has to join but the facet's own rows.
    'filter.note=$ew:0&filter.parts=$gte:0',
    'filter.note=$ew:0&filter.parts=$gte:0&filter.word=$ilike:w',
  ])('in a facet over the rows of another table, under %s', async (query) => {
    log.clear()
    const { word } = await facetCounts(db, query, list, { word: true })
    expect(word.length).toBeGreaterThan(10)
    const [count] = await compared()
    expect(count).toBeLessThan(NOTES)
  })
})

const isApart = async (query: string, config = list, options: object = {}): Promise<boolean> =>
  (await statementsOf(query, config, options)).some(({ sql: text }) => text.includes('"late_half"'))

describe('a condition is written apart', () => {
  // Of a table that the list does not join.
  const ids = () => db.select({ id: parts.noteId }).from(parts).where(gt(parts.id, 0))
  const own = exists(sql`(select 1 from half_parts where half_parts.note_id = ${notes.id})`)
  test.each<[title: string, expected: boolean, query: string, options?: object]>([
    ['with a join', true, 'filter.parts=$gte:1&filter.owner.name=$ilike:1'],
    ['with rows of another table', true, 'filter.parts=$gte:1&filter.word=$ilike:w'],
    ['with a sub-select of the app', true, 'filter.parts=$gte:1', { where: own }],
    [
      'with a select of Drizzle in its condition',
      true,
      'filter.parts=$gte:1',
      { where: () => inArray(notes.id, ids()) },
    ],
    ['with its condition over a joined table', true, 'filter.parts=$gte:1', { where: eq(owners.name, 'owner 7') }],
    ['not with columns of the row only', false, 'filter.parts=$gte:1&filter.note=$ew:0'],
    ['not with a plain condition of the app', false, 'filter.parts=$gte:1', { where: eq(notes.ownerId, 1) }],
    ['not for the join of an order', false, 'filter.parts=$gte:1&sortBy=owner.name:ASC'],
    ['not without a sub-select', false, 'filter.owner.name=$ilike:1&filter.word=$ilike:w'],
  ])('%s', async (_title, expected, query, options: { readonly where?: unknown } = {}) => {
    const where = typeof options.where === 'function' ? (options.where as () => unknown)() : options.where
    expect(await isApart(query, list, { where })).toBe(expected)
  })

  test.each([
    ['the row as a value', sql`${parts.noteId} = (to_jsonb(${notes}) ->> 'id')::int`],
    ['a column of the system', sql`${parts.noteId} = ${notes.id} and ${sql.raw('half_notes.ctid')} is not null`],
    ['the name in raw text', sql.raw('half_parts.note_id = half_notes.id')],
  ])('where rows of another table are tied to %s, too', async (_title, on) => {
    const apart = begin().field('tied', rowsOf(parts, on).count()).filterable('tied', '$gte').build()
    const query = 'filter.tied=$gte:1&filter.owner.name=$ilike:owner 1'
    expect(await isApart(query, apart as never)).toBe(true)
    expect((await paginate(db, query, apart)).items).toHaveLength(20)
  })

  test('under an aggregate over whatever the table has', async () => {
    const query = 'filter.parts=$gte:1&filter.owner.name=$ilike:owner 1'
    const aggregates = {
      plain: sql<number>`count(${notes.id})`,
      rows: sql<number>`count(half_notes.ctid)`,
      named: sql<number>`count(${owners.name})`,
    }
    log.clear()
    const { plain, rows: counted, named } = await summarize(db, query, list, aggregates)
    expect(log.entries[0]?.sql).toContain('"late_half"')
    expect(Number(plain)).toBeGreaterThan(1000)
    expect([counted, named]).toEqual([plain, plain])
  })
})

// Drizzle writes its columns with the schema's name, which no sub-query can have.
describe('a table in a schema of its own', () => {
  const inSchema = pgSchema('halves').table('half_notes', {
    id: integer('id').primaryKey(),
    note: text('note').notNull(),
    ownerId: integer('owner_id'),
  })
  const ofSchema = rowsOf(parts, eq(parts.noteId, inSchema.id))
  const apart = paginateConfig(inSchema)
    .leftJoin('owner', owners, eq(owners.id, inSchema.ownerId))
    .field('parts', ofSchema.count())
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('note', 'parts')
    .filterable('note', '$ew')
    .filterable('parts', '$gte')
    .filterable('owner.name', '$ilike')
    .filterableMany('word', ofSchema, parts.word, '$ilike', '$eq')
  const query = 'filter.note=$ew:0&filter.parts=$gte:0&filter.owner.name=$ilike:1'
  let ids: readonly number[]
  beforeAll(async () => {
    await client.exec(`create schema halves; create table halves.half_notes as select * from half_notes;
      alter table halves.half_notes add primary key (id); analyze halves.half_notes`)
    const { rows: expected } = await client.query<{ id: number }>(
      `select n.id from half_notes n join half_owners o on o.id = n.owner_id where n.note like '%0' and o.name like '%1%' order by n.id`,
    )
    ids = expected.map(({ id }) => id)
  })
  afterAll(() => client.exec('drop schema halves cascade'))
  const isRead = async () => {
    const counts = await compared()
    expect(counts.length).toBeGreaterThan(0)
    for (const count of counts) expect(count).toBeLessThan(NOTES)
  }

  test.each([query, query.replace('filter.owner.name=$ilike:1', 'filter.word=$ilike:w')])(
    'a page of %s',
    async (of) => {
      log.clear()
      expect((await paginate(db, of, apart.build())).items).toHaveLength(20)
      await isRead()
    },
  )

  test.each(['sortBy=note:DESC', 'sortBy=parts:DESC'])('a walk, %s', async (order) => {
    const config = apart.withCursors().withTotals({ upTo: 10 }).build()
    const walked: number[] = []
    log.clear()
    for (let after: string | null = '', more = ''; after !== null; more = `&after=${after}`) {
      const page = await paginate(db, `${query}&${order}&limit=60${more}`, config)
      walked.push(...page.items.map(({ id }) => id))
      after = page.meta.nextCursor
    }
    expect(walked.toSorted((a, b) => a - b)).toEqual(ids)
    await isRead()
  })

  test('a facet, a summary, and a delete by the condition', async () => {
    log.clear()
    const { word } = await facetCounts(db, query, apart.build(), { word: true })
    expect(word.length).toBeGreaterThan(10)
    const { many } = await summarize(db, query, apart.build(), { many: sql`count(${inSchema.id})`.mapWith(Number) })
    expect(many).toBe(ids.length)
    await isRead()
    await client.exec('begin')
    const deleted = await db
      .delete(inSchema)
      .where(applyFilters(query, apart.build()).where)
      .returning({ id: inSchema.id })
    await client.exec('rollback')
    expect(deleted.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids)
  })
})

describe.each(['filter.parts=$gte:5&', ''])(
  '%sa page by cursor has the rows of one by number, forward and back',
  (counted) => {
    test.each([
      'sortBy=note:DESC&sortBy=owner.name:ASC',
      'sortBy=owner.name:DESC',
      'sortBy=parts:DESC&sortBy=note:ASC',
      'sortBy=owner.rank:ASC&sortBy=note:DESC',
      // Null for most rows.
      'sortBy=last:ASC&sortBy=owner.rank:DESC',
      'sortBy=owner.rank:ASC&sortBy=last:DESC',
    ])('%s', async (order) => {
      const seldom = rows.where(lt(sql`${parts.id} % 7`, 2))
      const sorted = begin()
        .field('last', seldom.aggregate(max(parts.id)))
        .sortable('note', 'parts', 'owner.rank', 'last')
        .withLimits(20, 100)
      const query = `${counted}filter.note=$ew:7&filter.owner.name=$ilike:1&limit=60&${order}`
      const { items } = await paginate(db, `${query}&page=1`, sorted.build() as never)
      const cursors = sorted.withCursors().withTotals('none').build() as unknown as typeof list
      const read = async (more: string) => {
        const page = await paginate(db, `${query}&limit=20${more}`.replace('limit=60&', ''), cursors)
        return {
          ids: page.items.map(({ id }) => id),
          ...(page.meta as unknown as Record<'nextCursor' | 'previousCursor', string>),
        }
      }
      const first = await read('')
      const second = await read(`&after=${first.nextCursor}`)
      const third = await read(`&after=${second.nextCursor}`)
      const ids = (items as readonly { readonly id: number }[]).map(({ id }) => id)
      expect([...first.ids, ...second.ids, ...third.ids]).toEqual(ids)
      expect((await read(`&before=${third.previousCursor}`)).ids).toEqual(second.ids)
    })
  },
)

test('the end of a walk in the order of a joined table is asked for nulls that the schema rules out', async () => {
  const kinds: string[] = []
  const inner = paginateConfig(notes)
    .innerJoin('owner', owners, eq(owners.id, notes.ownerId))
    .field('parts', rows.count())
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('owner.name')
    .filterable('parts', '$gte')
    .withCursors()
    .build()
  const query = { sortBy: ['owner.name:ASC'], filters: { parts: '$gte:5' }, limit: 100 }
  const options = {
    where: lte(notes.id, 150),
    onStatement: ({ kind }: { readonly kind: string }) => void kinds.push(kind),
  }
  const first = await paginate(db, query, inner, options)
  const last = await paginate(db, { ...query, after: first.meta.nextCursor as string }, inner, options)
  expect(last.items).toHaveLength(50)
  expect(kinds).toEqual(['page', 'page', 'check'])
  await client.exec(
    'begin; alter table half_owners alter name drop not null; update half_owners set name = null where id = 7',
  )
  const again = paginate(db, { ...query, after: first.meta.nextCursor as string }, inner, options)
  await expect(again).rejects.toThrow("The sort key 'owner.name' of a row is null")
  await client.exec('rollback')
})

describe('under functions of a scope, which fill their values in', () => {
  const mine = alias(owners, 'half_mine')
  const scoped = begin()
    .leftJoin(
      'mine',
      mine,
      ({ scope }: { readonly scope: { readonly most: number } }) =>
        sql`${mine.id} = ${notes.ownerId} and ${mine.id} <= ${scope.most}`,
    )
    .scopedBy((scope: { readonly most: number }) => lte(notes.id, scope.most))
    .filterable('mine.name', '$ilike')
    .build()
  const query = 'filter.parts=$gte:5&filter.mine.name=$ilike:9&filter.word=$ilike:w'
  test.each([99, 199])('%i rows', async (most) => {
    const options = { scope: { most } }
    const { rows: expected } = await client.query<{ id: number }>(
      `select id from half_notes where id <= ${most} and id::text like '%9%' order by id`,
    )
    const ids = expected.map(({ id }) => id)
    const { items, meta } = await paginate(db, `${query}&limit=100`, scoped, options)
    expect(items.map(({ id }) => id)).toEqual(ids)
    expect(meta.totalItems).toBe(ids.length)
    const streamed: number[] = []
    for await (const { id } of streamRows(db, query, scoped, { ...options, batchSize: 7 })) streamed.push(id)
    expect(streamed).toEqual(ids)
    const { word } = await facetCounts(db, query, scoped, { word: true }, options)
    const { rows: words } = await client.query<{ value: string; count: number }>(
      `select word as value, count(distinct note_id)::int as count from half_parts where note_id <= ${most} and note_id::text like '%9%' group by word`,
    )
    const byWord = (entries: readonly { readonly value: unknown; readonly count: number }[]) =>
      new Map(entries.map(({ value, count }) => [value, count]))
    expect(word.length).toBeGreaterThan(10)
    for (const { value, count } of word) expect([value, count]).toEqual([value, byWord(words).get(String(value))])
    const { where } = applyFilters(query, scoped, options)
    expect((await db.select({ id: notes.id }).from(notes).where(where).orderBy(notes.id)).map(({ id }) => id)).toEqual(
      ids,
    )
    const { many } = await summarize(db, query, scoped, { many: sql<number>`count(*)`.mapWith(Number) }, options)
    expect(many).toBe(ids.length)
  })
})
