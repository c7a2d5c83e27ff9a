import type { Field, FieldFilter, HostSearch, SortTerm } from './config.js'
import type { Walk } from './position.js'
import type { Tree } from './tree.js'

/**
 * Conditions across fields. A term is one criterion; several are applied to one and the same element
 * (a record of `.filterableMany()`).
 */
export type FilterTree = Tree<readonly FieldFilter[]>

/** The parameter `filter`. */
export interface FilterExpression {
  readonly tree: FilterTree
  /** In canonical spelling, for `meta.filterExpression`. */
  readonly text: string
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
  /** The trimmed term with the fields to match, or with the app's own condition in their place; null without a term. */
  readonly search: { readonly term: string; readonly fields: readonly Field[]; readonly host: HostSearch | null } | null
  /** The searchBy fields that were applied, for `meta.searchBy`. */
  readonly searchBy: readonly Field[]
  /** In the order the fields first appeared. */
  readonly filters: readonly FieldFilter[]
  /** AND-ed with the filters; null where the request has none, undefined in a list that reads none. */
  readonly expression?: FilterExpression | null | undefined
  /** Members that items shall have, in lower case; undefined for all of them. */
  readonly fields?: ReadonlySet<string> | undefined
  /** The same as the list spells them, for `meta.fields`; undefined in a list that reads none. */
  readonly toldFields?: readonly string[] | undefined
  /** Null where rows are passed over by their number. */
  readonly walk: Walk | null
}
