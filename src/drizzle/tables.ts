// What Drizzle keeps of tables and views under registered symbols, which both lines share. There are public readers of
// only the name and the columns of a table, and none that reads an alias or a view.
import { type Column, getTableColumns, type Table, type View, type SQL, sql } from 'drizzle-orm'
import { kindOf } from './kinds.js'

const NAME = Symbol.for('drizzle:Name')
const ORIGINAL_NAME = Symbol.for('drizzle:OriginalName')
const SCHEMA = Symbol.for('drizzle:Schema')
const IS_ALIAS = Symbol.for('drizzle:IsAlias')
const COLUMNS = Symbol.for('drizzle:Columns')
const EXTRA_CONFIG_BUILDER = Symbol.for('drizzle:ExtraConfigBuilder')
const EXTRA_CONFIG_COLUMNS = Symbol.for('drizzle:ExtraConfigColumns')
const ORIGINAL_COLUMN = Symbol.for('drizzle:OriginalColumn')
const VIEW_CONFIG = Symbol.for('drizzle:ViewBaseConfig')

type Internals = Readonly<Record<symbol, unknown>>
const inside = (source: object): Internals => source as Internals

/** The name that a table goes by in a statement: its alias, if it has one. */
export const tableName = (table: object): string => inside(table)[NAME] as string
/** The name that a table has in the database, whatever its alias is. */
export const originalName = (table: object): string => inside(table)[ORIGINAL_NAME] as string
export const schemaOf = (table: object): string | undefined => inside(table)[SCHEMA] as string | undefined
export const isTableAlias = (table: object): boolean => inside(table)[IS_ALIAS] === true

/** Columns by property key. */
export const tableColumns = (table: object): Readonly<Record<string, Column>> =>
  (inside(table)[COLUMNS] ?? {}) as Readonly<Record<string, Column>>

/** The name that a column has in this database. On 0.45 the database may have a casing, by which it names some columns. */
export function columnNameIn(db: object, column: Column): string {
  const { casing } = ((db as { readonly dialect?: object }).dialect ?? {}) as {
    readonly casing?: { readonly getColumnCasing?: (column: Column) => string }
  }
  return casing?.getColumnCasing?.(column) ?? column.name
}

/** Indexes, keys and constraints, as their builders: what the third argument of the table returns. */
export function extraConfig(table: Table): readonly object[] {
  const build = inside(table)[EXTRA_CONFIG_BUILDER]
  if (typeof build !== 'function') return []
  const extra = inside(table)[EXTRA_CONFIG_COLUMNS]
  const hasExtra = typeof extra === 'object' && extra !== null && Object.keys(extra).length > 0
  const built: unknown = build(hasExtra ? extra : getTableColumns(table))
  const values: unknown[] = Array.isArray(built) ? built.flat() : Object.values(built ?? {})
  return values.filter((value): value is object => typeof value === 'object' && value !== null)
}

interface ViewFacts {
  readonly name: string
  readonly originalName: string
  readonly schema: string | undefined
  readonly isAlias: boolean
}

/** Of an alias: the facts of the alias. */
export const viewFacts = (view: View): ViewFacts => inside(view)[VIEW_CONFIG] as ViewFacts

/** Behind the proxy of an alias: the view's own facts, with what it selects. */
export const ownViewFacts = (view: View): ViewFacts & { readonly selectedFields: object; readonly query: never } =>
  Object.getOwnPropertyDescriptor(view, VIEW_CONFIG)?.value as never

// What columns have that Drizzle's type of a column does not show.

interface ColumnInternals {
  readonly table: Table
  readonly config?: { readonly customTypeParams?: unknown }
  readonly keyAsName?: boolean
  /** 1.0: made by `column.as(name)`. */
  readonly isAlias?: boolean
  /** 0.45: the element column of a PgArray. */
  readonly baseColumn?: Column
  /** 1.0: how many times the column is an array; 0.45: the length of a vector. */
  readonly dimensions?: number
  /** SQLite timestamps: `timestamp` (seconds) or `timestamp_ms`. */
  readonly mode?: string
  /** Enums of PostgreSQL and CockroachDB. */
  readonly enum?: { readonly enumName?: string; readonly schema?: string | undefined }
  /** Timestamps of PostgreSQL. */
  readonly withTimezone?: boolean
}

export const columnInternals = (column: Column): ColumnInternals => column as unknown as ColumnInternals

/**
 * The column of `column.as('name')` of 1.0, which names a result: written anywhere else it is only that name, and may be
 * another column's.
 */
export function withoutAlias(column: Column): Column {
  if (columnInternals(column).isAlias !== true) return column
  const original = inside(column)[ORIGINAL_COLUMN] as () => Column
  return withoutAlias(original())
}

/** The table, view or sub-query that a column is read from. */
export const tableOf = (column: Column): Table => columnInternals(column).table

/**
 * A column as an expression that is read as the column is. Drizzle 0.45 casts one class of columns in its select list,
 * where they are only columns: without the cast SQLite's drivers round such a number.
 */
export function columnAsSql(column: Column): SQL {
  const value = withoutAlias(column)
  const expression = kindOf(value) === 'SQLiteNumericBigInt' ? sql`cast(${value} as text)` : sql`${value}`
  return expression.mapWith(value)
}
