// `{ together: true }`: count and page as one statement.
import { createClient } from '@libsql/client'
import Database from 'better-sqlite3'
import { eq, gt, gte, inArray, max, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { drizzle as drizzleProxy } from 'drizzle-orm/sqlite-proxy'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { facetCounts, paginate, paginateConfig, PaginateQuery, paginateSelect, rowsOf } from '../../../src/index.js'
import { aliasOf } from '../../support/article-list.js'
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
      expect(database.statements()).toHaveLength(1)
    }
  })

  test.each(['found', 'total', 'item_0', 'order_1'])('raw SQL that orders by a column named %s', async (name) => {
    const { articles } = database.schema
    const lost = database.db
      .select({ id: articles.id, turned: sql<number>`-${articles.id}`.as(name) })
      .from(articles)
      .as('lost')
    const config = paginateConfig(lost)
      .field('named', sql<number>`${sql.raw(name)}`, 'integer')
      .sortable('named')
      .withLimits(5, 100)
      .withTieBreaker('id', { assumeUnique: true })
      .build()
    const query = PaginateQuery.from('limit=3&sortBy=named:ASC')
    const [{ last }] = (await database.db.select({ last: max(articles.id) }).from(articles)) as [{ last: number }]
    const { items } = await paginate(database.db, query, withSettings(config, { together: true }))
    expect(items.map(({ id }) => id)).toEqual([last, last - 1, last - 2])
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

  // R19.1.2: a page past the end proves nothing of the rows before it.
  test.each(
    ['limit=3', 'page=2&limit=3', 'page=3&limit=3', 'page=4&limit=3', 'page=2&limit=20', 'page=100&limit=3'].flatMap(
      (request) => [2, 5, 6, 8, 12, 13, 400].map((upTo) => [request, upTo] as const),
    ),
  )('%s with a bound of %i is one statement, and answers the same', async (request, upTo) => {
    const config = begun().withTotals({ upTo }).build()
    for (const filters of ['', '&filter.views=$gte:5', '&filter.views=$lt:-2147483648']) {
      const expected = await paginate(database.db, `${request}${filters}`, config)
      database.clear()
      const found = await paginate(database.db, `${request}${filters}`, withSettings(config, { together: true }))
      expect(found.items).toEqual(expected.items)
      const { totalItems, totalItemsAtLeast } = expected.meta
      expect(found.meta).toMatchObject(totalItems === null ? { totalItems } : { totalItems, totalItemsAtLeast })
      expect(database.statements()).toHaveLength(1)
    }
  })

  // R12.1.2, R13.1.7
  test.each([
    ['an exact total', 'exact', 'limit=3'],
    ['a bound beyond the page', { upTo: 8 }, 'limit=3'],
    ['a bound that the page passes', { upTo: 3 }, 'limit=5'],
  ])('a list by cursor with %s', async (_title, totals, request) => {
    const config = begun()
      .withTotals(totals as 'exact')
      .withCursors()
      .build()
    for (let query = PaginateQuery.from(request), run = 0; run < 2; run += 1) {
      const expected = await paginate(database.db, query, config)
      database.clear()
      expect(await paginate(database.db, query, withSettings(config, { together: true }))).toEqual(expected)
      expect(database.statements()).toHaveLength(1)
      query = PaginateQuery.from(`${request}&after=${expected.meta.nextCursor}`)
    }
  })

  test('values of every type, and columns of equal names, are read as apart', async () => {
    const { articles, authors, comments, everyType } = database.schema
    const editors = aliasOf(database, authors, 'editors')
    const every = paginateConfig(everyType).withLimits(100, 100).withTieBreaker('id').build()
    const joined = begun()
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .leftJoin('editor', editors, eq(editors.id, articles.editorId))
      .sortable('author.name', 'title', 'likes', 'publishedAt')
      .field('comments', rowsOf(comments, eq(comments.articleId, articles.id)).count())
      .field('newest', rowsOf(comments, eq(comments.articleId, articles.id)).aggregate(max(comments.createdAt)))
      .sortable('comments')
      .build()
    const selection = {
      id: articles.id,
      author: { id: authors.id, name: authors.name },
      editor: editors,
      both: { id: authors.id, at: articles.createdAt, deep: { title: articles.title, fee: articles.fee } },
      loud: sql<string>`upper(${articles.title})`.as('title'),

      comments: sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`.mapWith(
        Number,
      ),
      rank: sql<number>`row_number() over (order by ${articles.id} desc)`.mapWith(Number),
    }
    const { rank: _, ...unranked } = selection
    const queries = [
      'limit=4',
      'limit=4&page=2&sortBy=author.name:DESC&sortBy=title:ASC',
      'limit=7&page=2&sortBy=likes:ASC',
      'limit=3&page=3&sortBy=publishedAt:DESC',
      'limit=4&sortBy=comments:DESC',
      'limit=4&page=99',
    ]
    const expected = new Map<string, readonly unknown[]>()
    const answers = async (text: string, list: typeof joined): Promise<readonly unknown[]> => {
      const query = PaginateQuery.from(text)
      return [
        await paginate(database.db, query, list),
        await paginateSelect(database.db, query, list, selection),
        await paginateSelect(database.db, query, list, unranked),
      ]
    }
    for (const text of queries) expected.set(text, await answers(text, joined))
    // One driver fails on an integer that is no JavaScript number.
    const read = async (list: typeof every) =>
      await paginate(database.db, {}, list).catch((error: unknown) => String((error as Error).cause))
    const values = await read(every)
    expect(typeof values === 'string').toBe(engine.name === 'libsql')
    // Forms are those that a total does not choose.
    for (const pageForm of ['auto', 'plain', 'deferred', 'filtered'] as const) {
      const settings = { together: true, pageForm }
      for (let run = 0; run < 2; run += 1) {
        for (const text of queries)
          expect(await answers(text, withSettings(joined, settings)), text).toEqual(expected.get(text))
        expect(await read(withSettings(every, settings))).toEqual(values)
      }
    }
  })

  test('a summary, children and conditions of the app stand beside it', async () => {
    const { articles, reviews } = database.schema
    const config = begun().children('reviews', rowsOf(reviews, eq(reviews.articleId, articles.id)), {
      stars: reviews.stars,
    })
    for (const [text, threshold] of [
      ['limit=3', 1],
      ['limit=3&filter.views=$gte:5&page=2', 2],
      ['limit=3', 100_000],
      ['page=50', 3],
    ] as const) {
      const query = PaginateQuery.from(text)
      const above = gt(articles.views, threshold)
      const select = database.db.select({ id: articles.id } as never) as unknown as {
        from(table: unknown): { where(condition: unknown): never }
      }
      // The text of the second one is not cached.
      for (const where of [above, inArray(articles.id, select.from(articles).where(above))]) {
        const sum = sql<number>`sum(${articles.views} % 1000 + ${threshold})`.mapWith(Number)
        const summed = config.withSummary({ most: max(articles.views), sum }).build()
        const expected = await paginate(database.db, query, summed, { where })
        for (let run = 0; run < 2; run += 1) {
          database.clear()
          expect(await paginate(database.db, query, withSettings(summed, { together: true }), { where })).toEqual(
            expected,
          )
          expect(database.statements()).toHaveLength(expected.items.length === 0 ? 1 : 2)
        }
      }
    }
  })

  test('by cursor, in both directions and to the end', async () => {
    const list = begun()
      .sortable('likes')
      .withTotals('exact')
      .withCursors()
      .withSummary({ most: max(database.schema.articles.views) })
      .build()
    for (const sortBy of ['likes:ASC', 'likes:DESC']) {
      let query: { after?: string | null; before?: string | null } = {}
      let turns = 0
      do {
        const asked = { sortBy: [sortBy], limit: 4, ...query }
        const page = await paginate(database.db, asked, withSettings(list, { together: true }))
        expect(page).toEqual(await paginate(database.db, asked, list))
        const { nextCursor, previousCursor } = page.meta
        query = turns < 3 && nextCursor !== null ? { after: nextCursor } : { before: previousCursor }
        turns += 1
      } while ((query.after ?? query.before ?? null) !== null && turns < 9)
      expect(turns).toBeGreaterThan(4)
    }
  })

  // R19.1.2
  test('is one statement in a transaction too', async () => {
    const query = PaginateQuery.from('limit=3&page=2')
    const expected = await paginate(database.db, query, list())
    const read = async (tx: never) => {
      database.clear()
      expect(await paginate(tx, query, withSettings(list(), { together: true }))).toEqual(expected)
      expect(database.statements()).toHaveLength(1)
    }
    // A synchronous driver's transaction cannot wait.
    if (engine.name === 'sqlite') return
    await database.db.transaction(async (tx) => await read(tx as never))
  })

  test('is of one snapshot, whatever is written meanwhile', async () => {
    const { reviews } = database.schema
    const list = paginateConfig(reviews).withLimits(1000, 1000).withTieBreaker('id').build()
    const reading = { isOn: true }
    const write = async (): Promise<void> => {
      for (let id = 70_000; reading.isOn; id++)
        await database.db.insert(reviews).values({ id, articleId: 1, reviewer: 'writer', stars: 1 })
    }
    const writing = write()
    try {
      for (let run = 0; run < 50; run++) {
        const { items, meta } = await paginate(database.db, {}, withSettings(list, { together: true }))
        expect(items).toHaveLength(Math.min(meta.totalItems, 1000))
      }
    } finally {
      reading.isOn = false
      await writing
      await database.db.delete(reviews).where(gte(reviews.id, 70_000))
    }
  })

  test('reports the statement with the rows of its page', async () => {
    const events: unknown[] = []
    for (const request of ['limit=3', 'page=100']) {
      await paginate(database.db, PaginateQuery.from(request), withSettings(list(), { together: true }), {
        onStatement: ({ kind, rows }) => events.push([kind, rows]),
      })
    }
    expect(events).toEqual([
      ['page', 3],
      ['page', 0],
    ])
  })

  test('an error is that of the statements apart', async () => {
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
      'without a handler of batches sends each facet by itself',
      0,
      () => (isOld ? open(one) : open({ all: one, get: one, run: one })),
    ],
    [
      'with a handler of batches sends facets at once',
      1,
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
