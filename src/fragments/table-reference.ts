// Fragments: a table after `from` and `join`.
import { type SQL, sql, type Table } from 'drizzle-orm'
import { isTableAlias, originalName, schemaOf, tableName } from '../drizzle/tables.js'
import { fromItem, qualifiedName } from './from-item.js'

/** A table as it is written after `from`: an alias is introduced with its table. */
export function tableReference(given: Table): SQL {
  const table = fromItem(given)
  if (!isTableAlias(table)) return sql`${table}`
  return sql`${qualifiedName(schemaOf(table), originalName(table))} ${sql.identifier(tableName(table))}`
}
