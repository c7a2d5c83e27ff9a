// drizzle-paginate/hono: list endpoints in Hono.
export { listRequest, type ListRequest } from '../http/list-request.js'
export type { ListOptions, ListPage, PerRequest } from '../http/list-source.js'
export { createListHandler, type HonoArguments, type HonoHandler, listHandler, paginateErrorHandler } from './list-handler.js'
