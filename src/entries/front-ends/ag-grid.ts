// Front ends: a datasource for AG Grid's infinite and server-side row models.
import { listQuery } from '../client/list-query.js'
import { checkNames } from '../client/option-names.js'
import { ALWAYS, type Condition, is, isNot, isNotNull, isNull, NEVER, oneOf } from './condition.js'
import { withCondition } from './with-condition.js'
import {
  type Comparison,
  comparesDate,
  comparesSpan,
  comparesValue,
  dayOf,
  instantOf,
  isStartOfDay,
  isTime,
  MIDNIGHT,
  readDay,
  readInstant,
  type Span,
  spanOfDay,
  spanOfInstant,
} from './dates.js'
import { cannot, factsOfField, type FieldFact, FRONT_END_OPTIONS, type FrontEndOptions } from './options.js'
import { type AnyClient, readRows } from './read-rows.js'
import { assertEqualWithoutCase, isEmptyText, isNotEmptyText, readTexts, TEXT_OPERATORS } from './texts.js'

/** The request of both row models. */
export interface AgGridRequest {
  readonly startRow?: number | undefined
  readonly endRow?: number | undefined
  readonly sortModel?: readonly {
    readonly colId: string
    readonly sort?: 'asc' | 'desc' | null
    readonly type?: string
  }[]
  readonly filterModel?: unknown
  readonly rowGroupCols?: readonly unknown[]
  readonly groupKeys?: readonly string[]
  readonly pivotMode?: boolean
}

/** The grid, for the settings of a column's filter. */
interface AgGridCommon {
  readonly api?: object
}

export interface AgGridInfiniteParams extends AgGridRequest, AgGridCommon {
  successCallback(rows: unknown[], lastRow?: number): void
  failCallback(): void
}

export interface AgGridServerSideParams extends AgGridCommon {
  readonly request: AgGridRequest
  success(answer: { rowData: unknown[]; rowCount?: number }): void
  fail(): void
}

export interface AgGridOptions extends FrontEndOptions {
  /** Gets the reason if a request fails; the grid itself learns only that it failed. */
  readonly onError?: (error: unknown) => void
}

/** A datasource of both row models. */
export interface AgGridDatasource {
  getRows(params: AgGridInfiniteParams | AgGridServerSideParams): void
}

/**
 * Makes a datasource for AG Grid's infinite and server-side row models. The arguments of the grid's call show which
 * model it is.
 *
 * @param client of the list; columns have the list's names as `colId`
 * @throws RangeError (from `getRows`) with a sentence, before anything is sent, if a list cannot filter as the grid does
 * @example
 * ```ts
 * const datasource = agGridDatasource(createListClient('/orders'), { fields: { placedAt: 'timestamp' } })
 * // <AgGridReact rowModelType="serverSide" serverSideDatasource={datasource} … />
 * ```
 */
export function agGridDatasource(client: AnyClient, options: AgGridOptions = {}): AgGridDatasource {
  checkNames('agGridDatasource', options, { ...FRONT_END_OPTIONS, onError: true })
  /** Fields whose values have no empty text, as the list itself said. */
  const withoutTexts = new Set<string>()
  const own = { ...options, withoutTexts }
  return {
    getRows(params) {
      const isServerSide = 'request' in params
      const request = isServerSide ? params.request : params
      const fail = (error: unknown): void => {
        if (isServerSide) params.fail()
        else params.failCallback()
        options.onError?.(error)
      }
      const { startRow = 0, endRow = Infinity } = request
      const query = () => queryOf(request, params.api as GridApi | undefined, own)
      try {
        query()
      } catch (error) {
        // The grid hears of it too, but the sentence is first.
        void Promise.resolve(error).then(fail)
        throw error
      }
      const read = () => readRows(client, query(), [startRow, endRow], options)
      readTexts(withoutTexts, read).then(({ rows, total }) => {
        // A list that does not count its rows has a total with its last block, and none past its end.
        if (!isServerSide) params.successCallback(rows, total ?? undefined)
        else params.success(total === null ? { rowData: rows } : { rowData: rows, rowCount: total })
      }, fail)
    },
  }
}

interface OwnOptions extends FrontEndOptions {
  readonly withoutTexts: ReadonlySet<string>
}

