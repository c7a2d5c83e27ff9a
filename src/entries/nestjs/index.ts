// drizzle-paginate/nestjs: list endpoints in NestJS 10 to 12, on Express or Fastify. Types that all adapters share are in
// drizzle-paginate/http.
export { ExportedList, PageOptions, Paginate, PaginatedList, RequestUrl } from './decorators.js'
export { asNestPaginated, type NestPaginated, nestPaginateQuery } from './nest-paginate.js'
export { nestApiExport, nestApiList } from './open-api.js'
export { ExportInterceptor } from './export-interceptor.js'
export { PaginateExceptionFilter } from './paginate-exception-filter.js'
export type { PageOptionsValue } from './page-options.js'
export { PaginateInterceptor } from './paginate-interceptor.js'
