// Builder: the key by which a row of the root table is found again.
import { Column, is } from 'drizzle-orm'
import { tableOf } from '../drizzle/tables.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { uniqueKeysOf } from './read-table.js'

/** Columns of the tie-breaker that the schema shows to be unique together; null where it shows none. */
export function resolveRowKey({
  tieBreaker,
  table,
}: Pick<ResolvedConfig, 'tieBreaker' | 'table'>): readonly Column[] | null {
  const columns: Column[] = []
  for (const { field } of tieBreaker) {
    if (!is(field.expression, Column) || field.joins.length > 0 || field.isNullable) return null
    if (tableOf(field.expression) !== table) return null
    columns.push(field.expression)
  }
  const names = new Set(columns.map((column) => column.name))
  return uniqueKeysOf(table).some((unique) => unique.every((name) => names.has(name))) ? columns : null
}
