// PostgreSQL.
import { sql } from 'drizzle-orm'
import type { Dialect } from '../dialect.js'
import { postgresColumns } from './columns.js'
import { postgresKeys } from './keys.js'
import { postgresSql } from './sql.js'

export const postgres: Dialect = {
  classPrefix: 'Pg',
  typing: 'strict',
  hasNulText: false,
  sortsNullsLast: true,
  numbersEnums: false,
  sortsByPrefix: false,
  unsortableTypes: ['json', 'xml', 'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle'],
  columns: postgresColumns,
  sql: postgresSql,
  statements: {
    runBy: 'execute',
    haveNames: true,
    mayReadKeysFirst: true,
    fence: { offset: sql`0` },
    // All rows; a limit that is not written out makes the planner expect a tenth of them.
    earlyFence: { limit: sql`(select 9223372036854775807)` },
    needsHalves: true,
    stopsOutside: false,
    orderOfFound: null,
    explain: 'explain (format json)',
    locksNoLeftJoins: true,
    readsChangedTable: true,
  },
  keys: postgresKeys,
}
