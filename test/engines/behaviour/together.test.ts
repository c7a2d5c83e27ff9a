// `{ together: true }`: count and page sent at once, through `db.batch` where the session has it.
import { createClient } from '@libsql/client'
import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { drizzle as drizzleProxy } from 'drizzle-orm/sqlite-proxy'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { facetCounts, paginate, paginateConfig, PaginateQuery, paginateSelectMap } from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { withSettings } from '../../support/settings.js'

// R19.1.1: each row is one request, and how many of its statements a round trip apart would send.
const requests: readonly (readonly [title: string, request: string, apart: number])[] = [
  ['the first page', 'limit=3', 2],
  ['a page in the middle', 'page=2&limit=3&sortBy=views:DESC', 2],
  ['the last page', 'page=4&limit=3', 2],
  ['a filter', 'filter.views=$gte:5&limit=3', 2],
  ['a search', 'search=a&limit=3', 2],
  ['a page past the end', 'page=100&limit=3', 1],
  ['an empty set', 'filter.views=$lt:-2147483648', 1],
]

describe.each(dialects)('Count and page together on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const begun = () =>
    paginateConfig(database.schema.articles)
      .withLimits(5, 100)
      .withTieBreaker('id')
      .sortable('views')
      .searchable('title')
      .filterable('views', '$gte', '$lt')
  const list = () => begun().build()

  test.each(requests)('%s answers the same', async (_title, request, apart) => {
    const query = PaginateQuery.from(request)
    database.clear()
    const expected = await paginate(database.db, query, list())
    expect(database.statements()).toHaveLength(apart)
    // Once on the plain road, and once with what the first call kept.
    for (let run = 0; run < 2; run += 1) {
      database.clear()
      expect(await paginate(database.db, query, withSettings(list(), { together: true }))).toEqual(expected)
      expect(database.statements()).toHaveLength(2)
    }
  })

  test('a list without an exact total sends what it needs', async () => {
    const query = PaginateQuery.from('limit=3')
    for (const config of [begun().withTotals('none').build(), begun().withCursors().build()]) {
      database.clear()
      const page = await paginate(database.db, query, withSettings(config, { together: true }))
      expect(page.items).toHaveLength(3)
      expect(database.statements()).toHaveLength(1)
    }
  })

  // R12.1.2, R13.1.7
  test.each([
    ['an exact total', 'exact', 'limit=3', 2],
    ['a bound beyond the page', { upTo: 8 }, 'limit=3', 2],
    ['a bound that the page passes', { upTo: 3 }, 'limit=5', 1],
  ])('a list by cursor with %s', async (_title, totals, request, sent) => {
    const config = begun()
      .withTotals(totals as 'exact')
      .withCursors()
      .build()
    for (let query = PaginateQuery.from(request), run = 0; run < 2; run += 1) {
      const expected = await paginate(database.db, query, config)
      database.clear()
      expect(await paginate(database.db, query, withSettings(config, { together: true }))).toEqual(expected)
      expect(database.statements()).toHaveLength(sent)
      query = PaginateQuery.from(`${request}&after=${expected.meta.nextCursor}`)
    }
  })

  test('the first error is thrown and the other statement is let go', async () => {
    const query = PaginateQuery.from('')
    const where = sql`${database.schema.articles.id} = no_such_function(1)`
    const error = await paginate(database.db, query, withSettings(list(), { together: true }), { where }).catch(
      (thrown: unknown) => thrown,
    )
    const apart = await paginate(database.db, query, list(), { where }).catch((thrown: unknown) => thrown)
    expect((error as Error).name).toBe((apart as Error).name)
    expect((error as Error).constructor).toBe((apart as Error).constructor)
  })
})

