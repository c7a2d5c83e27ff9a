// testing: the facets that a list's fields allow, and the way from each value back to the rows that were counted.
import { encodeFilterValue, facetCounts } from '../../index.js'
import type { FilterableField } from '../../types/config.js'
import type { FacetRange, FacetValue } from '../../features/facets/facet-types.js'
import { countOf } from './check-laws.js'
import { readable } from './list-check-error.js'
import { errorText, type ListUnderTest } from './list-under-test.js'
import { criterion, queryText } from './query-text.js'

const CHECKED_VALUES = 12

/** Of one field: its values and its range, as far as its operators allow them. */
export async function checkFacets(list: ListUnderTest, filterable: FilterableField): Promise<void> {
  const { field, operators, collection, own } = filterable
  const isElements = field.type?.kind === 'collection'
  const hasValues = isElements ? operators.has('$contains') : operators.has('$eq') || operators.has('$in')
  // A value of `.every()` and `.none()` leads to other rows than those that hold it.
  if (own !== undefined || field.type === null || (collection !== null && collection.quantifier !== 'some')) return
  try {
    if (hasValues) await checkValues(list, field.name)
    if (collection === null && operators.has('$gte') && operators.has('$lte')) await checkRange(list, field.name)
  } catch (error) {
    list.fail('facets', '', `the facet '${field.name}' cannot be checked: ${errorText(error)}`, error)
  }
}

async function checkValues(list: ListUnderTest, name: string): Promise<void> {
  const values = (await facetOf(list, name, { limit: CHECKED_VALUES })) as readonly FacetValue<unknown>[]
  for (const { count, filter } of values)
    if (filter !== null)
      await compare(list, queryText([criterion(name, filter)]), count, `a value of the facet '${name}'`)
}

async function checkRange(list: ListUnderTest, name: string): Promise<void> {
  const range = (await facetOf(list, name, 'range')) as FacetRange<unknown> | null
  if (range === null) return
  for (const [operator, end] of [
    ['$gte', range.min],
    ['$lte', range.max],
  ] as const) {
    const text = encodeFilterValue(list.config, name as never, end as never)
    if (text === null) continue
    await compare(list, queryText([criterion(name, `${operator}:${text}`)]), range.count, `the range of '${name}'`)
  }
}

async function facetOf(list: ListUnderTest, name: string, option: unknown): Promise<unknown> {
  const facets = { [name]: option } as never
  const counts = await facetCounts(list.db as never, {}, list.config as never, facets, list.host as never)
  return (counts as Readonly<Record<string, unknown>>)[name]
}

async function compare(list: ListUnderTest, request: string, counted: number, what: string): Promise<void> {
  const total = await countOf(list, request)
  if (total !== counted)
    list.fail('facets', '', `?${readable(request)} has ${total} rows, and ${what} counted ${counted}`)
}
