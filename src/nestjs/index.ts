// drizzle-paginate/nestjs: list endpoints in NestJS 11, on Express or Fastify.
export type { ExportFileOptions } from '../http/export-answer.js'
export type { ExportFormat } from '../http/export-text.js'
export { listRequest, type ListRequest } from '../http/list-request.js'
export { ExportedList, Paginate, PaginatedList, RequestUrl } from './decorators.js'
export { ExportInterceptor, type ExportRowsOptions } from './export-interceptor.js'
export { PaginateExceptionFilter } from './paginate-exception-filter.js'
export { PaginateInterceptor } from './paginate-interceptor.js'
