// With `isolatedDeclarations` every export says its type: it can be said with what the package exports.
import { paginate, type InferItem, type PaginatedResponse, type PaginateQuery } from 'drizzle-paginate'
import type { FetchHandler } from 'drizzle-paginate/http'
import { listHandler } from 'drizzle-paginate/http'
import { articleList } from '../lists/lists.js'
import { db } from '../lists/pages.js'

export type Article = InferItem<typeof articleList>
export const GET: FetchHandler<[]> = listHandler({ db, config: articleList })
export function listArticles(query: PaginateQuery): Promise<PaginatedResponse<Article>> {
  return paginate(db, query, articleList)
}
