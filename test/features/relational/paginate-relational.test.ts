// `paginateRelational`: the list's page, its items by one `findMany`.
import { and, desc, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  PaginateQueryError,
  paginateRelational,
  paginateSelect,
  rowsOf,
  type StatementEvent,
} from '../../../src/index.js'
import { shapeCacheStats } from '../../../src/kept/kept-texts.js'
import { aliasOf, listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { isOldLine, relationalDatabase, type RelationalTestDatabase } from '../../support/relational.js'
import {
  articles as seeded,
  articleTags,
  authors as seededAuthors,
  reviews as seededReviews,
  tags as seededTags,
} from '../../support/seed.js'
import type { StatementLog } from '../../support/statement-log.js'
import { thrownBy } from '../../engines/faults/faults.js'

/** What both lines take, untyped: their types are in test-d. */
type Call = (
  builder: unknown,
  query: object,
  config: AnyPaginateConfig,
  find: object,
  options?: object,
) => Promise<{ items: Record<string, unknown>[]; meta: Record<string, unknown>; links: Record<string, unknown> }>
const call = paginateRelational as unknown as Call

describe.each(dialects)('A relational page on $name', (engine) => {
  let database: TestDatabase
  let db: RelationalTestDatabase
  let log: StatementLog
  /** MariaDB has no LATERAL, which Drizzle's `with` is written with on MySQL. */
  let hasWith = true
  beforeAll(async () => {
    database = await engine.open()
    ;({ db, log } = relationalDatabase(database))
    if (database.dialect === 'mysql')
      hasWith = !/mariadb/i.test(JSON.stringify(await database.query('select version() as v')))
  })
  const relations = (find: object): object => (hasWith ? { with: find } : {})
  beforeEach(() => log.clear())
  afterAll(() => database.close())

  const list = () => {
    const { articles, authors } = database.schema
    return listOf(database)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .sortable('title', 'views', 'author.name')
      .searchable('title', 'author.name')
      .filterable('views', '$gte')
      .filterable('author.name', '$eq', '$null')
  }
  const idsOf = (items: readonly object[]): unknown[] => items.map((item) => (item as { id: unknown }).id)

  test.each([
    '',
    'limit=3&page=2',
    'sortBy=views:DESC&limit=4',
    'sortBy=author.name:DESC&filter.views=$gte:1',
    'filter.author.name=$eq:Ada',
    'search=a&sortBy=title:ASC',
    'page=100',
  ])('has the items of findMany on the page of paginate: %s', async (text) => {
    const query = PaginateQuery.from(text)
    const plain = await paginate(database.db, query, list().build(), { path: '/articles' })
    const page = await call(db.query.articles, query, list().build(), relations({ reviews: true, author: true }), {
      path: '/articles',
    })
    expect(page.meta).toEqual(plain.meta)
    expect(page.links).toEqual(plain.links)
    expect(page.items.map(({ reviews: _reviews, author: _author, ...row }) => row)).toEqual(plain.items)
    for (const { id, authorId, reviews, author } of hasWith ? page.items : []) {
      expect(author).toEqual(seededAuthors.find((candidate) => candidate.id === authorId) ?? null)
      const own = seededReviews.filter(({ articleId }) => articleId === id)
      expect(idsOf(reviews as object[]).sort()).toEqual(idsOf(own).sort())
    }
  })

  test('is what findMany answers, member by member', async () => {
    const found = await db.query.articles.findMany(relations({ reviews: true }))
    const page = await call(db.query.articles, { limit: 100 }, list().build(), relations({ reviews: true }))
    const byId = new Map(found.map((row) => [row['id'], row]))
    for (const item of page.items) expect(item).toEqual(byId.get(item['id']))
    expect(Object.keys(page.items[0] ?? {})).toEqual(Object.keys(found[0] ?? {}))
  })

  test('costs a count, the keys and one findMany; a page without rows no findMany', async () => {
    await call(db.query.articles, { limit: 3 }, list().build(), relations({ reviews: true }))
    expect(log.entries).toHaveLength(3)
    expect(log.entries[1]?.sql).not.toMatch(/title|body/)
    log.clear()
    await call(db.query.articles, { page: 50 }, list().build(), {})
    expect(log.entries).toHaveLength(1)
    log.clear()
    await call(db.query.articles, { limit: 3 }, list().withTotals('none').build(), {})
    expect(log.entries).toHaveLength(2)
  })

  test('reads the columns and extras that it is asked for, and no key beside them', async () => {
    const { articles } = database.schema
    const extras = isOldLine
      ? { shout: sql<string>`upper(${articles.title})`.as('shout') }
      : { shout: (table: typeof articles) => sql<string>`upper(${table.title})` }
    const page = await call(db.query.articles, { limit: 2 }, list().build(), { columns: { title: true }, extras })
    expect(page.items.map((item) => Object.keys(item))).toEqual([
      ['title', 'shout'],
      ['title', 'shout'],
    ])
    if (!isOldLine) return
    const made = {
      columns: { title: true },
      extras: (fields: typeof articles) => ({ shout: sql<string>`upper(${fields.title})`.as('shout') }),
    }
    expect((await call(db.query.articles, { limit: 2 }, list().build(), made)).items).toEqual(page.items)
  })

  test('refuses a window function, which would number the rows of a page', async () => {
    const { articles } = database.schema
    const row = sql<number>`row_number() over (order by ${articles.id})`
    const forms = isOldLine ? [{ row: row.as('row') }, () => ({ row: row.as('row') })] : [{ row: () => row }, { row }]
    for (const extras of forms)
      expect(await thrownBy(() => call(db.query.articles, { limit: 2 }, list().build(), { extras }))).toMatchObject({
        name: 'PaginateConfigError',
        message:
          'paginateRelational() reads rows by their keys, where the window function of extras.row would see only those; read it with paginate().',
      })
    const sub = sql<number>`(select max(n) from (select row_number() over () as n from ${articles}) t)`
    const extras = { most: isOldLine ? sub.as('most') : () => sub }
    expect((await call(db.query.articles, { limit: 1 }, list().build(), { columns: {}, extras })).items).toHaveLength(1)
  })

  test.each([
    ['cursors', () => list().withCursors().build(), 1],
    ['cursors and totals', () => list().withTotals('exact').withCursors().build(), 2],
    ['a bounded count', () => list().withTotals({ upTo: 5 }).build(), 2],
  ])('pages with %s as the list does', async (_title, config, statements) => {
    const sorted = { sortBy: ['author.name:ASC'], limit: 3 }
    const page = await call(db.query.articles, sorted, config(), { columns: { id: true } })
    const plain = await paginate(database.db, sorted, config())
    expect(page.meta).toEqual(plain.meta)
    expect(page.items).toEqual(idsOf(plain.items).map((id) => ({ id })))
    expect(log.entries).toHaveLength(statements + 1)
    if (!('nextCursor' in page.meta)) return
    const seen = idsOf(page.items)
    let after = page.meta['nextCursor']
    while (after !== null) {
      const next = await call(db.query.articles, { ...sorted, after }, config(), { columns: { id: true } })
      seen.push(...idsOf(next.items))
      after = next.meta['nextCursor']
    }
    const all = await paginate(database.db, { sortBy: ['author.name:ASC'], limit: 100 }, list().build())
    expect(seen).toEqual(idsOf(all.items))
  })

  test('asks the planner, where the list does', async () => {
    if (database.dialect === 'sqlite') return
    const page = await call(db.query.articles, { limit: 2 }, list().withTotals({ upTo: 1, estimate: true }).build(), {})
    const { totalItemsEstimate: rows } = page.meta
    expect(rows === null ? 'number' : typeof rows).toBe('number')
  })

  test('uses the texts of its first call again, with the values of each, and none of a select of the same keys', async () => {
    const { articles } = database.schema
    const config = list().build()
    const ask = async (least: number, page: number) => {
      const query = PaginateQuery.from(`filter.views=$gte:${least}&limit=2&page=${page}`)
      const where = gt(articles.id, least)
      const selected = await paginateSelect(database.db, query, config, { id: sql<number>`${articles.id}` }, { where })
      const related = await call(db.query.articles, query, config, { columns: { id: true } }, { where })
      expect([least, related.meta, related.items]).toEqual([least, selected.meta, selected.items])
    }
    for (const least of [0, 1, 3]) for (const page of [1, 2]) await ask(least, page)
    expect(shapeCacheStats(config)).toMatchObject({ hits: 10, misses: 2 })
    const texts = new Set(log.entries.map((entry) => entry.sql))
    log.clear()
    await ask(2, 1)
    // `findMany` is Drizzle's own, and as long as the page has rows.
    expect(log.entries.filter((entry) => !texts.has(entry.sql)).length).toBeLessThanOrEqual(1)
  })

  test('finds rows by a composite key, in the order of the page', async () => {
    const { articleTags: table } = database.schema
    const tagged = paginateConfig(table)
      .withLimits(4, 100)
      .withTieBreaker({ tagId: 'desc', articleId: 'asc' })
      .filterable('tagId', '$gte')
      .build()
    const page = await call(
      db.query.articleTags,
      PaginateQuery.from('filter.tagId=$gte:1'),
      tagged,
      relations({ tag: true }),
    )
    const expected = [...articleTags]
      .sort((one, other) => other.tagId - one.tagId || one.articleId - other.articleId)
      .slice(0, 4)
    expect(page.items.map(({ articleId, tagId }) => [articleId, tagId])).toEqual(
      expected.map(({ articleId, tagId }) => [articleId, tagId]),
    )
    for (const { tagId, tag } of hasWith ? page.items : [])
      expect(tag).toEqual(seededTags.find(({ id }) => id === tagId))
  })

  test("obeys the app's own condition, the scope and an unlimited read", async () => {
    const { articles } = database.schema
    const scoped = list()
      .allowUnlimited(100)
      .scopedBy(({ least }: { least: number }) => gt(articles.views, least))
      .build()
    const options = { scope: { least: 1 }, where: gt(articles.id, 3) }
    const page = await call(db.query.articles, { limit: -1 }, scoped, { columns: { id: true } }, options)
    expect(idsOf(page.items)).toEqual(idsOf(seeded.filter(({ views, id }) => views > 1 && id > 3)))
    await expect(call(db.query.articles, {}, scoped, {})).rejects.toThrow(PaginateConfigError)
  })

  test("rejects a client's mistake before any statement", async () => {
    await expect(call(db.query.articles, PaginateQuery.from('sortBy=body:ASC'), list().build(), {})).rejects.toThrow(
      PaginateQueryError,
    )
    expect(log.entries).toEqual([])
  })

  test('reports its statements, and stops between them', async () => {
    const events: StatementEvent[] = []
    await call(
      db.query.articles,
      { limit: 2 },
      list().build(),
      {},
      { onStatement: (event: StatementEvent) => events.push(event) },
    )
    expect(events.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['count', 1],
      ['page', 2],
      ['relational', 2],
    ])
    expect(events.map((event) => event.sql)).toEqual(log.entries.map((entry) => entry.sql))
    const controller = new AbortController()
    const stop = ({ kind }: StatementEvent): void => (kind === 'page' ? controller.abort(new Error('gone')) : undefined)
    log.clear()
    await expect(
      call(db.query.articles, {}, list().build(), {}, { signal: controller.signal, onStatement: stop }),
    ).rejects.toThrow('gone')
    expect(log.entries).toHaveLength(2)
  })

  /** The keys are read, `change` happens, and then the rows are read. */
  const changedBefore = (change: () => Promise<void>) =>
    new Proxy(db.query.articles, {
      get: (of, name) => {
        if (name !== 'findMany') return Reflect.get(of, name) as unknown
        return (find: { where?: unknown }) => {
          const query = of.findMany(find)
          const changeFirst = async () => {
            await change()
            return query
          }
          return find.where === undefined ? query : { execute: changeFirst }
        }
      },
    })

  test.each([
    ['the scope', {}, { scope: { least: 1 } }],
    ['the condition of the call', {}, { scope: { least: -1 }, where: 'own' }],
    ['a condition on a joined field', {}, { scope: { least: -1 }, where: 'joined' }],
    ['a condition in raw text', { limit: -1 }, { scope: { least: -1 }, where: 'raw' }],
  ] as const)('leaves out a row that leaves %s before it is read', async (_name, query, { scope, ...options }) => {
    const { articles, authors } = database.schema
    const scoped = list()
      .withLimits(100, 100)
      .allowUnlimited(100)
      .scopedBy(({ least }: { least: number }) => gt(articles.views, least))
      .build()
    const wheres: Record<string, SQL> = {
      own: gt(articles.views, 1),
      joined: sql`coalesce(${authors.id}, 0) >= 0 and ${articles.views} > 1`,
      raw: sql`${sql.raw('articles.views')} > 1`,
    }
    const where = 'where' in options ? wheres[options.where as string] : undefined
    const before = await call(db.query.articles, query, scoped, { columns: { id: true } }, { scope, where })
    const leaving = seeded.find(({ views }) => views > 1) as (typeof seeded)[number]
    expect(idsOf(before.items)).toContain(leaving.id)
    const { views } = leaving
    const set = async (value: number): Promise<void> => {
      await database.db.update(articles).set({ views: value }).where(eq(articles.id, leaving.id))
    }
    try {
      const page = await call(
        changedBefore(() => set(0)),
        query,
        scoped,
        { columns: { id: true } },
        { scope, where },
      )
      expect(idsOf(page.items)).toEqual(idsOf(before.items).filter((id) => id !== leaving.id))
    } finally {
      await set(views)
    }
  })

  test('leaves out a row that leaves an inner join of the scope before it is read', async () => {
    const { articles, authors } = database.schema
    const scoped = listOf(database)
      .innerJoin('owner', authors, ({ scope }: { scope: { least: number } }) =>
        and(eq(authors.id, articles.authorId), gt(articles.views, scope.least)),
      )
      .build()
    const [find, options] = [{ columns: { id: true } }, { scope: { least: 1 } }]
    const ids = idsOf((await call(db.query.articles, {}, scoped, find, options)).items)
    const leaving = seeded.find(({ id }) => id === ids[0]) as (typeof seeded)[number]
    const set = async (views: number): Promise<void> => {
      await database.db.update(articles).set({ views }).where(eq(articles.id, leaving.id))
    }
    try {
      const page = await call(
        changedBefore(() => set(0)),
        {},
        scoped,
        find,
        options,
      )
      expect(idsOf(page.items)).toEqual(ids.slice(1))
    } finally {
      await set(leaving.views)
    }
  })

  test('runs the functions of the scope once, so that a scope that changes changes nothing of a call', async () => {
    const { articles } = database.schema
    let calls = 0
    const scoped = list()
      .scopedBy(({ least }: { least: number }) => {
        calls += 1
        return gt(articles.views, least)
      })
      .build()
    const find = { columns: { id: true } }
    const wanted = await call(db.query.articles, {}, scoped, find, { scope: { least: 1 } })
    calls = 0
    const scope = { least: 1 }
    const answered = call(db.query.articles, {}, scoped, find, { scope })
    scope.least = 1e6
    const page = await answered
    expect([page.items, page.meta, calls]).toEqual([wanted.items, wanted.meta, 1])
    expect(page.items.length).toBeGreaterThan(1)
  })

  test('leaves out a row of a composite key that leaves the condition', async () => {
    const { articleTags: table } = database.schema
    const tagged = paginateConfig(table).withLimits(4, 100).withTieBreaker({ tagId: 'desc', articleId: 'asc' }).build()
    const where = gt(table.tagId, 1)
    const page = await call(db.query.articleTags, {}, tagged, {}, { where })
    expect(page.items.map(({ articleId, tagId }) => [articleId, tagId])).toEqual(
      [...articleTags]
        .filter(({ tagId }) => tagId > 1)
        .sort((one, other) => other.tagId - one.tagId || one.articleId - other.articleId)
        .slice(0, 4)
        .map(({ articleId, tagId }) => [articleId, tagId]),
    )
    expect(log.entries.at(-1)?.sql).toMatch(/ in \(select/)
  })

  test('leaves out a row that is deleted before it is read', async () => {
    const { articles } = database.schema
    const [first] = seeded
    if (first === undefined) return
    await database.db
      .insert(articles)
      .values({ ...first, id: 9001, slug: 'gone', publicId: '0f8fad5b-d9cb-469f-a165-70867728950e' })
    const slow = changedBefore(async () => {
      await database.db.delete(articles).where(eq(articles.id, 9001))
    })
    const page = await call(slow, { limit: 100 }, list().build(), { columns: { id: true } })
    expect(idsOf(page.items)).toEqual(idsOf(seeded))
    expect(page.meta).toMatchObject({ itemCount: seeded.length, totalItems: seeded.length + 1 })
  })

  test('works in a transaction', async () => {
    const { articles } = database.schema
    const run = (tx: RelationalTestDatabase) =>
      call(tx.query.articles, { limit: 100 }, list().build(), { columns: { id: true } })
    if (database.name === 'sqlite') {
      // All three statements have run when the call returns: a synchronous transaction holds them.
      let page: ReturnType<typeof run> | undefined
      expect(() =>
        db.transaction((tx) => {
          ;(tx.delete(articles).where(eq(articles.id, 1)) as unknown as { run(): void }).run()
          page = run(tx)
          throw new Error('roll back')
        }),
      ).toThrow('roll back')
      expect(idsOf((await page)?.items ?? [])).toEqual(idsOf(seeded).filter((id) => id !== 1))
      return
    }
    const seen: unknown[] = []
    await thrownBy(async () =>
      db.transaction(async (tx) => {
        await tx.update(articles).set({ title: 'of the transaction' }).where(eq(articles.id, 1))
        const page = await call(tx.query.articles, { search: 'of the transaction' }, list().build(), {})
        seen.push(...page.items.map(({ id, title }) => [id, title]))
        throw new Error('roll back')
      }),
    )
    expect(seen).toEqual([[1, 'of the transaction']])
  })

  test.each<[title: string, given: () => Parameters<Call>, message: string]>([
    [
      'another table',
      () => [db.query.authors, {}, list().build(), {}],
      "The relational query reads 'authors', and the list is of 'articles'; pass db.query of the list's own table.",
    ],
    [
      'an alias of the table',
      () => [
        db.query.articles,
        {},
        paginateConfig(aliasOf(database, database.schema.articles, 'a'))
          .withLimits(1, 2)
          .withTieBreaker('id')
          .build(),
        {},
      ],
      "The relational query reads 'articles', and the list is of 'a'; pass db.query of the list's own table.",
    ],
    [
      'a database',
      () => [db, {}, list().build(), {}],
      'The relational query must be that of a table, such as db.query.orders; pass one of PostgreSQL, SQLite or MySQL.',
    ],
    [
      'a limit',
      () => [db.query.articles, {}, list().build(), { limit: 1 }],
      "paginateRelational() takes with, columns and extras; the page says which rows there are, so leave 'limit' out.",
    ],
    [
      'a misspelt condition of a relation',
      () => [db.query.articles, {}, list().build(), { with: { reviews: { columns: { id: true }, wher: {} } } }],
      "paginateRelational() cannot pass 'wher' to findMany, which has no such member there; correct its name.",
    ],
    [
      'a misspelt condition of a relation of a relation',
      () => [db.query.articles, {}, list().build(), { with: { author: { with: { articles: { limt: 1 } } } } }],
      "paginateRelational() cannot pass 'limt' to findMany, which has no such member there; correct its name.",
    ],
    [
      'a function after the list',
      () => [db.query.articles, {}, list().build(), () => ({})],
      'paginateRelational() needs a record of with, columns and extras after the list; pass one, such as {}.',
    ],
    [
      'a number after the list',
      () => [db.query.articles, {}, list().build(), 5 as never],
      'paginateRelational() needs a record of with, columns and extras after the list; pass one, such as {}.',
    ],
    [
      'null after the list',
      () => [db.query.articles, {}, list().build(), null as never],
      'paginateRelational() needs a record of with, columns and extras after the list; pass one, such as {}.',
    ],
    [
      'null in place of options',
      () => [db.query.articles, {}, list().build(), {}, null as never],
      'The options must be a plain record, such as { where: eq(table.column, value) }; pass one.',
    ],
    [
      'a number in place of options',
      () => [db.query.articles, {}, list().build(), {}, 5 as never],
      'The options must be a plain record, such as { where: eq(table.column, value) }; pass one.',
    ],
    [
      'a condition in place of options',
      () => [db.query.articles, {}, list().build(), {}, eq(database.schema.articles.id, 1)],
      'The options must be a plain record, such as { where: eq(table.column, value) }; pass one.',
    ],
  ])('refuses %s', async (_title, given, message) => {
    const error = await thrownBy(() => call(...given()))
    expect(error).toBeInstanceOf(PaginateConfigError)
    expect((error as Error).message).toBe(message)
    expect(log.entries).toEqual([])
  })

  test('has the error of findMany for columns that select nothing', async () => {
    const none = Object.fromEntries(Object.keys(getTableColumns(database.schema.articles)).map((name) => [name, false]))
    for (const columns of [{}, none, ...(isOldLine ? [{ titel: true }] : [])]) {
      const { message } = (await thrownBy(() => db.query.articles.findMany({ columns }))) as Error
      expect(message).toMatch(/^No fields selected/)
      for (const search of ['', 'no such title'])
        expect(await thrownBy(() => call(db.query.articles, { search }, list().build(), { columns }))).toMatchObject({
          message,
        })
    }
    expect(log.entries).toEqual([])
    const extras = { one: isOldLine ? sql`1`.as('one') : () => sql`1` }
    const page = await call(db.query.articles, { limit: 1 }, list().build(), { columns: {}, extras })
    expect(page.items.map((item) => Object.keys(item))).toEqual([['one']])
  })

  test('takes a member that is undefined for none', async () => {
    const find = { columns: { id: true }, where: undefined, limit: undefined, with: undefined }
    const query = { limit: 1, sortBy: ['id:ASC'] }
    expect((await call(db.query.articles, query, list().sortable('id').build(), find)).items).toEqual([{ id: 1 }])
  })

  test('takes the members of a relation that findMany has there, and absent ones for none', async () => {
    if (!hasWith) return
    const { reviews } = database.schema
    const last = (count: number) =>
      new Map(
        seeded.map(({ id }) => [
          id,
          seededReviews
            .filter(({ articleId, stars }) => articleId === id && stars > 1)
            .map((review) => review.id)
            .sort((one, other) => other - one)
            .slice(0, count),
        ]),
      )
    const nested = isOldLine
      ? { where: gt(reviews.stars, 1), orderBy: (table: typeof reviews) => desc(table.id), limit: 2 }
      : { where: { stars: { gt: 1 } }, orderBy: { id: 'desc' }, limit: 2, offset: 0 }
    const find = { columns: { id: true }, with: { reviews: { ...nested, extras: undefined, other: undefined } } }
    const { items } = await call(db.query.articles, { limit: 100 }, list().build(), find)
    expect(new Map(items.map(({ id, reviews: own }) => [id, idsOf(own as object[])]))).toEqual(last(2))
    for (const none of [null, undefined, {}, { author: undefined }, { author: null }]) {
      const page = await call(db.query.articles, { limit: 1 }, list().build(), { columns: { id: true }, with: none })
      expect(page.items).toEqual([{ id: 1 }])
    }
    expect((await call(db.query.articles, { limit: 1 }, list().build(), undefined as never)).items).toHaveLength(1)
  })

  test('reads the rows by their keys alone where nobody restricts them, and in a sub-select of the condition else', async () => {
    const { articles, articleTags: table } = database.schema
    const textOf = async (...[builder, query, config, find, options]: Parameters<Call>) => {
      log.clear()
      await call(builder, query, config, find, options)
      return log.entries.at(-1)?.sql ?? ''
    }
    const find = { columns: { id: true } }
    expect(await textOf(db.query.articles, {}, list().build(), find)).not.toMatch(/ in \(\(?select "?`?articles/)
    const where = gt(articles.id, 1)
    expect(await textOf(db.query.articles, {}, list().build(), find, { where })).toMatch(/[^)] in \(select [^(]/)
    const tagged = paginateConfig(table).withLimits(4, 100).withTieBreaker({ tagId: 'desc', articleId: 'asc' }).build()
    expect(await textOf(db.query.articleTags, {}, tagged, {}, { where: gt(table.tagId, 1) })).toMatch(/\) in \(select/)
  })

  test('has an inner join, and an item of its own for each row of a join to many', async () => {
    const { articles, authors, reviews } = database.schema
    const find = { columns: { id: true } }
    const written = listOf(database).innerJoin('author', authors, eq(authors.id, articles.authorId)).build()
    const { items } = await call(db.query.articles, { limit: 100 }, written, find)
    expect(idsOf(items)).toEqual(idsOf(seeded.filter(({ authorId }) => authorId !== null)))
    const reviewed = listOf(database)
      .innerJoin('review', reviews, eq(reviews.articleId, articles.id), { assumeUnique: true })
      .build()
    const repeated = (await call(db.query.articles, { limit: 100 }, reviewed, find)).items
    expect(repeated).toEqual(
      seededReviews.map(({ articleId }) => ({ id: articleId })).sort((one, other) => Number(one.id) - Number(other.id)),
    )
    expect(new Set(repeated).size).toBe(repeated.length)
  })

  test('reads what cannot be used again as any statement', async () => {
    const { articles } = database.schema
    const where = sql`${articles.id} = ${{ getSQL: () => sql`1` }}`
    const events: StatementEvent[] = []
    const onStatement = (event: StatementEvent) => events.push(event)
    const config = list().build()
    const page = await call(db.query.articles, { limit: 1 }, config, { columns: { id: true } }, { where, onStatement })
    expect([page.items, page.meta['totalItems']]).toEqual([[{ id: 1 }], 1])
    expect(events.map((event) => [event.sql, event.params])).toEqual(
      log.entries.map((entry) => [entry.sql, entry.params]),
    )
  })

  test('needs a key of the table', async () => {
    const { articles, reviews } = database.schema
    const byExpression = paginateConfig(articles)
      .field('twice', sql<number>`2 * ${articles.id}`, 'integer')
      .children('reviews', rowsOf(reviews, eq(reviews.articleId, articles.id)), { id: reviews.id })
      .withLimits(1, 2)
      .withTieBreaker('id')
      .build()
    expect((await call(db.query.articles, {}, byExpression, { columns: { id: true } })).items).toEqual([{ id: 1 }])
  })
})
