// drizzle-paginate/nestjs: list endpoints in NestJS 10 to 12, on Express or Fastify. Types that all adapters share are in
// drizzle-paginate/http.
export { ExportedList, PageOptions, Paginate, PaginatedList, RequestUrl } from './decorators.js'
export { ExportInterceptor, type ExportRowsOptions } from './export-interceptor.js'
export { asNestPaginated, type NestPaginated, type NestPaginateOptions, nestPaginateQuery } from './nest-paginate.js'
export { nestApiExport, nestApiList, type NestSwagger } from './open-api.js'
export { PaginateExceptionFilter } from './paginate-exception-filter.js'
export type { PageOptionsValue } from './page-options.js'
export { PaginateInterceptor, type PaginatedListOptions } from './paginate-interceptor.js'
