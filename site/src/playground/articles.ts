import { desc, eq } from 'drizzle-orm'
import { paginateConfig, rowsOf } from 'drizzle-paginate'
import { articles, articleTopics, authors, reviews, topics } from './schema'

const topicsOf = rowsOf(articleTopics, eq(articleTopics.articleId, articles.id)).innerJoin(
  topics,
  eq(topics.id, articleTopics.topicId),
)

// What is exported as `list` is what the explorer shows. Change it: the types and the page follow.
export const list = paginateConfig(articles, { strictParameters: true })
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .withLimits(20, 100)
  .withTieBreaker('id')
  .children('topics', topicsOf, { name: topics.name }, { orderBy: [desc(topics.name)] })
  .sortable('publishedAt', 'title', 'views', 'author.name')
  .defaultSortBy('publishedAt', 'desc')
  .sortable('publishedAt', 'author.name', { nulls: 'last' })
  .searchable('title', 'author.name')
  .filterable('status', '$eq', '$in')
  .filterable('views', '$gte', '$lte', '$btw')
  .filterable('publishedAt', '$gte', '$lt', '$null')
  .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq', '$in')
  .select({ id: true, title: true, status: true, views: true, publishedAt: true, author: { name: true }, topics: true })
  .build()
