// Explorer's page: query strings as people read and type them.
import { ListQuery, type ListQueryState, parseListQuery } from '../../client/list-query.js'
import { type FilterOperator, OPERATOR_WORDS } from '../../../vocabulary.js'

/**
 * A query string with the characters left as they are that need no escape in one (RFC 3986, section 3.4), and with
 * letters and digits of any language, as browsers show them.
 */
export function readable(query: string): string {
  return query.replace(/%(?:24|2C|2F|3A|40)|%[c-f][\da-f](?:%[89ab][\da-f])+/gi, (escaped) => {
    try {
      const text = decodeURIComponent(escaped)
      return /[^\p{L}\p{M}\p{N}$,/:@]/u.test(text) ? escaped : text
    } catch {
      return escaped
    }
  })
}

/** The query string, without its `?`, of what was typed: a URL, a path, or a query string with or without its `?`. */
export function typedQuery(text: string): string {
  const trimmed = text.trim().replace(/#.*$/s, '')
  // As the client reads it: a path or URL ends at its first `?`. Elsewhere, one after `=` or `&` belongs to a value.
  const [, query] = /^(?=\/|[a-z][a-z\d+.-]*:\/\/|[^?=&]*\?)[^?]*\?(.*)$/is.exec(trimmed) ?? []
  return query ?? (trimmed.includes('=') ? trimmed : '')
}

/** Names match in upper or lower case, as the list matches them. */
export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export const isOperator = (token: string): token is FilterOperator => Object.hasOwn(OPERATOR_WORDS, token)

export const sortedField = (entry: string): string => entry.replace(/:[^:]*$/, '')

/** What the typed client reads of a query string. */
const READ = /^(?:page|after|before|limit|sortBy|search|searchBy|fields|filter|filter\..+)$/

const withoutPlus = (parameters: URLSearchParams): string => String(parameters).replaceAll('+', '%20')

export function renamed(query: string, parameter: string, name: string): string {
  const pairs = [...new URLSearchParams(`?${query}`)]
  return withoutPlus(
    new URLSearchParams(pairs.map(([other, value]): [string, string] => [other === parameter ? name : other, value])),
  )
}

/** The parameters that the form cannot show: the app's own, and mistaken names. */
export function otherParameters(query: string): string {
  const others = [...new URLSearchParams(`?${query}`)].filter(([name]) => !READ.test(name))
  return withoutPlus(new URLSearchParams(others))
}

/** Query strings as one. */
export const joined = (...queries: readonly string[]): string => queries.filter((query) => query !== '').join('&')

/** The query string with a change, from the first page. All that is not changed stays, a mistaken limit included. */
export function changedQuery(query: string, change: (state: ListQueryState) => Partial<ListQueryState>): string {
  const { state } = parseListQuery(`?${query}`)
  const limit = state.limit === null ? (new URLSearchParams(`?${query}`).get('limit') ?? '') : ''
  const changed = new ListQuery({ ...state, page: 1, after: null, before: null, ...change(state) })
  return joined(limit === '' ? '' : `limit=${encodeURIComponent(limit)}`, String(changed), otherParameters(query))
}

type Filters = ListQueryState['filters']

/** A criterion that comes first joins nothing. */
export const withoutConnector = (criterion: string): string => criterion.replace(/^(\$not:)?\$(?:and|or):/i, '$1')

function withoutFilter(filters: Filters, field: string, criterion: string): Filters {
  const at = filters.findIndex(([name, text]) => name === field && text === criterion)
  const isOf = ([name]: Filters[number]): boolean => isSame(name, field)
  const left = filters.filter((_, index) => index !== at)
  const first = left.findIndex(isOf)
  return left.map((filter, index) => (index === first ? [filter[0], withoutConnector(filter[1])] : filter))
}

/** What leaves rows out, each with the change that leaves it out. */
export function narrowings({ search, filters, filterExpression }: ListQueryState): readonly {
  readonly text: string
  readonly without: (state: ListQueryState) => Partial<ListQueryState>
}[] {
  return [
    ...(search === null ? [] : [{ text: `search ${search}`, without: () => ({ search: null, searchBy: [] }) }]),
    ...filters.map(([field, criterion]) => ({
      text: `${field} ${criterion}`,
      without: (state: ListQueryState) => ({ filters: withoutFilter(state.filters, field, criterion) }),
    })),
    ...(filterExpression === null
      ? []
      : [{ text: `filter ${filterExpression}`, without: () => ({ filterExpression: null }) }]),
  ]
}

/** What a request asks for, in a few words, or what it could. */
export function askedText({ search, filters, filterExpression, sortBy }: ListQueryState): string {
  const count = filters.length + (filterExpression === null ? 0 : 1)
  const asked = [
    search === null ? '' : 'searched',
    count === 0 ? '' : count === 1 ? '1 filter' : `${count} filters`,
    sortBy.length === 0 ? '' : 'sorted',
  ].filter((part) => part !== '')
  return asked.length === 0 ? 'search, filter, sort' : asked.join(' · ')
}
