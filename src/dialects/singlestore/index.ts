// SingleStore, whose SQL is MySQL's except for JSON. Its text is tested as Drizzle renders it; no server has run it.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Dialect } from '../dialect.js'
import { mysql } from '../mysql/index.js'
import { escapedLike, textsInJson } from '../shared/sql.js'

const { keys } = mysql

const isHeldIn = (document: SQLWrapper): SQL => sql`json_array_contains_json(${document}, wanted_.table_col)`

export const singlestore: Dialect = {
  ...mysql,
  classPrefix: 'SingleStore',
  sortsByPrefix: false,
  sql: {
    ...mysql.sql,
    ...escapedLike(),
    encodeHeld: textsInJson,
    // There is no JSON_TABLE: the wanted values become rows of a one-column table, `table_col`.
    holdsAll: ({ expression }, slot) => {
      const missing = sql`select 1 from table(json_to_array(${slot})) as wanted_ where not ${isHeldIn(expression)}`
      return sql`(json_get_type(${expression}) = 'array' and not exists (${missing}))`
    },
    holdsAny: ({ expression }, slot) => {
      const found = sql`select 1 from table(json_to_array(${slot})) as wanted_ where ${isHeldIn(expression)}`
      return sql`(json_get_type(${expression}) = 'array' and exists (${found}))`
    },
  },
  statements: { ...mysql.statements, mayReadKeysFirst: false, explain: null },
  // Its text is not known to be sorted by a part of it, and its JSON functions have other names.
  keys: {
    select: (expression, key) => {
      if (key.kind === 'driver') return sql`${expression}`
      if (key.kind === 'float') return sql`concat(${expression} + 0e0)`
      return key.kind === 'number' ? sql`concat((${expression}) + 0)` : keys.select(expression, key)
    },
    parameter: keys.parameter,
    hasRowComparison: false,
    needsLead: false,
    sortsByNull: true,
    readsRanges: null,
  },
}
