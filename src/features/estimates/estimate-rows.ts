// Stage run: how many rows the planner expects of the filtered set.
import { sql } from 'drizzle-orm'
import { DIALECTS } from '../../dialects/index.js'
import { chain } from '../../basics/maybe-promise.js'
import { ListStatements } from '../../select/list-statements.js'
import { encodePlan } from '../../sql/encode-plan.js'
import type { MaybePromise } from '../../types/database.js'
import { type Declaration, ofKind } from '../../types/declaration.js'
import type { Estimate } from '../../types/estimate.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { rowsOfPlan } from './rows-of-plan.js'

interface ExecutingDatabase {
  execute(query: unknown): MaybePromise<unknown>
}

const isExecuting = (db: object): db is ExecutingDatabase =>
  typeof (db as Partial<ExecutingDatabase>).execute === 'function'

/** Null for a list that asks for none, and under `.scopedBy()`. */
export function declaredEstimate(
  totals: ResolvedConfig['totals'],
  declared: readonly Declaration[],
): ResolvedConfig['estimate'] {
  const isEstimated = typeof totals === 'object' && totals?.estimate === true
  return isEstimated && ofKind(declared, 'scopedBy').length === 0 ? estimateRows : null
}

const estimateRows: Estimate<ResolvedConfig> = (db, { config, plan, selection, where }) => {
  const { explain } = DIALECTS[config.dialect].statements
  if (explain === null || !isExecuting(db)) return null
  const asked = { config, selection, where, ...encodePlan({ ...plan, walk: null }, config) }
  // The planner looks at the select itself, so nothing is kept for it.
  const select = new ListStatements(db, asked, { namedStatements: false, isFresh: true }).filtered()
  return {
    run: () => chain(db.execute(sql`${sql.raw(explain)} ${select.getSQL()}`), (answer) => [rowsOfPlan(answer)]),
    query: () => {
      const { sql: text, params } = select.toSQL()
      return { sql: `${explain} ${text}`, params }
    },
  }
}
