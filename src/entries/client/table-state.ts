// Client: a query as the state of a table (TanStack Table's sorting, columnFilters, pagination, globalFilter), and
// back. No table code.
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { FilterName, ListSource, OperatorOf, SearchName } from './client-types.js'
import { factsOf } from '../../basics/criteria-text.js'
import { readCriterion } from './criterion.js'
import { ListQuery } from './list-query.js'
import { checkNames, type Names } from './option-names.js'

/** The position of a page in a list with cursors. */
export type ListCursor = ({ readonly after: string } | { readonly before: string }) & {
  /**
   * The filters, search and order that the position belongs to, as `toTableState` found them. If the state has others,
   * the position is not sent. A position without `of` belongs to the state that it is in.
   */
  readonly of?: string
}

/** The four slices of table state that a server-side list needs; assignable to the table's own types. */
export interface ListTableState {
  /** Sorts by column ids. Give columns an `id`, because a table writes the dot of an accessor key as `_`. */
  sorting: { id: string; desc: boolean }[]
  columnFilters: { id: string; value: unknown }[]
  /** 0-based. A `pageSize` of `Infinity` is an unlimited read. */
  pagination: { pageIndex: number; pageSize: number }
  /** The search term, `''` for none. */
  globalFilter: string
  /** The fields to search in, of `.searchBy()`. Tables have no slice for them. */
  searchBy?: readonly string[]
  /**
   * The position in a list with cursors, whose pages have no number. If this member is given, also as null, `pageIndex`
   * is not sent. Tables have no slice for it.
   */
  cursor?: ListCursor | null
  /** The conditions of `.expression()`, which belong to no column. Tables have no slice for them. */
  filterExpression?: string | null
  /** The members that items have, of `.fields()`. Tables have no slice for them. */
  fields?: readonly string[]
}

export interface TableStateOptions<Source extends ListSource> {
  /**
   * The operator that a column's plain filter value stands for. `$in` takes a list; `$btw` a pair, where a missing end
   * is sent as `$gte` or `$lte`; the others one value. Criteria that have no plain value, and columns without an
   * operator, hold `{ criteria: ['$gte:10', '$or:$null'] }`.
   */
  readonly operators?: { readonly [Name in FilterName<Source>]?: OperatorOf<Source, Name> } | undefined
  /** Columns of collections: their `$contains` value is a list. */
  readonly lists?: readonly FilterName<Source>[] | undefined
  /** The endpoint's default limit: a page of that size is asked for without naming it. @default every limit is named */
  readonly defaultLimit?: number | undefined
  /** Fields to search in, if the state has none. @default all */
  readonly searchBy?: readonly SearchName<Source>[] | undefined
}

const TABLE_OPTIONS: Names<TableStateOptions<ListSource>> = {
  operators: true,
  lists: true,
  defaultLimit: true,
  searchBy: true,
}

interface LooseOptions {
  readonly operators?: { readonly [name: string]: string | undefined } | undefined
  readonly lists?: readonly string[] | undefined
}

/**
 * Turns a query into table state. Filter values are text, as in the URL.
 *
 * @example
 * ```ts
 * toTableState(query, { defaultLimit: 20, operators: { status: '$in', views: '$btw' } })
 * // filter.status=$in:draft,live&page=2 → columnFilters: [{ id: 'status', value: ['draft', 'live'] }], pagination: { pageIndex: 1, … }
 * ```
 * @throws TypeError for an option of another name
 * @see fromTableState
 */
export function toTableState<Source extends ListSource = AnyPaginateConfig>(
  query: ListQuery<Source>,
  options: TableStateOptions<Source> = {},
): ListTableState {
  checkNames('toTableState', options, TABLE_OPTIONS)
  const { page, after, before, limit, sortBy, search, searchBy, filters, filterExpression, fields } = query.state
  const cursor = after === null ? (before === null ? null : { before }) : { after, ...(before !== null && { before }) }
  const byField = new Map<string, string[]>()
  for (const [field, criterion] of filters) byField.set(field, [...(byField.get(field) ?? []), criterion])
  const state: ListTableState = {
    sorting: sortBy.map((entry) => {
      const [, id = entry, desc] = /^(.*):(?:asc|(desc))$/is.exec(entry) ?? []
      return { id, desc: !!desc }
    }),
    columnFilters: Array.from(byField, ([id, criteria]) => ({
      id,
      value: plainValue(id, criteria, options) ?? { criteria },
    })),
    // 10 is the table's own default.
    pagination: { pageIndex: page - 1, pageSize: limit === -1 ? Infinity : (limit ?? options.defaultLimit ?? 10) },
    globalFilter: search ?? '',
    ...(searchBy.length && { searchBy }),
    ...(filterExpression && { filterExpression }),
    ...(fields.length && { fields }),
  }
  return cursor ? { ...state, cursor: { ...cursor, of: asked(fromTableState(state, options)) } } : state
}

