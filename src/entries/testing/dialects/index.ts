// testing: what checks and advice must know of the dialects. Not part of `Dialect`, so that an application does not
// load it.
import type { DialectName } from '../../../vocabulary.js'
import { mssqlTested } from './mssql.js'
import { mysqlTested } from './mysql.js'
import { postgresTested } from './postgres.js'
import { sqliteTested } from './sqlite.js'
import type { TestedDialect } from './tested-dialect.js'

export const TESTED_DIALECTS: { readonly [name in DialectName]: TestedDialect } = {
  postgresql: postgresTested,
  mysql: mysqlTested,
  sqlite: sqliteTested,
  singlestore: { ...mysqlTested, readQueryPlan: null },
  mssql: mssqlTested,
  cockroach: {
    ...postgresTested,
    hasNullsInIndexes: false,
    hasGin: false,
    sortsUuidsAsBytes: false,
    readQueryPlan: null,
  },
}
