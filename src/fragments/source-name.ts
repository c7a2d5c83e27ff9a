// Builder and page: what a list's rows come from, and its name.
import { getTableUniqueName, is, Subquery, Table, View } from 'drizzle-orm'
import { isTableAlias, tableName, viewFacts } from '../drizzle/tables.js'

/** A table, a view, an alias of either, or a sub-query (`db.select()….as('x')`). */
export type RowSource = Table | View | Subquery

export function isRowSource(value: unknown): value is RowSource {
  return is(value, Table) || is(value, View) || is(value, Subquery)
}

/** The name a source goes by in this statement: its alias where it has one. */
export function nameOf(source: RowSource): string {
  if (is(source, Subquery)) return source._.alias
  return is(source, View) ? viewFacts(source).name : tableName(source)
}

/**
 * A source's identity in SQL text: two aliases of one table differ, two readings of one alias do not. Aliases, views and
 * sub-queries go by their name alone, which is what their columns are qualified with.
 */
export function tableIdentity(source: RowSource): string {
  return is(source, Table) && !isAlias(source) ? getTableUniqueName(source) : `alias ${nameOf(source)}`
}

export function isAlias(source: RowSource): boolean {
  return is(source, View) ? viewFacts(source).isAlias : isTableAlias(source)
}
