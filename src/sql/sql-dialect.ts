// Stage compile: the dialects that have SQL of their own here.
import type { DialectName } from '../types/config.js'
import type { SqlDialect } from '../types/sql.js'
import { mysqlDialect } from './dialects/mysql.js'
import { postgresDialect } from './dialects/postgres.js'
import { sqliteDialect } from './dialects/sqlite.js'

const DIALECTS: { readonly [name in DialectName]?: SqlDialect } = {
  mysql: mysqlDialect,
  postgresql: postgresDialect,
  sqlite: sqliteDialect,
}

/** @throws Error for a dialect that is not supported: a configuration over it is refused by `build()`. */
export function sqlDialect(name: DialectName): SqlDialect {
  const dialect = DIALECTS[name]
  if (dialect === undefined) throw new Error(`drizzle-paginate has no SQL for dialect '${name}'; please report.`)
  return dialect
}
