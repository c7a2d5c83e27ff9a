import type { FilterOperator } from '../vocabulary.js'
import type { Field, FilterableField, HostSearch, SortTerm } from './config.js'
import type { OrderTerm, Position } from './position.js'
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
  /** The part of `sort` that `meta.sortBy` shows: without the default sort that follows the rank of a search. */
  readonly toldSort: readonly SortTerm[]
  /** The trimmed term with the fields to match, or with the host's own condition in their place; null without a term. */
  readonly search: { readonly term: string; readonly fields: readonly Field[]; readonly host: HostSearch | null } | null
  /** The searchBy fields that were applied, for `meta.searchBy`. */
  readonly searchBy: readonly Field[]
  /** In the order the fields first appeared. */
  readonly filters: readonly FieldFilter[]
  /** Set in a list that is paged by position; `position` is null on its first page. */
  readonly cursor: { readonly order: readonly OrderTerm[]; readonly position: Position | null } | null
}
