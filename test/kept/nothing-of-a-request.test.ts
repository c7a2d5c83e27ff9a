// Texts are cached, nothing else of a request is: what an app appends to, changes or computes anew is read at each
// call, and reaches no other call.
import Database from 'better-sqlite3'
import { type Column, desc, eq, is, SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  applyFilters,
  paginate,
  paginateConfig,
  PaginateQuery,
  paginateSelect,
  rowsOf,
  streamRows,
  summarize,
} from '../../src/index.js'
import { shapeCacheStats } from '../../src/kept/kept-texts.js'

const client = new Database(':memory:')
client.exec(`create table docs (id integer primary key, tenant integer not null, owner text not null);
insert into docs values (1, 1, 'ann'), (2, 1, 'bob'), (3, 2, 'ann'), (4, 2, 'eve');
create table notes (doc_id integer primary key, text text not null);
insert into notes values (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')`)
afterAll(() => client.close())
const db = drizzle({ client }) as never
const docs = sqliteTable('docs', { id: integer().primaryKey(), tenant: integer().notNull(), owner: text().notNull() })

const base = () => paginateConfig(docs).withLimits(10, 100).withTieBreaker('id')
const ids = ({ items }: { readonly items: readonly object[] }): unknown[] =>
  items.map((item) => (item as { id: unknown }).id)

describe("An app's own condition", () => {
  test('that is appended to between count and page is what it was when the call began, then and later', async () => {
    const list = base().build()
    // The text of the count is there then, and that of the page is not.
    await paginate(db, { page: 9 }, list, { where: sql`${docs.tenant} = ${1}` })
    for (const isTampered of [true, false, false]) {
      const where = sql`${docs.tenant} = ${1}`
      const onStatement = (): void => void (isTampered && where.append(sql` or 1 = 1`))
      expect(ids(await paginate(db, {}, list, { where, onStatement }))).toEqual([1, 2])
    }
  })

  test('of a scope that is appended to is read anew at each call', async () => {
    const shared: SQL[] = []
    const list = base()
      .scopedBy((tenant: number) => {
        const condition = sql`${docs.tenant} = ${tenant}`
        shared.push(condition)
        return condition
      })
      .build()
    const tamper = (): void => void shared.at(-1)?.append(sql` or 1 = 1`)
    expect(ids(await paginate(db, {}, list, { scope: 1, onStatement: tamper }))).toEqual([1, 2])
    expect(ids(await paginate(db, {}, list, { scope: 2 }))).toEqual([3, 4])
  })

  test('of a stream is the same in every batch', async () => {
    const where = sql`${docs.tenant} = ${1}`
    const found: number[] = []
    for await (const { id } of streamRows(db, {}, base().build(), { where, batchSize: 1 })) {
      found.push(id)
      where.append(sql` or 1 = 1`)
    }
    expect(found).toEqual([1, 2])
  })
})

describe('A selection', () => {
  test('whose members are replaced is read at each call', async () => {
    const list = base().build()
    const selection: Record<string, Column | SQL> = { id: docs.id }
    for (const user of ['ann', 'bob']) {
      selection['mine'] = sql`${docs.owner} = ${user}`
      const { items } = await paginateSelect(db, {}, list, selection)
      expect(items.map(({ mine }) => mine)).toEqual(['ann', 'bob', 'ann', 'eve'].map((owner) => Number(owner === user)))
    }
  })

  test('whose getters read a context is read at each call, and once', async () => {
    const list = base().build()
    let user = 'ann'
    let reads = 0
    const selection = {
      id: docs.id,
      get mine() {
        reads += 1
        return sql<number>`${docs.owner} = ${user}`
      },
    }
    for (const each of ['ann', 'eve']) {
      user = each
      const { items } = await paginateSelect(db, {}, list, selection)
      expect(items.map(({ mine }) => mine)).toEqual(['ann', 'bob', 'ann', 'eve'].map((owner) => Number(owner === each)))
    }
    expect(reads).toBe(2)
  })

  test('that gains a member later answers it', async () => {
    const list = base().build()
    const selection: Record<string, Column | SQL> = { id: docs.id }
    await paginateSelect(db, {}, list, selection)
    selection['owner'] = docs.owner
    expect((await paginateSelect(db, {}, list, selection)).items[0]).toEqual({ id: 1, owner: 'ann' })
  })
})

