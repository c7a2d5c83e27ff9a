// Fragments: a criterion put to the elements of a sub-collection.
import { Column, is, SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { tableOf } from '../drizzle/columns.js'

import type { Protect, ResolvedCollection, WriteElement } from '../types/config.js'
import { OpaqueColumn } from './opaque-column.js'
import { tableIdentity } from './source-name.js'
import { tableReference } from './table-reference.js'

/**
 * `some`: an element satisfies the criterion; `none`: no element does; `every`: no element satisfies its complement,
 * which holds over no elements. The element's predicate is never unknown, so the three are exact with null elements too.
 */
export function elementPredicate(collection: Omit<ResolvedCollection, 'predicate'>, write: WriteElement): SQL {
  const tables = new Set([collection.table, ...collection.joins.map((join) => join.table)].map(tableIdentity))
  const protect: Protect = (expression) => protectColumns(expression, tables)
  const joins = collection.joins.map((join) => sql` inner join ${tableReference(join.table)} on (${protect(join.on)})`)
  const from = sql`${tableReference(collection.table)}${joins.length === 0 ? undefined : sql.join(joins)}`
  const exists = (predicate: SQL): SQL => sql`exists (select 1 from ${from} where (${protect(collection.on)}) and ${predicate})`
  switch (collection.quantifier) {
    case 'some':
      return exists(write(false, protect))
    case 'none':
      return sql`not ${exists(write(false, protect))}`
    case 'every':
      return sql`not ${exists(write(true, protect))}`
    default:
      return collection.quantifier satisfies never
  }
}

const identityOf = (column: Column): string => tableIdentity(tableOf(column))

/** Columns of the sub-collection's own tables, which a relational query must not rename. */
function protectColumns(expression: SQLWrapper, tables: ReadonlySet<string>): SQLWrapper {
  if (is(expression, Column)) return tables.has(identityOf(expression)) ? new OpaqueColumn(expression) : expression
  if (!is(expression, SQL)) return expression
  const chunks = expression.queryChunks.map((chunk) => {
    if (is(chunk, Column)) return tables.has(identityOf(chunk)) ? new OpaqueColumn(chunk) : chunk
    if (is(chunk, SQL)) return protectColumns(chunk, tables)
    return chunk
  })
  return new SQL(chunks as SQL['queryChunks'])
}
