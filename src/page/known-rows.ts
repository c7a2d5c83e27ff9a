// Stage run: what the rows of a page prove of the total, and what a count adds.
import type { KnownRows } from '../types/known-rows.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { ListPlan } from '../types/plan.js'

/** Up to how many rows are counted; null where all of them are, or none. */
export const boundOf = ({ totals }: Pick<ResolvedConfig, 'totals'>): number | null =>
  typeof totals === 'object' && totals !== null ? totals.upTo : null

/** What the rows of the page prove, the one extra row taken away. A walk skips no rows: its offset is 0. */
export function proven<Row>(rows: Row[], plan: ListPlan, limit: number): KnownRows<Row> {
  const { walk, offset } = plan
  const hasMore = rows.length > limit
  if (hasMore) {
    if (walk?.position?.side === 'before') rows.shift()
    else rows.pop()
  }
  const isFromStart = walk === null || walk.position === null
  const isWhole = isFromStart && !hasMore && (rows.length > 0 || offset === 0)
  const seen = rows.length === 0 ? 0 : offset + rows.length + (hasMore ? 1 : 0)
  return { rows, total: isWhole ? seen : null, atLeast: seen, estimate: null, hasMore }
}

/** Rows may be written between page and count: no number contradicts what the page has shown. */
export function withCount<Row>(result: KnownRows<Row>, count: number, bound: number | null): KnownRows<Row> {
  if (result.total !== null) return result
  const atLeast = Math.max(result.atLeast, count)
  return { ...result, total: bound === null || count <= bound ? atLeast : null, atLeast }
}

/** A page past the end proves nothing: what lies before it is counted. */
export function needsCount({ rows, total }: KnownRows<unknown>, plan: ListPlan, limit: number, bound: number): boolean {
  return total === null && plan.offset + (rows.length === 0 ? 0 : limit) < bound
}

/**
 * The planner's statistics are of the whole table: an estimate of a set that the page shows to be empty would show rows
 * that the caller may not see.
 */
export const needsEstimate = (
  { rows, total }: KnownRows<unknown>,
  { estimate }: Pick<ResolvedConfig, 'estimate'>,
): boolean => estimate !== null && total === null && rows.length > 0
