// Front ends: a data source for MUI's DataGrid.
import { listQuery, type ListQuery } from '../client/list-query.js'
import { checkNames } from '../client/option-names.js'
import { type Condition, is, isNot, isNotNull, isNull, noneOf, oneOf } from './condition.js'
import { withCondition } from './with-condition.js'
import {
  type Comparison,
  comparesDate,
  comparesSpan,
  comparesValue,
  isTime,
  readInstant,
  spanOfDay,
  spanOfInstant,
} from './dates.js'
import { cannot, factsOfField, type FieldFact, FRONT_END_OPTIONS, type FrontEndOptions } from './options.js'
import { type AnyClient, readRows } from './read-rows.js'
import { assertEqualWithoutCase, isEmptyText, isNotEmptyText, readTexts, TEXT_OPERATORS } from './texts.js'

/** The request of the grid. */
export interface MuiGetRowsParams {
  readonly start?: number | string
  readonly end?: number
  readonly paginationModel?: { readonly page: number; readonly pageSize: number } | undefined
  readonly sortModel?: readonly { readonly field: string; readonly sort?: 'asc' | 'desc' | null | undefined }[]
  readonly filterModel?: {
    readonly items: readonly MuiFilterItem[]
    readonly logicOperator?: string
    readonly quickFilterValues?: readonly unknown[]
  }
  readonly groupKeys?: readonly string[] | undefined
  readonly groupFields?: readonly string[] | undefined
  readonly aggregationModel?: object | undefined
  readonly pivotModel?: unknown
}

export interface MuiFilterItem {
  readonly field: string
  readonly operator: string
  readonly value?: unknown
}

export interface MuiRows {
  rows: { readonly [field: string]: unknown }[]
  rowCount: number
  pageInfo: { hasNextPage: boolean }
}

export interface MuiDataSource {
  getRows(params: MuiGetRowsParams): Promise<MuiRows>
}

/**
 * Makes a data source for MUI's DataGrid.
 *
 * @param client of the list; columns have the list's names as `field`
 * @throws RangeError (rejects, from `getRows`) with a sentence, before anything is sent, if a list cannot filter as the
 * grid does
 * @example
 * ```ts
 * const dataSource = muiDataSource(createListClient('/orders'), { fields: { placedAt: 'timestamp' } })
 * // <DataGrid dataSource={dataSource} pagination … />
 * ```
 */
export function muiDataSource(client: AnyClient, options: FrontEndOptions = {}): MuiDataSource {
  checkNames('muiDataSource', options, FRONT_END_OPTIONS)
  /** Fields whose values have no empty text, as the list itself said. */
  const withoutTexts = new Set<string>()
  const getRows = async (params: MuiGetRowsParams): Promise<MuiRows> => {
    // "Is empty" asks for missing values and empty texts: a list rejects the text of a field that holds none.
    const { rows, total, hasNextPage } = await readTexts(withoutTexts, () =>
      readRows(client, queryOf(params, options, withoutTexts), windowOf(params), options),
    )
    // -1: the list does not count its rows; the grid then has next and previous.
    return { rows: rows as MuiRows['rows'], rowCount: total ?? -1, pageInfo: { hasNextPage } }
  }
  return { getRows }
}

/** With lazy loading, `start` and `end` say which rows, and the page is that of the first ones. */
function windowOf({ paginationModel, start = 0, end }: MuiGetRowsParams): [start: number, end: number] {
  // `end` is the last row of the window. It is before the start if all rows are on one page.
  if (end !== undefined && end >= Number(start)) return [Number(start), end + 1]
  const { page, pageSize } = paginationModel ?? { page: 0, pageSize: -1 }
  return pageSize > 0 ? [page * pageSize, (page + 1) * pageSize] : [0, Infinity]
}

function queryOf(
  {
    sortModel = [],
    filterModel,
    groupKeys = [],
    groupFields = [],
    aggregationModel = {},
    pivotModel,
  }: MuiGetRowsParams,
  options: FrontEndOptions,
  withoutTexts: ReadonlySet<string>,
): ListQuery | null {
  const aggregated = Object.keys(aggregationModel)
  if (groupKeys.length > 0 || groupFields.length > 0 || aggregated.length > 0 || pivotModel)
    cannot('A list has no groups, no tree, no pivot and no aggregation; leave them out of the grid.')
  const { items = [], logicOperator, quickFilterValues = [] } = filterModel ?? {}
  const [term, ...more] = quickFilterValues.filter(Boolean)
  if (more.length > 0) {
    cannot(
      "A list searches for one text, not for each word; give the quick filter 'quickFilterParser={(text) => [text]}'.",
    )
  }
  let query = listQuery().search(term === undefined ? null : `${term as string}`)
  for (const { field, sort } of sortModel) if (sort) query = query.sortBy(field, sort)
  const members = items.flatMap((item) => filterOf(item, options, withoutTexts) ?? [])
  const isOr = logicOperator === 'or' && members.length > 0
  return withCondition(query, isOr ? { any: members } : { all: members }, options.expressions ?? false)
}

const isUnset = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  Number.isNaN(value) ||
  (Array.isArray(value) && value.length === 0)

