// Stage render: a page by cursor, its rows read: the cursors of its ends, `meta` and `links`.
import { PaginateQueryError } from '../../errors.js'
import { wait } from '../../basics/maybe-promise.js'
import type { Steps } from '../../types/database.js'
import {
  appliedTo,
  encode,
  type KnownPage,
  knownTotals,
  type LinkedPlan,
  linkedRequest,
  NO_LINKS,
} from '../../render/meta-and-links.js'
import { keysOf, withoutKeys } from '../positions/row-keys.js'
import type { Totals } from '../../types/config.js'
import type { ReadPage, RenderedPage } from '../../types/cursors-part.js'
import type { KnownRows } from '../../types/known-rows.js'
import type { ListPlan } from '../../types/plan.js'
import type { Walk } from '../../types/position.js'
import type { NormalizedQuery } from '../../types/query.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { CursorMeta, PaginatedLinks, RowCursorsMeta } from '../../types/response.js'
import type { Row } from '../../types/row.js'
import { makeCursor, orderPrint } from './cursor-text.js'

export function* cursorPageRenderer({
  read,
  plan,
  query,
  path,
  list,
}: ReadPage<ResolvedConfig>): Steps<(itemCount: number) => RenderedPage> {
  const cursors = yield* cursorsOf(read, plan.walk as Walk, list)
  return (itemCount) => ({
    meta: renderCursorMeta(plan, read, itemCount, list.totals, cursors),
    links: renderCursorLinks(query, plan, path, cursors, list.ownParameters),
  })
}

export type PageCursors = Pick<CursorMeta, 'previousCursor' | 'nextCursor' | 'hasPreviousPage' | 'hasNextPage'> &
  Partial<RowCursorsMeta>

/**
 * The cursors of a page's first and last row, where there are rows beyond, and of each row where the list says so. Takes
 * the keys out of the rows.
 */
export function* cursorsOf(
  { rows, hasMore }: KnownRows<Row>,
  { order, position }: Walk,
  config: ResolvedConfig,
): Steps<PageCursors> {
  const flags = pageFlags(position?.side, { rows, hasMore })
  const first = flags.hasPreviousPage ? keysOf(rows[0] as Row, order) : null
  const last = flags.hasNextPage ? keysOf(rows[rows.length - 1] as Row, order) : null
  const all = config.cursors?.hasRows === true ? rows.map((row) => keysOf(row, order)) : null
  for (const row of rows) withoutKeys(row, order.length)
  const print = orderPrint(order)
  if (all !== null) {
    const cursors: string[] = []
    for (const texts of all) cursors.push((yield* cursorAt(texts, print, config)) as string)
    return { ...flags, ...endsOf(cursors, flags), cursors }
  }
  const { hasPreviousPage, hasNextPage } = flags
  const previousCursor = yield* cursorAt(first, print, config)
  const nextCursor = yield* cursorAt(last, print, config)
  return { hasPreviousPage, hasNextPage, previousCursor, nextCursor }
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
  print: string,
  { cursors }: ResolvedConfig,
): Steps<string | null> {
  if (texts === null) return null
  const made = yield* wait(makeCursor(texts, print, cursors?.seal ?? null))
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

export function renderCursorMeta(
  plan: ListPlan,
  known: KnownPage,
  itemCount: number,
  totals: Totals | null,
  { previousCursor, nextCursor, cursors, hasPreviousPage, hasNextPage }: PageCursors,
): CursorMeta & Partial<RowCursorsMeta> {
  return {
    ...(totals === null ? {} : knownTotals(plan, known, totals)),
    itemCount,
    itemsPerPage: plan.limit ?? itemCount,
    ...appliedTo(plan),
    hasPreviousPage,
    hasNextPage,
    previousCursor,
    nextCursor,
    ...(cursors === undefined ? {} : { cursors }),
  }
}

/**
 * The `links` of a page by position: the same parameters with `after` or `before` instead of `page`. The last page is
 * a page like any other, found from its end; no link names it.
 */
export function renderCursorLinks(
  query: NormalizedQuery,
  plan: LinkedPlan,
  path: string | null,
  { previousCursor, nextCursor }: Pick<CursorMeta, 'previousCursor' | 'nextCursor'>,
  ownParameters: readonly string[],
): PaginatedLinks {
  const kept = ownParameters.filter((name) => name !== 'after' && name !== 'before')
  const first = linkedRequest(query, plan, path, kept)
  if (first === null) return { ...NO_LINKS }
  const at = (side: 'after' | 'before', cursor: unknown): string | null =>
    cursor === null ? null : `${first}&${side}=${encode(cursor)}`
  return {
    first,
    previous: at('before', previousCursor),
    next: at('after', nextCursor),
    last: null,
    current: at('after', query.after) ?? at('before', query.before) ?? first,
  }
}
