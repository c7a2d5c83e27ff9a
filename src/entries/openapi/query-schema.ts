// Add-on openapi: the bound query, as JSON Schema and Standard Schema at once.
import { createPlan } from '../../plan/create-plan.js'
import * as refusals from '../../refusals.js'
import { normalizeQuery, PaginateQuery } from '../../request/paginate-query.js'
import type { QueryParameters, QuerySource } from '../../request/query-source.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { ConfigDescription } from '../../types/config-description.js'
import type { AnyPaginateConfig, InferFilterable, InferSearchable, InferSortable } from '../../types/paginate-config.js'
import type { PaginateQueryInput } from '../../types/query.js'
import type { Refusal } from '../../types/result.js'
import { EXPRESSION, FILTER_PREFIX } from '../../vocabulary.js'
import { expressionSchemaOf } from './expression-parameter.js'
import { criteriaSchema, filterExamples, operatorLines } from './filter-parameter.js'
import {
  cursorSchemaOf,
  fieldsSchemaOf,
  limitSchemaOf,
  pageSchemaOf,
  searchNames,
  sortEntries,
} from './list-parameters.js'
import { acceptedBy, configOf, describeSource, isEnabled, type OpenApiSource } from './list-source.js'
import type { JsonSchema } from './open-api-types.js'

interface Issue {
  readonly message: string
  readonly path: readonly PropertyKey[]
}

type SortEntry<Config extends AnyPaginateConfig> = `${InferSortable<Config>}:${'ASC' | 'DESC'}`

/** A list request as JSON, with the names of a configuration. */
interface ListQueryInput<Config extends AnyPaginateConfig = AnyPaginateConfig> extends Omit<
  PaginateQueryInput,
  'sortBy' | 'searchBy' | 'filters'
> {
  /** @example `['title:ASC']` */
  readonly sortBy?: readonly SortEntry<Config>[] | undefined
  readonly searchBy?: readonly InferSearchable<Config>[] | undefined
  /** Criteria by field. @example `{ status: '$in:draft,live', views: ['$gte:5', '$lt:9'] }` */
  readonly filters?: { readonly [Name in InferFilterable<Config>]?: string | readonly string[] | undefined } | undefined
}

/** The same as parameters, as a framework parses them: `{ page: '2', 'filter.status': '$eq:live' }`. */
type ListParametersInput<Config extends AnyPaginateConfig = AnyPaginateConfig> = {
  readonly [Name in 'page' | 'limit' | 'after' | 'before' | 'search' | 'filter' | 'fields']?: string | undefined
} & {
  readonly sortBy?: SortEntry<Config> | readonly SortEntry<Config>[] | undefined
  readonly searchBy?: InferSearchable<Config> | readonly InferSearchable<Config>[] | undefined
} & { readonly [Name in `filter.${InferFilterable<Config>}`]?: string | readonly string[] | undefined }

/** What carries a query string: text, `URLSearchParams`, a `URL`, a `Request`. */
type CarriedQuery =
  string | QueryParameters | { readonly url: string } | { readonly href: string; readonly search: string }

/**
 * The JSON Schema of list requests, and a Standard Schema (version 1) whose input has the names of the configuration.
 */
export interface ListQuerySchema<Config extends AnyPaginateConfig = AnyPaginateConfig> extends JsonSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'drizzle-paginate'
    readonly validate: (
      value: unknown,
    ) => { readonly value: PaginateQuery; readonly issues?: undefined } | { readonly issues: readonly Issue[] }
    readonly types?:
      | {
          readonly input: CarriedQuery | ListQueryInput<Config> | ListParametersInput<Config> | PaginateQuery
          readonly output: PaginateQuery
        }
      | undefined
    /** Standard JSON Schema; the schema uses no keyword that differs between the targets. */
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => JsonSchema
      readonly output: (options: { readonly target: string }) => JsonSchema
    }
  }
}

