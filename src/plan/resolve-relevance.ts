// Stage plan: the rank of a search as a sort.
import { type SQL, sql } from 'drizzle-orm'
import type { Field, HostSearch, SortTerm } from '../types/config.js'
import { RELEVANCE } from '../vocabulary.js'

/** Stands for the rank in a sort until the term is checked, and the app has written the rank for it. */
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

/** Stands for the answer of a search until the request is checked. */
export const PENDING: HostSearch = Object.freeze({ where: null, rank: RANK, joins: [], isDistance: false })

/**
 * The sort with the rank of this term, or with the distance, whose least is best. A host that gives neither for it has
 * nothing to sort by.
 *
 * @param isDefault is it the order of a request without `sortBy`? Nothing but the tie-breaker then follows a distance
 */
export function withRank(
  sort: readonly SortTerm[],
  { rank, isDistance }: HostSearch,
  isDefault: boolean,
): readonly SortTerm[] {
  const terms = isDefault && isDistance ? sort.slice(0, 1) : sort
  return terms.flatMap((term) =>
    term.field !== RANK ? [term] : rank === null ? [] : [turned({ ...term, field: rank })],
  )
}

/** Between `relevance` and a distance: the best is the first of either. */
export function turned(term: SortTerm): SortTerm {
  return term.field.isDistance === true ? { ...term, direction: term.direction === 'asc' ? 'desc' : 'asc' } : term
}
