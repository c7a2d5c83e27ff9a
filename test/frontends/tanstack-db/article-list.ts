import { paginateConfig } from 'drizzle-paginate'
import { articles } from './schema.js'

export const articleList = paginateConfig(articles, { strictParameters: true })
  .withLimits(100, 100)
  .withTieBreaker('id')
  .sortable('id', 'views', 'publishedAt', { nulls: 'last' })
  .filterable('id', '$eq', '$in', '$null')
  .filterable('title', '$eq', '$null')
  .filterable('status', '$eq', '$in', '$null')
  .filterable('views', '$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$null')
  .filterable('publishedAt', '$eq', '$gt', '$gte', '$lt', '$lte', '$null')
  .withFilterExpressions({ maxTerms: 60, maxDepth: 8 })
  .build()
