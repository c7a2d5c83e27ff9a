// Add-on openapi: the whole operation of a list.
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { itemSchema } from './item-schema.js'
import { listParameters, rowParameters } from './list-parameters.js'
import { type ListParametersOptions, type OpenApiSource, PARAMETERS_OPTIONS } from './list-source.js'
import type { JsonSchema, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './open-api-types.js'
import { PAGE_SCHEMA_OPTIONS, pageSchema, type PageSchemaOptions, problemSchema } from './response-schemas.js'

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

const OPERATION_OPTIONS: OptionNames<OperationOptions> = {
  operationId: true,
  summary: true,
  description: true,
  tags: true,
  items: true,
  ...PARAMETERS_OPTIONS,
}
const LIST_OPTIONS: OptionNames<ListOperationOptions> = { ...OPERATION_OPTIONS, ...PAGE_SCHEMA_OPTIONS }
const EXPORT_OPTIONS: OptionNames<ExportOperationOptions> = { ...OPERATION_OPTIONS, as: true }

/**
 * Returns the `get` operation of a list: its parameters, its page with the facets and the summary that it declares, and
 * its rejection. It is an OpenAPI 3.1 Operation Object as plain data. It also completes a route of `@hono/zod-openapi`,
 * whose handler still binds the raw URL.
 *
 * @throws PaginateConfigError for an option that it does not have
 * @example
 * ```ts
 * const document = { openapi: '3.1.0', info, paths: { '/articles': { get: listOperation(articleList) } } }
 * const route = createRoute({ method: 'get', path: '/articles', ...listOperation(articleList, { tags: ['articles'] }) })
 * ```
 */
export function listOperation(source: OpenApiSource, options: ListOperationOptions = {}): OpenApiOperation {
  checkOptions('listOperation()', options, LIST_OPTIONS)
  const { items, facets, select, examples, includeDisabled } = options
  const schema = pageSchema(items, source, { facets, select })
  const link = {
    description: '`links` as RFC 8288 has them: `</articles?page=2>; rel="next"`.',
    schema: { type: 'string' },
  }
  return operation(options, listParameters(source, { examples, includeDisabled }), {
    description: 'A page.',
    headers: { Link: link },
    content: { 'application/json': { schema } },
  })
}

/**
 * Returns the `get` operation of an export: the list's parameters without those of paging, the file and the rejection.
 *
 * @throws PaginateConfigError for an option that it does not have
 * @example
 * ```ts
 * const paths = { '/articles/export': { get: exportOperation(articleList, { as: 'csv', tags: ['articles'] }) } }
 * ```
 */
export function exportOperation(source: OpenApiSource, options: ExportOperationOptions): OpenApiOperation {
  checkOptions('exportOperation()', options, EXPORT_OPTIONS)
  const disposition = { description: 'The name to save the file under.', schema: { type: 'string' } }
  return operation(options, rowParameters(source, options), {
    description: 'All rows, as a file. Where the connection ends before the file does, it is not complete.',
    headers: { 'Content-Disposition': disposition },
    content: FILES[options.as](() => options.items ?? itemSchema(source)),
  })
}

const TEXT = { type: 'string' }
const FILES: {
  readonly [As in ExportOperationOptions['as']]: (items: () => JsonSchema) => OpenApiResponse['content']
} = {
  csv: () => ({
    'text/csv': { schema: { ...TEXT, description: 'RFC 4180, the first line with the names of the columns.' } },
  }),
  ndjson: () => ({ 'application/x-ndjson': { schema: { ...TEXT, description: 'One item a line, as JSON.' } } }),
  json: (items) => ({ 'application/json': { schema: { type: 'array', items: items() } } }),
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