describe("A configuration's own fragment whose SQL is made anew each time", () => {
  let user = 'ann'
  const wrapper = { getSQL: () => sql`${docs.owner} = ${user}` }
  const dynamic = sql<boolean>`${wrapper}`
  const lists = {
    'a field that is filtered': base().field('mine', dynamic, 'boolean').filterable('mine', '$eq').build(),
    'a field that is sorted': base().field('mine', dynamic, 'boolean').sortable('mine').build(),
    'a fixed order': base().defaultSortBy(desc(dynamic)).build(),
    'a member of the item': base().field('mine', dynamic, 'boolean').select({ id: true, mine: true }).build(),
  }
  const requests = {
    'a field that is filtered': 'filter.mine=$eq:true',
    'a field that is sorted': 'sortBy=mine:DESC',
    'a fixed order': '',
    'a member of the item': '',
  }
  test.each(Object.entries(lists))('%s', async (name, list) => {
    const query = PaginateQuery.from(requests[name as keyof typeof requests])
    const answers: unknown[] = []
    for (const each of ['ann', 'eve', 'ann']) {
      user = each
      answers.push((await paginate(db, query, list as never)).items)
    }
    expect(answers[1]).not.toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(shapeCacheStats(list)).toMatchObject({ hits: 0, misses: 0 })
  })

  test("a join's condition", async () => {
    const notes = sqliteTable('notes', { docId: integer('doc_id').primaryKey(), text: text().notNull() })
    const list = base()
      .leftJoin('note', notes, sql`${notes.docId} = ${docs.id} and ${wrapper}`)
      .select({ id: true, note: { text: true } })
      .build()
    for (const each of ['ann', 'eve', 'ann']) {
      user = each
      const found = (await paginate(db, {}, list)).items.flatMap(({ id, note }) => (note === null ? [] : [id]))
      expect(found).toEqual(each === 'ann' ? [1, 3] : [4])
    }
  })

  test("a select of Drizzle's own with such an object in it", async () => {
    const own = (db as ReturnType<typeof drizzle>)
      .select({ id: docs.id })
      .from(docs)
      .where(sql`${wrapper}`)
    const list = base()
      .field('isOwn', sql<boolean>`${docs.id} in ${own}`, 'boolean')
      .filterable('isOwn', '$eq')
      .build()
    for (const each of ['ann', 'eve', 'ann']) {
      user = each
      expect(ids(await paginate(db, PaginateQuery.from('filter.isOwn=$eq:true'), list))).toEqual(
        each === 'ann' ? [1, 3] : [4],
      )
    }
  })

  test("a select of Drizzle's own is cached: it is the same in every request", async () => {
    const list = base()
      .field(
        'others',
        sql<number>`${(db as ReturnType<typeof drizzle>).select({ n: sql`count(*)` }).from(docs)}`,
        'integer',
      )
      .sortable('others')
      .build()
    for (let run = 0; run < 3; run++) await paginate(db, PaginateQuery.from('sortBy=others:ASC'), list)
    expect(shapeCacheStats(list)).toMatchObject({ hits: 2, misses: 1 })
  })
})