/**
 * Returns the schema of a list request: a JSON Schema of the bound query and a Standard Schema in one.
 *
 * The JSON Schema is for callers that send a request as JSON (a procedure call, a tool, a saved view). It has
 * `{ page, limit, sortBy, search, searchBy, filters }`; `after` and `before` instead of `page` in a list with cursors,
 * `filterExpression` in one with `.withFilterExpressions()`, `fields` in one with `.selectable()`, and the parameters
 * that the setting `ownParameters` names. It allows only the canonical spelling of names. `~standard` is not enumerable,
 * so the schema is plain data in a document.
 *
 * The Standard Schema rejects a request that the endpoint would reject, with the same message. Its value is a
 * `PaginateQuery`. It reads a query string, a `URL`, `URLSearchParams`, a `Request`, a record of parameters as
 * frameworks parse them (`{ page: '2', 'filter.status': '$eq:live' }`), or a bound query (`{ page: 2, filters: {
 * status: '$eq:live' } }`). It cannot foresee two rejections: the row ceiling of an unlimited read, and a cursor that
 * only an asynchronous `open` can read.
 *
 * @param source a configuration; for the result of `describe()`, only the JSON Schema is there
 * @example
 * ```ts
 * const list = procedure.input(querySchema(articleList)).query(({ input }) => paginate(db, input, articleList))
 * const tool = { name: 'find_articles', input_schema: querySchema(articleList) }
 * ```
 */
export function querySchema<Config extends AnyPaginateConfig>(source: Config): ListQuerySchema<Config>
export function querySchema(source: ConfigDescription): JsonSchema
export function querySchema(source: OpenApiSource): JsonSchema {
  const schema = jsonSchemaOf(source)
  const config = configOf(source)
  return config === null ? schema : Object.defineProperty(schema, '~standard', { value: standardOf(schema, config) })
}

function standardOf(schema: JsonSchema, config: ResolvedConfig): ListQuerySchema['~standard'] {
  const jsonSchema = (): JsonSchema => structuredClone(schema)
  return {
    version: 1,
    vendor: 'drizzle-paginate',
    validate: (value) => {
      const areParameters = isParameters(value)
      const given = areParameters ? value : boundQuery(value, config)
      // The constructor copies a `PaginateQuery`, and reads anything that is not an object as a query to reject.
      const query = areParameters ? PaginateQuery.from(given as QuerySource) : new PaginateQuery(given as object)
      const normalized = normalizeQuery(query)
      if (normalized.fault !== undefined) return { issues: [issueOfMember(given, normalized.fault)] }
      const planned = createPlan(normalized, config)
      if (planned.ok) return { value: query }
      const { message, parameter } = planned.refusal
      return { issues: [{ message, path: areParameters ? [parameter] : pathOf(planned.refusal) }] }
    },
    jsonSchema: { input: jsonSchema, output: jsonSchema },
  }
}

const texts = (): JsonSchema => ({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })

