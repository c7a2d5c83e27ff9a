// Explorer's page: the request as a line for a shell, for fetch, and for the typed client.
import { readCriterion } from '../../client/criterion.js'
import { parseListQuery } from '../../client/list-query.js'
import { isOperator, isSame, otherParameters } from './query-text.js'
import type { ConfigDescription, FilterableFieldDescription } from '../../../types/config-description.js'
import { valueCountOf } from '../../../vocabulary.js'

export type CopyForm = 'url' | 'curl' | 'fetch' | 'client'

/**
 * @param url absolute, with the query string of the list
 * @param headers sent with it, by curl and fetch; the client has its own way to send them
 */
export function copyAs(
  form: CopyForm,
  url: string,
  description: ConfigDescription,
  headers: readonly (readonly [name: string, value: string])[] = [],
): string {
  if (form === 'curl') {
    // Otherwise curl reads brackets and braces as ranges and lists of URLs, and sends a request for each.
    const call = /[[\]{}]/.test(url) ? 'curl -g' : 'curl'
    return [`${call} ${inShell(url)}`, ...headers.map((header) => `-H ${inShell(header.join(': '))}`)].join(' ')
  }
  if (form === 'fetch') {
    const record = headers.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`).join(', ')
    const call = `fetch(${quoted(url)}${record === '' ? '' : `, { headers: { ${record} } }`})`
    return `const response = await ${call}\nconst page = await response.json()\n`
  }
  return form === 'client' ? clientText(new URL(url), description) : url
}

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

function clientText({ pathname, search }: URL, description: ConfigDescription): string {
  // The client sends its endpoint's own parameters with every query.
  const own = otherParameters(search.slice(1))
  return [
    `import { createListClient } from 'drizzle-paginate/client'`,
    `import type { list } from './list.js' // your configuration`,
    '',
    `const client = createListClient<typeof list>(${quoted(own === '' ? pathname : `${pathname}?${own}`)})`,
    `const query = ${queryChain(search, description) ?? `client.parse(${quoted(search)})`}`,
    'const page = await client.fetchPage(query)',
    '',
  ].join('\n')
}

/** The calls that make a query; null where one asks for something that the client's types do not take. */
export function queryChain(search: string, description: ConfigDescription): string | null {
  const {
    page,
    after,
    before,
    limit,
    sortBy,
    search: term,
    searchBy,
    filters,
    filterExpression,
    fields,
  } = parseListQuery(search).state
  const calls = filters.map(([name, criterion]) => filterCall(name, criterion, description))
  const sorts = sortBy.map((entry) => /^(.+):(asc|desc)$/is.exec(entry))
  const members = fields.map((name) => description.selectableFields?.find((other) => isSame(other.name, name))?.name)
  // An expression would have to be taken apart: it is parsed as it is.
  if (filterExpression !== null || calls.includes(null) || sorts.includes(null) || members.includes(undefined))
    return null
  return [
    'client.query()',
    ...(limit === null ? [] : [`.limit(${limit})`]),
    ...sorts.map((sort) => `.sortBy(${quoted(sort?.[1] ?? '')}, '${sort?.[2]?.toLowerCase() ?? 'asc'}')`),
    ...(term === null ? [] : [`.search(${quoted(term)})`]),
    ...(searchBy.length === 0 ? [] : [`.searchBy(${searchBy.map(quoted).join(', ')})`]),
    ...calls,
    ...(members.length === 0 ? [] : [`.fields(${members.map((name) => quoted(name ?? '')).join(', ')})`]),
    ...(after === null ? [] : [`.after(${quoted(after)})`]),
    ...(before === null ? [] : [`.before(${quoted(before)})`]),
    ...(page === 1 ? [] : [`.page(${page})`]),
  ].join('\n  ')
}

function filterCall(name: string, criterion: string, { filterableFields }: ConfigDescription): string | null {
  const field = filterableFields.find((other) => isSame(other.name, name))
  const { connector, isNegated, operator, value } = readCriterion(criterion)
  if (field === undefined || !isOperator(operator) || !field.operators.includes(operator)) return null
  const call = `${isNegated ? '.not' : ''}${connector === 'or' ? '.or' : ''}.filter(${quoted(field.name)}, '${operator}'`
  const count = valueCountOf(operator, field.type === 'collection')
  if (count === 'none') return `${call})`
  const values = (count === 'one' ? [value] : value.split(',')).map((text) => literal(field, text))
  if (values.includes(null) || (count === 'two' && values.length !== 2)) return null
  return `${call}, ${count === 'one' ? values[0] : `[${values.join(', ')}]`})`
}

/** As the client takes it: numbers and booleans as they are, other values as text. */
function literal({ type, elementType }: FilterableFieldDescription, text: string): string | null {
  const name = elementType ?? type
  if (name === 'boolean') return /^(true|false)$/i.test(text) ? text.toLowerCase() : null
  if (name !== 'integer' && name !== 'bigint' && name !== 'decimal' && name !== 'float') return quoted(text)
  const isExact = /^-?(0|[1-9]\d{0,14})$/.test(text) || (name === 'float' && /^-?(0|[1-9]\d{0,7})\.\d{1,7}$/.test(text))
  return isExact ? text : name === 'integer' || name === 'float' ? null : quoted(text)
}
