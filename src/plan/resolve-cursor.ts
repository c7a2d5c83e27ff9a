// Stage plan: `after` and `before`, which take the place of `page` in a list with cursors.
import { orderOf, positionOf, type RequestCursor } from '../cursor/position.js'
import * as refusals from '../refusals.js'
import type { ResolvedConfig, SortTerm } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { NormalizedQuery } from '../types/query.js'
import { type Refusal, rejected, type Result } from '../types/result.js'

/** What can be rejected before the order is known. */
export function refuseCursor({ isPageGiven }: NormalizedQuery, cursor: RequestCursor | null): Refusal | null {
  if (isPageGiven) return refusals.pageNotSupported('page')
  return cursor?.content === 'invalid' ? refusals.cursorInvalid(cursor.side) : null
}

/** The order with the cursor's position in it. */
export function resolvePosition(
  cursor: RequestCursor | null,
  sort: readonly SortTerm[],
  config: ResolvedConfig,
): Result<NonNullable<ListPlan['cursor']>> {
  const order = orderOf(sort, config)
  // An invalid cursor was rejected before. One that a call cannot open at once has no position.
  if (cursor === null || typeof cursor.content === 'string') return { ok: true, value: { order, position: null } }
  const position = positionOf(cursor.content, cursor.side, order)
  if (position === 'order-changed') return rejected(refusals.cursorOrderChanged(cursor.side))
  if (position === 'invalid') return rejected(refusals.cursorInvalid(cursor.side))
  return { ok: true, value: { order, position } }
}
