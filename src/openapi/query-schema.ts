// Add-on openapi: the bound query, as JSON Schema and as Standard Schema.
import { resolvedConfig } from '../builder/resolved-config.js'
import { createPlan } from '../plan/create-plan.js'
import { normalizeQuery } from '../request/normalize-query.js'
import { PaginateQuery } from '../request/paginate-query.js'
import type { QuerySource } from '../request/query-source.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { PaginateQueryInput } from '../types/query.js'
import { FILTER_PREFIX } from '../vocabulary.js'
import { criteriaSchema, firstCriterionSchema } from './criterion-pattern.js'
import { cursorSchemaOf, limitSchemaOf, pageSchemaOf, searchNames, sortEntries } from './list-parameters.js'
import { configOf, describeSource, isEnabled, type OpenApiSource } from './list-source.js'
import type { JsonSchema } from './open-api-types.js'

/**
 * JSON Schema of the bound query, `{ page, limit, sortBy, search, searchBy, filters }`, for callers that send it as JSON (a
 * procedure call, a tool, a saved view); `after` and `before` take the place of `page` in a list with cursors. It allows the
 * canonical spelling of names and tokens only.
 */
export function querySchema(source: OpenApiSource): JsonSchema {
  const description = describeSource(source)
  const sorts = sortEntries(description)
  const names = searchNames(description)
  const list = (items: JsonSchema, more: JsonSchema): JsonSchema => ({ type: 'array', items: { type: 'string', ...items }, ...more })
  const filters = description.filterableFields.filter(isEnabled).map((field) => {
    const patterns = { description, config: configOf(source) }
    return [field.name, { anyOf: [firstCriterionSchema(field, patterns), criteriaSchema(field, patterns)] }] as const
  })
  return {
    type: 'object',
    properties: {
      ...(description.paging === 'cursor' ? { after: cursorSchemaOf(), before: cursorSchemaOf() } : { page: pageSchemaOf() }),
      limit: limitSchemaOf(description),
      ...(sorts.length > 0 ? { sortBy: list({ enum: sorts }, { maxItems: description.maxSortFields }) } : {}),
      ...(names.length > 0 || description.searchWith !== undefined
        ? { search: { type: 'string', minLength: description.minSearchLength, maxLength: description.maxSearchLength } }
        : {}),
      ...(names.length > 0 ? { searchBy: list({ enum: names }, { uniqueItems: true }) } : {}),
      filters: { type: 'object', properties: Object.fromEntries(filters), additionalProperties: false },
    },
    additionalProperties: false,
  }
}

interface Issue {
  readonly message: string
  readonly path: readonly PropertyKey[]
}

/** A Standard Schema (version 1) of list requests, with the JSON Schema of its input. */
export interface ListQuerySchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'drizzle-paginate'
    readonly validate: (
      value: unknown,
    ) => { readonly value: PaginateQuery; readonly issues?: undefined } | { readonly issues: readonly Issue[] }
    readonly types?: { readonly input: QuerySource | PaginateQueryInput; readonly output: PaginateQuery } | undefined
    /** Standard JSON Schema; the schema uses no keyword that differs between the targets. */
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => JsonSchema
      readonly output: (options: { readonly target: string }) => JsonSchema
    }
  }
}

/**
 * A Standard Schema that reads a list request and refuses what the endpoint would refuse, with its message. The value is a
 * `PaginateQuery`.
 *
 * It reads a query string, a `URL`, `URLSearchParams`, a `Request`, a record of parameters as frameworks parse them
 * (`{ page: '2', 'filter.status': '$eq:live' }`), or a bound query (`{ page: 2, filters: { status: '$eq:live' } }`).
 * It cannot know two refusals: the row ceiling of an unlimited read, and a cursor that only an asynchronous `open` can read.
 *
 * @throws PaginateConfigError if `config` is not a configuration
 * @example
 * ```ts
 * const list = procedure.input(standardQuerySchema(articleList)).query(({ input }) => paginate(db, input, articleList))
 * ```
 */
export function standardQuerySchema(config: AnyPaginateConfig): ListQuerySchema {
  const resolved = resolvedConfig(config)
  const jsonSchema = (): JsonSchema => querySchema(config)
  return {
    '~standard': {
      version: 1,
      vendor: 'drizzle-paginate',
      validate: (value) => {
        const areParameters = isParameters(value)
        // The constructor copies a `PaginateQuery`, and reads anything that is not an object as a query to refuse.
        const query = areParameters ? PaginateQuery.from(value as QuerySource) : new PaginateQuery(value as object)
        const planned = createPlan(normalizeQuery(query), resolved)
        if (planned.ok) return { value: query }
        const { message, parameter } = planned.refusal
        return { issues: [{ message, path: areParameters ? [parameter] : pathOf(parameter) }] }
      },
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  }
}

/** `filter.status` is `filters.status` of a bound query. */
function pathOf(parameter: string): string[] {
  if (parameter === 'filter') return ['filters']
  return parameter.startsWith(FILTER_PREFIX) ? ['filters', parameter.slice(FILTER_PREFIX.length)] : [parameter]
}

/** A record of parameters has text for numbers, and names that begin with `filter.`. Everything else reads the same as either. */
function isParameters(value: unknown): boolean {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null) return false
  // A web source is not a plain record: a `Request` has none of these members, so it is bound.
  const { page, limit, filters } = value as { readonly page?: unknown; readonly limit?: unknown; readonly filters?: unknown }
  const isRecord = typeof filters === 'object' && filters !== null && !Array.isArray(filters)
  return typeof page !== 'number' && typeof limit !== 'number' && !isRecord
}
