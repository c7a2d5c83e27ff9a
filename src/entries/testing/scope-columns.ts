// testing: the columns that the app's own condition holds to one value, as a tenant's: an index begins with them.
import { Column, SQL, StringChunk, type Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { chunkText } from '../../drizzle/fragments.js'
import { tableOf } from '../../drizzle/tables.js'
import { tableIdentity } from '../../fragments/source-name.js'

/** Columns of `table` that every row of the condition has one given value in: `tenant = ?`, AND-ed. */
export function scopeColumns(condition: SQL | undefined, table: Table): readonly Column[] {
  if (condition === undefined) return []
  const identity = tableIdentity(table)
  return [...new Set(heldColumns(condition))].filter((column) => tableIdentity(tableOf(column)) === identity)
}

function heldColumns({ queryChunks }: SQL): Column[] {
  const parts = queryChunks.filter((chunk) => !is(chunk, StringChunk) || chunkText(chunk).trim() !== '')
  const texts = parts.filter((part) => is(part, StringChunk)).map((part) => chunkText(part).trim().toLowerCase())
  const [left, , right] = parts
  if (parts.length === 3 && texts.join() === '=') {
    if (is(left, Column)) return isValue(right) ? [left] : []
    return is(right, Column) && isValue(left) ? [right] : []
  }
  // Anything but parentheses and `and` may let other values through.
  if (texts.some((text) => !/^(?:\(|\)|and|\) and \()+$/.test(text))) return []
  return parts.flatMap((part) => (is(part, SQL) ? heldColumns(part) : []))
}

const isValue = (part: unknown): boolean => !is(part, Column) && !is(part, SQL)
