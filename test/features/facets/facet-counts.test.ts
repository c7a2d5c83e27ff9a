// Facets on every engine: what they answer, what they leave out, and that a value put back into a filter finds the rows
// counted.
import { and, count, eq, gt, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  applyFilters,
  encodeFilterValue,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  rowsOf,
} from '../../../src/index.js'
import { facetArray } from '../../../src/entries/memory/index.js'
import { articleList, aliasOf, listOf, refusalOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles } from '../../support/seed.js'
import { configOver } from './config-over.js'

type Loose = (
  db: unknown,
  query: unknown,
  config: AnyPaginateConfig,
  facets: unknown,
  options?: unknown,
) => Promise<Record<string, Counted[] | null>>
interface Counted {
  readonly value: unknown
  readonly count: number
}
const loose = facetCounts as unknown as Loose
const textOf = encodeFilterValue as unknown as (config: AnyPaginateConfig, field: string, value: unknown) => string

describe.each(dialects)('facetCounts on $name', (engine) => {
  let database: TestDatabase
  let config: ReturnType<typeof articleList>
  beforeAll(async () => {
    database = await engine.open()
    config = articleList(database)
  })
  afterAll(() => database.close())

  const totalOf = async (list: AnyPaginateConfig, text: string) =>
    (await paginate(database.db, PaginateQuery.from(text), list)).meta.totalItems

  // R15.1.1, R15.1.2
  test('counts the values of fields, the most frequent first, and the ends of others', async () => {
    const facets = await facetCounts(database.db, { filters: { id: '$lte:9' } }, config, {
      status: true,
      section: { limit: 2 },
      views: 'range',
      'author.name': true,
      isFeatured: true,
    })
    expect(facets.views).toStrictEqual({ min: 0, max: 100, count: 9 })
    expect(facets.isFeatured).toStrictEqual([
      { value: false, count: 8, filter: '$eq:false' },
      { value: true, count: 1, filter: '$eq:true' },
    ])
    expect(facets.section).toHaveLength(2)
    expect(facets.section[0]).toStrictEqual({ value: null, count: 6, filter: '$null' })
    expect(facets.status.map(({ count: rows }) => rows)).toStrictEqual([7, 2])
    expect(facets.status[1]).toStrictEqual({ value: 'draft', count: 2, filter: '$eq:draft' })
    expect(facets['author.name'].reduce((sum, { count: rows }) => sum + rows, 0)).toBe(9)
  })

  // R15.1.5
  test('leaves out the criteria on its own field and keeps all others, the search and the condition of the host', async () => {
    const { articles } = database.schema
    const where = gt(articles.id, 1)
    const query = PaginateQuery.from(
      'search=hello&filter.status=$eq:draft&filter.views=$gte:5&filter.section=$not:$null',
    )
    const facets = await facetCounts(
      database.db,
      query,
      config,
      { status: true, views: 'range', section: true, id: { limit: 3 } },
      { where },
    )
    expect(facets).toStrictEqual({
      // The collation of MySQL's tables folds no case.
      status: [{ value: 'published', count: database.dialect === 'mysql' ? 1 : 2, filter: '$eq:published' }],
      views: null,
      section: [],
      id: [],
    })
  })

  test.each([
    ['', { published: 17, Archived: 3, draft: 2, review: 2 }],
    ['filter.status=$eq:draft', { published: 17, Archived: 3, draft: 2, review: 2 }],
    ['filter.isFeatured=$eq:true', { published: 1 }],
  ])('leaves out a default filter of its own field, in memory too: %s', async (text, statuses) => {
    const list = listOf(database)
      .filterable('status', '$eq')
      .filterable('isFeatured', '$eq')
      .defaultFilter('status', { $eq: 'review' })
      .build()
    const query = PaginateQuery.from(text)
    const counts = await facetCounts(database.db, query, list, { status: true, isFeatured: true })
    expect(Object.fromEntries(counts.status.map(({ value, count: rows }) => [value, rows]))).toStrictEqual(statuses)
    // The default filter of another field holds.
    expect(counts.isFeatured).toStrictEqual([{ value: false, count: 2, filter: '$eq:false' }])
    const inMemory = facetArray(articles, query, list, { status: true })
    expect(Object.fromEntries(inMemory.status.map(({ value, count: rows }) => [value, rows]))).toStrictEqual(statuses)
  })

  // R15.1.2
  test('counts the elements of a collection once a row, and holds no null', async () => {
    const facets = await facetCounts(database.db, {}, config, { tags: true, aliases: true })
    const held = new Map<string | null, number>(facets.tags.map(({ value, count: rows }) => [value, rows]))
    expect(held.get('a')).toBe(3)
    expect(facets.tags[0]).toStrictEqual({ value: 'a', count: 3, filter: '$eq:a' })
    expect(held.has(null)).toBe(false)
    expect(new Map(facets.aliases.map(({ value, count: rows }) => [value, rows])).get('x')).toBe(1)
  })

  // R15.1.3
  test('counts rows of the root for a sub-collection, whatever its quantifier', async () => {
    const { articles, reviews } = database.schema
    const on = eq(reviews.articleId, articles.id)
    const list = listOf(database)
      .filterableMany('reviewer', rowsOf(reviews, on), reviews.reviewer, '$eq', '$null')
      .filterableMany('everyone', rowsOf(reviews, on).every(), reviews.reviewer, '$in')
      .filterableMany('nobody', rowsOf(reviews, on).none(), reviews.reviewer, '$in')
      .filterableMany('stars', rowsOf(reviews, on), reviews.stars, '$gte')
      .build()
    const { reviewer, everyone, nobody, stars } = await facetCounts(database.db, {}, list, {
      reviewer: true,
      everyone: true,
      nobody: true,
      stars: 'range',
    })
    const counts = new Map(reviewer.map(({ value, count: rows }) => [value, rows]))
    expect(counts.get(null)).toBe(2)
    expect(counts.get('lee')).toBe(1)
    // Each has the criterion that its own operators allow.
    const listed = reviewer.map(({ value, count: rows }) => {
      const isNamed = value !== null && value !== '' && !value.includes(',')
      return { value, count: rows, filter: isNamed ? `$in:${value}` : null }
    })
    expect(everyone).toStrictEqual(listed)
    expect(nobody).toStrictEqual(listed)
    expect(stars).toStrictEqual({ min: 0, max: 5, count: 6 })
    for (const { value, count: rows } of reviewer) {
      const criterion = value === null ? '$null' : `$eq:${encodeURIComponent(textOf(list, 'reviewer', value))}`
      expect(await totalOf(list, `filter.reviewer=${criterion}`), String(value)).toBe(rows)
    }
  })

  test.each([
    ['no criteria', ''],
    ['a filter of the join', 'filter.author.name=$not:$null&sortBy=author.name:ASC'],
    ['a search in the join', 'search=a&searchBy=author.name'],
  ])('counts rows of a table that is joined already: %s', async (_title, text) => {
    const { articles: root, authors } = database.schema
    const list = paginateConfig(root)
      .leftJoin('author', authors, eq(authors.id, root.authorId))
      .withLimits(100, 100)
      .withTieBreaker('id')
      .sortable('author.name')
      .searchable('author.name')
      .filterable('author.name', '$null', '$eq')
      .filterableMany('writer', rowsOf(authors, eq(authors.id, root.authorId)), authors.name, '$eq')
      .select({ id: true, author: { name: true } })
      .build()
    const { items } = await paginate(database.db, text, list)
    const expected = new Map<string, number>()
    for (const { author } of items) if (author) expected.set(author.name, (expected.get(author.name) ?? 0) + 1)
    const { writer } = await facetCounts(database.db, text, list, { writer: true })
    expect(new Map(writer.map(({ value, count: rows }) => [value, rows]))).toEqual(expected)
    expect(expected.size).toBeGreaterThan(1)
  })

  test('counts the values of an expression, and of one over joined tables', async () => {
    const { articles, authors, comments } = database.schema
    const counted = await facetCounts(database.db, {}, config, { commentCount: true })
    const [rows] = await database.db.select({ rows: count() }).from(articles)
    expect(counted.commentCount.reduce((sum, { count: of }) => sum + of, 0)).toBe(rows?.rows)
    for (const { value, count: of } of counted.commentCount)
      expect(await totalOf(config, `filter.commentCount=$eq:${value}`)).toBe(of)
    const list = listOf(database)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .field('initial', sql<string>`substr(${authors.name}, 1, ${1})`, 'text')
      .field(
        'commented',
        sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`.mapWith(Number),
        'integer',
      )
      .filterable('initial', '$eq', '$gte')
      .filterable('commented', '$gte')
      .build()
    const { initial, commented } = await facetCounts(database.db, {}, list, { initial: true, commented: 'range' })
    expect(initial.length).toBeGreaterThan(2)
    expect(commented).toStrictEqual({
      min: 0,
      max: Math.max(...counted.commentCount.map(({ value }) => value ?? 0)),
      count: rows?.rows,
    })
  })

  test('counts over an alias of the root, and over a composite key', async () => {
    const { memberships, articles } = database.schema
    const other = aliasOf(database, articles, 'others')
    const aliased = paginateConfig(other)
      .withLimits(1, 2)
      .withTieBreaker('id')
      .filterable('status', '$eq')
      .filterable('tags', '$eq')
      .build()
    const plain = await facetCounts(database.db, {}, config, { status: true, tags: { limit: 3 } })
    expect(await facetCounts(database.db, {}, aliased, { status: true, tags: { limit: 3 } })).toStrictEqual(plain)
    const peers = aliasOf(database, memberships, 'peers')
    const members = paginateConfig(memberships)
      .withLimits(1, 2)
      .withTieBreaker('orgId', 'userId')
      .filterableMany('seat', rowsOf(peers, eq(peers.orgId, memberships.orgId)), peers.seat, '$eq')
      .filterable('orgId', '$eq')
      .build()
    const { orgId, seat } = await facetCounts(database.db, {}, members, { orgId: true, seat: true })
    expect(orgId.length).toBeGreaterThan(1)
    for (const { value, count: rows } of seat) expect(await totalOf(members, `filter.seat=$eq:${value}`)).toBe(rows)
  })

  test('finds rows again by their own key, where the tie-breaker is unique only among the rows of a tenant', async () => {
    const { articles, reviews } = database.schema
    const ofArticle = rowsOf(reviews, eq(reviews.articleId, articles.id))
    const start = paginateConfig(articles)
      .withLimits(10, 100)
      .filterableMany('stars', ofArticle, reviews.stars, '$eq')
      .filterableMany('reviews', ofArticle.every(), reviews.id, '$gte', '$lt')
    const [review] = await database.db.select().from(reviews).limit(1)
    const articleId = review?.articleId as number
    const own = start.withTieBreaker('hidden', { assumeUnique: true }).build()
    const asked = (query: string, where: SQL, list: AnyPaginateConfig) =>
      loose(database.db, PaginateQuery.from(query), list, { stars: true }, { where })
    for (const [query, where] of [
      ['', sql`id = ${articleId}`],
      ['filter.reviews=$gte:0&filter.reviews=$or:$lt:0', eq(articles.id, articleId)],
    ] as const)
      expect(await asked(query, where, own)).toEqual(await asked(query, where, start.withTieBreaker('id').build()))
  })

  test.each(['$eq', '$contains'] as const)(
    'a value of a facet, sent back under %s, finds the rows that were counted',
    async (operator) => {
      const { config: list, names: granted } = configOver(database.schema.everyType, operator)
      const collections = new Set(
        list
          .describe()
          .filterableFields.filter(({ type }) => type === 'collection')
          .map(({ name }) => name),
      )
      const names = granted.filter((name) => operator === '$eq' || collections.has(name))
      const counts = await loose(database.db, {}, list, Object.fromEntries(names.map((name) => [name, true])))
      let checked = 0
      for (const name of names) {
        for (const { value, count: rows } of counts[name] as Counted[]) {
          if (hasNoText(database, name, value) || (operator === '$contains' && /,|^$/.test(String(value)))) continue
          const criterion = value === null ? '$null' : `${operator}:${textOf(list, name, value)}`
          const { meta } = await paginate(database.db, { filters: { [name]: criterion } }, list)
          expect(meta.totalItems, `${name}=${criterion}`).toBe(rows)
          // What a client reads from the JSON of a facet may be sent back as it is.
          const json: unknown = typeof value === 'bigint' ? String(value) : JSON.parse(JSON.stringify(value))
          if (value instanceof Date)
            expect(
              (await paginate(database.db, { filters: { [name]: `${operator}:${String(json)}` } }, list)).meta
                .totalItems,
            ).toBe(rows)
          checked += 1
        }
      }
      expect(checked).toBeGreaterThan(operator === '$eq' ? 60 : 4)
    },
  )

  // R15.1.4
  test('a range tells the ends that a comparison would find, for every type', async () => {
    const { everyType } = database.schema
    const { names } = configOver(everyType, '$gte')
    const { config: list } = configOver(everyType, '$gte')
    const ranges = await loose(database.db, {}, list, Object.fromEntries(names.map((name) => [name, 'range'])))
    for (const name of names) {
      const range = ranges[name] as unknown as { min: unknown; max: unknown; count: number } | null
      if (range === null || hasNoText(database, name, range.min)) continue
      const { meta } = await paginate(
        database.db,
        { filters: { [name]: `$gte:${textOf(list, name, range.min)}` } },
        list,
      )
      expect(meta.totalItems, name).toBe(range.count)
      if (hasNoText(database, name, range.max)) continue
      const above = await paginate(database.db, { filters: { [name]: `$gte:${textOf(list, name, range.max)}` } }, list)
      expect(above.meta.totalItems, name).toBeGreaterThan(0)
      expect(above.meta.totalItems, name).toBeLessThan(range.count)
    }
  })

  // R15.1.6
  test('checks the whole request as a page does', async () => {
    const facets = { status: true } as const
    for (const text of [
      'page=0',
      'limit=1000',
      'sortBy=hidden:ASC',
      'search=' + 'x'.repeat(300),
      'filter.hidden=$eq:true',
      'filter.status=$eq:lost',
    ]) {
      const query = PaginateQuery.from(text)
      const refused = await refusalOf(() => paginate(database.db, query, config))
      expect(await refusalOf(() => facetCounts(database.db, query, config, facets))).toStrictEqual(refused)
    }
  })

  // R15.1.7
  test.each<[facets: unknown, message: RegExp]>([
    [{ hidden: true }, /'hidden'.*filterable/],
    [{ nothing: true }, /'nothing'.*filterable/],
    [{ status: 'range' }, /'status' as a range/],
    [{ tags: 'range' }, /'tags' as a range/],
    [{ status: { limit: 0 } }, /1 to 1000/],
    [{ status: { limit: 1001 } }, /1 to 1000/],
    [{ status: { limit: 1.5 } }, /1 to 1000/],
    [{ status: null }, /'status' must be/],
    [null, /record/],
  ])('refuses facets %j before any statement', async (facets, message) => {
    database.clear()
    await expect(loose(database.db, {}, config, facets)).rejects.toThrow(PaginateConfigError)
    await expect(loose(database.db, {}, config, facets)).rejects.toThrow(message)
    expect(database.statements()).toHaveLength(0)
  })

  test('of rows of the table that tells the rows of the root apart need an alias of it', async () => {
    const { articles: table, authors } = database.schema
    const counted = database.db
      .select({ authorId: table.authorId, articles: count().as('articles') })
      .from(table)
      .groupBy(table.authorId)
      .as('counted')
    const elders = aliasOf(database, authors, 'elders')
    const listWith = (others: typeof authors) =>
      paginateConfig(counted)
        .innerJoin('author', authors, eq(authors.id, counted.authorId))
        .withLimits(5, 100)
        .withTieBreaker('author.id', { assumeUnique: true })
        .filterableMany('elder', rowsOf(others, sql`${others.id} < ${counted.authorId}`), others.name, '$eq')
        .build()
    await expect(facetCounts(database.db, {}, listWith(authors), { elder: true })).rejects.toThrow(
      ".filterableMany('elder') reads 'authors', which is in the query already; read an alias of it instead.",
    )
    const { elder } = await facetCounts(database.db, {}, listWith(elders), { elder: true })
    for (const { filter, count: expected } of elder)
      expect(await totalOf(listWith(authors), `filter.elder=${encodeURIComponent(filter ?? '')}`)).toBe(expected)
    expect(elder).not.toEqual([])
  })

  test('an aborted signal sends nothing', async () => {
    database.clear()
    await expect(
      facetCounts(database.db, {}, config, { status: true }, { signal: AbortSignal.abort(new Error('gone')) }),
    ).rejects.toThrow('gone')
    expect(database.statements()).toHaveLength(0)
  })

  test('answers an empty record for no facets', async () => {
    expect(await facetCounts(database.db, {}, config, {})).toStrictEqual({})
  })

  test('counts what the same facets written by hand count', async () => {
    const { articles } = database.schema
    const query = PaginateQuery.from('filter.status=$in:draft,published&filter.views=$lte:10')
    const facets = await facetCounts(
      database.db,
      query,
      config,
      { status: true, views: true },
      { where: and(gt(articles.id, 2)) },
    )
    const filtered = applyFilters(query, config, { except: ['status'], where: gt(articles.id, 2) })
    const byHand = await filtered
      .applyTo(database.db.select({ value: articles.status, count: count() }).from(articles).$dynamic())
      .groupBy(articles.status)
    expect(new Set(facets.status)).toStrictEqual(new Set(byHand.map((row) => ({ ...row, filter: `$eq:${row.value}` }))))
  })
})

/** No text stands for these, or the JavaScript type of their column cannot hold them. */
function hasNoText({ dialect }: TestDatabase, name: string, value: unknown): boolean {
  if (name === 'char') return String(value).trim() === ''
  if (name === 'time') return /^(838|-)/.test(String(value))
  if (dialect === 'sqlite') return name === 'integer' && Math.abs(Number(value)) >= 2 ** 53
  return false
}
