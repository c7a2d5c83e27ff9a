// testing: SQLite.
import { sql } from 'drizzle-orm'
import { quoted, rowsOf } from './shared.js'
import type { QueryPlan, TableRead, TestedDialect } from './tested-dialect.js'

export const sqliteTested: TestedDialect = {
  quote: quoted('"'),
  writesNullOrder: true,
  hasNullsInIndexes: false,
  hasGin: false,
  hasInexactDecimals: true,
  sortsUuidsAsBytes: false,
  readQueryPlan: async (runner, select) => readQueryPlan(rowsOf(await runner.all?.(sql`explain query plan ${select}`))),
}

function readQueryPlan(rows: readonly Readonly<Record<string, unknown>>[]): QueryPlan {
  const details = rows.map(({ detail }) => String(detail))
  const indexes = details.flatMap((detail) => /USING (?:COVERING )?INDEX (\S+)/.exec(detail)?.[1] ?? [])
  const sorts = details.filter((detail) => detail.includes('USE TEMP B-TREE FOR'))
  return {
    indexes: [...new Set(indexes)],
    reads: details.flatMap(readOf),
    order:
      sorts.length === 0 ? 'index' : sorts.some((detail) => /(?:LAST|RIGHT PART)/i.test(detail)) ? 'partly' : 'scan',
    cost: null,
  }
}

/** A search by the row's own key is one too; an index that is built for the statement (`AUTOMATIC`) does not count. */
function readOf(detail: string): TableRead[] {
  const [, table, alias = table] = /^(?:SCAN|SEARCH) (?:TABLE )?(\S+)(?: AS (\S+))?/.exec(detail) ?? []
  if (alias === undefined) return []
  return [
    {
      table: alias,
      condition: /^SEARCH .*USING (?:COVERING )?(?:INDEX|INTEGER PRIMARY KEY)[^(]*\((.*)\)/.exec(detail)?.[1] ?? null,
    },
  ]
}
