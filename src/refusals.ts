// Every stage: one writer per rejection of a request, used as `refusals.pageOfUnlimitedRead()`. The only place where a
// client's messages live. A module of functions, not a table of them: a bundler shortens their names and leaves out
// those that are not called.
import { quoted, shortened } from './errors.js'
import type { PaginateQueryErrorCode } from './types/error-code.js'
import type { Refusal } from './types/result.js'
import type { FilterOperator } from './vocabulary.js'

/** A value type's public name as messages spell it: `Boolean` for `boolean`. */
const typeInMessage = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const refusal = (code: PaginateQueryErrorCode, parameter: string, message: string): Refusal => ({
  code,
  parameter: shortened(parameter),
  message,
})
const ofFilter = (code: PaginateQueryErrorCode, field: string, message: string): Refusal =>
  refusal(code, `filter.${field}`, message)

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

// Sentences that the contract quotes (docs/reference/contract.md) are exact; the others follow them.

export const parameterUnknown = (name: string, near: string | null) =>
  refusal(
    'parameter.unknown',
    name,
    `Query parameter ${quoted(name)} is not known${near === null ? '.' : `; did you mean ${quoted(near)}?`}`,
  )
export const parameterNested = (name: string, field: string) =>
  refusal(
    'parameter.nested',
    name,
    `Query parameter '${name}' must not be an object; write it as ${quoted(`filter.${field}`)}.`,
  )
export const pageNotPositiveInteger = () =>
  refusal('page.not_positive_integer', 'page', `Query parameter 'page' must be a positive integer.`)
export const pageOfUnlimitedRead = () =>
  refusal('page.unlimited', 'page', `Query parameter 'page' must be 1 when 'limit' is -1.`)
export const offsetTooDeep = (maxOffset: number) =>
  refusal(
    'page.offset_too_deep',
    'page',
    `Query parameter 'page' reaches too far: at most ${maxOffset} rows may be skipped.`,
  )
export const pageNotSupported = (name: 'page' | 'cursor') =>
  refusal('page.not_supported', name, `Query parameter '${name}' is not supported by this list; follow its links.`)
export const cursorInvalid = (side: 'after' | 'before') =>
  refusal('cursor.invalid', side, `Query parameter '${side}' is not a valid cursor.`)
export const cursorOrderChanged = (side: 'after' | 'before') =>
  refusal('cursor.order_changed', side, `Query parameter '${side}' belongs to another sort order.`)
export const cursorOfUnlimitedRead = (side: 'after' | 'before') =>
  refusal('page.unlimited', side, `Query parameter '${side}' must be absent when 'limit' is -1.`)
export const cursorTooLong = () =>
  refusal(
    'cursor.too_long',
    'sortBy',
    `Query parameter 'sortBy' must not order by values that are too long for a cursor.`,
  )
export const limitNotPositiveInteger = () =>
  refusal('limit.not_positive_integer', 'limit', `Query parameter 'limit' must be a positive integer.`)
export const limitOutOfRange = (maxLimit: number) =>
  refusal('limit.out_of_range', 'limit', `Query parameter 'limit' must be between 1 and ${maxLimit}.`)
export const limitTooManyRows = (maxRows: number) =>
  refusal(
    'limit.too_many_rows',
    'limit',
    `Query parameter 'limit' must not be -1 here: more than ${maxRows} rows match.`,
  )

export const sortMalformed = (entry: string) =>
  refusal('sort.malformed', 'sortBy', `Sort ${quoted(entry)} must have the form 'field:ASC' or 'field:DESC'.`)
export const sortNotConfigured = (field: string) =>
  refusal('sort.not_configured', 'sortBy', `Sort for field ${quoted(field)} is not configured.`)
export const sortNeedsSearch = (field: string) =>
  refusal('sort.needs_search', 'sortBy', `Sort for field ${quoted(field)} needs a search term.`)
export const sortTooManyFields = (max: number) =>
  refusal(
    'sort.too_many_fields',
    'sortBy',
    `Query parameter 'sortBy' must not be repeated more than ${counted(max, 'time')}.`,
  )

export const searchNotConfigured = () =>
  refusal('search.not_configured', 'search', `Query parameter 'search' is not configured.`)
export const searchNotText = () => refusal('search.not_text', 'search', `Query parameter 'search' must be text.`)
export const searchTooShort = (min: number) =>
  refusal('search.too_short', 'search', `Query parameter 'search' must have at least ${counted(min, 'character')}.`)
export const searchTooLong = (max: number) =>
  refusal('search.too_long', 'search', `Query parameter 'search' must have at most ${counted(max, 'character')}.`)
export const searchInvalidText = (rule: string) =>
  refusal('search.invalid_text', 'search', `Query parameter 'search' is invalid: ${rule}.`)
export const searchByNotConfigured = (field: string) =>
  refusal('search_by.not_configured', 'searchBy', `Search for field ${quoted(field)} is not configured.`)
export const searchByRepeated = (field: string) =>
  refusal('search_by.repeated', 'searchBy', `Search for field ${quoted(field)} must not be repeated.`)

export const fieldsUnknown = (name: string) =>
  refusal('fields.unknown', 'fields', `Field ${quoted(name)} is not a member of the items.`)
