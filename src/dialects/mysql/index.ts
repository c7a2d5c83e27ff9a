// MySQL and MariaDB.
import { sql } from 'drizzle-orm'
import type { Dialect } from '../dialect.js'
import { mysqlColumns, mysqlType } from './columns.js'
import { mysqlKeys } from './keys.js'
import { mysqlSql } from './sql.js'

export const mysql: Dialect = {
  classPrefix: 'MySql',
  typing: 'converting',
  hasNulText: true,
  sortsNullsLast: false,
  numbersEnums: true,
  sortsByPrefix: true,
  unsortableTypes: [],
  columns: mysqlColumns,
  typeOf: mysqlType,
  sql: mysqlSql,
  statements: {
    runBy: 'execute',
    haveNames: false,
    mayReadKeysFirst: true,
    fence: null,
    earlyFence: { limit: sql`18446744073709551615` },
    needsHalves: false,
    stopsOutside: false,
    orderOfFound: null,
    explain: 'explain format=json',
    readsChangedTable: false,
  },
  keys: mysqlKeys,
}
