// Add-on openapi: @fastify/swagger. Documents a route without a `querystring` schema, which Fastify would validate and coerce by.
import { listOperation, type ListOperationOptions } from './list-operation.js'
import type { OpenApiSource } from './list-source.js'
import type { OpenApiOperation } from './open-api-types.js'

const EXTENSION = 'x-list-operation'

/** A route's `schema`: an extension that Fastify does not read and its swagger plugin carries along. */
export interface FastifyListSchema {
  readonly [EXTENSION]: OpenApiOperation
  /** Fastify's own type asks for a member that it knows. */
  readonly body?: never
}

/**
 * The `schema` of a Fastify route that answers a list. It validates and coerces nothing and leaves the answer's serialisation
 * alone: only the document sees it, through `transformListOperations`. Spread it beside a schema of your own for `params`.
 *
 * @example
 * ```ts
 * await app.register(swagger, { openapi: { openapi: '3.1.0' }, transformObject: transformListOperations })
 * app.get('/articles', { schema: fastifyListSchema(articleList, { tags: ['articles'] }) }, handler)
 * ```
 */
export function fastifyListSchema(source: OpenApiSource, options?: ListOperationOptions): FastifyListSchema {
  return { [EXTENSION]: listOperation(source, options) }
}

type Operation = { [member: string]: unknown; parameters?: unknown[]; responses?: object }

/** `transformObject` of `@fastify/swagger`: puts the operations of list routes in their place. Changes the document it is given. */
export function transformListOperations<Document extends object>(
  document: { readonly openapiObject: Document } | { readonly swaggerObject: object },
): Document {
  if (!('openapiObject' in document)) throw new TypeError(`Lists are documented in OpenAPI 3.1; give the plugin the option 'openapi'.`)
  const { paths = {} } = document.openapiObject as { readonly paths?: { readonly [path: string]: { readonly [method: string]: Operation } } }
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const list = operation?.[EXTENSION] as OpenApiOperation | undefined
    if (list === undefined) continue
    delete operation[EXTENSION]
    const { parameters, responses, ...rest } = list
    Object.assign(operation, rest, { parameters: [...(operation.parameters ?? []), ...parameters], responses })
  }
  return document.openapiObject
}