function jsonSchemaOf(source: OpenApiSource): JsonSchema {
  const description = describeSource(source)
  const accepts = acceptedBy(source)
  const own = (configOf(source)?.ownParameters ?? description.strictParameters ?? []).filter(isForeign)
  const sorts = sortEntries(description)
  const names = searchNames(description)
  const list = (items: JsonSchema, more: JsonSchema): JsonSchema => ({
    type: 'array',
    items: { type: 'string', ...items },
    ...more,
  })
  const filters = description.filterableFields.filter(isEnabled).map((field): [string, JsonSchema] => {
    const examples = Object.values(filterExamples(field, { description, accepts, given: undefined }))
    return [
      field.name,
      {
        description: ['`[$not:]$operator[:value]`; several must all hold.', '', ...operatorLines(field)].join('\n'),
        anyOf: [{ type: 'string' }, criteriaSchema(description)],
        ...(examples.length === 0 ? {} : { examples: examples.map(({ value }) => value) }),
      },
    ]
  })
  return {
    type: 'object',
    properties: {
      ...(description.paging === 'cursor'
        ? { after: cursorSchemaOf(), before: cursorSchemaOf() }
        : { page: pageSchemaOf() }),
      limit: limitSchemaOf(description),
      ...(sorts.length > 0 ? { sortBy: list({ enum: sorts }, { maxItems: description.maxSortFields }) } : {}),
      ...(names.length > 0 || description.searchWith !== undefined
        ? { search: { type: 'string', minLength: description.minSearchLength, maxLength: description.maxSearchLength } }
        : {}),
      ...(names.length > 0 ? { searchBy: list({ enum: names }, { uniqueItems: true }) } : {}),
      filters: { type: 'object', properties: Object.fromEntries(filters), additionalProperties: false },
      ...(description.filterExpressions === undefined ? {} : { filterExpression: expressionSchemaOf() }),
      ...(description.selectableFields === undefined ? {} : { fields: fieldsSchemaOf(description) }),
      ...Object.fromEntries(own.map((name) => [name, texts()])),
    },
    additionalProperties: false,
  }
}

/** A bound query. The app's own parameters among its members are those of a request, which the list does not read. */
function boundQuery(value: unknown, { ownParameters }: ResolvedConfig): object {
  const members = Object.entries(Object(value) as object)
  const own = new Map(members.filter(([name]) => ownParameters.includes(name) && isForeign(name)))
  if (own.size === 0) return value as object
  const { unread = [], ...others } = Object.fromEntries(members.filter(([name]) => !own.has(name)))
  const sent = [...own].flatMap(([name, given]) =>
    // As in a record of parameters, null says nothing.
    [given].flat().flatMap((each: unknown) => (each === null || each === undefined ? [] : { name, value: each })),
  )
  return { ...others, unread: [unread, sent].flat() }
}

/** Is it a name that no member of a query has? */
const isForeign = (name: string): boolean => normalizeQuery({ [name]: {} }).fault !== undefined

/** `filter.status` is `filters.status` of a bound query, and `filter` its expression. */
function pathOf({ parameter, code }: Refusal): string[] {
  if (parameter === EXPRESSION) return [code === 'filter.too_many_conditions' ? 'filters' : 'filterExpression']
  return parameter.startsWith(FILTER_PREFIX) ? ['filters', parameter.slice(FILTER_PREFIX.length)] : [parameter]
}

/** The first member of a bound query that no query has, or its filters without criteria. */
function issueOfMember(value: unknown, fault: string): Issue {
  const names = Object.keys(Object(value) as object)
  // A bound query keeps its mistake as one more member.
  const name = value instanceof PaginateQuery ? undefined : names.find(isForeign)
  if (name === undefined) {
    if (names.includes('filters')) return { message: fault, path: ['filters'] }
    return { message: 'A list request must be text or a record of its parameters.', path: [] }
  }
  return { message: refusals.parameterUnknown(name, null).message, path: [name] }
}

/**
 * A record of parameters has text for numbers, unless the framework has coerced them, and names that begin with
 * `filter.`. A bound query has numbers, a record `filters`, or text as its `filterExpression`. Everything else reads
 * the same as either.
 */
function isParameters(value: unknown): boolean {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null) return false
  // A web source is not a plain record: a `Request` has none of these members, so it is bound.
  const { page, limit, filters, filterExpression, fields } = value as {
    readonly [Name in keyof PaginateQueryInput]?: unknown
  }
  if (typeof filterExpression === 'string' || Array.isArray(fields)) return false
  if (typeof filters === 'object' && filters !== null && !Array.isArray(filters)) return false
  const isCoerced = typeof page === 'number' || typeof limit === 'number'
  return !isCoerced || Object.keys(value).some((name) => name === 'filter' || name.startsWith(FILTER_PREFIX))
}
