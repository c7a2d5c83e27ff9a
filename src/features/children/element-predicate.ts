// Children: a criterion applied to the elements of a sub-collection.
import { type Column, type SQL, sql, type SQLWrapper, type Table } from 'drizzle-orm'
import { GO_ON, mapChunks } from '../../drizzle/chunks.js'
import { tableOf } from '../../drizzle/tables.js'
import type { JoinedTable, Protect, ResolvedCollection, WriteElement } from '../../types/config.js'
import { OpaqueColumn } from '../../fragments/opaque-column.js'
import { joinClause, tableIdentity, tableReference } from '../../fragments/source-name.js'

/**
 * `some`: an element satisfies the criterion; `none`: no element does; `every`: no element satisfies its complement,
 * which holds over no elements. The element's predicate is never unknown, so the three are exact with null elements
 * too.
 */
export function elementPredicate(
  collection: Omit<ResolvedCollection, 'predicate'>,
  write: WriteElement,
  keyword: 'and' | 'having' = 'and',
): SQL {
  const tables = new Set([collection.table, ...collection.joins.map((join) => join.table)].map(tableIdentity))
  const protect: Protect = (expression) => protectColumns(expression, tables)
  const from = fromRows(collection.table, collection.joins, protect)
  // SQLite takes `having` where an aggregate is selected.
  const selected = sql.raw(keyword === 'and' ? '1' : 'count(*)')
  const exists = (predicate: SQL): SQL =>
    sql`exists (select ${selected} from ${from} where (${protect(collection.on)}) ${sql.raw(keyword)} ${predicate})`
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

/** What a sub-select of rows of another table reads from. */
export function fromRows(table: Table, joins: readonly JoinedTable[], protect: (on: SQL) => SQLWrapper): SQL {
  const joined = joins.map(({ kind, table: other, on }) => joinClause(kind, other, sql`(${protect(on)})`))
  return sql`${tableReference(table)}${joined.length === 0 ? undefined : sql.join(joined)}`
}

/**
 * Columns that a relational query must not rename: those of a sub-select's own tables.
 *
 * @param tables @default all, for a sub-select that reads the root itself
 */
export function protectColumns(expression: SQLWrapper, tables?: ReadonlySet<string>): SQLWrapper {
  const isOwn = (column: Column): boolean => tables?.has(tableIdentity(tableOf(column))) ?? true
  return mapChunks(expression, (chunk, kind) => {
    if (kind === 'sql') return GO_ON
    return kind === 'column' && isOwn(chunk as Column) ? new OpaqueColumn(chunk as Column) : chunk
  })
}
