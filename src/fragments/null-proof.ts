// Builder: can a column of a view or sub-query be null? Drizzle hands it out as the table declares it, whatever join
// lies between.
import { Column, Subquery, View } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { tableOf, ownViewFacts, tableName } from '../drizzle/tables.js'
import { queryOf, rawFieldsOf } from '../drizzle/selected-fields.js'
import { type QuerySource, querySources } from './query-sources.js'

/** `unknown`: the table says never, and the query is not understood. */
export type NullProof = 'never' | 'possible' | 'unknown'

/** @param raw the member as it is written inside */
export function nullProofOf(source: View | Subquery, raw: unknown): NullProof {
  if (!is(raw, Column) || !raw.notNull) return 'possible'
  const query = queryOf(source)
  // A view that exists already, and one of raw SQL, declares its own columns.
  if (query === undefined || isDeclared(source, raw)) return 'never'
  const sources = querySources(query)
  if (sources === null) return 'unknown'
  const table = tableOf(raw)
  const name = tableName(table)
  const found = sources.filter((candidate) => candidate.name === name)
  const [only] = found
  if (only === undefined || found.length > 1) return 'unknown'
  return only.isOptional ? 'possible' : insideProof(only, raw)
}

/** A column of a view or sub-query that is read inside of this one is as null as it is there. */
function insideProof({ source: found }: QuerySource, column: Column): NullProof {
  // An alias is written as a name there; the column knows whether it is a view's.
  const source = found ?? tableOf(column)
  if (!is(source, View) && !is(source, Subquery)) return 'never'
  const inner = Object.values(rawFieldsOf(source)).find((raw) => is(raw, Column) && raw.name === column.name)
  return inner === undefined ? 'unknown' : nullProofOf(source, inner)
}

/** Columns that a view declares belong to a table of the view's own name. */
function isDeclared(source: View | Subquery, column: Column): boolean {
  if (!is(source, View)) return false
  return tableName(tableOf(column)) === ownViewFacts(source).name
}
