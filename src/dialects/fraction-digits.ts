// How many digits of a second a timestamp keeps. Not part of `Dialect`: only the explorer asks.
import type { DialectName } from '../vocabulary.js'

/** Of a type that names none. */
const UNNAMED: { readonly [name in DialectName]: number } = {
  postgresql: 6,
  cockroach: 6,
  mysql: 0,
  singlestore: 0,
  sqlite: 7,
  mssql: 7,
}

/** @param sqlType as the column prints it, e.g. `timestamp (3) with time zone` */
export function fractionDigits(sqlType: string, dialect: DialectName): number {
  const named = /\((\d)\)/.exec(sqlType)?.[1]
  if (named !== undefined) return Number(named)
  // The oldest type of SQL Server takes no number.
  return dialect === 'mssql' && sqlType === 'datetime' ? 3 : UNNAMED[dialect]
}
