// Stage compile: SingleStore, whose SQL is MySQL's except for JSON. Tests compare the rendered text; no server has run it.
import { sql } from 'drizzle-orm'
import type { SqlDialect } from '../../types/sql.js'
import { mysqlDialect } from './mysql.js'
import { textsInJson } from './shared.js'

export const singlestoreDialect: SqlDialect = {
  ...mysqlDialect,
  statements: { ...mysqlDialect.statements, mayReadKeysFirst: false, explain: null },
  encodeHeld: textsInJson,
  // There is no JSON_TABLE: the wanted values become rows of a one-column table, `table_col`.
  holdsAll: ({ expression }, slot) => {
    const isHeld = sql`json_array_contains_json(${expression}, wanted.table_col)`
    const missing = sql`select 1 from table(json_to_array(${slot})) as wanted where not ${isHeld}`
    return sql`(json_get_type(${expression}) = 'array' and not exists (${missing}))`
  },
}
