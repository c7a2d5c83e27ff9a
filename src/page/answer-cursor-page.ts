// Stage render: a page by position, with the cursors of its first and last row.
import { makeCursor } from '../cursor/make-cursor.js'
import { keyTexts } from '../cursor/position.js'
import { PaginateQueryError } from '../errors.js'
import { renderCursorLinks } from '../render/links.js'
import { renderCursorMeta } from '../render/meta.js'
import { keyField } from '../select/list-parts.js'
import { chain } from '../maybe-promise.js'
import type { ResolvedConfig } from '../types/config.js'
import type { MaybePromise } from '../types/database.js'
import type { ListPlan } from '../types/plan.js'
import type { OrderTerm } from '../types/position.js'
import type { NormalizedQuery } from '../types/query.js'
import type { AnyPage } from '../types/response.js'
import type { Row } from '../types/row.js'
import type { PaginateOptions } from './options.js'
import type { PageResult } from './page-request.js'

export function answerCursorPage<Item>(
  normalized: NormalizedQuery,
  plan: ListPlan,
  { order, position }: NonNullable<ListPlan['cursor']>,
  config: ResolvedConfig,
  { request, linkParameters }: PaginateOptions,
  result: PageResult,
  map: (rows: Row[]) => MaybePromise<Item[]>,
): MaybePromise<AnyPage<Item>> {
  const { rows } = result
  const flags = pageFlags(position?.side, result)
  const first = flags.hasPreviousPage ? keysOf(rows[0] as Row, order) : null
  const last = flags.hasNextPage ? keysOf(rows[rows.length - 1] as Row, order) : null
  for (const row of rows) withoutKeys(row, order.length)
  const cursorOf = (texts: readonly (string | null)[] | null): MaybePromise<string | null> =>
    texts === null
      ? null
      : chain(makeCursor(texts, order, config), (made) => {
          if (!made.ok) throw new PaginateQueryError(made.refusal)
          return made.value
        })
  return chain(cursorOf(first), (previousCursor) =>
    chain(cursorOf(last), (nextCursor) =>
      chain(map(rows), (items) => {
        const cursors = { previousCursor, nextCursor }
        const meta = renderCursorMeta(plan, result, items.length, config.totals, { ...flags, ...cursors })
        return { items, meta, links: renderCursorLinks(normalized, plan.limit, request, cursors, linkParameters) }
      }),
    ),
  )
}

/** The row beyond the page decides in the direction of reading; the other way a cursor was given, and its row lies there. */
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
