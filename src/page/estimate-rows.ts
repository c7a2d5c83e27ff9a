// Stage run: how many rows the planner expects of the filtered set.
import { sql } from 'drizzle-orm'
import { DIALECTS } from '../dialects/index.js'
import { databaseOf } from '../drizzle/session.js'
import { chain } from '../basics/maybe-promise.js'
import { ListStatements } from '../select/list-statements.js'
import { encodePlan } from '../sql/encode-plan.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import type { PageRequest } from './options.js'
import { rowsOfPlan } from './rows-of-plan.js'
import { runObserved } from './send.js'

interface ExecutingDatabase {
  execute(query: unknown): MaybePromise<unknown>
}

const isExecuting = (db: object): db is ExecutingDatabase =>
  typeof (db as Partial<ExecutingDatabase>).execute === 'function'

/** Null where the database has no way to ask, or the answer has a form that is not known. */
export function estimateRows(db: ListDatabase, request: PageRequest): MaybePromise<number | null> {
  const { explain } = DIALECTS[request.config.dialect].statements
  if (explain === null || !isExecuting(db)) return null
  const { config, plan, selection, where, options } = request
  const asked = { config, selection, where, ...encodePlan({ ...plan, walk: null }, config) }
  // The planner looks at the select itself, so nothing is kept for it.
  const select = new ListStatements(db, asked, { namedStatements: false, isFresh: true }).filtered()
  const chosen = databaseOf(db, select)
  const plans = {
    // One plan, whatever the driver makes of it.
    run: () =>
      chain((isExecuting(chosen) ? chosen : db).execute(sql`${sql.raw(explain)} ${select.getSQL()}`), (plan) => [plan]),
    query: () => {
      const { sql: text, params } = select.toSQL()
      return { sql: `${explain} ${text}`, params }
    },
  }
  return chain(runObserved('estimate', plans, options.onStatement), ([plan]) => rowsOfPlan(plan))
}
