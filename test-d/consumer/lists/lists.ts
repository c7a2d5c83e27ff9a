// Everything that a program may export of this package, without a type written by hand: the compiler must be able to
// name it.
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { applyFilters, configVariants, defineValueType, paginateConfig, PaginateQuery, rowsOf } from 'drizzle-paginate'
import { articles, authors, reviews } from './schema.js'

export const money = defineValueType({
  name: 'money',
  parse: (value) => ({ cents: Number(value) }),
  operators: ['$eq', '$gte'],
})
export const editors = alias(authors, 'editors')
export const reviewsOfArticle = rowsOf(reviews, eq(reviews.articleId, articles.id))
export const reviewsByAuthors = rowsOf(reviews, eq(reviews.articleId, articles.id))
  .innerJoin(authors, eq(authors.name, reviews.reviewer))
  .every()

export const begun = paginateConfig(articles)
export const joined = begun
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .innerJoin('editor', editors, eq(editors.id, articles.authorId))
export const withFields = joined
  .field('commentCount', sql<number>`(select count(*) from comments c where c.article_id = ${articles.id})`, 'integer')
  .field('price', articles.views, money)
export const limited = withFields.withLimits(20, 100)
export const ready = limited
  .withTieBreaker('id')
  .sortable('publishedAt', 'author.name', 'commentCount')
  .defaultSortBy('publishedAt', 'desc')
export const filtered = ready
  .searchable('title', 'author.name')
  .filterable('status', '$eq', '$in')
  .filterable('views', '$gte', '$lte', '$btw')
  .filterable('tags', '$contains')
  .filterable('price', '$eq')
  .filterableMany('reviewer', reviewsOfArticle, reviews.reviewer, '$eq', '$in')
  .filterableMany(
    'size',
    rowsOf(reviews, eq(reviews.articleId, articles.id)).none(),
    { selector: sql<number>`1`, valueType: 'integer' },
    '$gte',
  )
export const gated = filtered.when(true)
export const shaped = filtered.select({ id: true, title: true, publishedAt: true, author: { name: true } })

export const articleList = shaped.build()
export const rowList = filtered.build()
export const scoping = filtered.scopedBy(({ tenantId }: { tenantId: number }) => eq(articles.id, tenantId))
export const ownList = scoping.scopedBy(() => eq(articles.hidden, false)).build()
export const cursorList = filtered.withCursors().withTotals({ upTo: 100 }).build()
export const registeredList = paginateConfig(articles, { valueTypes: [money] })
  .withLimits(1, 2)
  .withTieBreaker('id')
  .build()
export const variants = configVariants((can: { moderate: boolean }) =>
  limited.withTieBreaker('id').when(can.moderate).filterable('hidden', '$eq').build(),
)
export const moderatorList = variants({ moderate: true })
export const filteredSet = applyFilters({}, articleList)
export const query = PaginateQuery.from('?page=2').withPage(3)
