// drizzle-paginate/fastify: list endpoints in Fastify 4 and 5. Types that all adapters share are in
// drizzle-paginate/http.
export { exportHandler } from './export-handler.js'
export { listHandler, type FastifyArguments, type FastifyHandler, pageHandler } from './list-handler.js'
export { fastifyExportSchema, fastifyListSchema, type FastifyListSchema, transformListOperations } from './open-api.js'
export { paginatePlugin } from './paginate-plugin.js'
