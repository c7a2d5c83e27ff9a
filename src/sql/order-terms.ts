// Stages plan and encode: the whole order of a list, and where its nulls stand.
import { Column, Table } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { DIALECTS } from '../dialects/index.js'
import { tableOf } from '../drizzle/tables.js'
import type { Field, SortTerm } from '../types/config.js'
import type { ResolvedConfig } from '../types/resolved-config.js'

/** The columns of the root that an order sorts by, the tie-breaker aside; null where it sorts by anything else. */
export function sortedColumns(
  order: readonly SortTerm[],
  { table, tieBreaker }: ResolvedConfig,
): { readonly table: Table; readonly names: readonly string[] } | null {
  if (!is(table, Table)) return null
  const names: string[] = []
  for (const { field } of order.slice(0, Math.max(order.length - tieBreaker.length, 1))) {
    const { expression } = field
    if (!is(expression, Column) || tableOf(expression) !== table) return null
    names.push(expression.name)
  }
  return { table, names }
}

/**
 * The sort with the tie-breaker last. A field named before would decide nothing again, and SQL Server refuses to order
 * by it twice.
 */
export function orderTerms(sort: readonly SortTerm[], config: ResolvedConfig): readonly SortTerm[] {
  const isTurned = sort[0]?.direction === 'desc'
  const terms: SortTerm[] = []
  for (const term of sort) if (!isSorted(terms, term.field)) terms.push(term)
  for (const term of config.tieBreaker)
    if (!isSorted(terms, term.field))
      terms.push(isTurned && term.isFollowing ? { field: term.field, direction: 'desc' } : term)
  return terms
}

const isSorted = (terms: readonly SortTerm[], field: Field): boolean => terms.some((term) => term.field === field)

/** Where a term's nulls are to be written; undefined where the database has them there by itself. */
export function nullPlace(
  { field, direction }: SortTerm,
  { nullOrder, dialect }: Pick<ResolvedConfig, 'nullOrder' | 'dialect'>,
) {
  const order = field.isDistance === true ? 'largest' : nullOrder.get(field)
  if (order === undefined || order === 'first' || order === 'last') return order
  if ((order === 'largest') === DIALECTS[dialect].sortsNullsLast) return undefined
  return (order === 'smallest') === (direction === 'asc') ? 'first' : 'last'
}
