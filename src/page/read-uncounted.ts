// Stage run: a page that is read with one row more, which tells whether there are more. Rows are counted afterwards, if at all.
import type { ListStatements } from '../select/list-statements.js'
import { chain } from '../maybe-promise.js'
import { pageReadWithoutTotal, type PageRead, rangeLimitOf } from '../select/page-form.js'
import type { ListDatabase, MaybePromise } from '../types/database.js'
import { estimateRows } from './estimate-rows.js'
import { needsCount, proven, skipped, withCount } from './known-rows.js'
import { runObserved } from './observe-statement.js'
import { totalOf } from './read-counted.js'
import type { PageRequest, PageResult } from './page-request.js'
import { sendTogether } from './send-together.js'

export function readUncounted(db: ListDatabase, statements: ListStatements, request: PageRequest, limit: number): MaybePromise<PageResult> {
  const { plan, config, together, signal, onStatement } = request
  const { totals } = config
  const bound = typeof totals === 'object' && totals !== null ? totals.upTo : null
  const page = statements.page(pageRead(statements, request, limit))
  if (together && (totals === 'exact' || (bound !== null && skipped(plan) + limit < bound))) {
    return chain(sendTogether(db, statements.count(), page, onStatement), ([count, rows]) =>
      withEstimate(db, request, withCount(proven(rows, plan, limit), totalOf(count), bound)),
    )
  }
  if (totals === 'exact') {
    return chain(runObserved('count', statements.count(), onStatement), (count) => {
      signal?.throwIfAborted()
      const total = totalOf(count)
      const rows = total === 0 ? [] : runObserved('page', page, onStatement)
      return chain(rows, (read) => withCount(proven(read, plan, limit), total, null))
    })
  }
  return chain(runObserved('page', page, onStatement), (rows) => {
    const result = proven(rows, plan, limit)
    if (bound === null || !needsCount(result, plan, limit, bound)) return withEstimate(db, request, result)
    signal?.throwIfAborted()
    return chain(runObserved('count', statements.count(), onStatement), (count) =>
      withEstimate(db, request, withCount(result, totalOf(count), bound)),
    )
  })
}

function pageRead(statements: ListStatements, { plan, pageForm }: PageRequest, limit: number): PageRead {
  const rows = limit + 1
  if (plan.cursor !== null) {
    const { position } = plan.cursor
    const form = pageForm === 'plain' ? 'nested' : 'plain'
    const read: PageRead = { isReversed: position?.side === 'before', form, limit: rows, offset: 0 }
    return position === null ? read : { ...read, rangeLimit: rangeLimitOf(rows) }
  }
  return pageReadWithoutTotal({ ...statements, limit: rows, offset: plan.offset, forced: pageForm })
}

function withEstimate(db: ListDatabase, request: PageRequest, result: PageResult): MaybePromise<PageResult> {
  const { totals } = request.config
  const isAsked = typeof totals === 'object' && totals !== null && totals.estimate
  if (!isAsked || result.total !== null) return result
  request.signal?.throwIfAborted()
  return chain(estimateRows(db, request), (rows) => ({ ...result, estimate: rows === null ? null : Math.max(rows, result.atLeast) }))
}
