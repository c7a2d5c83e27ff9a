// Front ends: a data provider for Refine.
import { listQuery, type ListQuery } from '../client/list-query.js'
import { ALWAYS, type Condition, is, isNot, isNotNull, isNull } from './condition.js'
import { withCondition } from './with-condition.js'
import {
  type Comparison,
  comparesTime,
  comparesTimeOrNull,
  comparesValue,
  isTime,
  noneOfTimes,
  oneOfTimes,
} from './dates.js'
import { cannot, factsOfField } from './options.js'
import { readRows } from './read-rows.js'
import { clientsOf, type ProviderOptions, readMany, readOne, type RecordId } from './resource.js'

export interface RefineFilter {
  readonly field?: string
  readonly operator: string
  readonly value?: unknown
}

export interface RefineListParams {
  readonly resource: string
  readonly pagination?: {
    readonly currentPage?: number
    /** Of Refine 4. */
    readonly current?: number
    readonly pageSize?: number
    readonly mode?: 'off' | 'client' | 'server'
  }
  readonly sorters?: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[]
  readonly filters?: readonly RefineFilter[]
  readonly meta?: unknown
}

/** The functions of a provider that read; add those that write. */
export interface RefineDataProvider {
  getApiUrl(): string
  getList<Data>(params: RefineListParams): Promise<{ data: Data[]; total: number }>
  getMany<Data>(params: { readonly resource: string; readonly ids: readonly RecordId[] }): Promise<{ data: Data[] }>
  getOne<Data>(params: { readonly resource: string; readonly id: RecordId }): Promise<{ data: Data }>
}

/**
 * Makes the reading half of a data provider for Refine.
 *
 * @param url of the API: the list of `orders` is at `${url}/orders`
 * @throws RangeError (rejects, from each function) with a sentence, before anything is sent, if a list has no such filter
 * @example `<Refine dataProvider={{ ...refineDataProvider('/api'), create, update, deleteOne }}>`
 */
export function refineDataProvider(url: string, options: ProviderOptions = {}): RefineDataProvider {
  const clientOf = clientsOf('refineDataProvider', url, options)
  return {
    getApiUrl: () => url,
    getList: async ({ resource, pagination = {}, sorters = [], filters = [] }) => {
      const { currentPage, current, pageSize = 10, mode = 'server' } = pagination
      const start = ((currentPage ?? current ?? 1) - 1) * pageSize
      const sorted = sorters.reduce((query: ListQuery, { field, order }) => query.sortBy(field, order), listQuery())
      const all = { all: filters.map((filter) => filterOf(filter, options)) }
      const query = withCondition(sorted, all, options.expressions ?? false)
      // Without pages, or with pages that Refine makes itself, it wants all rows.
      const window = mode === 'server' ? ([start, start + pageSize] as const) : ([0, Infinity] as const)
      const { rows, total, atLeast } = await readRows(clientOf(resource), query, window, options)
      // Of a list that does not count its rows: as many as there are for sure, so that there is a next page.
      return { data: rows as never[], total: total ?? atLeast }
    },
    getMany: async ({ resource, ids }) => ({ data: (await readMany(clientOf(resource), ids, options)) as never[] }),
    getOne: async ({ resource, id }) => ({ data: (await readOne(clientOf(resource), id, options)) as never }),
  }
}

/** Operators of a value with an order. */
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'lt',
  lte: 'lte',
  gt: 'gt',
  gte: 'gte',
}
const TEXTS: Readonly<Record<string, string>> = { contains: '$ilike', startswith: '$sw', endswith: '$ew' }

const isUnset = (value: unknown): boolean => value === undefined || value === null || value === ''

function filterOf(filter: RefineFilter, options: ProviderOptions): Condition {
  const { field = '', operator, value } = filter
  if (operator === 'and' || operator === 'or') {
    const members = ((value ?? []) as readonly RefineFilter[])
      .map((one) => filterOf(one, options))
      .filter((one) => one !== ALWAYS)
    if (members.length === 0) return ALWAYS
    return operator === 'or' ? { any: members } : { all: members }
  }
  if (operator === 'null') return isNull(field)
  if (operator === 'nnull') return isNotNull(field)
  // A filter that nothing has been chosen for.
  if (isUnset(value)) return ALWAYS
  if (Object.hasOwn(COMPARISONS, operator)) return compares(field, COMPARISONS[operator]!, value, options)
  const isNegated = operator.startsWith('n')
  const plain = isNegated ? operator.slice(1) : operator
  if (Object.hasOwn(TEXTS, plain)) return (isNegated ? isNot : is)(field, TEXTS[plain]!, value)
  if (plain === 'in') return (isNegated ? noneOfTimes : oneOfTimes)(field, [value].flat(), options)
  if (plain === 'between') {
    const [from, to] = Array.isArray(value) ? (value as readonly unknown[]) : []
    return isUnset(from) || isUnset(to)
      ? cannot(`The filter '${operator}' of '${field}' takes a list of two values.`)
      : between(field, [from, to], isNegated, options)
  }
  return cannot(`A list has no filter '${operator}' for '${field}'; declare a filter of its own for it.`)
}

function compares(field: string, comparison: Comparison, value: unknown, options: ProviderOptions): Condition {
  return isTime(factsOfField(options, field))
    ? comparesTimeOrNull(field, comparison, value, options)
    : comparesValue(field, comparison, value)
}

function between(
  field: string,
  [from, to]: readonly unknown[],
  isNegated: boolean,
  options: ProviderOptions,
): Condition {
  if (!isTime(factsOfField(options, field))) return (isNegated ? isNot : is)(field, '$btw', [from, to])
  if (!isNegated) return { all: [comparesTime(field, 'gte', from, options), comparesTime(field, 'lte', to, options)] }
  return { any: [comparesTime(field, 'lt', from, options), comparesTime(field, 'gt', to, options), isNull(field)] }
}
