// SQLite.
import { sql } from 'drizzle-orm'
import type { Dialect } from '../dialect.js'
import { sqliteColumns, sqliteType } from './columns.js'
import { sqliteKeys } from './keys.js'
import { sqliteSql } from './sql.js'

export const sqlite: Dialect = {
  classPrefix: 'SQLite',
  typing: 'per-value',
  hasNulText: true,
  sortsNullsLast: false,
  numbersEnums: false,
  sortsByPrefix: false,
  unsortableTypes: [],
  columns: sqliteColumns,
  typeOf: sqliteType,
  sql: sqliteSql,
  statements: {
    runBy: 'all',
    haveNames: false,
    mayReadKeysFirst: true,
    fence: { limit: sql`-1`, offset: sql`0` },
    earlyFence: { limit: sql`-1` },
    needsHalves: false,
    stopsOutside: true,
    // A plus keeps an index from serving a term.
    orderOfFound: (term) => sql`+${term}`,
    explain: null,
    readsChangedTable: true,
  },
  keys: sqliteKeys,
}
