// drizzle-paginate/openapi: a list's documentation and schemas, from its configuration or from what `describe()`
// returned.
export type { OpenApiBadge } from './extensions.js'
export type { OpenApiFacets } from './facet-schemas.js'
export { fastifyExportSchema, fastifyListSchema, type FastifyListSchema, transformListOperations } from './fastify.js'
export { itemSchema } from './item-schema.js'
export {
  exportOperation,
  type ExportOperationOptions,
  exportPathItem,
  listOperation,
  type ListOperationOptions,
  listPathItem,
} from './list-operation.js'
export { listParameters } from './list-parameters.js'
export type { ListParametersOptions, OpenApiSource } from './list-source.js'
export { nestApiExport, nestApiList, type NestSwagger } from './nest.js'
export type {
  JsonSchema,
  OpenApiExample,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPathItem,
  OpenApiResponse,
} from './open-api-types.js'
export {
  type ListParametersInput,
  type ListQueryInput,
  type ListQuerySchema,
  querySchema,
  standardQuerySchema,
} from './query-schema.js'
export { linksSchema, metaSchema, pageSchema, type PageSchemaOptions, problemSchema } from './response-schemas.js'
