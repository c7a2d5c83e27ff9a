// PostgreSQL.
import { sql } from 'drizzle-orm'
import type { Dialect } from '../dialect.js'
import { postgresKeyTexts } from './key-texts.js'
import { postgresColumns } from './columns.js'
import { postgresKeys } from './keys.js'
import { postgresSql } from './sql.js'

export const postgres: Dialect = {
  classPrefix: 'Pg',
  typing: 'strict',
  hasNulText: false,
  sortsNullsLast: true,
  numbersEnums: false,
  lexis: 'standard',
  sortsByPrefix: false,
  unsortableTypes: ['json', 'xml', 'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle'],
  columns: postgresColumns,
  sql: postgresSql,
  statements: {
    runBy: 'execute',
    haveNames: true,
    mayReadKeysFirst: true,
    fence: { offset: sql`0` },
    fencesSubSelects: true,
    orderOfFound: null,
    explain: 'explain (format json)',
    readsChangedTable: true,
  },
  keys: postgresKeys,
  keyTexts: postgresKeyTexts,
}
