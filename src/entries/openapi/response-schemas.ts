// Add-on openapi: schemas of a page and of a rejection.
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import { ERROR_CODES } from '../../types/error-code.js'
import type { Selection } from '../../types/selection.js'
import type { Totals } from '../../types/config.js'
import type { ConfigDescription } from '../../types/config-description.js'
import { facetsSchema } from './facet-schemas.js'
import { itemSchema, summarySchema } from './item-schema.js'
import { fieldsSchemaOf } from './list-parameters.js'
import { configOf, describeSource, type OpenApiSource } from './list-source.js'
import { count, type JsonSchema, object } from './open-api-types.js'

const texts = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description })

/** Not in a page of every request, or of a list that plain data does not tell apart. */
const optional = (schema: JsonSchema, names: readonly string[]): JsonSchema => ({
  ...schema,
  required: (schema['required'] as string[]).filter((name) => !names.includes(name)),
})

/**
 * What `meta` says of the number of rows; `maybe none`: plain data does not tell a list of cursors without totals from
 * one with `'none'`.
 */
function totalsOf(source: OpenApiSource | undefined, list: ConfigDescription | null): Totals | null | 'maybe none' {
  if (source === undefined || list === null) return 'exact'
  const config = configOf(source)
  if (config !== null) return config.totals ?? (list.paging === 'cursor' ? null : 'exact')
  return list.paging === 'cursor' && list.totals === 'none' ? 'maybe none' : list.totals
}

function metaSchema(list: ConfigDescription | null, totals: ReturnType<typeof totalsOf>): JsonSchema {
  const isByCursor = list?.paging === 'cursor'
  const { totalItems, totalPages, ...bounds } = totalSchemas(totals)
  const schema = object({
    ...(totalItems === undefined ? {} : { totalItems }),
    itemCount: count('Rows on this page.'),
    itemsPerPage: count('The effective limit; of an unlimited read, the rows it holds.'),
    ...(totalPages === undefined ? {} : { totalPages }),
    ...bounds,
    ...(isByCursor ? {} : { currentPage: count('Counted from 1.', { minimum: 1 }) }),
    sortBy: texts('The sort applied, as `field:ASC` or `field:DESC`.'),
    search: { type: ['string', 'null'], description: 'The trimmed term.' },
    searchBy: texts('The fields that the request narrowed its search to.'),
    filter: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'Criteria by field, as sent.',
    },
    ...(list?.filterExpressions && {
      filterExpression: { type: ['string', 'null'], description: 'The expression that was applied.' },
    }),
    ...(list?.selectableFields && {
      fields: {
        ...fieldsSchemaOf(list),
        description: 'The members that the request asked for; none where it asked for all.',
      },
    }),
    hasPreviousPage: { type: 'boolean' },
    hasNextPage: { type: 'boolean' },
    ...(isByCursor && cursorSchemas()),
    ...(list?.rowCursors && {
      cursors: texts('The position of each item, in their order: for `after` and `before`.'),
    }),
  })
  return totals === 'maybe none' ? optional(schema, ['totalItems', 'totalPages', 'totalItemsAtLeast']) : schema
}

const cursorSchemas = (): { [name: string]: JsonSchema } => ({
  previousCursor: {
    type: ['string', 'null'],
    description: 'For `before`: the position of the first row; null on the first page.',
  },
  nextCursor: {
    type: ['string', 'null'],
    description: 'For `after`: the position of the last row; null on the last page.',
  },
})

function totalSchemas(totals: ReturnType<typeof totalsOf>): { [name: string]: JsonSchema } {
  if (totals === null) return {}
  if (totals === 'exact')
    return { totalItems: count('Rows in the filtered set.'), totalPages: count('0 for an empty set.') }
  const orNull = { type: ['integer', 'null'] }
  const hasEstimate = typeof totals === 'object' && totals.estimate
  return {
    totalItems: count('Rows in the filtered set; null where that is not known.', orNull),
    totalPages: count('0 for an empty set; null where the total is not known.', orNull),
    totalItemsAtLeast: count('Rows that are there for sure; the total where it is known.'),
    ...(hasEstimate
      ? {
          totalItemsEstimate: count(
            'About how many rows there are, `totalItemsAtLeast` or more; null where the total is known.',
            orNull,
          ),
        }
      : {}),
  }
}

function linksSchema(list: ConfigDescription | null, totals: ReturnType<typeof totalsOf>): JsonSchema {
  const link = (description: string): JsonSchema => ({ type: ['string', 'null'], format: 'uri-reference', description })
  const last = totals === 'exact' ? 'The last page.' : 'The last page; null where the total is not known.'
  return object({
    first: link('The first page.'),
    previous: link('The page before this one; null on the first.'),
    next: link('The page after this one; null on the last.'),
    last:
      list?.paging === 'cursor'
        ? { type: 'null', description: 'Always null in a list that is paged by position.' }
        : link(last),
    current: link('This page.'),
  })
}

export interface PageSchemaOptions {
  /**
   * `false` for an endpoint that sends no facets. `'optional'` if the option `facets` of its handler is a function: a page
   * then has some of them, or none. @default the facets that the list declares, all of them required
   */
  readonly facets?: false | 'optional' | undefined
  /** The selection that the handler gives `paginateSelect`. @default the items of `paginate` */
  readonly select?: Selection | undefined
}

export const PAGE_SCHEMA_OPTIONS: OptionNames<PageSchemaOptions> = { facets: true, select: true }

/**
 * Returns the JSON Schema of a page, with the facets and the summary that the list declares.
 *
 * @param items the schema of an item, or a reference to one. @default `itemSchema` of the list; without one, any object
 * @param source the list, whose paging and totals decide the members. @default pages by number with exact totals
 * @throws PaginateConfigError for an option that it does not have
 */
export function pageSchema(items?: JsonSchema, source?: OpenApiSource, options: PageSchemaOptions = {}): JsonSchema {
  checkOptions('pageSchema()', options, PAGE_SCHEMA_OPTIONS)
  const { facets, select } = options
  const item = items ?? (source === undefined ? { type: 'object' } : itemSchema(source, select))
  const facetsOf = source === undefined || facets === false ? null : facetsSchema(source, facets === 'optional')
  const summary = source === undefined ? null : summarySchema(source)
  const list = source === undefined ? null : describeSource(source)
  const totals = totalsOf(source, list)
  const page = object({
    items: { type: 'array', items: item },
    meta: metaSchema(list, totals),
    links: linksSchema(list, totals),
    ...(facetsOf === null ? {} : { facets: facetsOf }),
    ...(summary === null ? {} : { summary }),
  })
  return facets === 'optional' ? optional(page, ['facets']) : page
}

/** Returns the JSON Schema of the problem document (RFC 9457) of a rejection. */
export function problemSchema(): JsonSchema {
  const always = object({
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer', const: 400 },
    detail: { type: 'string', description: 'What is wrong, for a reader.' },
    code: { type: 'string', enum: [...ERROR_CODES], description: 'What is wrong, for a program. Stable.' },
    parameter: { type: 'string', description: 'The query parameter at fault, e.g. `page` or `filter.status`.' },
  })
  const hint: JsonSchema = {
    type: 'string',
    description: "How to mend it, e.g. `Did you mean 'status'?`; absent where `detail` says all.",
  }
  return { ...always, properties: { ...(always['properties'] as object), hint } }
}
