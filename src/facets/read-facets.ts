// Facets: what a host asks for, checked before anything is sent.
import { PaginateConfigError } from '../errors.js'
import type { FilterableField, ResolvedConfig } from '../types/config.js'
import { COMPARISON_OPERATORS, type FilterOperator } from '../vocabulary.js'
import { filterableNamed } from './filterable-named.js'

export const DEFAULT_FACET_LIMIT = 100
export const MAX_FACET_LIMIT = 1000

/** One facet. */
export interface FacetRequest {
  /** As the app spells it, which is the key of its answer. */
  readonly name: string
  readonly filterable: FilterableField
  /** Values at most; null for a range. */
  readonly limit: number | null
}

/** @throws PaginateConfigError naming the facet at fault */
export function readFacets(config: ResolvedConfig, facets: { readonly [name: string]: unknown }): FacetRequest[] {
  if (typeof facets !== 'object' || facets === null)
    throw new PaginateConfigError('Facets are a record such as { status: true }; pass one.')
  return Object.entries(facets).map(([name, option]) => {
    const filterable = filterableNamed(config, 'facetCounts', name)
    if (filterable.own !== undefined)
      throw new PaginateConfigError(
        `The facet '${name}' has no values to count: its filter is a condition; leave it out.`,
      )
    const limit = option === 'range' ? null : limitOf(name, option)
    requireOperator(name, filterable, limit === null)
    return { name, filterable, limit }
  })
}

function limitOf(name: string, option: unknown): number {
  if (option === true) return DEFAULT_FACET_LIMIT
  const limit =
    typeof option === 'object' && option !== null
      ? ((option as { limit?: unknown }).limit ?? DEFAULT_FACET_LIMIT)
      : null
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= MAX_FACET_LIMIT) return limit
  throw new PaginateConfigError(
    `The facet '${name}' must be true, 'range' or { limit } with a whole number from 1 to ${MAX_FACET_LIMIT}; correct it.`,
  )
}

const RANGES: readonly FilterOperator[] = COMPARISON_OPERATORS
const VALUES: readonly FilterOperator[] = ['$eq', '$in']
const ELEMENTS: readonly FilterOperator[] = ['$contains']

/** A client may see of a field what it may ask of it. */
function requireOperator(name: string, { field, operators }: FilterableField, isRange: boolean): void {
  const wanted = isRange ? RANGES : field.type?.kind === 'collection' ? ELEMENTS : VALUES
  if (wanted.some((operator) => operators.has(operator))) return
  const list = wanted.map((operator) => `'${operator}'`).join(' or ')
  const facet = `The facet '${name}'${isRange ? ' as a range' : ''}`
  throw new PaginateConfigError(`${facet} needs a field that grants ${list}; grant it, or leave the facet out.`)
}
