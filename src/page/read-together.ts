// Stage run: count and page in one statement.
import { wait } from '../basics/maybe-promise.js'
import type { ListStatements } from '../select/list-statements.js'
import { pageReadWithoutTotal } from '../select/page-form.js'
import type { TogetherResult } from '../select/together-select.js'
import type { ListDatabase, Steps } from '../types/database.js'
import type { KnownRows } from '../types/known-rows.js'
import type { Row } from '../types/row.js'
import { boundOf, mayNeedCount, proven, withCount } from './known-rows.js'
import type { PageRequest } from '../types/page-request.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { counted, forcedForm } from './read-page.js'
import { uncountedRead, withEstimate } from './read-uncounted.js'
import { runObserved } from './send.js'

export function isTogether({ config, plan, options }: PageRequest<ResolvedConfig>): boolean {
  if (!options.together || plan.limit === null) return false
  const bound = boundOf(config)
  return config.totals === 'exact' || (bound !== null && mayNeedCount(plan, plan.limit, bound))
}

export function* readTogether(
  db: ListDatabase,
  statements: ListStatements,
  request: PageRequest<ResolvedConfig>,
): Steps<KnownRows<Row>> {
  const { config, plan, options } = request
  const { offset } = plan
  const limit = plan.limit ?? 0
  const isCounted = plan.walk === null && config.totals === 'exact'
  const { facts } = statements
  const forced = forcedForm(options) ?? (facts.hasHalves ? 'filtered' : null)
  const read = isCounted
    ? pageReadWithoutTotal({ ...facts, limit, offset, forced })
    : uncountedRead(statements, request)
  const countOf = ([one]: Row[]): number => (one as unknown as TogetherResult).rows.length
  const [found] = yield* wait(runObserved('page', statements.together(read), options.onStatement, countOf))
  const { rows, total, summary } = found as unknown as TogetherResult
  if (isCounted) return { ...counted(rows, total, offset + rows.length < total), summary }
  const known = withCount(proven(rows, plan, limit), total, boundOf(config))
  return yield* withEstimate(db, request, { ...known, summary })
}
