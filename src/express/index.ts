// drizzle-paginate/express: list endpoints in Express 4 and 5.
export { exportHandler } from './export-handler.js'
export type { ExportFileOptions, ExportOptions } from '../http/export-answer.js'
export type { ExportFormat } from '../http/export-text.js'
export { pageAnswer, type ListAnswer } from '../http/list-answer.js'
export { listRequest, type ListRequest } from '../http/list-request.js'
export type { ListOptions, ListPage, PerRequest } from '../http/list-source.js'
export {
  createListHandler,
  type ExpressArguments,
  type ExpressHandler,
  type ExpressRequest,
  type ExpressResponse,
  listHandler,
  paginateErrorHandler,
} from './list-handler.js'
