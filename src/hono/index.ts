// drizzle-paginate/hono: list endpoints in Hono.
export type { AnswerEvent, ObservedOptions } from '../http/answer-event.js'
export type { HandlerOptions } from '../http/answer-list.js'
export type { CacheOptions } from '../http/entity-tag.js'
export type { Within } from '../http/within.js'
export { exportHandler } from './export-handler.js'
export type { ExportFileOptions, ExportOptions } from '../http/export-answer.js'
export type { ExportFormat } from '../http/export-text.js'
export { listRequest, type ListRequest } from '../http/list-request.js'
export type { ListOptions, ListPage, PerRequest } from '../http/list-source.js'
export {
  listHandler,
  type HonoAnswer,
  type HonoArguments,
  type HonoHandler,
  pageHandler,
  paginateErrorHandler,
} from './list-handler.js'
