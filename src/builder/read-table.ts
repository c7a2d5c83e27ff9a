// Builder: what a Drizzle table tells at run time: dialect, columns, which sets of columns are unique, and which have a
// trigram index. Both lines, one place.
import { Column, entityKind, getTableColumns, is, SQL, StringChunk, Subquery, type Table, View } from 'drizzle-orm'
import { DIALECT_NAMES, dialectFacts, type DialectName } from '../dialect-facts.js'
import { rawFieldsOf, queryOf } from '../fragments/raw-fields.js'
import { readSource } from '../fragments/row-source.js'
import { isRowSource, type RowSource } from '../fragments/source-name.js'
import { configRefusals, refuse } from './refusals.js'

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
  for (const kind of entityKinds(value)) {
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

function* entityKinds(value: object): Generator<string> {
  for (let at: unknown = Object.getPrototypeOf(value); at !== null && at !== undefined; at = Object.getPrototypeOf(at)) {
    const kind = (at as { readonly constructor?: { readonly [entityKind]?: unknown } }).constructor?.[entityKind]
    if (typeof kind === 'string') yield kind
  }
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
  for (const constraint of extraConfigOf(table)) {
    const columns = uniqueColumns(constraint)
    if (columns !== null) keys.push(columns)
  }
  return keys
}

/** What the table's third argument returns. Drizzle keeps it under registered symbols on both lines. */
function extraConfigOf(table: Table): readonly object[] {
  const internals = table as unknown as { readonly [key: symbol]: unknown }
  const build = internals[Symbol.for('drizzle:ExtraConfigBuilder')]
  if (typeof build !== 'function') return []
  const extra = internals[Symbol.for('drizzle:ExtraConfigColumns')]
  const hasExtra = typeof extra === 'object' && extra !== null && Object.keys(extra).length > 0
  const built: unknown = build(hasExtra ? extra : getTableColumns(table))
  const values: unknown[] = Array.isArray(built) ? built.flat() : Object.values(built ?? {})
  return values.filter((value): value is object => typeof value === 'object' && value !== null)
}

function uniqueColumns(constraint: object): string[] | null {
  const kind = (constraint.constructor as { readonly [entityKind]?: string })[entityKind] ?? ''
  if (kind.endsWith('PrimaryKeyBuilder') || kind.endsWith('UniqueConstraintBuilder')) {
    return columnNames((constraint as { readonly columns?: unknown }).columns)
  }
  if (!kind.endsWith('IndexBuilder')) return null
  const { unique, columns, where } =
    (constraint as { readonly config?: { readonly unique?: boolean; readonly columns?: unknown; readonly where?: unknown } }).config ?? {}
  // A partial index is unique among its own rows only.
  return unique === true && where === undefined ? columnNames(columns) : null
}

/** Names of the columns that the schema shows to have a trigram index over all rows (`gin_trgm_ops`, `gist_trgm_ops`). */
export function trigramColumnsOf(table: Table): ReadonlySet<string> {
  const names = new Set<string>()
  if (is(table, View) || is(table, Subquery)) return names
  for (const constraint of extraConfigOf(table)) {
    const { columns, where } = (constraint as { readonly config?: { readonly columns?: unknown; readonly where?: unknown } }).config ?? {}
    if (where === undefined && Array.isArray(columns)) for (const column of columns as readonly unknown[]) addTrigramColumn(column, names)
  }
  return names
}

const TRIGRAM_CLASS = /^\s*(gin|gist)_trgm_ops\b/i

/** `t.title.op('gin_trgm_ops')`, or an expression that is one column and its operator class. */
function addTrigramColumn(indexed: unknown, names: Set<string>): void {
  if (is(indexed, SQL)) {
    const columns = indexed.queryChunks.filter((chunk): chunk is Column => is(chunk, Column))
    const text = indexed.queryChunks.map((chunk) => (is(chunk, StringChunk) ? [chunk.value].flat().join('') : '')).join('')
    if (columns.length === 1 && TRIGRAM_CLASS.test(text)) names.add((columns[0] as Column).name)
    return
  }
  const { name, indexConfig } = indexed as { readonly name?: unknown; readonly indexConfig?: { readonly opClass?: unknown } }
  if (typeof name === 'string' && TRIGRAM_CLASS.test(String(indexConfig?.opClass))) names.add(name)
}

/** Null where one of them is an expression: that says nothing about plain columns. */
function columnNames(columns: unknown): string[] | null {
  if (!Array.isArray(columns)) return null
  const names: string[] = []
  for (const column of columns as readonly unknown[]) {
    const name = typeof column === 'object' && column !== null && 'name' in column ? column.name : undefined
    if (typeof name !== 'string' || name === '') return null
    names.push(name)
  }
  return names
}