function queryOf(request: AgGridRequest, api: GridApi | undefined, options: OwnOptions) {
  const { sortModel = [], filterModel, rowGroupCols = [], groupKeys = [], pivotMode } = request
  if (rowGroupCols.length > 0 || groupKeys.length > 0 || pivotMode)
    cannot('A list has no groups, no tree and no pivot; leave them out of the grid.')
  let query = listQuery()
  for (const { colId, sort, type } of sortModel) {
    if (type !== undefined && type !== 'default') cannot(`A list cannot sort '${colId}' by absolute values.`)
    if (sort) query = query.sortBy(colId, sort)
  }
  return withCondition(query, conditionOf(filterModel, api, options), options.expressions ?? false)
}

interface FilterModel {
  readonly filterType?: string
  readonly type?: string
  readonly colId?: string
  readonly filter?: unknown
  readonly filterTo?: unknown
  readonly dateFrom?: string | null
  readonly dateTo?: string | null
  readonly values?: readonly (string | null)[] | null
  readonly operator?: 'AND' | 'OR'
  readonly conditions?: readonly FilterModel[]
  readonly filterModels?: readonly (FilterModel | null)[] | null
}

/** The settings of a filter that change which rows pass. */
interface FilterParams {
  readonly caseSensitive?: boolean
  readonly textMatcher?: unknown
  readonly textFormatter?: unknown
  readonly inRangeInclusive?: boolean
  readonly includeBlanksInEquals?: boolean
  readonly includeBlanksInNotEqual?: boolean
  readonly includeBlanksInLessThan?: boolean
  readonly includeBlanksInGreaterThan?: boolean
  readonly includeBlanksInRange?: boolean
  /** Of a multi filter: those of its filters. */
  readonly filters?: readonly { readonly filterParams?: FilterParams }[]
}

interface GridApi {
  getColumnDef?(colId: string): { readonly filterParams?: unknown; readonly cellDataType?: unknown } | null
}

interface Column {
  readonly field: string
  readonly params: FilterParams
  readonly facts: ReadonlySet<FieldFact>
  /** By what the grid says of its cells. */
  readonly isNumber: boolean
  /** Its values may be an empty text, as far as is known. */
  readonly hasTexts: boolean
  /** Its cells are the ISO text that the list sends: the grid reads the digits to the second, and ignores the `Z`. */
  readonly isIsoText: boolean
  readonly options: FrontEndOptions
}

function conditionOf(model: unknown, api: GridApi | undefined, options: OwnOptions): Condition {
  if (!model) return ALWAYS
  const columnOf = (field: string): Column => {
    const { filterParams, cellDataType } = api?.getColumnDef?.(field) ?? {}
    const params = (filterParams ?? {}) as FilterParams
    const facts = new Set(factsOfField(options, field))
    const isNumber = cellDataType === 'number'
    const hasTexts = !(isNumber || options.withoutTexts.has(field) || facts.has('boolean') || isTime(facts))
    const isIsoText = cellDataType === 'dateTimeString'
    if (cellDataType === 'dateTime' || isIsoText) facts.add('dateTime')
    const own = isIsoText ? { ...options, timeZone: 'UTC' } : options
    return { field, params, facts, isNumber, hasTexts, isIsoText, options: own }
  }
  const advanced = ({ filterType, type, colId = '', conditions = [], ...own }: FilterModel): Condition => {
    if (filterType !== 'join') return filterOf(columnOf(colId), { ...own, filterType, type } as FilterModel)
    const members = conditions.map(advanced)
    return type === 'OR' ? { any: members } : { all: members }
  }
  if (typeof (model as FilterModel).filterType === 'string') return advanced(model as FilterModel)
  return {
    all: Object.entries(model as Record<string, FilterModel>).map(([field, one]) => filterOf(columnOf(field), one)),
  }
}

function filterOf(column: Column, model: FilterModel): Condition {
  const { filterType, operator, conditions, filterModels, values } = model
  if (filterType === 'set') return values ? setFilter(column, values) : ALWAYS
  // The grid calls it with objects of its own. Of a set it changes no row.
  if (typeof column.params === 'function')
    cannot(`The filterParams of '${column.field}' are a function; give them as an object.`)
  if (filterType === 'multi') {
    const { filters = [] } = column.params
    return {
      all: (filterModels ?? []).flatMap((one, at) =>
        one ? [filterOf({ ...column, params: filters[at]?.filterParams ?? {} }, one)] : [],
      ),
    }
  }
  if (conditions) {
    const members = conditions.map((one) => filterOf(column, { filterType: filterType!, ...one }))
    return operator === 'OR' && members.length > 0 ? { any: members } : { all: members }
  }
  switch (filterType) {
    case 'text':
    case undefined:
      return textFilter(column, model)
    case 'boolean':
      return (
        booleanFilter(column.field, model.type) ??
        blankFilter(column.field, model.type) ??
        unknown(column.field, model.type)
      )
    case 'number':
    case 'bigint':
      return numberFilter(column, model)
    case 'date':
    case 'dateString':
    case 'dateTime':
    case 'dateTimeString':
      return dateFilter(column, model)
    default:
      return unknown(column.field, filterType)
  }
}

