// Filters of the app's own: what their functions get, what may be named, and what clients see of them.
import { arrayOverlaps, eq, type SQL, sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { expectTypeOf, test } from 'vitest'
import {
  applyFilters,
  facetCounts,
  type InferFilterable,
  type InferOperators,
  type ListDatabase,
  paginateConfig,
  rowsOf,
} from '../src/index.js'
import { facetArray, paginateArray } from '../src/entries/memory/index.js'

const articles = pgTable('articles', {
  id: integer().primaryKey(),
  title: text().notNull(),
  isOpen: boolean(),
  deletedAt: timestamp(),
})
const reviews = pgTable('reviews', { articleId: integer().notNull(), reviewer: text(), stars: integer().notNull() })
const base = paginateConfig(articles).withLimits(10, 100).withTieBreaker('id').filterable('deletedAt', '$null', '$gte')

const list = base
  .filterWith('person', 'text', ({ operator, value }) => {
    expectTypeOf(operator).toEqualTypeOf<'$eq'>()
    expectTypeOf(value).toEqualTypeOf<string>()
    return eq(articles.title, value)
  })
  .filterWith(
    'ids',
    'integer',
    ({ values }) => {
      expectTypeOf(values).toEqualTypeOf<number[]>()
      return sql`true`
    },
    '$in',
  )
  .filterWith('at', 'timestamp', ({ value }) => {
    expectTypeOf(value).toEqualTypeOf<Date>()
    return undefined as SQL | undefined
  })
  .filterableMany('review', rowsOf(reviews, eq(reviews.articleId, articles.id)), {
    reviewer: [reviews.reviewer, '$eq', '$in'],
    stars: [reviews.stars, '$gte'],
  })
  .defaultFilter('deletedAt', { $null: true })
  .defaultFilter('review.stars', { $gte: 3 })
  .build()

const tagged = pgTable('tagged', { id: integer().primaryKey(), labels: text().array().notNull() })
// Drizzle's own operator takes the list as it is.
paginateConfig(tagged).filterWith('labels', 'text', ({ values }) => arrayOverlaps(tagged.labels, values), '$in')

type Names = InferFilterable<typeof list>

test('names and operators are those that were declared', () => {
  expectTypeOf<Names>().toEqualTypeOf<'deletedAt' | 'person' | 'ids' | 'at' | 'review.reviewer' | 'review.stars'>()
  expectTypeOf<InferOperators<typeof list, 'review.reviewer'>>().toEqualTypeOf<'$eq' | '$in'>()
})

test('what cannot be does not compile', () => {
  const each = rowsOf(reviews, eq(reviews.articleId, articles.id))
  // @ts-expect-error a boolean has no order
  base.filterWith('flag', 'boolean', () => sql`true`, '$gte')
  // @ts-expect-error a number holds no text
  base.filterableMany('review', each, { stars: [reviews.stars, '$ilike'] })
  // @ts-expect-error the field is not filterable
  base.defaultFilter('title', { $eq: 'a' })
  // @ts-expect-error the field does not allow the operator
  base.defaultFilter('deletedAt', { $eq: '2024-01-01' })
  // @ts-expect-error text is no condition
  base.filterWith('person', 'text', () => 'true')
})

test('a field of a record may be left out, and is then a filter all the same', () => {
  const each = rowsOf(reviews, eq(reviews.articleId, articles.id))
  const hasStars = Date.now() > 0
  const stars = hasStars && ({ stars: [reviews.stars, '$gte'] } as const)
  for (const rated of [
    base.filterableMany('r', each, { by: [reviews.reviewer, '$eq'], ...stars }).build(),
    base
      .filterableMany('r', each, { by: [reviews.reviewer, '$eq'], ...(hasStars && { stars: [reviews.stars, '$gte'] }) })
      .build(),
    base
      .filterableMany('r', each, {
        by: [reviews.reviewer, '$eq'],
        ...(hasStars ? { stars: [reviews.stars, '$gte'] } : {}),
      })
      .build(),
  ]) {
    expectTypeOf<InferFilterable<typeof rated>>().toEqualTypeOf<'deletedAt' | 'r.by' | 'r.stars'>()
    expectTypeOf<InferOperators<typeof rated, 'r.stars'>>().toEqualTypeOf<'$gte'>()
    applyFilters({ filters: { 'r.stars': { $gte: 4 } } }, rated)
    // @ts-expect-error a number is no text
    applyFilters({ filters: { 'r.stars': { $gte: 'x' } } }, rated)
  }
  // @ts-expect-error no operator
  base.filterableMany('r', each, { by: [reviews.reviewer, '$eq'], ...(hasStars && { stars: [reviews.stars] }) })
  // @ts-expect-error a number holds no text
  base.filterableMany('r', each, {
    by: [reviews.reviewer, '$eq'],
    ...(hasStars && { stars: [reviews.stars, '$ilike'] }),
  })
})

test('there are no values to count', () => {
  const people = base.filterWith('person', 'text', () => undefined).build()
  const own = { own: { filters: { person: () => true } } }
  // @ts-expect-error the filter is a condition
  void facetCounts({} as ListDatabase, {}, people, { person: true })
  // @ts-expect-error in memory neither
  facetArray([], {}, people, { person: true }, own)
  facetArray([], {}, people, { deletedAt: 'range' }, own)
})

test('in memory a function stands for each, and nothing else is asked for', () => {
  const people = base.filterWith('person', 'text', () => undefined).build()
  type Row = typeof articles.$inferSelect
  const rows: Row[] = []
  paginateArray(rows, {}, people, { own: { filters: { person: (row, { value }) => row.title === value } } })
  paginateArray(rows, {}, people, { own: { filters: { person: () => true }, values: {} } })
  // @ts-expect-error options are missing
  paginateArray(rows, {}, people)
  // @ts-expect-error neither filters nor values
  paginateArray(rows, {}, people, { request: undefined })
  // @ts-expect-error a row has no such member
  paginateArray(rows, {}, people, { own: { filters: { person: (row) => row.name === 'a' } } })
})

test('in memory the records of a set come from one function, or each of its fields has one', () => {
  const joined = eq(reviews.articleId, articles.id)
  const fields = { by: [reviews.reviewer, '$eq'], stars: [reviews.stars, '$gte'] } as const
  const rated = paginateConfig(articles)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .filterableMany('review', rowsOf(reviews, joined), fields)
    .build()
  const rows: { id: number; reviews: { by: string; stars: number }[] }[] = []
  paginateArray(
    rows.map((row) => ({ ...row, review: row.reviews })),
    {},
    rated,
  )
  paginateArray(rows, {}, rated, { own: { values: { review: (row) => row.reviews } } })
  const by = (row: (typeof rows)[number]) => row.reviews.map((review) => review.by)
  const stars = (row: (typeof rows)[number]) => row.reviews.map((review) => review.stars)
  paginateArray(rows, {}, rated, { own: { values: { 'review.by': by, 'review.stars': stars } } })
  // @ts-expect-error the other field has none
  paginateArray(rows, {}, rated, { own: { values: { 'review.by': by } } })
  // @ts-expect-error the set has another name
  paginateArray(rows, {}, rated, { own: { values: { reviews: (row) => row.reviews } } })
  // @ts-expect-error options are missing
  paginateArray(rows, {}, rated)
})
