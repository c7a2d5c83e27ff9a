// The law that everything kept rests on: a statement that was found is the statement that Drizzle would write anew,
// with the same parameters and the same rows; and a host's fragment is what it is in plain Drizzle.
import Database from 'better-sqlite3'
import { eq, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { customType, int, json, mysqlTable, mysqlView, text as mysqlText } from 'drizzle-orm/mysql-core'
import { drizzle as mysqlDrizzle } from 'drizzle-orm/mysql2'
import { drizzle as postgresDrizzle } from 'drizzle-orm/node-postgres'
import { customType as pgCustomType, integer, jsonb, pgEnum, pgTable, pgView, text } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, sqliteView, text as sqliteText } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import {
  type AnyPaginateConfig,
  type ListDatabase,
  paginate,
  paginateConfig,
  paginateSelect,
  PaginateQuery,
  rowsOf,
} from '../../src/index.js'
import { shapeCacheStats } from '../../src/kept/kept-texts.js'
import { createPlan } from '../../src/plan/create-plan.js'
import { normalizeQuery } from '../../src/request/paginate-query.js'
import { COUNT } from '../../src/select/list-statements.js'
import type { Statement } from '../../src/types/statement.js'
import type { PageRead } from '../../src/select/list-parts.js'
import type { Selection } from '../../src/types/selection.js'
import { encodePlan } from '../../src/sql/encode-plan.js'
import { freshStatements, keptStatements } from '../select/lists.js'
import { runs } from '../support/property-runs.js'
import { fragments, type FragmentTables } from './host-fragments.js'

interface Subject {
  readonly name: string
  readonly db: ListDatabase
  readonly config: AnyPaginateConfig
  /** The same with a search of the app's own. */
  readonly searched: AnyPaginateConfig
  readonly tables: FragmentTables
  /** Does a database answer? */
  readonly hasRows: boolean
}

/** What the lists' own functions answer. */
const answered = { filter: (_value: number): SQL => sql`true`, search: (): unknown => sql`true` }

interface Declarable {
  build(): AnyPaginateConfig
  searchWith(search: never): { build(): AnyPaginateConfig }
}
const lists = (base: () => Declarable): Pick<Subject, 'config' | 'searched'> => ({
  config: base().build(),
  searched: base()
    .searchWith((() => answered.search()) as never)
    .build(),
})

const declared = ['$eq', '$in', '$null', '$gte', '$btw'] as const
const metas = [{ hidden: true }, { a: [1, 'x'] }, []]

const sqliteClient = new Database(':memory:')
sqliteClient.exec(`create table notes (id integer primary key, title text not null, size integer, meta text);
insert into notes values (1, 'a', 1, '{"hidden":true}'), (2, 'it''s', null, '[]'), (3, 'x%_\\', 3, null), (4, 'a', 2, '{"a":[1,"x"]}')`)
afterAll(() => sqliteClient.close())

function sqlite(): Subject {
  const root = sqliteTable('notes', {
    id: sqliteInteger().primaryKey(),
    title: sqliteText().notNull(),
    size: sqliteInteger(),
    meta: sqliteText({ mode: 'json' }),
  })
  const view = sqliteView('big_notes').as((builder) => builder.select({ id: root.id }).from(root))
  const base = () =>
    paginateConfig(root)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .sortable('size', 'title')
      .searchable('title')
      .allowUnlimited(50)
      .filterable('size', ...declared)
      .filterable('title', '$eq', '$ilike', '$in')
      .filterWith('own', 'integer', ({ value }) => answered.filter(value))
  return {
    name: 'SQLite',
    // A database for each request, as edge recipes have it.
    get db() {
      return drizzle({ client: sqliteClient })
    },
    ...lists(base),
    tables: { root, metas, special: [() => sql`${root.id} in (select ${view.id} from ${root} "big_notes")`] },
    hasRows: true,
  }
}