const unknown = (field: string, type: string | undefined): never =>
  cannot(`A list has no filter '${type}' for '${field}'; leave it out of the column's filterOptions.`)

/** The options that the grid gives a column of booleans. */
const booleanFilter = (field: string, type: string | undefined): Condition | null =>
  type === 'true' || type === 'false' ? is(field, '$eq', type === 'true') : null

/** Of values without text: a blank is a missing value. */
const blankFilter = (field: string, type: string | undefined): Condition | null =>
  type === 'blank' ? isNull(field) : type === 'notBlank' ? isNotNull(field) : null

function textFilter({ field, params, facts, hasTexts }: Column, { type = '', filter }: FilterModel): Condition {
  if (type === 'empty') return ALWAYS
  const ofBoolean = filter === undefined || filter === null ? booleanFilter(field, type) : null
  if (ofBoolean) return ofBoolean
  if (params.textMatcher || params.textFormatter)
    cannot(`A list does not know the textMatcher or textFormatter of '${field}'.`)
  const ofBlanks = blankFilter(field, type)
  if (ofBlanks) {
    if (!hasTexts) return ofBlanks
    if (!facts.has('trimmed')) {
      cannot(`The grid's blanks of '${field}' include white space, a list's do not; name it in 'fields' as 'trimmed'.`)
    }
    return type === 'blank' ? isEmptyText(field) : isNotEmptyText(field)
  }
  if (filter === undefined || filter === null || filter === '')
    cannot(`The filter '${type}' of '${field}' has no value.`)
  const text = `${filter as string}`
  const isExact = params.caseSensitive ?? facts.has('exact')
  if (type === 'equals' || type === 'notEqual') {
    if (!isExact) assertEqualWithoutCase(field, text, facts)
    return type === 'equals' ? is(field, '$eq', text) : isNot(field, '$eq', text)
  }
  const isNegated = type === 'notContains'
  const match = isNegated ? 'contains' : type
  if (!Object.hasOwn(TEXT_OPERATORS, match)) return unknown(field, type)
  if (isExact) cannot(`A list ignores letter case in '${type}', but the column '${field}' does not.`)
  return (isNegated ? isNot : is)(field, TEXT_OPERATORS[match]!, text)
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  equals: 'eq',
  notEqual: 'ne',
  lessThan: 'lt',
  lessThanOrEqual: 'lte',
  greaterThan: 'gt',
  greaterThanOrEqual: 'gte',
}

/** By the comparison: the setting that lets missing values pass it. */
const BLANKS = {
  eq: 'includeBlanksInEquals',
  ne: 'includeBlanksInNotEqual',
  lt: 'includeBlanksInLessThan',
  lte: 'includeBlanksInLessThan',
  gt: 'includeBlanksInGreaterThan',
  gte: 'includeBlanksInGreaterThan',
} as const satisfies Readonly<Record<Comparison, keyof FilterParams>>

/** Filters of values with an order, given what compares one. */
function scalarFilter<Value>(
  { field, params }: Column,
  type: string,
  values: readonly (Value | null)[],
  compare: (comparison: Comparison, value: Value) => Condition,
): Condition {
  if (type === 'empty') return ALWAYS
  const ofBlanks = blankFilter(field, type)
  if (ofBlanks) return ofBlanks
  const valueAt = (at: number): Value => values[at] ?? cannot(`The filter '${type}' of '${field}' has no value.`)
  const withBlanks = (condition: Condition, setting: keyof FilterParams): Condition =>
    params[setting] ? { any: [condition, isNull(field)] } : condition
  if (type === 'inRange') {
    const [from, to] = params.inRangeInclusive ? (['gte', 'lte'] as const) : (['gt', 'lt'] as const)
    return withBlanks({ all: [compare(from, valueAt(0)), compare(to, valueAt(1))] }, 'includeBlanksInRange')
  }
  const comparison = Object.hasOwn(COMPARISONS, type) ? COMPARISONS[type]! : unknown(field, type)
  return withBlanks(compare(comparison, valueAt(0)), BLANKS[comparison])
}

