// Stage run: the form in which a page is read. Every form returns the same rows.
import type { PageForm } from '../types/config.js'
import type { PageRead } from './list-parts.js'

/**
 * - `plain`: order, limit, offset.
 * - `deferred`: the keys of the page first, by order and offset; then their rows and joins.
 * - `reverse`: from the end backwards, the rows turned round. With a deep offset of its own it is deferred as well.
 * - `filtered`: the keys of the whole filtered set first, fenced off from the planner, then sorted; then as `deferred`.
 * - `halved`: as `deferred`, the condition in two halves.
 */

/**
 * From this offset on, the skipped rows cost more than reading the page's keys first (docs/explanation/performance.md).
 */
export const DEFERRED_FROM_OFFSET = 500
/** Sorting this many keys is cheap compared with finding them. */
export const FILTERED_UP_TO_TOTAL = 20_000

/** PostgreSQL plans a page in halves for a tenth of the rows. Past that, all of them are found first. */
const HALVED_PART = 0.1

/** What decides the form of a page, wherever it begins. */
export interface PageFacts {
  /** Can rows be found again by a unique key? */
  readonly hasRowKey: boolean
  /** Does a LIKE decide which rows there are? Planners guess its selectivity badly, and no index orders its rows. */
  readonly hasTextMatch: boolean
  /** Does an expression of the statement mean the same in the plain form only (a window function)? */
  readonly isPlainOnly: boolean
  /**
   * Do items have a sub-select that the order does not read? Past the keys it is computed only for the page's own
   * rows.
   */
  readonly hasSubSelect: boolean
  /** Does the planner need a part of the condition apart? */
  readonly hasHalves: boolean
}

/** What is known of a page before its total is. */
export interface UncountedSituation {
  /** Rows asked for. */
  readonly limit: number
  readonly offset: number
  /** A form that a host insists on; null chooses. */
  readonly forced: PageForm | null
}

/** Chooses the form without a total: from the start, as nobody knows the end. */
export function pageReadWithoutTotal(
  facts: Omit<PageFacts, 'hasTextMatch'>,
  { limit, offset, forced }: UncountedSituation,
): PageRead {
  const { hasRowKey, isPlainOnly } = facts
  const inOrder = orderedForm(facts)
  const chosen = forced ?? (inOrder === 'plain' && offset >= DEFERRED_FROM_OFFSET ? 'deferred' : inOrder)
  const isKeyed = hasRowKey && !isPlainOnly
  return { isReversed: false, form: isKeyed && chosen !== 'reverse' ? chosen : 'plain', limit, offset }
}

/** Of rows that are read in order until there are enough. */
export function orderedForm({
  hasRowKey,
  isPlainOnly,
  hasSubSelect,
  hasHalves,
}: Omit<PageFacts, 'hasTextMatch'>): 'plain' | 'deferred' | 'halved' {
  if (!hasRowKey || isPlainOnly) return 'plain'
  return hasHalves ? 'halved' : hasSubSelect ? 'deferred' : 'plain'
}

/** A page that begins within its total. */
export interface PageSituation extends UncountedSituation {
  readonly total: number
}

/** Chooses the form by the total, so that it is never much slower than the plain one. */
export function choosePageRead(
  { hasTextMatch, hasRowKey, isPlainOnly, hasSubSelect, hasHalves }: PageFacts,
  { total, limit, offset, forced }: PageSituation,
): PageRead {
  const count = Math.min(limit, total - offset)
  const fromEnd = total - offset - count
  const plain: PageRead = { isReversed: false, form: 'plain', limit, offset }
  if (isPlainOnly) return plain
  if (forced === 'reverse') return { isReversed: true, form: 'plain', limit: count, offset: fromEnd }
  if (forced !== null) return hasRowKey ? { ...plain, form: forced } : plain
  if (hasHalves && hasRowKey) return { ...plain, form: offset + count <= total * HALVED_PART ? 'halved' : 'filtered' }
  // A walk along an order's index would pass most of the table before it has found these rows.
  if (hasTextMatch && hasRowKey && total <= FILTERED_UP_TO_TOTAL && (offset + count) * 2 >= total)
    return { ...plain, form: 'filtered' }
  const isReversed = fromEnd < offset
  const skipped = isReversed ? fromEnd : offset
  return {
    isReversed,
    form: (skipped >= DEFERRED_FROM_OFFSET || (hasSubSelect && count < total)) && hasRowKey ? 'deferred' : 'plain',
    limit: isReversed ? count : limit,
    offset: skipped,
  }
}