function postgres(): Subject {
  const mood = pgEnum('mood', ['glad', 'sad'])
  const point = pgCustomType<{ data: number; driverData: string }>({
    dataType: () => 'integer',
    toDriver: (value) => sql`(${value} * 2)`,
  })
  const root = pgTable('notes', {
    id: integer().primaryKey(),
    title: text().notNull(),
    size: integer(),
    meta: jsonb(),
    doubled: point(),
  })
  const view = pgView('big_notes').as((builder) =>
    builder.select({ id: root.id, total: sql<number>`count(*)`.as('total') }).from(root),
  )
  const base = () =>
    paginateConfig(root)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .sortable('size', 'title')
      .searchable('title')
      .allowUnlimited(50)
      .filterable('size', ...declared)
      .filterable('title', '$eq', '$ilike', '$in')
      .filterWith('own', 'integer', ({ value }) => answered.filter(value))
  return {
    name: 'PostgreSQL',
    db: postgresDrizzle({ client: { query: () => Promise.resolve({ rows: [] }) } as never }),
    ...lists(base),
    tables: {
      root,
      metas,
      special: [
        () => sql`'glad'::${mood} = 'glad'`,
        () => sql`${root.meta} @> ${{ hidden: true }}`,
        () => sql`${root.meta} @> ${[{ a: 1 }]}::jsonb`,
        () => sql`${root.doubled} = ${sql.param(4, root.doubled)}`,
        () => sql`${root.id} in (select ${view.id} from ${view} where ${view.total} > ${1})`,
        () => sql`${root.id} = ${new Date(0)}`,
      ],
    },
    hasRows: false,
  }
}

function mysql(): Subject {
  const tripled = customType<{ data: number; driverData: number }>({
    dataType: () => 'int',
    toDriver: (value) => value * 3,
  })
  const root = mysqlTable('notes', {
    id: int().primaryKey(),
    title: mysqlText().notNull(),
    size: int(),
    meta: json(),
    tripled: tripled(),
  })
  const view = mysqlView('big_notes').as((builder) => builder.select({ id: root.id }).from(root))
  const base = () =>
    paginateConfig(root)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .sortable('size', 'title')
      .searchable('title')
      .allowUnlimited(50)
      .filterable('size', ...declared)
      .filterable('title', '$eq', '$ilike', '$in')
      .filterWith('own', 'integer', ({ value }) => answered.filter(value))
  return {
    name: 'MySQL',
    db: mysqlDrizzle({ client: {} as never }) as ListDatabase,
    ...lists(base),
    tables: {
      root,
      metas,
      special: [
        () => sql`${root.tripled} = ${sql.param(4, root.tripled)}`,
        () => sql`${root.id} in (select ${view.id} from ${view})`,
      ],
    },
    hasRows: false,
  }
}

const requests = fc
  .record({
    filters: fc.subarray([
      'filter.size=$gte:1',
      'filter.size=$not:$null',
      'filter.title=$in:a,b',
      "filter.title=$ilike:it's",
      'filter.size=$btw:1,3',
      'search=a',
    ]),
    sort: fc.constantFrom('', '&sortBy=size:DESC', '&sortBy=title:ASC&sortBy=size:ASC'),
    limit: fc.constantFrom('', '&limit=3', '&limit=-1'),
  })
  .map(({ filters, sort, limit }) => `${filters.join('&')}${sort}${limit}`)

const reads: readonly PageRead[] = [
  { isReversed: false, form: 'plain', limit: 2, offset: 1 },
  { isReversed: true, form: 'plain', limit: 2, offset: 0 },
  { isReversed: false, form: 'deferred', limit: 3, offset: 1 },
  { isReversed: true, form: 'deferred', limit: 2, offset: 1 },
  { isReversed: false, form: 'filtered', limit: 2, offset: 1 },
]

const selectionsOf = ({ root }: FragmentTables): readonly (() => Selection)[] => [
  () => ({ id: root.id, title: root.title }),
  () => ({
    id: root.id,
    size: sql<number>`${root.size} + ${1}`,
    deep: { title: root.title, upper: sql<string>`upper(${root.title})`.as('up') },
  }),
  () => ({ id: root.id, note: root }),
  () => ({ id: root.id, doubled: sql`${root.id} * 2`.mapWith((value) => `=${String(value)}`) }),
]

