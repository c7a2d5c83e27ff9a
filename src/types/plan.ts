import type { FilterOperator } from '../vocabulary.js'
import type { Field, FilterableField, SortTerm } from './config.js'
import type { DecodedValue } from './value.js'

/** One filter value, parsed and decoded. */
export interface Criterion {
  /** How it joins the criterion before it, left to right without precedence; of no effect on the first. */
  readonly connector: 'and' | 'or'
  readonly isNegated: boolean
  readonly operator: FilterOperator
  /** `$null`: none; `$btw`: two; `$in` and `$contains` on a collection: one or more; otherwise one. */
  readonly values: readonly DecodedValue[]
}

export interface FieldFilter {
  readonly filterable: FilterableField
  readonly criteria: readonly Criterion[]
  /** The criteria as sent, for `meta.filter`. */
  readonly texts: readonly string[]
}

/** A request that may run: nothing undeclared, forbidden or undecoded is left in it, and nothing is checked again. */
export interface ListPlan {
  readonly page: number
  /** Effective rows per page; null for an unlimited read. */
  readonly limit: number | null
  readonly offset: number
  /** The request's terms, or the default sort; the tie-breaker is not among them. */
  readonly sort: readonly SortTerm[]
  /** The trimmed term with the fields to match, or null. */
  readonly search: { readonly term: string; readonly fields: readonly Field[] } | null
  /** The searchBy fields that were applied, for `meta.searchBy`. */
  readonly searchBy: readonly Field[]
  /** In the order the fields first appeared. */
  readonly filters: readonly FieldFilter[]
}
