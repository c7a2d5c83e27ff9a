// Stage compile: how the value of an order's term is read exactly, and how a position's value is written beside it. What is read as
// text and bound again compares as equal to the row that it came from, whatever the driver makes of the column.
import type { DialectName } from '../../types/config.js'
import type { KeySql } from '../../types/position.js'
import { mssqlKeys } from './mssql-keys.js'
import { mysqlKeys } from './mysql-keys.js'
import { postgresKeys } from './postgres-keys.js'
import { sqliteKeys } from './sqlite-keys.js'

const KEYS: { readonly [name in DialectName]: KeySql } = {
  cockroach: postgresKeys,
  mssql: mssqlKeys,
  mysql: mysqlKeys,
  postgresql: postgresKeys,
  singlestore: mysqlKeys,
  sqlite: sqliteKeys,
}

export const keySql = (dialect: DialectName): KeySql => KEYS[dialect]
