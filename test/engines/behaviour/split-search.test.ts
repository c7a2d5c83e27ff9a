// A search over fields of the root and of one joined table, in two parts: the same totals and pages, and when it is chosen.
import { eq, sql } from 'drizzle-orm'
import { index, integer, type PgColumn, pgTable, text } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { trigramColumnsOf } from '../../../src/builder/read-table.js'
import { paginate, paginateConfig, PaginateQuery, type PaginateOptions } from '../../../src/index.js'
import { SearchClock, SPLIT_FROM_MILLISECONDS } from '../../../src/kept/search-clock.js'
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
    [`search=${encodeURIComponent(search)}&page=${page}&limit=${limit}`, ...searchBy.map((name) => `searchBy=${name}`), sort].join('&'),
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
    expect({ count: count?.includes('not exists'), page: page?.includes(') union (') }).toEqual({ count: isSplit, page: isSplit })
  })
})

describe.each(dialects.filter(({ dialect }) => dialect === 'postgresql'))('searchForm: auto on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  afterEach(() => vi.restoreAllMocks())

  const trigram = (name: string, column: PgColumn) => index(name).using('gin', sql`${column} gin_trgm_ops`)
  const authors = pgTable('authors', { id: integer().primaryKey(), name: text().notNull() }, (t) => [trigram('a', t.name)])
  const columns = { id: integer().primaryKey(), title: text().notNull(), body: text(), authorId: integer('author_id') }
  const articles = pgTable('articles', columns, (t) => [trigram('t', t.title)])
  const list = () =>
    paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(5, 50)
      .withTieBreaker('id')
      .searchable('title', 'body', 'author.name')
      .build()
  const formsOf = async (milliseconds: readonly number[], searchBy: readonly string[]): Promise<string[]> => {
    const config = list()
    const forms: string[] = []
    for (const each of milliseconds) {
      let now = 0
      vi.spyOn(performance, 'now').mockImplementation(() => (now += each))
      database.clear()
      await paginate(database.db, { search: 'a', searchBy }, config)
      forms.push(database.statements()[0]?.sql.includes('not exists') === true ? 'split' : 'plain')
    }
    return forms
  }

  test.each<[title: string, milliseconds: number[], searchBy: string[], forms: string[]]>([
    ['splits after two slow counts', [150, 150, 5, 5], ['title', 'author.name'], ['plain', 'plain', 'split', 'split']],
    ['stays plain while any count was fast', [150, 150, 150].with(0, 99), ['title', 'author.name'], ['plain', 'plain', 'plain']],
    [
      'goes back for good where two parts took twice as long',
      [150, 150, 301, 5],
      ['title', 'author.name'],
      ['plain', 'plain', 'split', 'plain'],
    ],
    ['stays plain without an index on each field', [150, 150, 150], ['title', 'body', 'author.name'], ['plain', 'plain', 'plain']],
  ])('%s', async (_, milliseconds, searchBy, forms) => {
    expect(await formsOf(milliseconds, searchBy)).toEqual(forms)
  })
})

describe('SearchClock', () => {
  test('starts plain, and stays plain without indexes whatever it hears', () => {
    const clock = new SearchClock(false)
    for (let run = 0; run < 5; run++) clock.record('plain', SPLIT_FROM_MILLISECONDS * 9)
    expect([clock.choose(), new SearchClock(true).choose()]).toEqual(['plain', 'plain'])
  })
})

test('a trigram index over all rows of a column is read off the schema, in either spelling', () => {
  const columns = { id: integer().primaryKey(), one: text(), two: text('zwei'), three: text(), four: text(), five: text() }
  const notes = pgTable('notes', columns, (t) => [
    index().using('gin', sql`${t.one} gin_trgm_ops`),
    index().using('gist', t.two.op('gist_trgm_ops'), t.id),
    index().on(t.three),
    index().using('gin', sql`lower(${t.four}) gin_trgm_ops`),
    index()
      .using('gin', sql`${t.five} gin_trgm_ops`)
      .where(eq(t.id, 1)),
  ])
  expect([...trigramColumnsOf(notes)]).toEqual(['one', 'zwei'])
})
