// Stage plan: the rank of a search as a sort.
import { type SQL, sql } from 'drizzle-orm'
import type { Field, HostSearch, SortTerm } from '../types/config.js'
import { RELEVANCE } from '../vocabulary.js'

/** Stands for the rank in a sort until the term is checked, and the host has written the rank for it. */
export const RANK: Field = Object.freeze({
  name: RELEVANCE,
  index: 0,
  expression: sql`0` as SQL,
  facts: null,
  type: null,
  isNullable: false,
  joins: [],
  path: null,
})

export const BEST_FIRST: SortTerm = Object.freeze({ field: RANK, direction: 'desc' })

/** The sort with the rank of this term. A host that gives none for it has nothing to sort by. */
export function withRank(sort: readonly SortTerm[], search: HostSearch): readonly SortTerm[] {
  return sort.flatMap((term) => (term.field !== RANK ? [term] : search.rank === null ? [] : [{ ...term, field: search.rank }]))
}
