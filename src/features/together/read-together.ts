// Stage run: count and page in one statement.
import { wait } from '../../basics/maybe-promise.js'
import { isStatic } from '../../kept/fragment-key.js'
import { boundOf, proven, withCount } from '../../page/known-rows.js'
import { counted, forcedForm } from '../../page/read-page.js'
import { uncountedRead, withEstimate } from '../../page/read-uncounted.js'
import { runObserved } from '../../page/send.js'
import { ListStatements } from '../../select/list-statements.js'
import { pageReadWithoutTotal } from '../../select/page-form.js'
import type { ListDatabase, Steps } from '../../types/database.js'
import type { KnownRows } from '../../types/known-rows.js'
import type { PageRequest } from '../../types/page-request.js'
import type { ListPlan } from '../../types/plan.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { Row } from '../../types/row.js'
import type { ReadTogether } from '../../types/together-part.js'
import { type TogetherResult, togetherStatement } from './together-select.js'

export const readTogether: ReadTogether<ResolvedConfig> = (db, request) => {
  const { config, plan } = request
  if (plan.limit === null) return null
  const bound = boundOf(config)
  const needsBoth = config.totals === 'exact' || (bound !== null && mayNeedCount(plan, plan.limit, bound))
  return needsBoth ? readBoth(db, request, plan.limit) : null
}

/** Whether a page of this place may need a count, whatever it finds. */
function mayNeedCount({ walk, offset }: ListPlan, limit: number, bound: number): boolean {
  const isFromStart = walk === null ? offset === 0 : walk.position === null
  return offset + (isFromStart ? limit : 0) < bound
}

function* readBoth(db: ListDatabase, request: PageRequest<ResolvedConfig>, limit: number): Steps<KnownRows<Row>> {
  const { config, plan, options } = request
  const { namedStatements, onStatement } = options
  const { offset } = plan
  const aggregates = config.totals === 'exact' ? (config.summary?.selection ?? null) : null
  const statements = new ListStatements(db, request, { namedStatements, isFresh: !isStatic(aggregates) })
  const { facts } = statements
  const isCounted = plan.walk === null && config.totals === 'exact'
  const forced = forcedForm(options) ?? (facts.hasHalves ? 'filtered' : null)
  const read = isCounted ? pageReadWithoutTotal(facts, { limit, offset, forced }) : uncountedRead(statements, request)
  const countOf = ([one]: Row[]): number => (one as unknown as TogetherResult).rows.length
  const statement = togetherStatement(statements, read, aggregates)
  const [found] = yield* wait(runObserved('page', statement, onStatement, countOf))
  const { rows, total, summary } = found as unknown as TogetherResult
  const extra = summary && { summary }
  if (isCounted) return { ...counted(rows, total, offset), extra }
  const known = withCount(proven(rows, plan, limit), total, boundOf(config))
  return yield* withEstimate(db, request, { ...known, extra })
}
