// Facets of the members of a record: criteria of the other members are put to the element that is counted, so a value
// put back into a filter finds the rows counted.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, facetCounts, paginate, paginateConfig, rowsOf } from '../../../src/index.js'
import { facetArray } from '../../../src/entries/memory/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import * as seed from '../../support/seed.js'

interface Counted {
  readonly value: unknown
  readonly count: number
  readonly filter: string | null
}
type Counts = Record<string, Counted[]>
type Count = (...args: readonly unknown[]) => Promise<Counts>

const rows = seed.articles.map((article) => ({
  ...article,
  review: seed.reviews.filter(({ articleId }) => articleId === article.id),
}))
const own = {
  values: Object.fromEntries(
    ['review', 'every', 'none'].map((name) => [name, (row: (typeof rows)[number]) => row.review]),
  ),
}
/** Values with the same count have an order of the database's own. */
const sorted = (counts: Counts): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([name, values]) => [
      name,
      [...values].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    ]),
  )

describe.each(dialects)('Facets of records on $name', (engine) => {
  let database: TestDatabase
  let built: AnyPaginateConfig
  beforeAll(async () => {
    database = await engine.open()
    built = listOf(database)
  })
  afterAll(() => database.close())

  const listOf = ({ schema }: TestDatabase): AnyPaginateConfig => {
    const { articles, reviews } = schema
    const on = eq(reviews.articleId, articles.id)
    const members = {
      reviewer: [reviews.reviewer, '$eq', '$null'],
      stars: [reviews.stars, '$eq', '$gte', '$lte', '$null'],
    } as const
    return paginateConfig(articles)
      .withLimits(100, 100)
      .withTieBreaker('id')
      .filterable('id', '$lte')
      .filterable('status', '$eq', '$in')
      .filterableMany('review', rowsOf(reviews, on), members)
      .filterableMany('every', rowsOf(reviews, on).every(), members)
      .filterableMany('none', rowsOf(reviews, on).none(), members)
      .withFilterExpressions()
      .build()
  }
  const count = facetCounts as unknown as Count
  const totalOf = async (query: object) => (await paginate(database.db, query, built)).meta.totalItems

  // R15.1.5
  test.each<[filters: Record<string, string[]>, expression?: string]>([
    [{}],
    [{ 'review.stars': ['$gte:3'] }],
    [{ 'review.stars': ['$eq:5', '$or:$null'] }],
    [{ 'review.stars': ['$not:$gte:3'] }],
    [{ 'review.stars': ['$gte:9'] }],
    [{ 'review.reviewer': ['$eq:lee'] }],
    [{ 'review.reviewer': ['$not:$null'], 'review.stars': ['$gte:2'] }],
    [{ 'review.stars': ['$gte:1'], status: ['$in:published,draft'], id: ['$lte:20'] }],
    // Terms of an expression and of another record have elements of their own, on a page as well.
    [{}, 'review.stars=$gte:3'],
    [{ 'review.stars': ['$lte:3'] }, 'review.stars=$gte:3 AND review.reviewer=$not:$null'],
    [{ 'review.stars': ['$gte:2'], 'every.stars': ['$gte:2'], 'none.reviewer': ['$null'] }],
  ])('counts the values of elements that meet the other criteria: %o %s', async (filters, expression) => {
    const query = { filters, ...(expression !== undefined && { filterExpression: expression }) }
    const facets = { 'review.reviewer': true, 'review.stars': true }
    const counts = await count(database.db, query, built, facets)
    for (const [name, values] of Object.entries(counts)) {
      for (const { value, count: rowsWith, filter } of values) {
        if (filter === null) continue
        const total = await totalOf({ ...query, filters: { ...filters, [name]: filter } })
        expect(total, `${name}: ${JSON.stringify(value)}`).toBe(rowsWith)
      }
    }
    const inMemory = facetArray(rows as never, query as never, built as never, facets as never, { own } as never)
    expect(sorted(inMemory)).toStrictEqual(sorted(counts))
  })

  test('a range is that of the elements that meet the other criteria', async () => {
    const query = { filters: { 'review.reviewer': '$eq:lee' } }
    const facets = { 'review.stars': 'range' }
    const stars = seed.reviews.filter(({ reviewer }) => reviewer === 'lee').map((review) => review.stars)
    const present = stars.filter((value) => value !== null)
    const counts = await count(database.db, query, built, facets)
    expect(counts['review.stars']).toMatchObject({ min: Math.min(...present), max: Math.max(...present) })
    const inMemory = facetArray(rows as never, query as never, built as never, facets as never, { own } as never)
    expect(inMemory).toStrictEqual(counts)
  })

  // What another member reads is there, and raw text names no column of two tables.
  test.each<[title: string, name: string]>([
    ['a joined table', 'after'],
    ['a column without its table', 'bare'],
  ])('counts beside a member over %s', async (_title, name) => {
    const { articles, authors, reviews } = database.schema
    const list: AnyPaginateConfig = paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(100, 100)
      .withTieBreaker('id')
      .filterableMany('review', rowsOf(reviews, eq(reviews.articleId, articles.id)), {
        reviewer: [reviews.reviewer, '$eq'],
        after: [{ selector: sql`${reviews.stars} + ${authors.id}`, valueType: 'integer' }, '$gte'],
        bare: [{ selector: sql`id + 0`, valueType: 'integer' }, '$gte'],
      })
      .build()
    const query = { filters: { [`review.${name}`]: '$gte:4' } }
    const { 'review.reviewer': values } = await count(database.db, query, list, { 'review.reviewer': true })
    expect(values?.length).toBeGreaterThan(0)
    for (const { count: rowsWith, filter } of values ?? []) {
      if (filter === null) continue
      const filters = { ...query.filters, 'review.reviewer': filter }
      const { meta } = await (paginate as unknown as (...args: unknown[]) => Promise<{ meta: { totalItems: number } }>)(
        database.db,
        { filters },
        list,
      )
      // The element of the bare name is another one: at least these rows have the value.
      if (name === 'after') expect(meta.totalItems).toBe(rowsWith)
      else expect(meta.totalItems).toBeLessThanOrEqual(rowsWith)
    }
  })

  // R15.1.3
  test.each(['every', 'none'])('counts rows of the root that hold the value under %s', async (name) => {
    const query = { filters: { [`${name}.stars`]: '$gte:3' } }
    const facets = { [`${name}.reviewer`]: true }
    const { items } = await paginate(database.db, query, built)
    const ids = new Set(items.map((item) => (item as unknown as { id: number }).id))
    const expected = new Map<unknown, number>()
    for (const { id, review } of rows) {
      if (!ids.has(id)) continue
      for (const value of new Set(review.map(({ reviewer }) => reviewer))) {
        expected.set(value, (expected.get(value) ?? 0) + 1)
      }
    }
    const counts = await count(database.db, query, built, facets)
    expect(new Map(counts[`${name}.reviewer`]?.map(({ value, count: rowsWith }) => [value, rowsWith]))).toEqual(
      expected,
    )
    const inMemory = facetArray(rows as never, query as never, built as never, facets as never, { own } as never)
    expect(sorted(inMemory)).toStrictEqual(sorted(counts))
  })
})
