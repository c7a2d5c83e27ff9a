// Joins that repeat rows on purpose: pages by number count and show every repeat once.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, facetCounts, paginate, paginateConfig, PaginateQuery, streamRows } from '../../../src/index.js'
import { checkList } from '../../../src/testing/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded, reviews as seededReviews } from '../../support/seed.js'

const list = ({ articles, reviews }: TestDatabase['schema'], method: 'leftJoin' | 'innerJoin') => {
  const start = paginateConfig(articles)
  const joined = start[method]('review', reviews, eq(reviews.articleId, articles.id), { toMany: true })
  return joined
    .withLimits(4, 100)
    .withTieBreaker('id')
    .sortable('id', 'status', 'review.reviewer')
    .searchable('title', 'review.reviewer')
    .filterable('status', '$eq')
    .filterable('review.reviewer', '$eq')
    .select({ id: true, status: true, review: { id: true } })
    .build()
}

describe.each(dialects)('A join to many on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const pairs = (method: 'leftJoin' | 'innerJoin') =>
    seeded.flatMap(({ id }) => {
      const found = seededReviews.filter(({ articleId }) => articleId === id).map((review) => `${id} ${review.id}`)
      return found.length > 0 || method === 'innerJoin' ? found : [`${id} null`]
    })

  test.each(['leftJoin', 'innerJoin'] as const)(
    '%s: pages by number count and show all rows, each once',
    async (method) => {
      const config = list(database.schema, method)
      for (const order of ['', '&sortBy=status:DESC', '&sortBy=review.reviewer:ASC', '&sortBy=id:DESC']) {
        const seen: string[] = []
        for (let page = 1, totalPages = 1; page <= totalPages; page++) {
          const { items, meta } = await paginate(database.db, PaginateQuery.from(`page=${page}${order}`), config)
          expect(meta.totalItems).toBe(pairs(method).length)
          totalPages = meta.totalPages
          seen.push(...items.map(({ id, review }) => `${id} ${review?.id ?? null}`))
        }
        expect([...seen].sort()).toEqual([...pairs(method)].sort())
      }
      expect(pairs(method).length, 'a case without repeats shows nothing').toBeGreaterThan(
        new Set(seededReviews.map(({ articleId }) => articleId)).size,
      )
    },
  )

  test('filters and searches leave the rows of the join that match', async () => {
    const config = list(database.schema, 'leftJoin')
    const [first] = seededReviews
    const filtered = await paginate(
      database.db,
      PaginateQuery.from(`limit=100&filter.review.reviewer=$eq:${first?.reviewer}`),
      config,
    )
    const expected = seededReviews.filter(({ reviewer }) => reviewer === first?.reviewer)
    expect(filtered.items.map(({ review }) => review?.id).sort()).toEqual(expected.map(({ id }) => id).sort())
    expect(filtered.meta.totalItems).toBe(expected.length)
    const searched = await paginate(database.db, PaginateQuery.from(`limit=100&search=${first?.reviewer}`), config)
    expect(searched.items).toHaveLength(searched.meta.totalItems)
  })

  test('applyFilters and facets have the join always', async () => {
    const { articles } = database.schema
    const config = list(database.schema, 'leftJoin')
    const filtered = applyFilters(PaginateQuery.from(''), config)
    expect(filtered.joins.map(({ prefix }) => prefix)).toEqual(['review'])
    expect(await filtered.applyTo(database.db.select({ id: articles.id }).from(articles).$dynamic())).toHaveLength(
      pairs('leftJoin').length,
    )
    const { status } = await facetCounts(database.db, PaginateQuery.from(''), config, { status: true })
    expect(status.reduce((sum, { count }) => sum + count, 0)).toBe(pairs('leftJoin').length)
  })

  test('checkList has nothing against it', async () => {
    expect((await checkList(database.db, list(database.schema, 'leftJoin'), { requests: 30 })).rows).toBe(
      pairs('leftJoin').length,
    )
  })

  test('a stream is refused before any statement', async () => {
    const rows = streamRows(database.db, PaginateQuery.from(''), list(database.schema, 'leftJoin'))
    await expect(rows.next()).rejects.toThrow(
      "streamRows() cannot read over the join 'review', which repeats rows ({ toMany: true }), so that none has a position of its own; read pages by number.",
    )
  })
})
