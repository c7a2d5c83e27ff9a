// drizzle-paginate/express: list endpoints in Express 4 and 5. Types that all adapters share are in
// drizzle-paginate/http.
export { exportHandler } from './export-handler.js'
export {
  listHandler,
  type ExpressArguments,
  type ExpressHandler,
  type ExpressRequest,
  type ExpressResponse,
  pageHandler,
  paginateErrorHandler,
} from './list-handler.js'