export const fieldsNotInFile = ([name = '']: Iterable<string>) =>
  refusal('fields.unknown', 'fields', `Field ${quoted(name)} has no column in this file.`)
export const facetUnknown = (name: string) =>
  refusal('facets.unknown', 'facets', `Facet ${quoted(name)} is not available in this list.`)
export const fieldsNotText = () => refusal('fields.not_text', 'fields', `Query parameter 'fields' must be text.`)

export const filterNotConfigured = (field: string) =>
  ofFilter('filter.not_configured', field, `Filter for field ${quoted(field)} is not configured.`)
export const filterMalformed = (field: string) =>
  ofFilter('filter.malformed', field, `Filter '${field}' must have the form '[$not:][$and:|$or:]$operator[:value]'.`)
export const filterValueMissing = (field: string) =>
  ofFilter('filter.malformed', field, `Filter '${field}' must use the format '$operator:value'.`)
export const filterLeadingConnector = (field: string, connector: 'and' | 'or') =>
  ofFilter(
    'filter.leading_connector',
    field,
    `Filter '${field}' must not begin with '$${connector}'; a connector joins a criterion to the one before it.`,
  )
export const filterOperatorUnknown = (field: string, token: string) =>
  ofFilter('filter.operator_unknown', field, `Filter '${field}' has an unknown operator ${quoted(token)}.`)
export const filterContainsNotSupported = (field: string, operator: FilterOperator) =>
  ofFilter(
    'filter.operator_not_supported',
    field,
    `Filter '${field}' supports '${operator}' only for string or collection fields.`,
  )
export const filterComparisonNotSupported = (field: string, typeName: string) =>
  ofFilter(
    'filter.operator_not_supported',
    field,
    `Filter '${field}' does not support comparison operators for type '${typeInMessage(typeName)}'.`,
  )
export const filterOperatorNotAllowed = (field: string, operator: FilterOperator) =>
  ofFilter('filter.operator_not_allowed', field, `Filter '${field}' does not allow operator '${operator}'.`)
export const filterTooManyConditions = (
  max: number,
  kind: '' | ' that are evaluated one by one' | ' that look inside of text' = '',
) =>
  refusal(
    'filter.too_many_conditions',
    'filter',
    `Query parameter 'filter' must not have more than ${counted(max, 'criterion', 'criteria')}${kind}.`,
  )
export const filterExpressionSyntax = (position: number, expected: string) =>
  refusal(
    'filter.expression_syntax',
    'filter',
    `Query parameter 'filter' is not valid at character ${position}: expected ${expected}.`,
  )
export const filterExpressionTwice = () =>
  refusal(
    'filter.expression_syntax',
    'filter',
    `Query parameter 'filter' must not be repeated; join its terms with 'AND' or 'OR'.`,
  )
export const filterExpressionNotText = () =>
  refusal('filter.expression_syntax', 'filter', `Query parameter 'filter' must be text.`)
export const filterExpressionTooLarge = (
  max: number,
  unit: 'character' | 'term' | 'level' | 'separate condition',
  kind: '' | " of 'AND' and 'OR'" | ' on rows of other tables' = '',
) =>
  refusal(
    'filter.expression_too_large',
    'filter',
    `Query parameter 'filter' must not have more than ${counted(max, unit)}${kind}.`,
  )
export const filterTooManyValues = (field: string, operator: FilterOperator, max: number) =>
  ofFilter(
    'filter.too_many_values',
    field,
    `Filter '${field}' must not have more than ${counted(max, `'${operator}' value`)}.`,
  )
export const filterTooManyValuesInAll = (max: number) =>
  refusal('filter.too_many_values', 'filter', `Query parameter 'filter' must not have more than ${max} listed values.`)
/** Each of them has to be met, and another element may meet it. */
export const filterTooManyElements = (field: string, max: number) =>
  ofFilter(
    'filter.too_many_conditions',
    field,
    `Filter '${field}' must not have more than ${max} criteria that each need an element.`,
  )
/** Of the app's own condition. */
export const filterTooManyOwn = (field: string, max: number) =>
  ofFilter('filter.too_many_conditions', field, `Filter '${field}' must not have more than ${max} criteria.`)
export const filterValuesRequired = (field: string, operator: FilterOperator) =>
  ofFilter('filter.values_required', field, `Filter '${field}' requires at least one '${operator}' value.`)
export const filterValueNotTaken = (field: string, operator: FilterOperator) =>
  ofFilter('filter.value_not_taken', field, `Filter '${field}' does not take a value for '${operator}'.`)
export const filterTwoValuesRequired = (field: string, operator: FilterOperator) =>
  ofFilter('filter.two_values_required', field, `Filter '${field}' requires exactly two '${operator}' values.`)
export const filterValueEmpty = (field: string, operator: FilterOperator) =>
  ofFilter(
    'filter.value_empty',
    field,
    `Filter '${field}' requires a value for '${operator}'; use '$null' to match missing values.`,
  )
export const filterValueInvalid = (field: string, text: string, rule: string) =>
  ofFilter('filter.value_invalid', field, `Filter '${field}' has an invalid value ${quoted(text)}: ${rule}.`)