// One client for all sessions: what a batch sends is one request of it.
describe('A session with batch', () => {
  const notes = sqliteTable('notes', {
    id: integer().primaryKey(),
    title: text().notNull(),
    stars: integer({ mode: 'number' }),
    madeAt: integer({ mode: 'timestamp' }).notNull(),
  })
  const client = createClient({ url: 'file::memory:?cache=shared' })
  const db = drizzle({ client })
  const batches = vi.spyOn(client, 'batch')
  const singles = vi.spyOn(client, 'execute')
  const list = paginateConfig(notes)
    .withLimits(3, 10)
    .withTieBreaker('id')
    .sortable('title', 'stars')
    .filterable('stars', '$eq', '$gte')
    .build()

  beforeAll(async () => {
    await client.executeMultiple(`
      drop table if exists notes;
      create table notes (id integer primary key, title text not null, stars integer, "madeAt" integer not null);
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
      insert into notes select i, 'note ' || i, case when i % 5 = 0 then null else i % 5 end, 1700000000 + i from n;
    `)
  })
  beforeEach(() => {
    batches.mockClear()
    singles.mockClear()
  })
  afterAll(() => {
    vi.restoreAllMocks()
    client.close()
  })
  const sent = () => [batches.mock.calls.length, singles.mock.calls.length]

  test.each([
    ['the first page', 'limit=3'],
    ['the last page', 'page=7&limit=3&sortBy=stars:DESC'],
    ['a page past the end', 'page=100'],
    ['a filter', 'filter.stars=$gte:2'],
  ])('sends %s in one round trip', async (_title, request) => {
    const query = PaginateQuery.from(request)
    const expected = await paginate(db, query, list)
    batches.mockClear()
    singles.mockClear()
    for (let run = 0; run < 2; run += 1) expect(await paginate(db, query, withSettings(list, { together: true }))).toEqual(expected)
    expect(sent()).toEqual([2, 0])
  })

  test('maps rows of a selection as apart', async () => {
    const options = { where: eq(notes.id, 7) }
    const selection = { id: notes.id, made: notes.madeAt, loud: sql<string>`upper(${notes.title})` }
    const page = await paginateSelectMap(
      db,
      new PaginateQuery({}),
      withSettings(list, { together: true }),
      selection,
      ({ made, ...row }) => ({ ...row, made: made.getTime() }),
      options,
    )
    expect(page.items).toEqual([{ id: 7, made: 1_700_000_007_000, loud: 'NOTE 7' }])
    expect(sent()).toEqual([1, 0])
  })

  test('reports both statements to onStatement', async () => {
    const kinds: string[] = []
    await paginate(db, new PaginateQuery({}), withSettings(list, { together: true }), { onStatement: ({ kind, rows }) => kinds.push(`${kind} ${rows}`) })
    expect(kinds).toEqual(['count 1', 'page 3'])
  })

  test('sends the facets of a screen in one round trip', async () => {
    const filtered = paginateConfig(notes)
      .withLimits(3, 10)
      .withTieBreaker('id')
      .filterable('stars', '$eq', '$gte')
      .filterable('id', '$gte')
      .build()
    const counts = await facetCounts(db, PaginateQuery.from('filter.stars=$eq:2'), filtered, {
      stars: true,
      id: 'range',
    })
    expect(counts).toEqual({
      stars: [
        { value: null, count: 4, filter: null },
        { value: 1, count: 4, filter: '$eq:1' },
        { value: 2, count: 4, filter: '$eq:2' },
        { value: 3, count: 4, filter: '$eq:3' },
        { value: 4, count: 4, filter: '$eq:4' },
      ],
      id: { min: 2, max: 17, count: 4 },
    })
    expect(sent()).toEqual([1, 0])
  })

  // R19.1.2
  test('has one connection in a transaction, where the statements follow one another', async () => {
    const page = await db.transaction((tx) => paginate(tx, PaginateQuery.from('page=2'), withSettings(list, { together: true })))
    expect(page.items.map(({ id }) => id)).toEqual([4, 5, 6])
    expect(batches).not.toHaveBeenCalled()
  })
})

// Drizzle's SQLite proxy has \`batch\` in any case. Its handler is the host's, and optional.
describe('A proxy', () => {
  const notes = sqliteTable('notes', { id: integer().primaryKey(), stars: integer().notNull() })
  const list = paginateConfig(notes)
    .withLimits(3, 10)
    .withTieBreaker('id')
    .filterable('stars', '$eq', '$gte')
    .filterable('id', '$gte')
    .build()
  const client = new Database(':memory:')
  client.exec(
    'create table notes (id integer primary key, stars integer not null); insert into notes values (1, 1), (2, 2), (3, 2), (4, 1)',
  )
  afterAll(() => client.close())

  interface Call {
    readonly sql: string
    readonly params: unknown[]
  }
  const rows = ({ sql: text, params }: Call): unknown[] =>
    client
      .prepare(text)
      .raw()
      .all(...params)
  let batches = 0
  const batch = async (calls: readonly Call[]): Promise<unknown[]> => {
    batches += 1
    return calls.map((call) => (isOld ? { rows: rows(call) } : rows(call)))
  }
  const isOld = inject('drizzle').includes('0\\.45')
  const one = async (text: string, params: unknown[]): Promise<unknown> =>
    isOld ? { rows: rows({ sql: text, params }) } : rows({ sql: text, params })
  // One function and a second one on 0.45, an object of functions on 1.0.
  const open = drizzleProxy as unknown as (...handlers: readonly unknown[]) => never
  const databases: readonly (readonly [title: string, expected: number, db: () => never])[] = [
    [
      'without a handler of batches sends each statement by itself',
      0,
      () => (isOld ? open(one) : open({ all: one, get: one, run: one })),
    ],
    [
      'with a handler of batches sends them at once',
      2,
      () => (isOld ? open(one, batch) : open({ all: one, get: one, run: one, batch })),
    ],
  ]
  test.each(databases)('%s', async (_title, expected, database) => {
    batches = 0
    const page = await paginate(database(), PaginateQuery.from('page=2'), withSettings(list, { together: true }))
    expect([page.items, page.meta.totalItems]).toEqual([[{ id: 4, stars: 1 }], 4])
    const counts = await facetCounts(database(), {}, list, { stars: true, id: 'range' })
    expect(counts).toEqual({
      stars: [
        { value: 1, count: 2, filter: '$eq:1' },
        { value: 2, count: 2, filter: '$eq:2' },
      ],
      id: { min: 1, max: 4, count: 4 },
    })
    expect(batches).toBe(expected)
  })
})
