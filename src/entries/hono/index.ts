// drizzle-paginate/hono: list endpoints in Hono. Types that all adapters share are in drizzle-paginate/http.
export { exportHandler } from './export-handler.js'
export {
  listHandler,
  type HonoAnswer,
  type HonoArguments,
  type HonoHandler,
  pageHandler,
  paginateErrorHandler,
} from './list-handler.js'
