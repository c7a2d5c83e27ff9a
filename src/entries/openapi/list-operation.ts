// Add-on openapi: the whole operation of a list.
import { itemSchema } from './item-schema.js'
import { listParameters, rowParameters } from './list-parameters.js'
import type { ListParametersOptions, OpenApiSource } from './list-source.js'
import type { JsonSchema, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './open-api-types.js'
import { pageSchema, type PageSchemaOptions, problemSchema } from './response-schemas.js'

interface OperationOptions extends ListParametersOptions {
  readonly operationId?: string | undefined
  readonly summary?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** The schema of an item, or a reference to one. @default `itemSchema` of the list */
  readonly items?: JsonSchema | undefined
}

export interface ListOperationOptions extends OperationOptions, PageSchemaOptions {}

export interface ExportOperationOptions extends OperationOptions {
  /** The format of the endpoint's file, as in `exportHandler`. */
  readonly as: 'csv' | 'ndjson' | 'json'
}

/**
 * Returns the `get` operation of a list: its parameters, its page with the facets and the summary that it declares, and
 * its rejection. It is an OpenAPI 3.1 Operation Object as plain data. It also completes a route of `@hono/zod-openapi`,
 * whose handler still binds the raw URL.
 *
 * @example
 * ```ts
 * const document = { openapi: '3.1.0', info, paths: { '/articles': { get: listOperation(articleList) } } }
 * const route = createRoute({ method: 'get', path: '/articles', ...listOperation(articleList, { tags: ['articles'] }) })
 * ```
 */
export function listOperation(source: OpenApiSource, options: ListOperationOptions = {}): OpenApiOperation {
  const schema = pageSchema(options.items, source, options)
  const link = {
    description: '`links` as RFC 8288 has them: `</articles?page=2>; rel="next"`.',
    schema: { type: 'string' },
  }
  return operation(options, listParameters(source, options), {
    description: 'A page.',
    headers: { Link: link },
    content: { 'application/json': { schema } },
  })
}

/**
 * Returns the `get` operation of an export: the list's parameters without those of paging, the file and the rejection.
 *
 * @example
 * ```ts
 * const paths = { '/articles/export': { get: exportOperation(articleList, { as: 'csv', tags: ['articles'] }) } }
 * ```
 */
export function exportOperation(source: OpenApiSource, options: ExportOperationOptions): OpenApiOperation {
  const disposition = { description: 'The name to save the file under.', schema: { type: 'string' } }
  return operation(options, rowParameters(source, options), {
    description: 'All rows, as a file. Where the connection ends before the file does, it is not complete.',
    headers: { 'Content-Disposition': disposition },
    content: fileContent(options.as, options.items ?? itemSchema(source)),
  })
}

function fileContent(as: ExportOperationOptions['as'], items: JsonSchema): OpenApiResponse['content'] {
  switch (as) {
    case 'csv':
      return {
        'text/csv': {
          schema: { type: 'string', description: 'RFC 4180, the first line with the names of the columns.' },
        },
      }
    case 'ndjson':
      return { 'application/x-ndjson': { schema: { type: 'string', description: 'One item a line, as JSON.' } } }
    case 'json':
      return { 'application/json': { schema: { type: 'array', items } } }
    default:
      return as satisfies never
  }
}

function operation(
  { operationId, summary, description, tags }: OperationOptions,
  parameters: OpenApiParameter[],
  answer: OpenApiResponse,
): OpenApiOperation {
  return {
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    parameters,
    responses: {
      200: answer,
      400: { description: 'A rejected request.', content: { 'application/problem+json': { schema: problemSchema() } } },
    },
  }
}