/** What a position belongs to, whatever the page and the members of its items. */
function asked<Source extends ListSource>({ state }: ListQuery<Source>): string {
  return `${new ListQuery({ ...state, page: 1, limit: null, fields: [] })}`
}

/** The value that stands for the criteria under the column's operator; undefined where none does. */
function plainValue(id: string, criteria: readonly string[], { operators, lists }: LooseOptions): unknown {
  const wanted = operatorOf(operators, id) ?? ''
  const read = criteria.map(readCriterion)
  const [first, ...more] = read
  const { values, parts } = factsOf(wanted) ?? {}
  // A blank value of a column does not filter: empty text is plain only in a list, where it is written as `$eq:`.
  const isPlain = read.every(
    ({ isNegated, operator, value }, at) =>
      !isNegated &&
      (takesNone(operator)
        ? !value
        : value || (values === 'list' && operator !== wanted && criteria[at]?.endsWith(':'))),
  )
  // The endpoint rejects a criterion that names no operator, and a connector that comes first.
  if (!first?.operator || !isPlain || !criteria[0]?.toLowerCase().startsWith(first.operator)) return undefined
  const { operator, value } = first
  if (values === 'list') {
    // A listed value with a comma is a criterion of its own, and so is null.
    const isList =
      read.every(({ operator: token }) => token === wanted || token === '$null' || parts?.includes(token)) &&
      more.every((part) => part.connector === 'or')
    return isList
      ? read.flatMap((part) =>
          part.operator === wanted ? part.value.split(',') : [part.operator === '$null' ? null : part.value],
        )
      : undefined
  }
  if (more.length > 0) return undefined
  if (operator !== wanted) {
    // One end of a range.
    const at = values === 'two' ? parts?.indexOf(operator) : -1
    return at === 0 ? [value, undefined] : at === 1 ? [undefined, value] : undefined
  }
  if (values === 'none') return true
  if (values === 'two' && !/^[^,]+,[^,]+$/.test(value)) return undefined
  return values === 'two' || (operator === '$contains' && lists?.includes(id)) ? value.split(',') : value
}

/** A column may be named like a member of every object. */
const operatorOf = (operators: LooseOptions['operators'], id: string): string | undefined =>
  operators && Object.hasOwn(operators, id) ? operators[id] : undefined

const takesNone = (operator: string): boolean => factsOf(operator)?.values === 'none'

/**
 * Turns table state into a query: the state of `toTableState`, and the values that columns add. A blank filter value is
 * no filter.
 *
 * @throws TypeError for an option of another name, and if a column without an operator has a plain value
 * @see toTableState
 */
export function fromTableState<Source extends ListSource = AnyPaginateConfig>(
  state: { readonly [Slice in keyof ListTableState]?: Readonly<ListTableState[Slice]> | undefined },
  options: TableStateOptions<Source> = {},
): ListQuery<Source> {
  checkNames('fromTableState', options, TABLE_OPTIONS)
  const { pageIndex = 0, pageSize = options.defaultLimit } = state.pagination ?? {}
  const limit = pageSize === options.defaultLimit ? null : pageSize === Infinity ? -1 : (pageSize ?? null)
  // Names and operators come from the table at run time: the endpoint checks them.
  let query = new ListQuery({
    page: state.cursor === undefined ? pageIndex + 1 : 1,
    limit,
    sortBy: (state.sorting ?? []).map(({ id, desc }) => `${id}:${desc ? 'DESC' : 'ASC'}`),
    search: state.globalFilter || null,
    searchBy: state.searchBy ?? options.searchBy ?? [],
    filterExpression: state.filterExpression || null,
    fields: state.fields ?? [],
  })
  for (const { id, value } of state.columnFilters ?? []) query = withColumn(query, id, value, options)
  const { of = asked(query), ...cursor } = state.cursor ?? {}
  return (of === asked(query) ? new ListQuery({ ...query.state, ...cursor }) : query) as ListQuery<Source>
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

function withColumn(query: ListQuery, id: string, value: unknown, { operators }: LooseOptions): ListQuery {
  const operator = operatorOf(operators, id)
  const { values, parts } = factsOf(operator ?? '') ?? {}
  if (isBlank(value) || (Array.isArray(value) && (value.length === 0 || (values === 'two' && value.every(isBlank)))))
    return query
  const { criteria } = value as { readonly criteria?: readonly string[] }
  if (criteria) {
    return new ListQuery({
      ...query.state,
      filters: [...query.state.filters, ...criteria.map((criterion) => [id, criterion] as const)],
    })
  }
  if (operator === undefined)
    throw new TypeError(`Column '${id}' has a filter value; name its operator in 'operators'.`)
  if (values === 'none' && value !== true) return query
  if (values === 'two' && Array.isArray(value)) {
    const [from, to] = value as readonly unknown[]
    if (isBlank(from)) return query.filter(id, parts?.[1] as '$eq', to as string)
    if (isBlank(to)) return query.filter(id, parts?.[0] as '$eq', from as string)
  }
  return query.filter(id, operator as '$eq', value as string)
}