describe.each([sqlite(), postgres(), mysql()])('On $name', (subject) => {
  const config = resolvedConfig(subject.config)
  const made = fragments(subject.tables)
  const selections = selectionsOf(subject.tables)

  function planOf(query: string, list = config) {
    const planned = createPlan(normalizeQuery(PaginateQuery.from(query)), list, null, list.searchWith?.ask as never)
    if (!planned.ok) throw new Error(`The generator made a wrong request: ${query}`)
    return planned.value
  }

  function same(kept: Statement, fresh: Statement): void {
    const [found, written] = [kept.query(), fresh.query()]
    expect(found.sql).toBe(written.sql)
    expect(found.params).toEqual(written.params)
    if (subject.hasRows) expect(kept.run()).toEqual(fresh.run())
  }

  test('kept and fresh give the same SQL, parameters and rows', () => {
    let kept = 0
    let asked = 0
    fc.assert(
      fc.property(
        requests,
        fc.option(made, { nil: null }),
        fc.constantFrom(...selections),
        fc.constantFrom(...reads),
        (query, where, selection, read) => {
          const plan = planOf(query)
          // The second request has other values in the same text: it finds what the first one rendered.
          for (const values of [0, 7]) {
            const request = { config, ...encodePlan(plan, config), selection: selection(), where: where?.(values) }
            const found = keptStatements(subject.db, request)
            asked += 1
            if (found === null) continue
            kept += 1
            const fresh = freshStatements(subject.db, request)
            same(found.count(), fresh.count())
            same(found.page(read), fresh.page(read))
            expect(found.facts).toEqual(fresh.facts)
          }
        },
      ),
      { numRuns: runs(400) },
    )
    // Some half of the requests are of a kind that is kept, and never so few: otherwise nothing was compared.
    expect(kept / asked).toBeGreaterThan(0.1)
  })

  test("what a list's own functions answer is the same kept and fresh", () => {
    const list = resolvedConfig(subject.searched)
    let [kept, asked, reused] = [0, 0, 0]
    const search = fc.record({
      where: made,
      order: fc.option(made, { nil: null }),
      form: fc.constantFrom('condition', 'rank', 'distance', 'near'),
    })
    const own = fc.constantFrom(
      'own=$eq:1',
      'own=$not:$eq:2',
      'own=$eq:3&filter.own=$or:$eq:4',
      'own=$eq:5&filter.size=$gte:1',
    )
    const sent = fc.record({
      own,
      sort: fc.constantFrom('', '&sortBy=relevance:DESC', '&sortBy=title:ASC'),
      more: fc.constantFrom('', '&search=a'),
    })
    fc.assert(
      fc.property(
        sent,
        made,
        search,
        fc.constantFrom(...reads),
        ({ own, sort, more }, filter, { where, order, form }, read) => {
          const query = `filter.${own}${more}${more === '' || form === 'condition' ? '' : sort}`
          for (const values of [0, 7, 0]) {
            answered.filter = (value) => filter(values + value)
            const far = (order ?? where)(values + 1)
            answered.search = () =>
              form === 'condition'
                ? where(values)
                : form === 'rank'
                  ? { where: where(values), rank: far }
                  : { distance: far, ...(form === 'near' && { where: where(values) }) }
            const request = {
              config: list,
              ...encodePlan(planOf(query, list), list),
              selection: list.selection,
              where: undefined,
            }
            const before = shapeCacheStats(subject.searched).hits
            const found = keptStatements(subject.db, request)
            asked += 1
            if (found === null) continue
            kept += 1
            reused += shapeCacheStats(subject.searched).hits - before
            const fresh = freshStatements(subject.db, request)
            same(found.count(), fresh.count())
            same(found.page(read), fresh.page(read))
            expect(found.facts).toEqual(fresh.facts)
          }
        },
      ),
      { numRuns: runs(400) },
    )
    expect(kept / asked).toBeGreaterThan(0.1)
    expect(reused / kept).toBeGreaterThan(0.4)
  })

  test("a host's condition is what it is in plain Drizzle, kept or not", () => {
    fc.assert(
      fc.property(made, (where) => {
        for (const values of [0, 7]) {
          const request = {
            config,
            ...encodePlan(planOf(''), config),
            selection: config.selection,
            where: where(values),
          }
          const found = keptStatements(subject.db, request) ?? freshStatements(subject.db, request)
          const plain = plainCount(subject.db, subject.tables.root, where(values))
          const { sql: text, params } = found.count().query()
          expect({ text, params }).toEqual({ text: plain.sql, params: plain.params })
        }
      }),
      { numRuns: runs(600) },
    )
  })
})

interface PlainSelect {
  from(table: unknown): { where(condition: SQL): { toSQL(): { readonly sql: string; readonly params: unknown[] } } }
}

const plainCount = (db: ListDatabase, table: unknown, where: SQL) =>
  (db.select(COUNT as never) as PlainSelect)
    .from(table)
    .where(sql`(${where})`)
    .toSQL()

