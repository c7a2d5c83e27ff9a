// The names that a documentation block may use without declaring them: Drizzle's helpers, this package, the example.
import { asc, and, count, desc, eq, gte, inArray, isNull, lt, max, min, or, sql } from 'drizzle-orm'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import * as library from 'drizzle-paginate'
import type { articleList as ArticleList } from './postgres/article-list.js'
import type * as postgres from './postgres/schema.js'

/** Given at run time by the engine under test; typed as PostgreSQL's. */
export interface ExampleNames {
  readonly db: PgliteDatabase
  readonly query: library.PaginateQuery
  readonly request: Request
  readonly schema: typeof postgres
  readonly articles: typeof postgres.articles
  readonly authors: typeof postgres.authors
  readonly reviews: typeof postgres.reviews
  readonly topics: typeof postgres.topics
  readonly articleTopics: typeof postgres.articleTopics
  readonly articleList: typeof ArticleList
  readonly isModerator: boolean
  readonly tenantId: number
}

export const names = {
  asc,
  and,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  max,
  min,
  or,
  sql,
  applyFilters: library.applyFilters,
  configVariants: library.configVariants,
  defineValueType: library.defineValueType,
  FilterOperator: library.FilterOperator,
  paginate: library.paginate,
  paginateConfig: library.paginateConfig,
  PaginateConfigError: library.PaginateConfigError,
  PaginateQuery: library.PaginateQuery,
  PaginateQueryError: library.PaginateQueryError,
  paginateSelect: library.paginateSelect,
  paginateSelectMap: library.paginateSelectMap,
  rowsOf: library.rowsOf,
} as const