describe('What an app changes in a fragment after build() is in no request', () => {
  const notes = sqliteTable('notes', { docId: integer('doc_id').primaryKey(), text: text().notNull() })
  const isOne = (): SQL => sql`${docs.tenant} = ${1}`
  const either = sql` or 1 = 1 and ${docs.id} > ${0}`
  const at = new Date(2000)
  const allowed = [1]
  const flag = integer({ mode: 'timestamp' })
  const timed = sqliteTable('docs', { id: integer().primaryKey(), tenant: flag.notNull() })
  const [field, many, rows, order, joined] = [isOne(), isOne(), isOne(), isOne(), isOne()]
  const filtered = 'filter.ok=$eq:true'
  const lists = {
    'SQL of a field': [
      base()
        .field('ok', sql<boolean>`${field}`, 'boolean')
        .filterable('ok', '$eq')
        .build(),
      filtered,
    ],
    'a list of a field': [
      base()
        .field('ok', sql<boolean>`${docs.tenant} in ${allowed}`, 'boolean')
        .filterable('ok', '$eq')
        .build(),
      filtered,
    ],
    'a date of a field': [
      paginateConfig(timed)
        .withLimits(10, 100)
        .withTieBreaker('id')
        .field('ok', sql<boolean>`${timed.tenant} < ${sql.param(at, timed.tenant)}`, 'boolean')
        .filterable('ok', '$eq')
        .build(),
      filtered,
    ],
    'a sub-collection': [
      base()
        .filterableMany(
          'ok',
          rowsOf(notes, sql`${notes.docId} = ${docs.id} and (${many})`),
          { selector: sql<boolean>`1 = 1`, valueType: 'boolean' },
          '$eq',
        )
        .build(),
      filtered,
    ],
    'rows that are counted': [
      base()
        .field('ok', rowsOf(notes, eq(notes.docId, docs.id)).where(rows).count())
        .filterable('ok', '$eq')
        .build(),
      'filter.ok=$eq:1',
    ],
    'a join': [
      base()
        .innerJoin('note', notes, sql`${notes.docId} = ${docs.id} and (${joined})`)
        .build(),
      '',
    ],
    'a fixed order': [base().defaultSortBy(order).build(), 'limit=2'],
  } as const
  const tamper = (): void => {
    for (const fragment of [field, many, rows, order, joined]) fragment.append(either)
    at.setTime(9000)
    allowed.push(2)
  }
  test.each(Object.entries(lists))('%s', async (_name, [list, query]) => {
    const answer = async (text: string): Promise<unknown> =>
      ids(await paginate(db, PaginateQuery.from(text), list as never))
    tamper()
    expect(await answer(query)).toEqual(query === 'limit=2' ? [3, 4] : [1, 2])
  })
})

describe('What an app appends to what applyFilters() answers is in no other request', () => {
  const list = base()
    .filterable('tenant', '$eq', '$null')
    .field('twice', sql<number>`${docs.tenant} * 2`, 'integer')
    .sortable('twice')
    .build()
  test.each(['filter.tenant=$null', 'filter.tenant=$not:$null', 'filter.tenant=$eq:1', 'sortBy=twice:ASC'])(
    '%s',
    (text) => {
      const answer = () => applyFilters(PaginateQuery.from(text), list)
      const written = (): unknown => {
        const { where, orderBy } = answer()
        return (db as ReturnType<typeof drizzle>)
          .select()
          .from(docs)
          .where(where)
          .orderBy(...orderBy)
          .toSQL()
      }
      const before = written()
      const append = (fragment: SQL | undefined): void => {
        for (const chunk of fragment?.queryChunks ?? []) if (is(chunk, SQL)) append(chunk)
        fragment?.append(sql` or 1 = 1`)
      }
      const { where, orderBy } = answer()
      for (const fragment of [where, ...orderBy]) append(fragment)
      expect(written()).toEqual(before)
    },
  )
})

