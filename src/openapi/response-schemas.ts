// Add-on openapi: schemas of a page and of a refusal.
import type { PaginateQueryErrorCode } from '../types/error-code.js'
import type { JsonSchema } from './open-api-types.js'

/** A record of all codes: the compiler reports a missing one. */
const CODES: Readonly<Record<PaginateQueryErrorCode, true>> = {
  'parameter.unknown': true,
  'parameter.nested': true,
  'page.not_positive_integer': true,
  'page.unlimited': true,
  'page.offset_too_deep': true,
  'page.not_supported': true,
  'cursor.invalid': true,
  'cursor.order_changed': true,
  'cursor.too_long': true,
  'limit.not_positive_integer': true,
  'limit.out_of_range': true,
  'limit.too_many_rows': true,
  'sort.malformed': true,
  'sort.not_configured': true,
  'sort.needs_search': true,
  'sort.too_many_fields': true,
  'search.not_configured': true,
  'search.not_text': true,
  'search.too_short': true,
  'search.too_long': true,
  'search.invalid_text': true,
  'search_by.not_configured': true,
  'search_by.repeated': true,
  'filter.not_configured': true,
  'filter.malformed': true,
  'filter.leading_connector': true,
  'filter.operator_unknown': true,
  'filter.operator_not_supported': true,
  'filter.operator_not_allowed': true,
  'filter.too_many_conditions': true,
  'filter.too_many_values': true,
  'filter.values_required': true,
  'filter.value_not_taken': true,
  'filter.two_values_required': true,
  'filter.value_empty': true,
  'filter.value_invalid': true,
}

const count = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'integer', minimum: 0, description, ...more })
const texts = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description })
const object = (properties: { [name: string]: JsonSchema }): JsonSchema => ({ type: 'object', properties, required: Object.keys(properties) })

/** `meta` of a page. */
export const metaSchema = (): JsonSchema =>
  object({
    totalItems: count('Rows in the filtered set.'),
    itemCount: count('Rows on this page.'),
    itemsPerPage: count('The effective limit; of an unlimited read, the rows it holds.'),
    totalPages: count('0 for an empty set.'),
    currentPage: count('Counted from 1.', { minimum: 1 }),
    sortBy: texts('The sort applied, as `field:ASC` or `field:DESC`.'),
    search: { type: ['string', 'null'], description: 'The trimmed term.' },
    searchBy: texts('The fields that the request narrowed its search to.'),
    filter: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } }, description: 'Criteria by field, as sent.' },
    hasPreviousPage: { type: 'boolean' },
    hasNextPage: { type: 'boolean' },
  })

/** `links` of a page. */
export const linksSchema = (): JsonSchema => {
  const link = (description: string): JsonSchema => ({ type: ['string', 'null'], format: 'uri-reference', description })
  return object({
    first: link('The first page.'),
    previous: link('The page before this one; null on the first.'),
    next: link('The page after this one; null on the last.'),
    last: link('The last page.'),
    current: link('This page.'),
  })
}

/** A page of items. @param items the schema of an item, or a reference to one; any object by default */
export const pageSchema = (items: JsonSchema = { type: 'object' }): JsonSchema =>
  object({ items: { type: 'array', items }, meta: metaSchema(), links: linksSchema() })

/** The problem document (RFC 9457) of a refusal. */
export const problemSchema = (): JsonSchema =>
  object({
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer', const: 400 },
    detail: { type: 'string', description: 'What is wrong, for a reader.' },
    code: { type: 'string', enum: Object.keys(CODES), description: 'What is wrong, for a program. Stable.' },
    parameter: { type: 'string', description: 'The query parameter at fault, e.g. `page` or `filter.status`.' },
  })
