// Facets, as a list or a call names them, checked before anything is sent.
import { PaginateConfigError } from '../../errors.js'
import type { FilterableField, FilterVariants } from '../../types/config.js'
import type { FacetRequest } from '../../types/facets.js'
import { COMPARISON_OPERATORS, type FilterOperator } from '../../vocabulary.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { checkOptions } from '../../mistakes/check-options.js'
import { isAbsent } from '../../rows/is-absent.js'

const DEFAULT_FACET_LIMIT = 100
const MAX_FACET_LIMIT = 1000

/**
 * The facets of `.withFacets()`: one that only a switched-off filter of its name allows is left out. Null if none is
 * declared.
 *
 * @throws PaginateConfigError naming the facet at fault
 */
export function declaredFacets(
  call: { readonly facets: unknown } | undefined,
  everywhere: FilterVariants,
  here: ReadonlyMap<string, FilterableField>,
): readonly FacetRequest[] | null {
  if (call === undefined) return null
  const variants = new Map(everywhere)
  for (const [folded, own] of here) variants.set(folded, [own, ...(everywhere.get(folded) ?? [])])
  const facets = facetsOf(variants, call.facets, '.withFacets()').map((facet) => Object.freeze(facet))
  return Object.freeze(facets.filter(({ name, filterable }) => here.get(name.toLowerCase()) === filterable))
}

/** @throws PaginateConfigError naming the facet at fault */
export const readFacets = (
  filterable: ReadonlyMap<string, FilterableField>,
  facets: unknown,
  caller: string,
): FacetRequest[] => facetsOf(new Map([...filterable].map(([folded, one]) => [folded, [one]])), facets, caller)

/** @param variants by lower-case name: a facet is of the first that allows it */
function facetsOf(variants: FilterVariants, facets: unknown, caller: string): FacetRequest[] {
  if (typeof facets !== 'object' || facets === null || Array.isArray(facets)) refuse(callRefusals.wrongFacets(caller))
  return Object.entries(facets).flatMap(([name, option]) => {
    if (isAbsent(option)) return []
    const named = filterableNamed(variants, caller, name)
    const limit = option === 'range' ? null : limitOf(name, option)
    const problems = named.map((filterable) => facetProblem(name, filterable, limit === null))
    const filterable = named[problems.indexOf(null)] ?? refuse(problems[0] as string)
    return [{ name, filterable, limit }]
  })
}

/**
 * Finds a filter by the name that the app gives it.
 *
 * @throws PaginateConfigError if the field is not filterable, or is switched off in this variant of the list
 */
export function filterableNamed<Found extends object>(
  filterable: ReadonlyMap<string, Found>,
  caller: string,
  name: string,
): Found {
  const found = filterable.get(name.toLowerCase())
  if (found !== undefined) return found
  throw new PaginateConfigError(
    `${caller} names '${name}', which needs a filterable field; declare it with .filterable('${name}', …).`,
  )
}

function limitOf(name: string, option: unknown): number {
  if (option === true) return DEFAULT_FACET_LIMIT
  // `{ range: true }` is meant as 'range', which the sentence below says.
  const isRecord = typeof option === 'object' && option !== null && !('range' in option)
  if (isRecord) checkOptions(`The facet '${name}'`, option, { limit: true })
  const limit = isRecord ? ((option as { limit?: unknown }).limit ?? DEFAULT_FACET_LIMIT) : null
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= MAX_FACET_LIMIT) return limit
  throw new PaginateConfigError(
    `The facet '${name}' must be true, 'range' or { limit } with a whole number from 1 to ${MAX_FACET_LIMIT}; correct it.`,
  )
}

const RANGES: readonly FilterOperator[] = COMPARISON_OPERATORS
const VALUES: readonly FilterOperator[] = ['$eq', '$in']
const ELEMENTS: readonly FilterOperator[] = ['$eq', '$contains']

/** A client may see of a field what it may ask of it. */
function facetProblem(name: string, { field, operators, own }: FilterableField, isRange: boolean): string | null {
  if (own !== undefined) return `The facet '${name}' has no values to count: its filter is a condition; leave it out.`
  const wanted = isRange ? RANGES : field.type?.kind === 'collection' ? ELEMENTS : VALUES
  if (wanted.some((operator) => operators.has(operator))) return null
  const list = wanted.map((operator) => `'${operator}'`).join(' or ')
  const facet = `The facet '${name}'${isRange ? ' as a range' : ''}`
  return `${facet} needs a field that grants ${list}; grant it, or leave the facet out.`
}