/** Bigints are text in a model: as text they have no order. */
const integerOf = (text: string): bigint | string => (/^[+-]?\d+$/.test(text) ? BigInt(text) : text)

function numberFilter(column: Column, { type = '', filter, filterTo }: FilterModel): Condition {
  const { field, params } = column
  return scalarFilter(column, type, [filter, filterTo], (comparison, value) => {
    const condition = comparesValue(field, comparison, typeof value === 'string' ? integerOf(value) : value)
    // Every other row has those with null too.
    return comparison !== 'ne' || params.includeBlanksInNotEqual ? condition : { all: [condition, isNotNull(field)] }
  })
}

/** A date and time as the grid writes it: `yyyy-MM-dd HH:mm:ss`, without the time in a column of dates. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.\d+)?)?$/

/** Cells that have one of the keys: text, or dates as the grid writes them, to the second. */
function setFilter({ field, facts, isNumber, options }: Column, keys: readonly (string | null)[]): Condition {
  // A number's key may have an exponent, which is sent in digits.
  if (!isTime(facts)) return oneOf(field, isNumber ? keys.map((key) => (/\de/.test(key!) ? Number(key) : key)) : keys)
  if (facts.has('date')) {
    const days = keys.flatMap<string | null>((key) => (key === null ? [null] : daysOf(field, key, options)))
    return oneOf(field, days)
  }
  const equals = (key: string): Condition => {
    const [, day, time] = DATE.exec(key) ?? []
    if (day === undefined) return comparesSpan(field, 'eq', spanOfInstant(readInstant(field, key, options)))
    if (time === undefined) return comparesSpan(field, 'eq', spanOfDay(readDay(field, day), options))
    const second = instantOf(`${day}T${time}`, options)
    return comparesSpan(field, 'eq', [second, second + 1000])
  }
  return { any: keys.map((key) => (key === null ? isNull(field) : equals(key))) }
}

/** The day whose start a key is: a date never equals a later time. */
function daysOf(field: string, key: string, options: FrontEndOptions): readonly string[] {
  const [, day, time = MIDNIGHT] = DATE.exec(key) ?? []
  if (day !== undefined) return isStartOfDay(readDay(field, day), time, options) ? [day] : []
  const instant = readInstant(field, key, options)
  const shown = dayOf(field, instant, options)
  return spanOfDay(shown, options)[0] === instant ? [shown] : []
}

function dateFilter(column: Column, { type = '', dateFrom, dateTo, filter, filterTo }: FilterModel): Condition {
  const { field, facts, isIsoText, options } = column
  const read = (text: unknown): readonly [day: string, time: string] | null => {
    if (text === undefined || text === null || text === '') return null
    const [, day, time = MIDNIGHT] = DATE.exec(`${text as string}`) ?? []
    return day === undefined
      ? cannot(`The filter '${type}' of '${field}' has no date: '${text as string}'.`)
      : [readDay(field, day), time]
  }
  // The advanced filter has its dates in `filter`.
  const dates = [read(dateFrom ?? filter), read(dateTo ?? filterTo)]
  const hasTime = dates.some((date) => date !== null && date[1] !== MIDNIGHT)
  const isInstant = facts.has('dateTime') || facts.has('timestamp') || (hasTime && !facts.has('date'))
  return scalarFilter(column, type, dates, (comparison, [day, time]) => {
    const isEquality = comparison === 'eq' || comparison === 'ne'
    if (facts.has('day') || !isInstant) {
      const compare = facts.has('day')
        ? (one: Comparison) => comparesSpan(field, one, spanOfDay(day, options))
        : (one: Comparison) => comparesDate(field, one, day)
      // A cell is the start of a day: it never equals a later time, and is before it on the same day.
      if (isStartOfDay(day, time, options)) return compare(comparison)
      if (isEquality) return comparison === 'eq' ? NEVER : isNotNull(field)
      return compare(comparison.startsWith('l') ? 'lte' : 'gt')
    }
    const instant = instantOf(`${day}T${time}`, options)
    const isDay = isEquality && time === MIDNIGHT && !facts.has('dateTime')
    const end = instant + (isIsoText ? 1000 : 1)
    const span: Span = isDay ? spanOfDay(dayOf(field, instant, options), options) : [instant, end]
    return comparesSpan(field, comparison, span)
  })
}
