// Builder: what a Drizzle table tells at run time: its dialect, its columns, and which sets of columns are unique. Both
// lines, one place.
import { Column, Subquery, type Table, View } from 'drizzle-orm'
import { dialectOfPrefix } from '../dialects/index.js'
import type { DialectName } from '../vocabulary.js'
import { visitChunks } from '../drizzle/chunks.js'
import { constraintsOf } from '../drizzle/constraints.js'
import { is, kindsOf } from '../drizzle/kinds.js'
import { queryOf, rawFieldsOf } from '../drizzle/selected-fields.js'
import { readSource } from '../fragments/row-source.js'
import { isRowSource, type RowSource } from '../fragments/source-name.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'

/**
 * The dialect in the class names of the table's prototype chain (`PgTable`, `SQLiteView` …); a sub-query's is that of
 * its tables.
 */
export function dialectOf(table: RowSource): DialectName {
  return dialectWithin(table) ?? refuse(configRefusals.notATable)
}

/** Undefined for a sub-query of only raw SQL, whose dialect nothing shows. */
export function dialectWithin(value: unknown): DialectName | undefined {
  let found: DialectName | undefined
  visitChunks(value, (chunk, kind) => {
    if (found !== undefined) return false
    if (kind === 'sql' || kind === 'aliased') return true
    if (kind === 'subquery') {
      for (const member of [...Object.values(rawFieldsOf(chunk as Subquery)), queryOf(chunk as Subquery)])
        found ??= dialectWithin(member)
    } else if (typeof chunk === 'object' && chunk !== null) found = dialectOfClass(chunk)
    return false
  })
  return found
}

function dialectOfClass(value: object): DialectName | undefined {
  for (const kind of kindsOf(value)) {
    const prefix = /^(\w+?)(?:Materialized)?(?:Table|View(?:Base)?|Column)$/.exec(kind)?.[1]
    const name = prefix === undefined ? undefined : dialectOfPrefix(prefix)
    if (name !== undefined) return name
  }
  return undefined
}

/**
 * Is it something a configuration can be made of or joined with? Inside the package it travels as `Table`, whatever it
 * is.
 */
export function isTableLike(value: unknown): value is Table {
  return isRowSource(value)
}

/** Columns by property key, in schema order; what a view or sub-query computes is not a column. */
export function columnsOf(table: Table): readonly (readonly [key: string, column: Column])[] {
  return readSource(table).members.flatMap(({ key, expression }) =>
    is(expression, Column) ? [[key, expression] as const] : [],
  )
}

/** Sets of column names (as the database has them) each of which the schema shows to be unique. */
export function uniqueKeysOf(table: Table): readonly (readonly string[])[] {
  // What is unique in a table may be there twice in a view of it.
  if (is(table, View) || is(table, Subquery)) return []
  const keys: string[][] = []
  for (const [, column] of columnsOf(table)) if (column.primary || column.isUnique) keys.push([column.name])
  for (const { isUnique, isPartial, columns } of constraintsOf(table)) {
    // A partial index is unique among its own rows only.
    const names = isUnique && !isPartial && columns.length > 0 ? columnNames(columns) : null
    if (names !== null) keys.push(names)
  }
  return keys
}

/** The shortest key that the schema shows to be unique and never null; null where it shows none. */
export function shownKeyOf(table: Table): readonly Column[] | null {
  const byName = new Map(columnsOf(table).map(([, column]) => [column.name, column]))
  const [shortest = null] = uniqueKeysOf(table)
    .map((names) => names.map((column) => byName.get(column)))
    .filter((columns): columns is Column[] => columns.every((column) => column?.notNull === true))
    .sort((one, other) => one.length - other.length)
  return shortest
}

/** The columns of the primary key; none for a view, a sub-query or a table without one. */
export function primaryKeyOf(table: Table): readonly Column[] {
  if (is(table, View) || is(table, Subquery)) return []
  const columns = columnsOf(table).map(([, column]) => column)
  const declared = columns.filter((column) => column.primary)
  if (declared.length > 0) return declared
  const names = constraintsOf(table)
    .filter(({ isPrimaryKey }) => isPrimaryKey)
    .flatMap(({ columns: members }) => columnNames(members) ?? [])
  return names.flatMap((name) => columns.filter((column) => column.name === name))
}

/** Null where one of them is an expression: that says nothing about plain columns. */
function columnNames(columns: readonly unknown[]): string[] | null {
  const names: string[] = []
  for (const column of columns) {
    const name = typeof column === 'object' && column !== null && 'name' in column ? column.name : undefined
    if (typeof name !== 'string' || name === '') return null
    names.push(name)
  }
  return names
}
