// Stage compile: the dialects that have SQL of their own here.
import type { DialectName } from '../types/config.js'
import type { SqlDialect } from '../types/sql.js'
import { mssqlDialect } from './dialects/mssql.js'
import { mysqlDialect } from './dialects/mysql.js'
import { cockroachDialect, postgresDialect } from './dialects/postgres.js'
import { singlestoreDialect } from './dialects/singlestore.js'
import { sqliteDialect } from './dialects/sqlite.js'

const DIALECTS: { readonly [name in DialectName]: SqlDialect } = {
  cockroach: cockroachDialect,
  mssql: mssqlDialect,
  mysql: mysqlDialect,
  postgresql: postgresDialect,
  singlestore: singlestoreDialect,
  sqlite: sqliteDialect,
}

export function sqlDialect(name: DialectName): SqlDialect {
  return DIALECTS[name]
}
