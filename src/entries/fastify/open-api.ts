// Add-on fastify: @fastify/swagger. Documents a route without a `querystring` schema, because Fastify would validate
// and coerce by it.
import {
  exportOperation,
  type ExportOperationOptions,
  listOperation,
  type ListOperationOptions,
} from '../openapi/list-operation.js'
import type { OpenApiSource } from '../openapi/list-source.js'
import type { OpenApiOperation } from '../openapi/open-api-types.js'

const EXTENSION = 'x-list-operation'

/** A route's `schema`: an extension that Fastify ignores and its swagger plugin keeps. */
export interface FastifyListSchema {
  readonly [EXTENSION]: OpenApiOperation
  /** Fastify's own type asks for a member that it knows. */
  readonly body?: never
}

/**
 * Returns the `schema` of a Fastify route that serves a list. It does not validate, coerce or serialise anything: only
 * the document uses it, through `transformListOperations`. Spread it into your own schema, for instance one for
 * `params`.
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

/**
 * Returns the `schema` of a Fastify route that serves an export, as `fastifyListSchema` does for a list.
 *
 * @example `app.get('/articles/export', { schema: fastifyExportSchema(articleList, { as: 'csv' }) }, handler)`
 */
export function fastifyExportSchema(source: OpenApiSource, options: ExportOperationOptions): FastifyListSchema {
  return { [EXTENSION]: exportOperation(source, options) }
}

type Operation = { [member: string]: unknown; parameters?: unknown[]; responses?: object }

/**
 * Fills in the operations of list and export routes: the `transformObject` of `@fastify/swagger`. It changes its
 * argument.
 */
export function transformListOperations<Document extends object>(
  document: { readonly openapiObject: Document } | { readonly swaggerObject: object },
): Document {
  if (!('openapiObject' in document))
    throw new TypeError(`Lists are documented in OpenAPI 3.1; give the plugin the option 'openapi'.`)
  const { paths = {} } = document.openapiObject as {
    readonly paths?: { readonly [path: string]: { readonly [method: string]: Operation } }
  }
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const list = operation?.[EXTENSION] as OpenApiOperation | undefined
    if (list === undefined) continue
    delete operation[EXTENSION]
    const { parameters, responses, ...rest } = list
    Object.assign(operation, rest, { parameters: [...(operation.parameters ?? []), ...parameters], responses })
  }
  return document.openapiObject
}
