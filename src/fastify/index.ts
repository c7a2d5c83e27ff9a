// drizzle-paginate/fastify: list endpoints in Fastify 5.
export { exportHandler } from './export-handler.js'
export type { ExportFileOptions, ExportOptions } from '../http/export-answer.js'
export type { ExportFormat } from '../http/export-text.js'
export { listRequest, type ListRequest } from '../http/list-request.js'
export type { ListOptions, ListPage, PerRequest } from '../http/list-source.js'
export { createListHandler, type FastifyArguments, type FastifyHandler, listHandler } from './list-handler.js'
export { paginatePlugin, type PaginatePluginOptions } from './paginate-plugin.js'
