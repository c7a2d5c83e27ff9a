// Stage render: the cursors of a page by position.
import { makeCursor, keyTexts } from '../cursor/position.js'
import { PaginateQueryError } from '../errors.js'
import { type Steps, wait } from '../maybe-promise.js'
import { keyField } from '../select/page-select.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { OrderTerm } from '../types/position.js'
import type { CursorMeta, RowCursorsMeta } from '../types/response.js'
import type { Row } from '../types/row.js'
import type { PageResult } from './known-rows.js'

export type PageCursors = Pick<CursorMeta, 'previousCursor' | 'nextCursor' | 'hasPreviousPage' | 'hasNextPage'> &
  Partial<RowCursorsMeta>

/**
 * The cursors of a page's first and last row, where there are rows beyond, and of each row where the list says so. Takes
 * the keys out of the rows.
 */
export function* cursorsOf(
  { rows, hasMore }: PageResult,
  { order, position }: NonNullable<ListPlan['cursor']>,
  config: ResolvedConfig,
): Steps<PageCursors> {
  const flags = pageFlags(position?.side, { rows, hasMore })
  const first = flags.hasPreviousPage ? keysOf(rows[0] as Row, order) : null
  const last = flags.hasNextPage ? keysOf(rows[rows.length - 1] as Row, order) : null
  const all = config.cursors?.hasRows === true ? rows.map((row) => keysOf(row, order)) : null
  for (const row of rows) withoutKeys(row, order.length)
  if (all !== null) {
    const cursors: string[] = []
    for (const texts of all) cursors.push((yield* cursorAt(texts, order, config)) as string)
    return { ...flags, ...endsOf(cursors, flags), cursors }
  }
  return {
    ...flags,
    previousCursor: yield* cursorAt(first, order, config),
    nextCursor: yield* cursorAt(last, order, config),
  }
}

/** The cursors of a page's ends, of those of its rows. */
export const endsOf = (
  cursors: readonly string[],
  { hasPreviousPage, hasNextPage }: ReturnType<typeof pageFlags>,
): Pick<PageCursors, 'previousCursor' | 'nextCursor'> => ({
  previousCursor: (hasPreviousPage ? cursors[0] : null) ?? null,
  nextCursor: (hasNextPage ? cursors.at(-1) : null) ?? null,
})

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
