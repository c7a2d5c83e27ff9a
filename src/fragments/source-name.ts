// Builder and page: what a list's rows come from, and its name.
import { getTableUniqueName, Subquery, Table, View, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { isTableAlias, tableName, viewFacts, originalName, schemaOf } from '../drizzle/tables.js'

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
 * A source's identity in SQL text: two aliases of one table differ, two readings of one alias do not. Aliases, views
 * and sub-queries go only by their name, which is what their columns are qualified with.
 */
export function tableIdentity(source: RowSource): string {
  return is(source, Table) && !isAlias(source) ? getTableUniqueName(source) : `alias ${nameOf(source)}`
}

const schemaOfName = (source: RowSource): string | undefined => (isAlias(source) ? undefined : schemaOf(source))

/**
 * Do the columns of the outer one read as those of the inner one in a sub-select from this? Those of a table in a schema
 * are written with it.
 */
export function isHiddenBy(inner: RowSource, outer: RowSource): boolean {
  const schema = schemaOfName(outer)
  return nameOf(inner) === nameOf(outer) && (schema === undefined || schema === schemaOfName(inner))
}

/**
 * Is the table's name taken in a select from `from` with these joins? Drizzle's select has no two joins of one name, of
 * whatever schema.
 */
export const isNameTaken = (table: RowSource, from: RowSource, joins: readonly RowSource[]): boolean =>
  isHiddenBy(from, table) || isHiddenBy(table, from) || joins.some((join) => nameOf(join) === nameOf(table))

/** A name of ours next to tables, one of which may have it: with `_` after it until none has. */
export function freeName(name: string, sources: readonly RowSource[]): string {
  const taken = new Set(sources.map((source) => nameOf(source).toLowerCase()))
  let free = name
  while (taken.has(free)) free += '_'
  return free
}

export function isAlias(source: RowSource): boolean {
  return is(source, View) ? viewFacts(source).isAlias : isTableAlias(source)
}

// A source as Drizzle can write it after `from` and `join`.

const items = new WeakMap<RowSource, Subquery>()

/** `"schema"."name"` */
export function qualifiedName(schema: string | undefined, name: string): SQL {
  return schema === undefined ? sql`${sql.identifier(name)}` : sql`${sql.identifier(schema)}.${sql.identifier(name)}`
}

/**
 * Drizzle writes the alias of a view without the view, on one line everywhere, on the other in some dialects: it is
 * read as a sub-query.
 */
export function fromItem(source: Table): Table {
  if (!is(source, View) || !isAlias(source)) return source
  let item = items.get(source)
  if (item === undefined) {
    const { originalName, schema } = viewFacts(source)
    item = new Subquery(sql`select * from ${qualifiedName(schema, originalName)}`, {}, nameOf(source))
    items.set(source, item)
  }
  return item as unknown as Table
}

// A table after `from` and `join`.

/** A table as it is written after `from`: an alias is introduced with its table. */
export function tableReference(given: Table): SQL {
  const table = fromItem(given)
  if (!isTableAlias(table)) return sql`${table}`
  return sql`${qualifiedName(schemaOf(table), originalName(table))} ${table}`
}

/** ` left join "authors" on …` */
export const joinClause = (kind: 'left' | 'inner', table: Table, on: SQLWrapper): SQL =>
  sql` ${sql.raw(kind)} join ${tableReference(table)} on ${on}`
