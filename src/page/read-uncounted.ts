// Stage run: a page with one extra row, which says whether there are more. Rows are counted afterwards, if at all.
import { wait } from '../basics/maybe-promise.js'
import type { ListStatements } from '../select/list-statements.js'
import type { Statement } from '../types/statement.js'
import { powerOfTwoFrom } from '../basics/numbers.js'
import { orderedForm, pageReadWithoutTotal } from '../select/page-form.js'
import type { PageRead } from '../select/list-parts.js'
import type { ListDatabase, Steps } from '../types/database.js'
import type { KnownRows } from '../types/known-rows.js'
import type { Row } from '../types/row.js'
import { boundOf, needsCount, needsEstimate, proven, withCount } from './known-rows.js'
import type { PageRequest } from '../types/page-request.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { forcedForm, totalOf } from './read-page.js'
import { runObserved } from './send.js'

export function* readUncounted(
  db: ListDatabase,
  statements: ListStatements,
  count: () => Statement,
  request: PageRequest<ResolvedConfig>,
): Steps<KnownRows<Row>> {
  const { plan, config, options } = request
  const { signal, onStatement } = options
  const limit = plan.limit ?? 0
  const bound = boundOf(config)
  const page = (): Statement => statements.page(uncountedRead(statements, request))
  if (config.totals === 'exact') {
    const total = totalOf(yield* wait(runObserved('count', count(), onStatement)))
    signal?.throwIfAborted()
    const rows = total === 0 ? [] : yield* wait(runObserved('page', page(), onStatement))
    return withCount(proven(rows, plan, limit), total, null)
  }
  const known = proven(yield* wait(runObserved('page', page(), onStatement)), plan, limit)
  if (bound === null || !needsCount(known, plan, limit, bound)) return yield* withEstimate(db, request, known)
  signal?.throwIfAborted()
  const total = totalOf(yield* wait(runObserved('count', statements.count(), onStatement)))
  return yield* withEstimate(db, request, withCount(known, total, bound))
}

export function uncountedRead(statements: ListStatements, { plan, options }: PageRequest<ResolvedConfig>): PageRead {
  const rows = (plan.limit ?? 0) + 1
  if (plan.walk === null) {
    return pageReadWithoutTotal(statements.facts, { limit: rows, offset: plan.offset, forced: forcedForm(options) })
  }
  const { position } = plan.walk
  const form = options.pageForm === 'plain' ? 'nested' : orderedForm(statements.facts)
  const rangeLimit = position === null ? undefined : powerOfTwoFrom(rows)
  return { isReversed: position?.side === 'before', form, limit: rows, offset: 0, rangeLimit }
}

export function* withEstimate(
  db: ListDatabase,
  request: PageRequest<ResolvedConfig>,
  known: KnownRows<Row>,
): Steps<KnownRows<Row>> {
  const { config, options } = request
  const { signal, onStatement } = options
  if (!needsEstimate(known, config)) return known
  signal?.throwIfAborted()
  const statement = config.estimate?.(db, request) ?? null
  if (statement === null) return known
  const [counted] = yield* wait(runObserved('estimate', statement, onStatement))
  const { rows, total, atLeast, hasMore, extra } = known
  return { rows, total, atLeast, hasMore, extra, estimate: counted === null ? null : Math.max(counted, atLeast) }
}
