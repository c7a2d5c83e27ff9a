// Calls, adapters and add-ons, exported the same way.
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import {
  type InferItem, paginate, paginateSelect, paginateSelectMap, PaginateConfigError, type PaginatedResponse, type PaginateQuery, PaginateQueryError,
} from 'drizzle-paginate'
import { createListClient, listQuery } from 'drizzle-paginate/client'
import { createExplorer } from 'drizzle-paginate/explorer'
import * as forExpress from 'drizzle-paginate/express'
import { createListHandler, listRequest } from 'drizzle-paginate/http'
import * as forHono from 'drizzle-paginate/hono'
import { paginateArray } from 'drizzle-paginate/memory'
import { listOperation, querySchema } from 'drizzle-paginate/openapi'
import { articleList, rowList } from './lists.js'
import { articles, authors } from './schema.js'

export const db = drizzle(async () => ({ rows: [] }))
export const selection = { id: articles.id, title: articles.title, author: { name: authors.name } }
export const listArticles = (query: PaginateQuery) => paginate(db, query, articleList)
export const selectArticles = (query: PaginateQuery) => paginateSelect(db, query, articleList, selection)
export const mapArticles = (query: PaginateQuery) => paginateSelectMap(db, query, articleList, selection, ({ id, author }) => ({ key: `${id}`, author }))
export const scoped = (query: PaginateQuery) => paginate(db, query, rowList, { where: eq(articles.hidden, false) })
export type Article = InferItem<typeof articleList>
export const typed: (query: PaginateQuery) => Promise<PaginatedResponse<Article>> = (query) => listArticles(query)
export class HiddenError extends PaginateConfigError {}
export const isRefusal = (error: unknown) => error instanceof PaginateQueryError

export const GET = createListHandler({ db, config: articleList })
export const onHono = forHono.createListHandler({ db, config: articleList })
export const onExpress = forExpress.createListHandler({ db, config: articleList })
export const explorer = createExplorer({ db, config: articleList, path: '/articles' })
export const bound = listRequest({ url: '/articles?page=2' })
export const client = createListClient<typeof articleList>('/articles')
export const firstPage = client.fetchPage(client.query().filter('status', '$in', ['draft']))
export const clientQuery = listQuery<typeof articleList>().sortBy('publishedAt')
export const operation = listOperation(articleList)
export const schema = querySchema(articleList)
export const inMemory = paginateArray([{ id: 1, author: null, editor: null }], {}, articleList, { values: {} as never })