/** Null for an item that nothing has been written into yet. */
function filterOf(
  { field, operator, value }: MuiFilterItem,
  options: FrontEndOptions,
  withoutTexts: ReadonlySet<string>,
): Condition | null {
  const facts = factsOfField(options, field)
  const hasTexts = !withoutTexts.has(field) && !facts.has('boolean') && !isTime(facts)
  if (operator === 'isEmpty') return hasTexts ? isEmptyText(field) : isNull(field)
  if (operator === 'isNotEmpty') return hasTexts ? isNotEmptyText(field) : isNotNull(field)
  if (isUnset(value)) return null
  if (operator in DATES)
    return isDate(value, facts, operator)
      ? dateFilter(field, DATES[operator]!, value, facts, options)
      : choiceFilter(field, operator, value, facts)
  if (operator in NUMBERS) return numberFilter(field, operator, Number(value))
  if (operator === 'isAnyOf') return anyOf(field, value as unknown[], facts)
  return textFilter(field, operator, `${value as string}`.trim(), facts)
}

/** One choice of several may be an object with a label. */
const choiceOf = (value: unknown): unknown =>
  Object(value) === value ? (value as { readonly value?: unknown }).value : value

function anyOf(field: string, given: readonly unknown[], facts: ReadonlySet<FieldFact>): Condition {
  // The grid leaves out the white space at the ends of a text, and compares a choice with a label as it is.
  const values = given.map((value) => (typeof value === 'string' ? value.trim() : choiceOf(value)))
  for (const value of values) if (typeof value === 'string') assertEqualWithoutCase(field, value, facts)
  return oneOf(field, values)
}

function textFilter(field: string, operator: string, text: string, facts: ReadonlySet<FieldFact>): Condition {
  if (operator === 'equals' || operator === 'doesNotEqual') {
    assertEqualWithoutCase(field, text, facts)
    return operator === 'equals' ? is(field, '$eq', text) : isNot(field, '$eq', text)
  }
  if (operator === 'doesNotContain') return text === '' ? isNull(field) : isNot(field, '$ilike', text)
  if (!Object.hasOwn(TEXT_OPERATORS, operator))
    return cannot(`A list has no filter '${operator}'; leave it out of the column's filterOperators.`)
  return text === '' ? isNotNull(field) : is(field, TEXT_OPERATORS[operator]!, text)
}

const NUMBERS: Readonly<Record<string, Comparison>> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
}

function numberFilter(field: string, operator: string, value: number): Condition | null {
  if (Number.isNaN(value)) return null
  return comparesValue(field, NUMBERS[operator]!, value)
}

/** A column of one choice, or of booleans. */
function choiceFilter(
  field: string,
  operator: string,
  value: unknown,
  facts: ReadonlySet<FieldFact>,
): Condition | null {
  // One choice of several is compared as it is, a boolean too.
  if (facts.has('boolean') || (typeof value === 'boolean' && !facts.has('exact'))) {
    if (operator !== 'is') cannot(`A column of booleans has no filter '${operator}': '${field}'.`)
    const isTrue = `${value as string}`.toLowerCase() === 'true'
    // The grid shows a missing value as false.
    return isTrue ? is(field, '$eq', true) : { any: [is(field, '$eq', false), isNull(field)] }
  }
  if (value === 'false' && !facts.has('exact')) {
    cannot(`'${field}' may be a boolean or a choice of texts; name it in 'fields' as 'boolean' or 'exact'.`)
  }
  const chosen = [choiceOf(value)]
  if (operator === 'is') return oneOf(field, chosen)
  return operator === 'not' ? noneOf(field, chosen) : cannot(`The filter '${operator}' of '${field}' has no date.`)
}

/** By the operator: what it asks of the days of a column of dates. */
const DATES: Readonly<Record<string, Comparison>> = {
  is: 'eq',
  not: 'ne',
  after: 'gt',
  onOrAfter: 'gte',
  before: 'lt',
  onOrBefore: 'lte',
}

function isDate(value: unknown, facts: ReadonlySet<FieldFact>, operator: string): boolean {
  if (isTime(facts) || value instanceof Date) return true
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return false
  return (operator !== 'is' && operator !== 'not') || !facts.has('exact')
}

const MINUTE = 60_000
const DAY = 1440 * MINUTE

function dateFilter(
  field: string,
  comparison: Comparison,
  value: unknown,
  facts: ReadonlySet<FieldFact>,
  options: FrontEndOptions,
): Condition {
  const instant = readInstant(field, value, options)
  // A column of dates has midnights of UTC in its filter.
  const isDay = facts.has('date') || facts.has('day') || (!facts.has('dateTime') && instant % DAY === 0)
  if (isDay) {
    const day = new Date(instant).toISOString().slice(0, 10)
    if (facts.has('day') || facts.has('timestamp')) return comparesSpan(field, comparison, spanOfDay(day, options))
    return comparesDate(field, comparison, day)
  }
  // A column of dates with times compares minutes: those of the cell are cut only for equality.
  const minute = Math.floor(instant / MINUTE) * MINUTE
  const isEquality = comparison === 'eq' || comparison === 'ne'
  return comparesSpan(field, comparison, isEquality ? [minute, minute + MINUTE] : spanOfInstant(minute))
}
