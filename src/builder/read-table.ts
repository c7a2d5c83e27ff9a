// Builder: what a Drizzle table tells at run time: dialect, columns, which sets of columns are unique, and which have a
// trigram index. Both lines, one place.
import { Column, is, SQL, StringChunk, Subquery, type Table, View } from 'drizzle-orm'
import { DIALECT_NAMES, dialectFacts, type DialectName } from '../dialect-facts.js'
import { constraintsOf } from '../drizzle/constraints.js'
import { chunkText } from '../drizzle/fragments.js'
import { kindsOf } from '../drizzle/kinds.js'
import { queryOf, rawFieldsOf } from '../drizzle/selected-fields.js'
import { readSource } from '../fragments/row-source.js'
import { isRowSource, type RowSource } from '../fragments/source-name.js'
import * as configRefusals from './config-refusals.js'
import { refuse } from './refuse.js'

const byClassPrefix = /* @__PURE__ */ new Map<string, DialectName>(
  /* @__PURE__ */ DIALECT_NAMES.map((name) => [dialectFacts(name).classPrefix, name]),
)

/** The dialect in the class names of the table's prototype chain (`PgTable`, `SQLiteView` …); a sub-query's is that of its tables. */
export function dialectOf(table: RowSource): DialectName {
  return dialectWithin(table) ?? refuse(configRefusals.notATable)
}

function dialectWithin(value: unknown): DialectName | undefined {
  if (is(value, Subquery)) {
    return firstOf([...Object.values(rawFieldsOf(value)), ...(queryOf(value)?.queryChunks ?? [])], dialectWithin)
  }
  if (is(value, SQL.Aliased)) return dialectWithin(value.sql)
  if (is(value, SQL)) return firstOf(value.queryChunks, dialectWithin)
  if (typeof value !== 'object' || value === null) return undefined
  for (const kind of kindsOf(value)) {
    const prefix = /^(\w+?)(?:Materialized)?(?:Table|View(?:Base)?|Column)$/.exec(kind)?.[1]
    const name = prefix === undefined ? undefined : byClassPrefix.get(prefix)
    if (name !== undefined) return name
  }
  return undefined
}

function firstOf<Value, Found>(values: readonly Value[], find: (value: Value) => Found | undefined): Found | undefined {
  for (const value of values) {
    const found = find(value)
    if (found !== undefined) return found
  }
  return undefined
}

/** Is it something a configuration can be made of or joined with? Inside the package it travels as `Table`, whatever it is. */
export function isTableLike(value: unknown): value is Table {
  return isRowSource(value)
}

/** Columns by property key, in schema order; what a view or sub-query computes is no column. */
export function columnsOf(table: Table): readonly (readonly [key: string, column: Column])[] {
  return readSource(table).members.flatMap(({ key, expression }) => (is(expression, Column) ? [[key, expression] as const] : []))
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

/** Names of the columns that the schema shows to have a trigram index over all rows (`gin_trgm_ops`, `gist_trgm_ops`). */
export function trigramColumnsOf(table: Table): ReadonlySet<string> {
  const names = new Set<string>()
  if (is(table, View) || is(table, Subquery)) return names
  for (const { isIndex, isPartial, columns } of constraintsOf(table)) {
    if (isIndex && !isPartial) for (const column of columns) addTrigramColumn(column, names)
  }
  return names
}

const TRIGRAM_CLASS = /^\s*(gin|gist)_trgm_ops\b/i

/** `t.title.op('gin_trgm_ops')`, or an expression that is one column and its operator class. */
function addTrigramColumn(indexed: unknown, names: Set<string>): void {
  if (is(indexed, SQL)) {
    const columns = indexed.queryChunks.filter((chunk): chunk is Column => is(chunk, Column))
    const text = indexed.queryChunks.map((chunk) => (is(chunk, StringChunk) ? chunkText(chunk) : '')).join('')
    if (columns.length === 1 && TRIGRAM_CLASS.test(text)) names.add((columns[0] as Column).name)
    return
  }
  const { name, indexConfig } = indexed as { readonly name?: unknown; readonly indexConfig?: { readonly opClass?: unknown } }
  if (typeof name === 'string' && TRIGRAM_CLASS.test(String(indexConfig?.opClass))) names.add(name)
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
