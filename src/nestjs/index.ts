// drizzle-paginate/nestjs: list endpoints in NestJS 11, on Express or Fastify.
export { listRequest, type ListRequest } from '../http/list-request.js'
export { Paginate, PaginatedList, RequestUrl } from './decorators.js'
export { PaginateExceptionFilter } from './paginate-exception-filter.js'
export { PaginateInterceptor } from './paginate-interceptor.js'
