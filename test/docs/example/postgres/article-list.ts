import { eq } from 'drizzle-orm'
import { paginateConfig, rowsOf } from 'drizzle-paginate'
import { articles, authors, reviews } from './schema.js'

export const articleList = paginateConfig(articles, { strictParameters: true })
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .withLimits(20, 100)
  .withTieBreaker('id')
  .sortable('publishedAt', 'title', 'author.name')
  .defaultSortBy('publishedAt', 'desc')
  .sortable('publishedAt', 'author.name', { nulls: 'last' })
  .searchable('title', 'author.name')
  .filterable('status', '$eq', '$in')
  .filterable('views', '$gte', '$lte', '$btw')
  .filterable('publishedAt', '$gte', '$lt', '$null')
  .filterable('tags', '$contains')
  .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq', '$in')
  .select({ id: true, title: true, publishedAt: true, author: { name: true } })
  .build()
