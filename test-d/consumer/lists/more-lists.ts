// Lists of further declarations, and calls over them: the compiler must be able to name these too.
import { and, count, eq, max, sql } from 'drizzle-orm'
import {
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  paginateSelect,
  relativeTimestamp,
  rowsOf,
  streamRows,
  summarize,
} from 'drizzle-paginate'
import { createListClient, listQuery } from 'drizzle-paginate/client'
import { listHandler } from 'drizzle-paginate/http'
import { filterArray, paginateArray } from 'drizzle-paginate/memory'
import { words } from 'drizzle-paginate/search'
import { limited } from './lists.js'
import { db } from './pages.js'
import { articles, reviews } from './schema.js'

const rows = rowsOf(reviews, eq(reviews.articleId, articles.id))
const base = limited.withTieBreaker('id').sortable('title', { nulls: 'smallest' }).filterable('status', '$eq')
export const ownFilter = base.filterWith('isLong', 'integer', ({ value }) => sql`length(${articles.title}) > ${value}`)
export const chosen = base.selectable()
export const summed = base.withSummary({ n: count(), most: max(articles.views) })
export const faceted = base.withFacets({ status: true })
export const expressed = base.withFilterExpressions()
export const inCursors = chosen.withCursors({ rows: true }).withTotals('none')
export const counted = base.field('reviewCount', rows.count()).field('last', rows.aggregate(max(reviews.id)))
export const withReviews = base.children('reviews', rows, { id: reviews.id, by: reviews.reviewer }, { limit: 3 })
export const oneReview = base.filterableMany('review', rows, {
  by: [reviews.reviewer, '$eq'],
  id: [reviews.id, '$gte'],
})
export const defaulted = base
  .defaultFilter('status', { $eq: 'draft' })
  .when(true)
  .searchWith(words([articles.title]))
export const omitted = base.omit('title')
export const inShape = withReviews.select({
  id: true,
  reviews: { by: true },
  upper: sql<string>`upper(${articles.title})`,
})
export const recent = paginateConfig(articles)
  .field('publishedAt', articles.publishedAt, relativeTimestamp({ timeZone: 'Europe/Berlin' }))
  .withLimits(1, 2)
  .withTieBreaker({ id: 'follow' })

const ownRows = rowsOf(reviews, ({ scope }: { scope: { readonly tenantId: number } }) =>
  and(eq(reviews.articleId, articles.id), eq(reviews.id, scope.tenantId)),
)
/** Each function of the scope writes what it adds, and not the list before it again. */
export const oftenScoped = base
  .field('f1', ownRows.count())
  .field('f2', ownRows.count())
  .field('f3', ownRows.count())
  .field('f4', ownRows.count())
  .field('f5', ownRows.count())
  .field('f6', ownRows.count())
  .field('f7', ownRows.count())
  .field('f8', ownRows.count())
  .field('f9', ownRows.count())
  .field('f10', ownRows.count())
  .field('f11', ownRows.count())
  .field('f12', ownRows.count())
  .field('f13', ownRows.count())
  .field('f14', ownRows.count())
  .field('f15', ownRows.count())
  .field('f16', ownRows.count())

export const lists = {
  oftenScoped: oftenScoped.build(),
  ownFilter: ownFilter.build(),
  chosen: chosen.build(),
  summed: summed.build(),
  faceted: faceted.build(),
  expressed: expressed.build(),
  inCursors: inCursors.build(),
  counted: counted.build(),
  withReviews: withReviews.build(),
  oneReview: oneReview.build(),
  defaulted: defaulted.build(),
  omitted: omitted.build(),
  inShape: inShape.build(),
}
export const { ownFilter: ownFilterList, chosen: chosenList } = lists
export const chosenPage = (request: Request) => paginate(db, request, lists.chosen)
export const chosenSelect = (request: Request) => paginateSelect(db, request, lists.chosen, { id: articles.id })
export const chosenRows = (request: Request) => streamRows(db, request, lists.chosen)
export const cursorPage = (request: Request) => paginate(db, request, lists.inCursors)
export const summedPage = (request: Request) => paginate(db, request, lists.summed)
export const sums = (request: Request) => summarize(db, request, lists.summed)
export const facets = (request: Request) => facetCounts(db, request, lists.faceted)
export const expressedPage = (request: Request) => paginate(db, request, lists.expressed)
export const ownPage = (request: Request) => paginate(db, request, lists.ownFilter)
export const reviewedPage = (request: Request) => paginate(db, request, lists.withReviews)
export const shapedPage = (request: Request) => paginate(db, request, lists.inShape)
export const set = (request: Request) => applyFilters(request, lists.oneReview)
export const arrays = [paginateArray([], '', lists.omitted), filterArray([], '', lists.omitted)] as const
export const clients = {
  chosen: createListClient<typeof lists.chosen>('/chosen'),
  cursors: createListClient<typeof lists.inCursors>('/cursors'),
  query: listQuery<typeof lists.oneReview>(),
}
export const handlers = [
  listHandler({ db, config: lists.chosen }),
  listHandler({ db, config: lists.faceted, facets: true }),
  listHandler({ db, config: lists.summed }),
] as const
