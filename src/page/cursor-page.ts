// Stage render: the cursors of a page by position.
import { makeCursor, keyTexts } from '../cursor/position.js'
import { PaginateQueryError } from '../errors.js'
import { type Steps, wait } from '../maybe-promise.js'
import { keyField } from '../select/page-select.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { OrderTerm } from '../types/position.js'
import type { CursorMeta } from '../types/response.js'
import type { Row } from '../types/row.js'
import type { PageResult } from './known-rows.js'

export type PageCursors = Pick<CursorMeta, 'previousCursor' | 'nextCursor' | 'hasPreviousPage' | 'hasNextPage'>

/** The cursors of a page's first and last row, where there are rows beyond. Takes the keys out of the rows. */
export function* cursorsOf(
  { rows, hasMore }: PageResult,
  { order, position }: NonNullable<ListPlan['cursor']>,
  config: ResolvedConfig,
): Steps<PageCursors> {
  const flags = pageFlags(position?.side, { rows, hasMore })
  const first = flags.hasPreviousPage ? keysOf(rows[0] as Row, order) : null
  const last = flags.hasNextPage ? keysOf(rows[rows.length - 1] as Row, order) : null
  for (const row of rows) withoutKeys(row, order.length)
  return {
    ...flags,
    previousCursor: yield* cursorAt(first, order, config),
    nextCursor: yield* cursorAt(last, order, config),
  }
}

function* cursorAt(
  texts: readonly (string | null)[] | null,
  order: readonly OrderTerm[],
  config: ResolvedConfig,
): Steps<string | null> {
  if (texts === null) return null
  const made = yield* wait(makeCursor(texts, order, config))
  if (!made.ok) throw new PaginateQueryError(made.refusal)
  return made.value
}

/**
 * The row beyond the page decides in the direction of reading; the other way a cursor was given, and its row lies
 * there.
 */
export function pageFlags(
  side: 'after' | 'before' | undefined,
  { rows, hasMore }: { readonly rows: readonly unknown[]; readonly hasMore: boolean },
): { readonly hasPreviousPage: boolean; readonly hasNextPage: boolean } {
  const hasRows = rows.length > 0
  if (side === 'before') return { hasPreviousPage: hasMore, hasNextPage: hasRows }
  return { hasPreviousPage: side === 'after' && hasRows, hasNextPage: hasMore }
}

/** The texts of a row's position. */
export function keysOf(row: Row, order: readonly OrderTerm[]): readonly (string | null)[] {
  return keyTexts(
    order.map((_, term) => row[keyField(term)]),
    order,
  )
}

/** Last added, first deleted: V8 then goes back to the object's former shape, and keeps its fast properties. */
export function withoutKeys(row: Row, termCount: number): void {
  for (let term = termCount - 1; term >= 0; term--) delete row[keyField(term)]
}
