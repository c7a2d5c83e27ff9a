// testing: what checks and advice must know of the dialects. Not part of `Dialect`, so that an application does not
// load it.
import type { DialectName } from '../vocabulary.js'
import { cockroachTested } from './cockroach/testing.js'
import { mssqlTested } from './mssql/testing.js'
import { mysqlTested } from './mysql/testing.js'
import { postgresTested } from './postgres/testing.js'
import { singlestoreTested } from './singlestore/testing.js'
import { sqliteTested } from './sqlite/testing.js'
import type { TestedDialect } from './tested-dialect.js'

export const TESTED_DIALECTS: { readonly [name in DialectName]: TestedDialect } = {
  postgresql: postgresTested,
  mysql: mysqlTested,
  sqlite: sqliteTested,
  singlestore: singlestoreTested,
  mssql: mssqlTested,
  cockroach: cockroachTested,
}
