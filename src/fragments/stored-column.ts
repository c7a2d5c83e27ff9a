// Builder: is a column of a list's sources a table's own, whose type the server knows? A union makes text of MySQL's
// enums, and what an existing view selects is not known.
import { Column, Subquery, View } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { queryOf, rawFieldsOf } from '../drizzle/selected-fields.js'
import { tableName, tableOf } from '../drizzle/tables.js'
import { querySources } from './query-sources.js'
import { type RowSource, tableIdentity } from './source-name.js'

/** @param sources that the column may be read from */
export function isStoredColumn(column: Column, sources: readonly RowSource[]): boolean {
  const identity = tableIdentity(tableOf(column))
  const source = sources.find((candidate) => tableIdentity(candidate) === identity)
  return source === undefined || isStoredIn(source, column)
}

function isStoredIn(source: RowSource, column: Column): boolean {
  if (!is(source, View) && !is(source, Subquery)) return true
  const query = queryOf(source)
  const inside = query === undefined ? null : querySources(query)
  const raw = Object.values(rawFieldsOf(source)).find((field) => is(field, Column) && field.name === column.name)
  if (inside === null || !is(raw, Column)) return false
  const table = tableOf(raw)
  const found = inside.find(({ name }) => name === tableName(table))?.source
  return found === null || found === undefined ? !is(table, View) || isStoredIn(table, raw) : isStoredIn(found, raw)
}
