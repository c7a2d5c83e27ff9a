// Which facets a list has, and the types of what they answer.
import { eq, sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { expectTypeOf, test } from 'vitest'
import {
  type AnyPaginateConfig,
  defineValueType,
  encodeFilterValue,
  facetCounts,
  type FacetRange,
  type FacetValue,
  type InferFilterable,
  type InferFilterValue,
  type InferOperators,
  type ListDatabase,
  paginateConfig,
  rowsOf,
} from '../src/index.js'
import { facetArray } from '../src/entries/memory/index.js'
import type { FacetsOf } from '../src/declarations.js'

const status = pgEnum('status', ['draft', 'live'])
const authors = pgTable('authors', { id: integer().primaryKey(), name: text().notNull() })
const reviews = pgTable('reviews', {
  id: integer().primaryKey(),
  articleId: integer().notNull(),
  stars: integer().notNull(),
})
const articles = pgTable('articles', {
  id: integer().primaryKey(),
  status: status().notNull(),
  views: bigint({ mode: 'bigint' }),
  hidden: boolean().notNull(),
  at: timestamp({ mode: 'date' }),
  tags: text().array().notNull(),
  title: text().notNull(),
  authorId: integer().notNull(),
})
const money = defineValueType({ name: 'money', parse: (value) => ({ cents: Number(value) }) })
const config = paginateConfig(articles)
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .field('price', articles.id, money)
  .withLimits(5, 10)
  .withTieBreaker('id')
  .filterable('status', '$in')
  .filterable('views', '$eq', '$gte')
  .filterable('at', '$btw')
  .filterable('tags', '$contains')
  .filterable('title', '$contains')
  .filterable('author.name', '$eq')
  .filterable('price', '$eq')
  .filterableMany('stars', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.stars, '$eq', '$gte')
  .build()
declare const db: ListDatabase
declare const article: typeof articles.$inferSelect

test('each facet answers values or a range, typed as its field; null only where the field may be null', async () => {
  const counts = await facetCounts(db, {}, config, {
    status: true,
    views: { limit: 20 },
    at: 'range',
    tags: true,
    'author.name': true,
    price: true,
    stars: 'range',
  })
  expectTypeOf(counts).toEqualTypeOf<{
    status: FacetValue<'draft' | 'live'>[]
    views: FacetValue<bigint | null>[]
    at: FacetRange<Date> | null
    tags: FacetValue<string>[]
    'author.name': FacetValue<string | null>[]
    price: FacetValue<{ cents: number } | null>[]
    stars: FacetRange<number> | null
  }>()
})

test('an element of rows of another table is null only where its column or a left join may be', async () => {
  const of = rowsOf(reviews, eq(reviews.articleId, articles.id))
  const joined = of.leftJoin(authors, eq(authors.id, reviews.stars))
  const list = paginateConfig(articles)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .filterableMany('stars', of, reviews.stars, '$eq')
    .filterableMany('name', joined, authors.name, '$eq')
    .filterableMany('each', joined, { stars: [reviews.stars, '$eq'], name: [authors.name, '$eq'] })
    .build()
  const counts = await facetCounts(db, {}, list, { stars: true, name: true, 'each.stars': true, 'each.name': true })
  expectTypeOf(counts).toEqualTypeOf<{
    stars: FacetValue<number>[]
    name: FacetValue<string | null>[]
    'each.stars': FacetValue<number>[]
    'each.name': FacetValue<string | null>[]
  }>()
})

test('a field without the operator, or that is not filterable, has no facet', () => {
  // @ts-expect-error -- not a range: no comparison is granted
  void facetCounts(db, {}, config, { status: 'range' })
  // @ts-expect-error -- no values: neither $eq nor $in is granted
  void facetCounts(db, {}, config, { at: true })
  // @ts-expect-error -- $contains on text is a part of it, not an element
  void facetCounts(db, {}, config, { title: true })
  // @ts-expect-error -- a collection has no order
  void facetCounts(db, {}, config, { tags: 'range' })
  // @ts-expect-error -- hidden is not filterable
  void facetCounts(db, {}, config, { hidden: true })
  // @ts-expect-error -- refused beside others as well
  void facetCounts(db, {}, config, { status: true, hidden: true })
  // @ts-expect-error -- a limit is a number
  void facetCounts(db, {}, config, { status: { limit: '5' } })
})

test('a call names no facet that only a gated declaration allows, and a list may declare it', async () => {
  const can = Math.random() > 1
  const of = rowsOf(reviews, eq(reviews.articleId, articles.id))
  const builder = paginateConfig(articles)
    .when(can)
    .withLimits(5, 10)
    .when(can)
    .filterable('views', '$gte')
    .withTieBreaker('id')
    .when(can)
    .filterable('status', '$in')
    .filterable('status', '$eq')
    .filterable('at', '$gte')
    .when(can)
    .filterable('at', '$eq')
    .when(can)
    .filterableMany('stars', of, reviews.stars, '$eq')
    .when(can)
    .filterableMany('each', of, { stars: [reviews.stars, '$gte'] })
    .withLimits(5, 10)
  const list = builder.build()
  // @ts-expect-error -- gated
  void facetCounts(db, {}, list, { views: 'range' })
  // @ts-expect-error -- beside others as well
  void facetCounts(db, {}, list, { status: true, views: 'range' })
  // @ts-expect-error -- only its range is not gated
  void facetCounts(db, {}, list, { at: true })
  // @ts-expect-error -- rows of another table
  void facetCounts(db, {}, list, { stars: true })
  // @ts-expect-error -- a record of them
  void facetCounts(db, {}, list, { 'each.stars': 'range' })
  // @ts-expect-error -- in memory too
  facetArray([article], {}, list, { views: 'range' }, { own: { values: { stars: () => [], 'each.stars': () => [] } } })
  // @ts-expect-error -- nor does the type of facets made elsewhere
  void ({ views: 'range' } satisfies FacetsOf<typeof list>)
  expectTypeOf(await facetCounts(db, {}, list, { status: true, at: 'range', views: undefined })).toEqualTypeOf<{
    status: FacetValue<'draft' | 'live'>[]
    at: FacetRange<Date> | null
  }>()
  const declaring = builder.withFacets({ views: 'range', at: true, stars: true, 'each.stars': 'range' }).build()
  expectTypeOf(await facetCounts(db, {}, declaring)).toEqualTypeOf<{
    views: FacetRange<bigint> | null
    at: FacetValue<Date | null>[]
    stars: FacetValue<number>[]
    'each.stars': FacetRange<number> | null
  }>()
})

test('a filter is the same for clients and defaults, gated or not', () => {
  const can = Math.random() > 1
  const of = rowsOf(reviews, eq(reviews.articleId, articles.id))
  const builder = paginateConfig(articles).withLimits(5, 10).withTieBreaker('id').when(can).filterable('views', '$gte')
  const list = builder.when(can).filterableMany('stars', of, reviews.stars, '$eq').build()
  expectTypeOf<InferFilterable<typeof list>>().toEqualTypeOf<'views' | 'stars'>()
  expectTypeOf<InferOperators<typeof list, 'views'>>().toEqualTypeOf<'$gte'>()
  expectTypeOf<InferFilterValue<typeof list, 'views'>>().toEqualTypeOf<bigint>()
  expectTypeOf<InferFilterValue<typeof list, 'stars'>>().toEqualTypeOf<number>()
  builder.defaultFilter('views', { $gte: 5n })
  // @ts-expect-error -- no value of the column
  builder.defaultFilter('views', { $gte: true })
  // @ts-expect-error -- not granted
  builder.defaultFilter('views', { $lt: 5n })
})

test('an expression without a type has the values of its value type', async () => {
  const of = rowsOf(reviews, eq(reviews.articleId, articles.id))
  const list = paginateConfig(articles)
    .field('length', sql`length(${articles.title})`, 'integer')
    .field('day', sql`date(${articles.at})`, 'date')
    .field('sum', of.aggregate(sql`sum(${reviews.stars})`, 'bigint'))
    .field('words', sql`string_to_array(${articles.title}, ' ')`, 'collection')
    .withLimits(5, 10)
    .withTieBreaker('id')
    .filterable('length', '$eq', '$gte')
    .filterable('day', '$eq')
    .filterable('sum', '$gte')
    .filterable('words', '$contains')
    .filterableMany('double', of, { selector: sql`${reviews.stars} * 2`, valueType: 'float' }, '$eq')
    .build()
  expectTypeOf<InferFilterValue<typeof list, 'length'>>().toEqualTypeOf<number>()
  expectTypeOf<InferFilterValue<typeof list, 'double'>>().toEqualTypeOf<number>()
  const counts = await facetCounts(db, {}, list, { length: true, day: true, sum: 'range', words: true, double: true })
  expectTypeOf(counts).toEqualTypeOf<{
    length: FacetValue<number | null>[]
    day: FacetValue<string | null>[]
    sum: FacetRange<bigint> | null
    words: FacetValue<unknown>[]
    double: FacetValue<number | null>[]
  }>()
  const filters = { length: { $gte: 5 }, sum: { $gte: 5n }, double: { $eq: 1.5 } }
  void facetCounts(db, { filters }, list, { day: true })
})

test('facets in a variable, and ones that may be left out', async () => {
  const options = { status: true, at: 'range' as const }
  const builder = paginateConfig(articles).withLimits(5, 10).withTieBreaker('id').filterable('status', '$in')
  const list = builder.filterable('at', '$btw').withFacets(options).build()
  expectTypeOf(await facetCounts(db, {}, list)).toEqualTypeOf<{
    status?: FacetValue<'draft' | 'live'>[]
    at: FacetRange<Date> | null
  }>()
  expectTypeOf(await facetCounts(db, {}, config, options)).toEqualTypeOf<{
    status?: FacetValue<'draft' | 'live'>[]
    at: FacetRange<Date> | null
  }>()
  // @ts-expect-error -- not filterable
  builder.withFacets({ status: true, hidden: true as boolean })
})

test('facets made elsewhere are typed by the configuration', async () => {
  const facets = { status: true, views: 'range' } as const satisfies FacetsOf<typeof config>
  expectTypeOf(await facetCounts(db, {}, config, facets)).toEqualTypeOf<{
    status: FacetValue<'draft' | 'live'>[]
    views: FacetRange<bigint> | null
  }>()
})

test('facets typed by an interface or a class', async () => {
  interface Asked {
    readonly status: true
    readonly views?: 'range'
  }
  class Limited {
    readonly status = { limit: 3 }
  }
  interface Wrong {
    readonly status: 'range'
  }
  interface Unknown {
    readonly hidden: true
  }
  type Counts = { status: FacetValue<'draft' | 'live'>[]; views?: FacetRange<bigint> | null }
  const asked: Asked = { status: true }
  const list = paginateConfig(articles).withLimits(5, 10).withTieBreaker('id').filterable('status', '$in')
  const ranged = list.filterable('views', '$gte')
  expectTypeOf(await facetCounts(db, {}, config, asked)).toEqualTypeOf<Counts>()
  expectTypeOf(await facetCounts(db, {}, ranged.withFacets(asked).build())).toEqualTypeOf<Counts>()
  expectTypeOf(facetArray([article], {}, ranged.build(), asked)).toEqualTypeOf<Counts>()
  expectTypeOf(await facetCounts(db, {}, config, new Limited())).toEqualTypeOf<{ status: Counts['status'] }>()
  const [wrong, unknown]: [Wrong, Unknown] = [{ status: 'range' }, { hidden: true }]
  // @ts-expect-error -- not a range: no comparison is granted
  void facetCounts(db, {}, config, wrong)
  // @ts-expect-error -- nor here
  facetArray([article], {}, ranged.build(), wrong)
  // @ts-expect-error -- nor here
  list.withFacets(wrong)
  // @ts-expect-error -- not filterable
  void facetCounts(db, {}, config, unknown)
  // @ts-expect-error -- nor here
  list.withFacets(unknown)
})

test('a list that declares no facets is asked for some', async () => {
  const list = paginateConfig(articles).withLimits(5, 10).withTieBreaker('id').filterable('status', '$in')
  const declaring = list.withFacets({ status: true }).build()
  // @ts-expect-error -- none are declared
  void facetCounts(db, {}, config)
  // @ts-expect-error -- nor here
  void facetCounts(db, {}, config, undefined, {})
  expectTypeOf(await facetCounts(db, {}, declaring, undefined, {})).toEqualTypeOf<{
    status: FacetValue<'draft' | 'live'>[]
  }>()
  const either = Math.random() > 1 ? declaring : list.build()
  void facetCounts(db, {}, either)
  const anyCounts = <Config extends AnyPaginateConfig>(any: Config) => facetCounts(db, {}, any)
  void anyCounts(config)
})

test('a configuration that names no fields takes any', async () => {
  const any = config as AnyPaginateConfig
  void facetCounts(db, {}, any)
  expectTypeOf(await facetCounts(db, {}, any, { status: true, views: 'range' })).toEqualTypeOf<{
    status: FacetValue<unknown>[]
    views: FacetRange<unknown> | null
  }>()
})

test('encodeFilterValue takes the values of the field', () => {
  expectTypeOf(encodeFilterValue(config, 'views', 5n)).toEqualTypeOf<string | null>()
  void encodeFilterValue(config, 'status', null)
  void encodeFilterValue(config, 'tags', 'a')
  // @ts-expect-error -- no member of the enum
  void encodeFilterValue(config, 'status', 'lost')
  // @ts-expect-error -- not a filterable field
  void encodeFilterValue(config, 'hidden', true)
  // @ts-expect-error -- the column's mode is bigint
  void encodeFilterValue(config, 'views', 5)
})