describe("What a list's own function answers", () => {
  const columns = { tenant: docs.tenant, id: docs.id }
  /** Requests in turns: each answer must be the one of its own values, from the second on out of the same text. */
  async function answers(list: AnyPaginateConfig, queries: readonly string[]): Promise<unknown[][]> {
    const found: unknown[][] = []
    for (const query of [...queries, ...queries])
      found.push(ids((await paginate(db, PaginateQuery.from(query), list as never)) as never))
    expect(found.slice(queries.length)).toEqual(found.slice(0, queries.length))
    return found.slice(0, queries.length)
  }

  test.each<[title: string, condition: (value: number) => SQL]>([
    ['a bare value', (value) => sql`${docs.tenant} = ${value}`],
    ['a value of a column', (value) => eq(docs.tenant, value)],
    ['a list', (value) => sql`${docs.tenant} in ${[value, value + 5]}`],
    ['a nested value', (value) => sql`${docs.id} > ${0} and (${sql`${docs.tenant} = ${value}`})`],
    ['a text of its own', (value) => sql`${docs.tenant} = ${sql.raw(String(value))}`],
    ['an inlined value', (value) => sql`${docs.tenant} = ${value}`.inlineParams()],
    [
      'a name of its own',
      (value) =>
        sql`${sql.identifier(value === 1 ? 'tenant' : 'id')} = ${value === 1 ? 1 : 3} or ${docs.id} = 2 + ${value}`,
    ],
    ['a column of its own', (value) => eq(value === 1 ? columns.tenant : columns.id, value === 1 ? 1 : 3)],
    ['an object of the app', (value) => sql`${{ getSQL: () => sql`${docs.tenant} = ${value}` }}`],
  ])('is read at each call: a filter with %s', async (_title, condition) => {
    const list = base()
      .filterWith('of', 'integer', ({ value }) => condition(value))
      .build()
    const [one, two, none] = await answers(list, ['filter.of=$eq:1', 'filter.of=$eq:2', 'filter.of=$not:$eq:1'])
    expect([one, two, none]).toEqual([
      plainIds(condition(1)),
      plainIds(condition(2)),
      plainIds(sql`not (${condition(1)})`),
    ])
  })

  test('is read at each call: criteria side by side, with the same and with other text', async () => {
    const list = base()
      .filterWith('of', 'integer', ({ value }) =>
        value > 9 ? sql`${docs.owner} = ${value === 10 ? 'ann' : 'eve'}` : eq(docs.tenant, value),
      )
      .withFilterExpressions()
      .build()
    expect(
      await answers(list, [
        'filter.of=$eq:1&filter.of=$and:$eq:10',
        'filter.of=$eq:2&filter.of=$and:$eq:10',
        'filter.of=$eq:2&filter.of=$and:$eq:11',
        'filter.of=$eq:10&filter.of=$and:$eq:2',
        'filter.of=$eq:1&filter.of=$or:$eq:2',
        'filter=of=$eq:10 AND NOT of=$eq:2',
        'filter=of=$eq:11 AND NOT of=$eq:1',
      ]),
    ).toEqual([[1], [3], [4], [3], [1, 2, 3, 4], [1], [4]])
  })

  test('is read at each call: of the value of a default filter, which the function changes', async () => {
    const list = base()
      .filterWith('of', 'timestamp', ({ value }) => {
        value.setUTCDate(value.getUTCDate() + 1)
        return eq(docs.id, value.getUTCDate())
      })
      .defaultFilter('of', { $eq: '2024-01-01' })
      .build()
    expect(await answers(list, ['', '', 'filter.of=$eq:2024-01-02', ''])).toEqual([[2], [2], [3], [2]])
  })

  test('is read at each call: a condition of a search, beside a filter and a scope of the same text', async () => {
    const list = base()
      .scopedBy((tenant: number) => sql`${docs.tenant} = ${tenant}`)
      .filterWith('of', 'integer', ({ value }) => sql`${docs.tenant} = ${value}`)
      .searchWith(({ term }) => sql`${docs.tenant} = ${Number(term)}`)
      .build()
    const found: unknown[] = []
    for (const [scope, of, term] of [
      [1, 1, 1],
      [2, 2, 2],
      [1, 2, 1],
      [2, 2, 1],
      [1, 1, 2],
      [2, 1, 2],
    ] as const) {
      found.push(ids(await paginate(db, PaginateQuery.from(`filter.of=$eq:${of}&search=${term}`), list, { scope })))
    }
    expect(found).toEqual([[1, 2], [3, 4], [], [], [], []])
  })

  test('is read at each call: a rank, a distance, and neither', async () => {
    const list = base()
      .searchWith(({ term }) => {
        const far = sql`abs(${docs.id} - ${Number(term.slice(1))})`
        if (term.startsWith('d')) return { distance: far }
        return term.startsWith('r') ? { where: sql`${docs.id} <> ${1}`, rank: far } : { where: sql`${docs.id} <> ${2}` }
      })
      .build()
    expect(await answers(list, ['search=d3', 'search=d1', 'search=r4', 'search=r3', 'search=n'])).toEqual([
      [3, 2, 4, 1],
      [1, 2, 3, 4],
      [2, 3, 4],
      [2, 4, 3],
      [1, 3, 4],
    ])
  })

  test('is read at each call: a distance of a page by position', async () => {
    const list = base()
      .withLimits(2, 100)
      .withCursors()
      .searchWith(({ term }) => ({ distance: sql`abs(${docs.id} - ${Number(term)})` }))
      .build()
    for (const [term, expected] of [
      ['1', [1, 2, 3, 4]],
      ['4', [4, 3, 2, 1]],
      ['1', [1, 2, 3, 4]],
    ] as const) {
      const first = await paginate(db, { search: term }, list)
      const second = await paginate(db, { search: term, after: first.meta.nextCursor as string }, list)
      expect([...ids(first), ...ids(second)]).toEqual(expected)
    }
  })

  test('may be one object in two places, and of all requests', async () => {
    const shared = sql`${docs.tenant} = ${1}`
    const list = base()
      .filterWith('of', 'integer', ({ value }) => (value === 1 ? shared : sql`${docs.tenant} = ${value}`))
      .searchWith(() => shared)
      .build()
    const same = 'filter.of=$eq:1&filter.of=$or:$eq:1&search=a'
    expect(
      await answers(list, [
        same,
        'filter.of=$eq:2&filter.of=$or:$eq:1&search=a',
        'filter.of=$eq:1&filter.of=$or:$eq:2&search=a',
      ]),
    ).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
    expect(shapeCacheStats(list)).toMatchObject({ hits: 5, misses: 1 })
  })

  test('that is appended to between count and page is what it was when it was answered, then and later', async () => {
    const answered: SQL[] = []
    const list = base()
      .filterWith('of', 'integer', ({ value }) => {
        const condition = sql`${docs.tenant} = ${value}`
        answered.push(condition)
        return condition
      })
      .searchWith(() => {
        const [where, rank] = [sql`${docs.id} < ${9}`, sql`${docs.id} + ${0}`]
        answered.push(where, rank)
        return { where, rank }
      })
      .build()
    const query = PaginateQuery.from('filter.of=$eq:1&search=a')
    await paginate(db, PaginateQuery.from('filter.of=$eq:1&search=a&page=9'), list)
    for (const isTampered of [true, false, false]) {
      const onStatement = (): void => {
        if (isTampered) for (const fragment of answered) fragment.append(sql` or 1 = 1`)
      }
      expect(ids(await paginate(db, query, list, { onStatement }))).toEqual([2, 1])
    }
  })

  test('is cached where nothing but values differs', async () => {
    const list = base()
      .filterWith('of', 'integer', ({ value }) => eq(docs.tenant, value))
      .searchWith(({ term }) => ({ where: sql`${docs.owner} = ${term}`, rank: sql`length(${docs.owner}) + ${term}` }))
      .build()
    for (const [of, term] of [
      [1, 'ann'],
      [2, 'eve'],
      [1, 'bob'],
    ] as const) {
      await paginate(db, PaginateQuery.from(`filter.of=$eq:${of}&search=${term}`), list)
    }
    expect(shapeCacheStats(list)).toMatchObject({ hits: 2, misses: 1 })
  })
})

