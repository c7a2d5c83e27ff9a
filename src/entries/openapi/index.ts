// drizzle-paginate/openapi: a list's documentation and schemas, from its configuration or from what `describe()`
// returned.
export { itemSchema, type ItemSchema, type ObjectSchema } from './item-schema.js'
export {
  exportOperation,
  type ExportOperationOptions,
  listOperation,
  type ListOperationOptions,
} from './list-operation.js'
export { listParameters } from './list-parameters.js'
export type { OpenApiSource } from './list-source.js'
export type { JsonSchema, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './open-api-types.js'
export { type ListQuerySchema, querySchema } from './query-schema.js'
export { pageSchema, problemSchema } from './response-schemas.js'
