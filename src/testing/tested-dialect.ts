// testing: what checks and advice must know of a dialect.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { DialectName } from '../types/config.js'

export interface TestedDialect {
  readonly quote: (name: string) => string
  /** An order places nulls in words of its own, `nulls first`, and not by an expression. */
  readonly writesNullOrder: boolean
  /** An index places nulls too. */
  readonly hasNullsInIndexes: boolean
  /** Inverted indexes for substrings and collections. */
  readonly hasGin: boolean
  /** Decimals are kept as doubles. */
  readonly hasInexactDecimals: boolean
  /** UUIDs are sorted as the in-memory engine sorts them. */
  readonly sortsUuidsAsBytes: boolean
  /** True for a moment with digits that a `Date` cannot hold. Absent where no column has such moments. */
  readonly isFinerThanDate?: (moment: SQLWrapper) => SQL
}

const quoted =
  (mark: '"' | '`') =>
  (name: string): string =>
    `${mark}${name.replaceAll(mark, mark + mark)}${mark}`

const postgresql: TestedDialect = {
  quote: quoted('"'),
  writesNullOrder: true,
  hasNullsInIndexes: true,
  hasGin: true,
  hasInexactDecimals: false,
  sortsUuidsAsBytes: true,
  isFinerThanDate: (moment) => sql`date_trunc('milliseconds', ${moment}) <> ${moment}`,
}

const mysql: TestedDialect = {
  quote: quoted('`'),
  writesNullOrder: false,
  hasNullsInIndexes: false,
  hasGin: false,
  hasInexactDecimals: false,
  sortsUuidsAsBytes: false,
  isFinerThanDate: (moment) => sql`microsecond(${moment}) % 1000 <> 0`,
}

const sqlite: TestedDialect = {
  quote: quoted('"'),
  writesNullOrder: true,
  hasNullsInIndexes: false,
  hasGin: false,
  hasInexactDecimals: true,
  sortsUuidsAsBytes: false,
}

const DIALECTS: { readonly [name in DialectName]: TestedDialect } = {
  postgresql,
  mysql,
  sqlite,
  singlestore: mysql,
  mssql: { ...mysql, quote: quoted('"'), isFinerThanDate: (moment) => sql`datepart(nanosecond, ${moment}) % 1000000 <> 0` },
  cockroach: { ...postgresql, hasNullsInIndexes: false, hasGin: false, sortsUuidsAsBytes: false },
}

export const testedDialect = (name: DialectName): TestedDialect => DIALECTS[name]
