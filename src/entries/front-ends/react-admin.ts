// Front ends: a data provider for React Admin.
import { listQuery, type ListQuery } from '../client/list-query.js'
import { type Condition, is, isNull, oneOf } from './condition.js'
import { withCondition } from './with-condition.js'
import { comparesTime, comparesValue, type Comparison, isTime, noneOfTimes, oneOfTimes } from './dates.js'
import { cannot, factsOfField } from './options.js'
import { readRows } from './read-rows.js'
import { clientsOf, type ProviderOptions, readMany, readOne, type RecordId } from './resource.js'

type Row = { readonly id: RecordId }

export interface ReactAdminListParams {
  readonly pagination?: { readonly page: number; readonly perPage: number }
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter?: object
  readonly signal?: AbortSignal
}

export interface ReactAdminList<RecordType> {
  data: RecordType[]
  total?: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean }
}

/** The functions of a provider that read; add those that write. */
export interface ReactAdminDataProvider {
  getList<RecordType extends Row>(resource: string, params: ReactAdminListParams): Promise<ReactAdminList<RecordType>>
  getMany<RecordType extends Row>(
    resource: string,
    params: { readonly ids: readonly RecordId[]; readonly signal?: AbortSignal },
  ): Promise<{ data: RecordType[] }>
  getOne<RecordType extends Row>(
    resource: string,
    params: { readonly id: RecordId; readonly signal?: AbortSignal },
  ): Promise<{ data: RecordType }>
  getManyReference<RecordType extends Row>(
    resource: string,
    params: ReactAdminListParams & { readonly target: string; readonly id: RecordId },
  ): Promise<ReactAdminList<RecordType>>
}

/**
 * Makes the reading half of a data provider for React Admin. A filter's name is a field, with the operator of
 * ra-data-fakerest behind it (`views_gte`, `status_neq`) or one of the list (`title$sw`); `q` is the search, and a list
 * of values is any of them.
 *
 * @param url of the API: the list of `orders` is at `${url}/orders`
 * @throws RangeError (rejects, from each function) with a sentence, before anything is sent, if a list has no such filter
 * @example `<Admin dataProvider={{ ...reactAdminDataProvider('/api'), create, update, … }}>`
 */
export function reactAdminDataProvider(url: string, options: ProviderOptions = {}): ReactAdminDataProvider {
  const clientOf = clientsOf('reactAdminDataProvider', url, options)
  const getList: ReactAdminDataProvider['getList'] = async (resource, params) => {
    const { page, perPage } = params.pagination ?? { page: 1, perPage: 25 }
    const query = queryOf(params, options)
    const { signal } = params
    const window = [(page - 1) * perPage, page * perPage] as const
    const { rows, total, hasNextPage } = await readRows(
      clientOf(resource),
      query,
      window,
      options,
      signal && { signal },
    )
    const pageInfo = { hasNextPage, hasPreviousPage: page > 1 }
    // A list that does not count its rows has next and previous, and no number of pages.
    return { data: rows as never[], pageInfo, ...(total === null ? {} : { total }) }
  }
  return {
    getList,
    getMany: async (resource, { ids, signal }) => ({
      data: (await readMany(clientOf(resource), ids, options, signal)) as never[],
    }),
    getOne: async (resource, { id, signal }) => ({
      data: (await readOne(clientOf(resource), id, options, signal)) as never,
    }),
    getManyReference: (resource, { target, id, filter, ...params }) =>
      getList(resource, { ...params, filter: { ...filter, [target]: id } }),
  }
}

/** `{ author: { name: 'Ada' } }` is what a filter input of `author.name` makes. */
const flat = (filter: object, prefix = ''): [name: string, value: unknown][] =>
  Object.entries(filter).flatMap(([key, value]: [string, unknown]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
      ? flat(value, `${prefix}${key}.`)
      : [[prefix + key, value] as [string, unknown]],
  )

function queryOf({ sort, filter = {} }: ReactAdminListParams, options: ProviderOptions): ListQuery | null {
  let query = listQuery()
  if (sort) query = query.sortBy(sort.field, sort.order === 'DESC' ? 'desc' : 'asc')
  const all: Condition[] = []
  for (const [name, value] of flat(filter)) {
    if (value === undefined) continue
    if (name === 'q') query = query.search(termOf(value))
    else all.push(filterOf(name, value, options))
  }
  return withCondition(query, { all }, options.expressions ?? false)
}

const termOf = (value: unknown): string | null =>
  value === null
    ? null
    : typeof value === 'string' || typeof value === 'number'
      ? `${value}`
      : cannot("The search 'q' takes text or a number.")

/** The operators of ra-data-fakerest: they follow the field's name. */
const SUFFIX = /^(.+?)_(eq_any|neq_any|inc_any|ninc_any|eq|neq|inc|gte|lte|gt|lt|q)$/

function filterOf(name: string, value: unknown, options: ProviderOptions): Condition {
  const [own = '', token] = name.split('$')
  if (token !== undefined) return ownFilter(own, token, value)
  const [, field = name, operator = 'eq'] = SUFFIX.exec(name) ?? []
  switch (operator) {
    case 'eq':
      return equals(field, value, options)
    case 'eq_any':
      return oneOfTimes(field, [value].flat(), options)
    case 'neq':
    case 'neq_any':
      return noneOfTimes(field, [value].flat(), options)
    case 'q':
      return is(field, '$ilike', value)
    case 'inc':
    case 'inc_any':
    case 'ninc_any':
      return cannot(`A list has no filter '${name}'; name its own operator, as in '${field}$contains'.`)
    default:
      return compares(field, operator as Comparison, value, options)
  }
}

function ownFilter(field: string, token: string, value: unknown): Condition {
  if (token === 'in') return oneOf(field, [value].flat())
  return is(field, `$${token}`, value)
}

function equals(field: string, value: unknown, options: ProviderOptions): Condition {
  if (Array.isArray(value)) return oneOfTimes(field, value, options)
  if (value === null) return isNull(field)
  return compares(field, 'eq', value, options)
}

function compares(field: string, comparison: Comparison, value: unknown, options: ProviderOptions): Condition {
  if (isTime(factsOfField(options, field))) return comparesTime(field, comparison, value, options)
  return comparesValue(field, comparison, value)
}
