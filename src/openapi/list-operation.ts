// Add-on openapi: the whole operation of a list.
import { listParameters, type ListParametersOptions } from './list-parameters.js'
import type { OpenApiSource } from './list-source.js'
import type { JsonSchema, OpenApiOperation, OpenApiPathItem } from './open-api-types.js'
import { pageSchema, problemSchema } from './response-schemas.js'

export interface ListOperationOptions extends ListParametersOptions {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  /** The schema of an item, or a reference to one. @default any object */
  readonly items?: JsonSchema
}

/**
 * The `get` operation of a list: its parameters, its page and its refusal. An OpenAPI 3.1 Operation Object as
 * plain data; it also completes a route of `@hono/zod-openapi`, whose handler still binds the raw URL.
 *
 * @example
 * ```ts
 * const route = createRoute({ method: 'get', path: '/articles', ...listOperation(articleList, { tags: ['articles'] }) })
 * ```
 */
export function listOperation(source: OpenApiSource, options: ListOperationOptions = {}): OpenApiOperation {
  const { operationId, summary, description, tags, items } = options
  return {
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    parameters: listParameters(source, options),
    responses: {
      200: { description: 'A page.', content: { 'application/json': { schema: pageSchema(items) } } },
      400: { description: 'A refused request.', content: { 'application/problem+json': { schema: problemSchema() } } },
    },
  }
}

/**
 * The Path Item of a list, for an OpenAPI 3.1 document.
 *
 * @example `{ openapi: '3.1.0', info, paths: { '/articles': listPathItem(articleList) } }`
 */
export function listPathItem(source: OpenApiSource, options?: ListOperationOptions): OpenApiPathItem {
  return { get: listOperation(source, options) }
}
