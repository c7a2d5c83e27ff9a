// drizzle-paginate/hono: list endpoints in Hono.
export { exportHandler } from './export-handler.js'
export type { ExportFileOptions, ExportOptions } from '../http/export-answer.js'
export type { ExportFormat } from '../http/export-text.js'
export { listRequest, type ListRequest } from '../http/list-request.js'
export type { ListOptions, ListPage, PerRequest } from '../http/list-source.js'
export { createListHandler, type HonoArguments, type HonoHandler, listHandler, paginateErrorHandler } from './list-handler.js'