test('an expression whose terms share rows binds no value in the place of another', async () => {
  const orders = sqliteTable('orders', { id: sqliteInteger().primaryKey(), tenant: sqliteInteger().notNull() })
  const lines = sqliteTable('lines', { orderId: sqliteInteger().notNull(), sku: sqliteInteger(), by: sqliteInteger() })
  const client = new Database(':memory:')
  client.exec(`create table orders (id integer primary key, tenant integer not null);
    create table lines (orderId integer not null, sku integer, by integer);
    insert into orders values (1, 1), (2, 1), (3, 2);
    insert into lines values (1, 7, 1), (2, 7, 1), (3, 7, 2)`)
  const rows = rowsOf(lines, eq(lines.orderId, orders.id))
  const list = paginateConfig(orders)
    .withLimits(5, 50)
    .withTieBreaker('id')
    .filterableMany('sku', rows, lines.sku, '$eq')
    .filterableMany('by', rows, lines.by, '$eq')
    .withFilterExpressions()
    .build()
  const totalOf = async (expression: string): Promise<number> => {
    const query = new URLSearchParams({ filter: expression })
    return (await paginate(drizzle({ client }), query, list, { where: eq(orders.tenant, 1) })).meta.totalItems
  }
  const all = (count: number): string => Array<string>(count).fill('sku=$eq:7').join(' AND ')
  expect(await totalOf(`${all(5)} AND NOT by=$eq:9`)).toBe(2)
  // Tenant 2 has such an order.
  expect(await totalOf(`${all(6)} AND by=$eq:2`)).toBe(0)
  client.close()
})

describe('what an app hands over with a database or a column', () => {
  const docs = sqliteTable('docs', { id: sqliteInteger().primaryKey(), tenant: sqliteText().notNull() })
  const lines = sqliteTable('doc_lines', { docId: sqliteInteger().notNull(), tenant: sqliteText().notNull() })
  const client = new Database(':memory:')
  client.exec(`create table docs (id integer primary key, tenant text not null);
    create table doc_lines (docId integer not null, tenant text not null);
    insert into docs values (1, 'a'), (2, 'b'), (3, 'b');
    insert into doc_lines values (1, 'a'), (1, 'b'), (2, 'b')`)
  const db = drizzle({ client })
  afterAll(() => void client.close())
  const begin = () => paginateConfig(docs).withLimits(5, 50).withTieBreaker('id')
  /** A database whose selects have a table of one tenant's rows in front of them. */
  const of = (tenant: string) => {
    const own = db.select({ id: docs.id }).from(docs).where(eq(docs.tenant, tenant))
    const ownLines = db.select({ docId: lines.docId }).from(lines).where(eq(lines.tenant, tenant))
    return db.with(db.$with('mine').as(own), db.$with('mine_lines').as(ownLines)) as never as typeof db
  }

  test('common tables of one tenant are no part of the page of another', async () => {
    const list = begin().build()
    const idsOf = async (tenant: string) => {
      const page = await paginate(of(tenant), '', list, { where: sql`${docs.id} in (select id from mine)` })
      return [page.meta.totalItems, ...page.items.map(({ id }) => id)]
    }
    expect([await idsOf('a'), await idsOf('b')]).toEqual([
      [1, 1],
      [2, 2, 3],
    ])
  })

  test('common tables are read by every range of a page by cursor', async () => {
    const list = begin().sortable('tenant').withCursors({ rows: true }).build()
    const given = { where: sql`${docs.id} in (select id from mine)` }
    const first = await paginate(of('b'), 'sortBy=tenant:DESC&limit=1', list, given)
    const [cursor] = first.meta.cursors
    const walked = await paginate(of('b'), `sortBy=tenant:DESC&after=${cursor}`, list, given)
    expect([...first.items, ...walked.items].map(({ id }) => id)).toEqual([2, 3])
  })

  test('and no part of the children of another', async () => {
    const rows = rowsOf(lines, eq(lines.docId, docs.id)).where(sql`${lines.docId} in (select "docId" from mine_lines)`)
    const list = begin().children('lines', rows, { docId: lines.docId }).build()
    const countsOf = async (tenant: string) =>
      (await paginate(of(tenant), '', list)).items.map((item) => item.lines.length)
    expect([await countsOf('a'), await countsOf('b')]).toEqual([
      [2, 0, 0],
      [2, 1, 0],
    ])
  })

  test('a distinct select is another statement', async () => {
    const list = begin().build()
    const sent: string[] = []
    const onStatement = ({ kind, sql: text }: { readonly kind: string; readonly sql: string }): void => {
      if (kind === 'page') sent.push(text)
    }
    const distinct = { select: (fields: never) => db.selectDistinct(fields) } as never as typeof db
    for (const given of [db, distinct]) await paginate(given, '', list, { onStatement })
    expect(sent.map((text) => text.includes('distinct'))).toEqual([false, true])
  })

  test('a column with a decoder of its own is another column', async () => {
    const masked = Object.create(docs.tenant, { mapFromDriverValue: { value: () => '***' } }) as typeof docs.tenant
    const list = begin().build()
    const read = async (tenant: typeof docs.tenant) =>
      (await paginateSelect(db, 'limit=1', list, { tenant })).items.map((item) => item.tenant)
    expect([await read(docs.tenant), await read(masked), await read(docs.tenant)]).toEqual([['a'], ['***'], ['a']])
  })
})
