// drizzle-paginate/openapi: a list's documentation and schemas, from its configuration or from what `describe()` returned.
export type { OpenApiBadge } from './extensions.js'
export { fastifyListSchema, type FastifyListSchema, transformListOperations } from './fastify.js'
export { listOperation, type ListOperationOptions, listPathItem } from './list-operation.js'
export { listParameters, type ListParametersOptions } from './list-parameters.js'
export type { OpenApiSource } from './list-source.js'
export { nestApiList, type NestSwagger } from './nest.js'
export type {
  JsonSchema, OpenApiExample, OpenApiOperation, OpenApiParameter, OpenApiPathItem, OpenApiResponse,
} from './open-api-types.js'
export { type ListQuerySchema, querySchema, standardQuerySchema } from './query-schema.js'
export { linksSchema, metaSchema, pageSchema, problemSchema } from './response-schemas.js'
