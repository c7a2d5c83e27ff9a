// drizzle-paginate/http: list endpoints on web standards alone, and the parts that every adapter is made of.
export { linkHeader } from './link-header.js'
export { type ListAnswer, pageAnswer, problemAnswer } from './list-answer.js'
export { createListHandler, type FetchHandler, listHandler } from './list-handler.js'
export { listRequest, type ListRequest, type RawRequest } from './list-request.js'
export type { ListOptions, ListPage, PerRequest } from './list-source.js'
export { pageJson } from './page-json.js'
export { pageResponse, paginateResponse, problemResponse } from './page-response.js'
export { isPaginateQueryError, problemDetails, type ProblemDetails } from './problem-details.js'
