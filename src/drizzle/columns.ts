// What columns have that Drizzle's type of a column does not show.
import type { Column, Table } from 'drizzle-orm'

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

/** The table, view or sub-query that a column is read from. */
export const tableOf = (column: Column): Table => columnInternals(column).table
