// Stage build: the SQL types of SQLite.
import type { TypeTable } from '../dialect.js'
import { INTEGER_BOOLEAN, JSON_COLLECTION, DECIMAL, DOUBLE, TEXT, integer, signed } from '../shared/columns.js'

export const sqliteColumns: TypeTable = {
  integer: integer(signed(64n)),
  real: DOUBLE,
  numeric: DECIMAL,
  text: TEXT,
  SQLiteBoolean: INTEGER_BOOLEAN,
  SQLiteTextJson: JSON_COLLECTION,
  SQLiteTimestamp: { valueType: 'timestamp', storage: 'seconds' },
}

/** Under every name of which SQLite makes a text. */
export const sqliteType = (sqlType: string): string =>
  /^(?!.*int).*(?:char|clob|text)/i.test(sqlType) ? 'text' : sqlType
