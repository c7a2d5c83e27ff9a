// A search over fields of the root and of one joined table, in two parts: the same totals and pages, where the app asks
// for it.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery, type PaginateOptions } from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const queries = fc
  .record({
    search: fc.constantFrom('a', 'e', 'an', 'kim', 'zzz', '%'),
    searchBy: fc.subarray(['title', 'author.name', 'author.bio', 'body'], { minLength: 0 }),
    sort: fc.constantFrom('', 'sortBy=title:DESC', 'sortBy=likes:ASC&sortBy=title:DESC', 'sortBy=author.name:ASC'),
    page: fc.integer({ min: 1, max: 4 }),
    limit: fc.integer({ min: 1, max: 7 }),
  })
  .map(({ search, searchBy, sort, page, limit }) =>
    [
      `search=${encodeURIComponent(search)}&page=${page}&limit=${limit}`,
      ...searchBy.map((name) => `searchBy=${name}`),
      sort,
    ].join('&'),
  )

describe.each(dialects)('$name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const listOf = () => {
    const { articles, authors } = database.schema
    return paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(5, 50)
      .withTieBreaker('id')
      .sortable('title', 'likes', 'author.name')
      .searchable('title', 'body', 'author.name', 'author.bio')
      .filterable('likes', '$null')
      .build()
  }

  test('answers what the plain form answers', async () => {
    const config = listOf()
    let found = 0
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const ask = (options: PaginateOptions) => paginate(database.db, PaginateQuery.from(query), config, options)
        const plain = await ask({ searchForm: 'plain', pageForm: 'plain' })
        found += plain.items.length
        expect(await ask({ searchForm: 'split' }), query).toEqual(plain)
      }),
      { numRuns: engine.name === 'sqlite' ? 100 : 60, seed: 7 },
    )
    expect(found).toBeGreaterThan(50)
  })

  const isPostgres = engine.dialect === 'postgresql'
  test.each<[title: string, query: string, where: boolean, isSplit: boolean]>([
    ['over both tables', 'search=a', false, isPostgres],
    ['over both tables, some fields', 'search=a&searchBy=title&searchBy=author.bio', false, isPostgres],
    ['over the root alone', 'search=a&searchBy=title', false, false],
    ['over the joined table alone', 'search=a&searchBy=author.name', false, false],
    ['beside a filter', 'search=a&filter.likes=$not:$null', false, false],
    ['beside a condition of the host', 'search=a', true, false],
    ['no search', '', false, false],
  ])('%s: splits where it can', async (_, query, hasWhere, isSplit) => {
    database.clear()
    const where = hasWhere ? sql`1 = 1` : undefined
    await paginate(database.db, PaginateQuery.from(query), listOf(), { searchForm: 'split', where })
    const [count, page] = database.statements().map(({ sql }) => sql)
    expect({ count: count?.includes('not exists'), page: page?.includes(') union (') }).toEqual({
      count: isSplit,
      page: isSplit,
    })
  })

  test('is not split where nobody asks for it', async () => {
    database.clear()
    for (let run = 0; run < 3; run++) await paginate(database.db, PaginateQuery.from('search=a'), listOf())
    expect(database.statements().filter(({ sql }) => sql.includes('not exists'))).toEqual([])
  })
})
