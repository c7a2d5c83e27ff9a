// testing: MySQL and MariaDB.
import { sql } from 'drizzle-orm'
import { quoted, rowsOf } from './shared.js'
import type { QueryPlan, TableRead, TestedDialect } from './tested-dialect.js'

export const mysqlTested: TestedDialect = {
  quote: quoted('`'),
  writesNullOrder: false,
  hasNullsInIndexes: false,
  hasGin: false,
  hasInexactDecimals: false,
  sortsUuidsAsBytes: false,
  isFinerThanDate: (moment) => sql`microsecond(${moment}) % 1000 <> 0`,
  // Rows of a table, as MariaDB returns them by itself; MySQL 9 would return a tree.
  readQueryPlan: async (runner, select) => {
    const rows = rowsOf(await runner.execute?.(sql`explain format=traditional ${select}`))
    return readQueryPlan(rows, rowsOf(await runner.execute?.(INDEXED_COLUMNS)))
  },
}

const INDEXED_COLUMNS = sql`
  select table_name as t, index_name as i, column_name as c
  from information_schema.statistics
  where table_schema = database()`

type PlanRow = Readonly<Record<string, unknown>>

/**
 * The columns of the indexes that could be used: a small table is read whole though. An alias has the primary key of an
 * unknown table.
 */
function readOf({ table, possible_keys: possible }: PlanRow, columns: readonly PlanRow[]): TableRead {
  const names = String(possible ?? '').split(',')
  const found = columns.filter(({ t, i }) => names.includes(String(i)) && (t === table || i !== 'PRIMARY'))
  return { table: String(table), condition: possible ? found.map(({ c }) => String(c)).join(', ') : null }
}

function readQueryPlan(rows: readonly PlanRow[], columns: readonly PlanRow[]): QueryPlan {
  const keys = rows
    .flatMap(({ key, possible_keys: possible }) => String(key ?? possible ?? '').split(','))
    .filter((key) => key !== '')
  return {
    indexes: [...new Set(keys)],
    reads: rows.map((row) => readOf(row, columns)),
    order: rows.some(({ Extra }) => String(Extra ?? '').includes('filesort')) ? 'scan' : 'index',
    cost: rows.reduce((product, { rows: read }) => product * Math.max(1, Number(read ?? 1)), 1),
  }
}
