// SQL Server. Its text is tested as Drizzle renders it; no server has run it.
import type { Dialect } from '../dialect.js'
import { plainStatements } from '../shared/sql.js'
import { mssqlColumns } from './columns.js'
import { mssqlKeys } from './keys.js'
import { mssqlSql } from './sql.js'

export const mssql: Dialect = {
  classPrefix: 'MsSql',
  typing: 'converting',
  hasNulText: true,
  sortsNullsLast: false,
  numbersEnums: false,
  sortsByPrefix: false,
  unsortableTypes: [],
  columns: mssqlColumns,
  sql: mssqlSql,
  statements: plainStatements,
  keys: mssqlKeys,
}
