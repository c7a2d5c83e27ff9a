// Every stage: the two error classes, and one writer per refusal. The only place where messages live.
import type { PaginateQueryErrorCode } from './types/error-code.js'
import type { Refusal } from './types/result.js'
import type { FilterOperator, SortDirection } from './vocabulary.js'

/**
 * A client's mistake. Raised before any statement is sent, except for the row ceiling of an unlimited read. `status` is always 400.
 *
 * @example
 * ```ts
 * try {
 *   await paginate(db, { page: 0 }, config)
 * } catch (error) {
 *   if (error instanceof PaginateQueryError) error.code // 'page.not_positive_integer'
 * }
 * ```
 */
export class PaginateQueryError extends Error {
  static {
    Object.defineProperty(this.prototype, 'name', { value: 'PaginateQueryError', configurable: true, writable: true })
  }
  /** HTTP status: always 400. */
  readonly status = 400 as const
  /** Stable code, e.g. `filter.operator_not_allowed`; listed in docs/reference/errors.md. */
  readonly code: PaginateQueryErrorCode
  /** The query parameter at fault: `page`, `limit`, `sortBy`, `search`, `searchBy`, `filter` or `filter.<field>`. */
  readonly parameter: string

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.code = refusal.code
    this.parameter = refusal.parameter
  }
}

/**
 * A developer's mistake in a configuration or in its use. `build()` throws it, and the message names the declaration at fault.
 * A client never causes it.
 */
export class PaginateConfigError extends Error {
  static {
    Object.defineProperty(this.prototype, 'name', { value: 'PaginateConfigError', configurable: true, writable: true })
  }
}

const MAX_QUOTED = 64

/** Client text as quoted in a message: shortened past 64 characters, control characters shown as escapes. */
export function quoted(text: string): string {
  return `'${escaped(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)}'`
}

