// Calls, adapters and add-ons, exported the same way.
import { count, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import {
  facetCounts,
  type InferItem,
  paginate,
  paginateConfig,
  paginateSelect,
  paginateSelectMap,
  PaginateConfigError,
  type PaginatedResponse,
  type PaginateQuery,
  PaginateQueryError,
  streamRows,
} from 'drizzle-paginate'
import { createListClient, listQuery } from 'drizzle-paginate/client'
import { explorerHandler } from 'drizzle-paginate/explorer'
import * as forExpress from 'drizzle-paginate/express'
import { listHandler, exportHandler } from 'drizzle-paginate/http'
import * as forHono from 'drizzle-paginate/hono'
import { paginateArray } from 'drizzle-paginate/memory'
import { listOperation, querySchema } from 'drizzle-paginate/openapi'
import { fullText } from 'drizzle-paginate/search'
import { checkList, explainList } from 'drizzle-paginate/testing'
import { articleList, cursorList, ownList, rowList } from './lists.js'
import { articles, authors, reviews } from './schema.js'

export const db = drizzle(async () => ({ rows: [] }))
export const selection = { id: articles.id, title: articles.title, author: { name: authors.name } }
export const listArticles = (query: PaginateQuery) => paginate(db, query, articleList)
export const selectArticles = (query: PaginateQuery) => paginateSelect(db, query, articleList, selection)
export const mapArticles = (query: PaginateQuery) =>
  paginateSelectMap(db, query, articleList, selection, ({ id, author }) => ({ key: `${id}`, author }))
export const scoped = (query: PaginateQuery) => paginate(db, query, rowList, { where: eq(articles.hidden, false) })
export type Article = InferItem<typeof articleList>
export const typed: (query: PaginateQuery) => Promise<PaginatedResponse<Article>> = (query) => listArticles(query)
export const ownArticles = (query: PaginateQuery) => paginate(db, query, ownList, { scope: { tenantId: 7 } })
export const eitherPage = (query: PaginateQuery, isDeep: boolean) => paginate(db, query, isDeep ? cursorList : rowList)
export const streamed = streamRows(db, {}, articleList)
export const mapped = streamRows(db, {}, articleList, { select: selection, map: ({ id }) => ({ key: `${id}` }) })
export const counts = (query: PaginateQuery) => facetCounts(db, query, articleList, { status: true, views: 'range' })
export const stats = db
  .select({ articleId: reviews.articleId, n: count().as('n') })
  .from(reviews)
  .groupBy(reviews.articleId)
  .as('stats')
export const begunStats = paginateConfig(stats)
export const statsList = begunStats
  .withLimits(1, 2)
  .withTieBreaker('articleId', { assumeUnique: true })
  .sortable('n')
  .build()
export const withStats = paginateConfig(articles)
  .leftJoin('stats', stats, eq(stats.articleId, articles.id))
  .field('n', stats.n, 'integer')
export const checked = () => checkList(db, ownList, { scope: { tenantId: 7 } })
export const explained = () => explainList(db, articleList)
export const ranked = paginateConfig(articles).searchWith(fullText([articles.title]))
export class HiddenError extends PaginateConfigError {}
export const isRefusal = (error: unknown) => error instanceof PaginateQueryError

export const GET = listHandler({ db, config: articleList })
export const download = exportHandler({ db, config: ownList, as: 'csv', scope: () => ({ tenantId: 7 }) })
export const onHono = forHono.listHandler({ db, config: articleList })
export const onExpress = forExpress.listHandler({ db, config: articleList })
export const explorer = explorerHandler({ db, config: articleList, path: '/articles' })
export const client = createListClient<typeof articleList>('/articles')
export const firstPage = client.fetchPage(client.query().filter('status', '$in', ['draft']))
export const clientQuery = listQuery<typeof articleList>().sortBy('publishedAt')
export const operation = listOperation(articleList)
export const schema = querySchema(articleList)
export const inMemory = paginateArray([{ id: 1, author: null, editor: null }], {}, articleList, {
  own: { values: {} as never },
})