const plainIds = (where: SQL): unknown[] =>
  (db as ReturnType<typeof drizzle>)
    .select({ id: docs.id })
    .from(docs)
    .where(where)
    .orderBy(docs.id)
    .all()
    .map(({ id }) => id)

describe('A summary', () => {
  test('is read at each call', async () => {
    const list = base().filterable('tenant', '$eq').build()
    const totals = (factor: number) => ({ sum: sql<number>`sum(${docs.id}) * ${factor}` })
    for (const [tenant, factor, sum] of [
      [1, 1, 3],
      [2, 1, 7],
      [1, 10, 30],
      [2, 3, 21],
    ] as const) {
      const query = PaginateQuery.from(`filter.tenant=$eq:${tenant}`)
      expect(await summarize(db, query, list, totals(factor))).toEqual({ sum })
    }
    expect(shapeCacheStats(list)).toMatchObject({ hits: 3, misses: 1 })
  })

  test('whose decoder differs has a text of its own', async () => {
    const list = base().build()
    for (const decode of [(value: unknown) => `${String(value)}!`, (value: unknown) => `${String(value)}?`, Number]) {
      const summary = await summarize(db, {}, list, { sum: sql`sum(${docs.id})`.mapWith(decode) })
      expect(summary).toEqual({ sum: decode(10) })
    }
  })
})
