// Stage run: how many rows the planner expects of the filtered set.
import { sql } from 'drizzle-orm'
import { COUNT, filteredSelect } from '../select/count-select.js'
import { listParts } from '../select/list-parts.js'
import { chain } from '../maybe-promise.js'
import { startSelect } from '../select/select-builder.js'
import { compilePlan } from '../sql/compile-plan.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { PageRequest } from './page-request.js'
import { rowsOfPlan } from './rows-of-plan.js'

interface ExecutingDatabase {
  execute(query: unknown): MaybePromise<unknown>
}

/** Null where the database has no way to ask, or the answer has a form that is not known. */
export function estimateRows(db: ListDatabase, { plan, config, selection, where, onStatement }: PageRequest): MaybePromise<number | null> {
  const { execute } = db as Partial<ExecutingDatabase>
  const { explain } = sqlDialect(config.dialect).statements
  if (typeof execute !== 'function' || explain === null) return null
  const unsorted = { ...plan, cursor: null }
  const select = filteredSelect(startSelect(db, COUNT), listParts({ config, where, selection }, compilePlan(unsorted, config)))
  const started = performance.now()
  return chain(execute.call(db, sql`${sql.raw(explain)} ${select.getSQL()}`), (answer) => {
    const { sql: text, params } = select.toSQL()
    onStatement?.({ kind: 'estimate', sql: `${explain} ${text}`, params, milliseconds: performance.now() - started, rows: 1 })
    return rowsOfPlan(answer)
  })
}