/** Control characters, ends of lines and lone surrogates as `\u0000`: a log or a terminal must not read them. */
function escaped(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A value type's public name as messages spell it: `Boolean` for `boolean`. */
const typeInMessage = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const refusal = (code: PaginateQueryErrorCode, parameter: string, message: string): Refusal => ({ code, parameter, message })
const ofFilter = (code: PaginateQueryErrorCode, field: string, message: string): Refusal => refusal(code, `filter.${field}`, message)

/** One writer per refusal. Sentences that the contract quotes (docs/reference/contract.md) are exact; the others follow them. */
export const refusals = {
  parameterUnknown: (name: string, near: string | null) =>
    refusal(
      'parameter.unknown',
      name,
      `Query parameter ${quoted(name)} is not known${near === null ? '.' : `; did you mean ${quoted(near)}?`}`,
    ),
  parameterNested: (name: string, field: string) =>
    refusal('parameter.nested', name, `Query parameter '${name}' must not be an object; write it as ${quoted(`filter.${field}`)}.`),
  pageNotPositiveInteger: () => refusal('page.not_positive_integer', 'page', `Query parameter 'page' must be a positive integer.`),
  pageOfUnlimitedRead: () => refusal('page.unlimited', 'page', `Query parameter 'page' must be 1 when 'limit' is -1.`),
  offsetTooDeep: (maxOffset: number) =>
    refusal('page.offset_too_deep', 'page', `Query parameter 'page' reaches too far: at most ${maxOffset} rows may be skipped.`),
  pageNotSupported: () => refusal('page.not_supported', 'page', `Query parameter 'page' is not supported by this list; follow its links.`),
  cursorInvalid: (side: 'after' | 'before') => refusal('cursor.invalid', side, `Query parameter '${side}' is not a valid cursor.`),
  cursorOrderChanged: (side: 'after' | 'before') =>
    refusal('cursor.order_changed', side, `Query parameter '${side}' belongs to another sort order.`),
  cursorOfUnlimitedRead: (side: 'after' | 'before') =>
    refusal('page.unlimited', side, `Query parameter '${side}' must be absent when 'limit' is -1.`),
  cursorTooLong: () =>
    refusal('cursor.too_long', 'sortBy', `Query parameter 'sortBy' must not order by values that are too long for a cursor.`),
  limitNotPositiveInteger: () => refusal('limit.not_positive_integer', 'limit', `Query parameter 'limit' must be a positive integer.`),
  limitOutOfRange: (maxLimit: number) =>
    refusal('limit.out_of_range', 'limit', `Query parameter 'limit' must be between 1 and ${maxLimit}.`),
  limitTooManyRows: (maxRows: number) =>
    refusal('limit.too_many_rows', 'limit', `Query parameter 'limit' must not be -1 here: more than ${maxRows} rows match.`),

  sortMalformed: (entry: string) =>
    refusal('sort.malformed', 'sortBy', `Sort ${quoted(entry)} must have the form 'field:ASC' or 'field:DESC'.`),
  sortNotConfigured: (field: string) => refusal('sort.not_configured', 'sortBy', `Sort for field ${quoted(field)} is not configured.`),
  sortNeedsSearch: (field: string) => refusal('sort.needs_search', 'sortBy', `Sort for field ${quoted(field)} needs a search term.`),
  sortTooManyFields: (max: number) =>
    refusal('sort.too_many_fields', 'sortBy', `Query parameter 'sortBy' must not be repeated more than ${max} times.`),

  searchNotConfigured: () => refusal('search.not_configured', 'search', `Query parameter 'search' is not configured.`),
  searchNotText: () => refusal('search.not_text', 'search', `Query parameter 'search' must be text.`),
  searchTooShort: (min: number) => refusal('search.too_short', 'search', `Query parameter 'search' must have at least ${min} characters.`),
  searchTooLong: (max: number) => refusal('search.too_long', 'search', `Query parameter 'search' must have at most ${max} characters.`),
  searchInvalidText: (rule: string) => refusal('search.invalid_text', 'search', `Query parameter 'search' is invalid: ${rule}.`),
  searchByNotConfigured: (field: string) =>
    refusal('search_by.not_configured', 'searchBy', `Search for field ${quoted(field)} is not configured.`),
  searchByRepeated: (field: string) => refusal('search_by.repeated', 'searchBy', `Search for field ${quoted(field)} must not be repeated.`),

  filterNotConfigured: (field: string) => ofFilter('filter.not_configured', field, `Filter for field ${quoted(field)} is not configured.`),
  filterMalformed: (field: string) =>
    ofFilter('filter.malformed', field, `Filter '${field}' must have the form '[$not:][$and:|$or:]$operator[:value]'.`),
  filterValueMissing: (field: string) => ofFilter('filter.malformed', field, `Filter '${field}' must use the format '$operator:value'.`),
  filterLeadingConnector: (field: string, connector: 'and' | 'or') =>
    ofFilter(
      'filter.leading_connector',
      field,
      `Filter '${field}' must not begin with '$${connector}'; a connector joins a criterion to the one before it.`,
    ),
  filterOperatorUnknown: (field: string, token: string) =>
    ofFilter('filter.operator_unknown', field, `Filter '${field}' has an unknown operator ${quoted(token)}.`),
  filterContainsNotSupported: (field: string, operator: FilterOperator) =>
    ofFilter('filter.operator_not_supported', field, `Filter '${field}' supports '${operator}' only for string or collection fields.`),
  filterComparisonNotSupported: (field: string, typeName: string) =>
    ofFilter(
      'filter.operator_not_supported',
      field,
      `Filter '${field}' does not support comparison operators for type '${typeInMessage(typeName)}'.`,
    ),
  filterOperatorNotAllowed: (field: string, operator: FilterOperator) =>
    ofFilter('filter.operator_not_allowed', field, `Filter '${field}' does not allow operator '${operator}'.`),
  filterTooManyConditions: (max: number) =>
    refusal('filter.too_many_conditions', 'filter', `Query parameter 'filter' must not have more than ${max} criteria.`),
  filterTooManyValues: (field: string, operator: FilterOperator, max: number) =>
    ofFilter('filter.too_many_values', field, `Filter '${field}' must not have more than ${max} '${operator}' values.`),
  filterValuesRequired: (field: string, operator: FilterOperator) =>
    ofFilter('filter.values_required', field, `Filter '${field}' requires at least one '${operator}' value.`),
  filterValueNotTaken: (field: string, operator: FilterOperator) =>
    ofFilter('filter.value_not_taken', field, `Filter '${field}' does not take a value for '${operator}'.`),
  filterTwoValuesRequired: (field: string, operator: FilterOperator) =>
    ofFilter('filter.two_values_required', field, `Filter '${field}' requires exactly two '${operator}' values.`),
  filterValueEmpty: (field: string, operator: FilterOperator) =>
    ofFilter('filter.value_empty', field, `Filter '${field}' requires a value for '${operator}'; use '$null' to match missing values.`),
  filterValueInvalid: (field: string, text: string, rule: string) =>
    ofFilter('filter.value_invalid', field, `Filter '${field}' has an invalid value ${quoted(text)}: ${rule}.`),
} as const

/** Direction as meta and links spell it. */
export const directionInMeta = (direction: SortDirection): 'ASC' | 'DESC' => (direction === 'asc' ? 'ASC' : 'DESC')
