// Expressions over fields of one element, over filters of the app's own, and beside default filters.
import { eq, gte, or } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, rowsOf } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import * as seed from '../../support/seed.js'

const rows = seed.articles.map((article) => ({
  ...article,
  review: seed.reviews.filter(({ articleId }) => articleId === article.id),
}))
type Row = (typeof rows)[number]
type Review = Row['review'][number]
const busy = rows.find(({ review }) => new Set(review.map(({ reviewer }) => reviewer)).size > 1) as Row
const [first, second] = busy.review.filter(({ reviewer }) => reviewer !== null) as [Review, Review]
const by = (name: string | null) => (review: Review) => review.reviewer === name
const least = (stars: number) => (review: Review) => review.stars !== null && review.stars >= stars
const idsWhere = (holds: (row: Row) => boolean): number[] => rows.filter(holds).map(({ id }) => id)
const both =
  (...tests: ((review: Review) => boolean)[]) =>
  (row: Row) =>
    row.review.some((review) => tests.every((holds) => holds(review)))

describe.each(dialects)('Expressions on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => void (database = await engine.open()))
  afterAll(() => database.close())
  const list = () => {
    const { articles, reviews } = database.schema
    return (
      paginateConfig(articles)
        .withLimits(100, 100)
        .withTieBreaker('id')
        .filterable('id', '$gte')
        .filterable('status', '$eq', '$in')
        .filterableMany('review', rowsOf(reviews, eq(reviews.articleId, articles.id)), {
          reviewer: [reviews.reviewer, '$eq'],
          stars: [reviews.stars, '$gte'],
        })
        .filterWith('either', 'text', ({ value }) => or(eq(articles.title, value), eq(articles.slug, value)))
        // Unknown where there are no likes.
        .filterWith('likedBy', 'integer', ({ value }) => gte(articles.likes, value))
        .withFilterExpressions()
    )
  }
  const ann = `review.reviewer=$eq:${first.reviewer}`
  const bo = `review.reviewer=$eq:${second.reviewer}`
  const [isAnn, isBo] = [by(first.reviewer), by(second.reviewer)]

  test.each<[expression: string, holds: (row: Row) => boolean, text?: string]>([
    [`${ann} AND review.stars=$gte:4`, both(isAnn, least(4))],
    [`${ann} AND ${bo}`, both(isAnn, isBo)],
    [`(${ann}) AND ((review.stars=$gte:4))`, both(isAnn, least(4)), `${ann} AND review.stars=$gte:4`],
    // A term between two ends the run, and so do parentheses and NOT.
    [`${ann} AND id=$gte:1 AND ${bo}`, (row) => both(isAnn)(row) && both(isBo)(row)],
    [`(${ann} AND id=$gte:1) AND ${bo}`, (row) => both(isAnn)(row) && both(isBo)(row)],
    [
      `(${ann} AND review.stars=$gte:1) AND (${bo} AND review.stars=$gte:1)`,
      (row) => both(isAnn, least(1))(row) && both(isBo, least(1))(row),
    ],
    [`${ann} AND NOT review.stars=$gte:4`, (row) => both(isAnn)(row) && !both(least(4))(row)],
    [`${ann} AND NOT NOT ${bo}`, (row) => both(isAnn)(row) && both(isBo)(row)],
    [`${ann} AND review.stars=$not:$gte:4`, both(isAnn, (review) => !least(4)(review))],
    [`NOT (${ann} AND review.stars=$gte:4)`, (row) => !both(isAnn, least(4))(row)],
    [`${ann} OR review.stars=$gte:4`, (row) => both(isAnn)(row) || both(least(4))(row)],
    [
      `either=$eq:${rows[0]?.title} OR either=$eq:${rows[1]?.slug}`,
      ({ id }) => id === rows[0]?.id || id === rows[1]?.id,
    ],
    ['NOT likedBy=$eq:3', ({ likes }) => likes === null || Number(likes) < 3],
    ['NOT (likedBy=$eq:3 AND id=$gte:2)', ({ likes, id }) => !(likes !== null && Number(likes) >= 3 && id >= 2)],
    ['NOT (NOT likedBy=$eq:3 OR id=$gte:5)', ({ likes, id }) => likes !== null && Number(likes) >= 3 && id < 5],
  ])('%s', async (expression, holds, text = expression) => {
    const config = list().build()
    const { items, meta } = await paginate(database.db, { filterExpression: expression }, config)
    expect(items.map(({ id }) => id)).toEqual(idsWhere(holds))
    expect(meta.filterExpression).toBe(text)
    const again = await paginate(database.db, { filterExpression: text }, config)
    expect(again.items).toEqual(items)
    const memory = paginateArray(rows as never[], { filterExpression: expression }, config, {
      own: {
        filters: {
          either: (row: Row, { value }: { value: string }) => row.title === value || row.slug === value,
          likedBy: (row: Row, { value }: { value: unknown }) =>
            row.likes !== null && Number(row.likes) >= Number(value),
        },
      },
    } as never) as never as { items: { id: number }[] }
    expect(memory.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  })

  test('a default filter applies where neither a filter nor an expression names its field', async () => {
    const config = list().defaultFilter('status', { $eq: 'published' }).build()
    const statuses = async (filterExpression: string) => {
      const { items, meta } = await paginate(database.db, { filterExpression }, config)
      return [new Set(items.map(({ status }) => status)), meta.filter] as const
    }
    const [published, told] = await statuses('id=$gte:1')
    expect([published, told]).toEqual([new Set(['published']), { status: ['$eq:published'] }])
    const [all, none] = await statuses('id=$gte:1 OR status=$eq:draft')
    expect(all.size).toBeGreaterThan(1)
    expect(none).toEqual({})
  })
})
