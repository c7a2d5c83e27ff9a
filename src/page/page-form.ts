// Stage run: in which form the page is read, once the total is known. Every form answers the same rows.

/**
 * - `plain`: order, limit, offset.
 * - `deferred`: the keys of the page first, by order and offset; then their rows and joins.
 * - `reverse`: from the end backwards, the rows turned round. With a deep offset of its own it is deferred as well.
 * - `filtered`: the keys of the whole filtered set first, fenced off from the planner, then sorted; then as `deferred`.
 */
export type PageForm = 'plain' | 'deferred' | 'reverse' | 'filtered'

/** How one page is read. */
export interface PageAccess {
  readonly isReversed: boolean
  /** Null: rows are read at once. `merged`: the first keys of each part of a split search. */
  readonly keys: 'ordered' | 'fenced' | 'merged' | null
  readonly limit: number
  readonly offset: number
}

/** From this offset on, the rows that are skipped cost more than reading the page's keys first (docs/explanation/performance.md). */
export const DEFERRED_FROM_OFFSET = 500
/** Sorting this many keys is cheap beside finding them. */
export const FILTERED_UP_TO_TOTAL = 20_000

export interface PageSituation {
  readonly total: number
  /** Rows asked for; less than `total - offset` or more. */
  readonly limit: number
  /** Less than `total`. */
  readonly offset: number
  /** Does a LIKE decide which rows there are? Planners guess its selectivity badly, and no index orders its rows. */
  readonly hasTextMatch: boolean
  /** Was a search counted in two parts, whose keys can be read in order one by one? */
  readonly isSplit: boolean
  /** Can rows be found again by their key? */
  readonly hasKey: boolean
  /** A form that a host insists on; null chooses. */
  readonly forced: PageForm | null
}

/** Chooses the form by what is known, the total, so that it is never much slower than the plain one. */
export function choosePageAccess({ total, limit, offset, hasTextMatch, isSplit, hasKey, forced }: PageSituation): PageAccess {
  const count = Math.min(limit, total - offset)
  const fromEnd = total - offset - count
  const plain: PageAccess = { isReversed: false, keys: null, limit, offset }
  switch (forced) {
    case 'plain':
      return plain
    case 'deferred':
      return hasKey ? { ...plain, keys: 'ordered' } : plain
    case 'filtered':
      return hasKey ? { ...plain, keys: 'fenced' } : plain
    case 'reverse':
      return { isReversed: true, keys: null, limit: count, offset: fromEnd }
    case null:
      break
    default:
      return forced satisfies never
  }
  // Few rows, each found by an index of its own part: any way over the join would read both tables.
  if (isSplit && hasKey && total <= FILTERED_UP_TO_TOTAL) return { ...plain, keys: 'merged' }
  // A walk along an order's index would pass most of the table before it has found these rows.
  if (hasTextMatch && hasKey && total <= FILTERED_UP_TO_TOTAL && (offset + count) * 2 >= total) return { ...plain, keys: 'fenced' }
  const isReversed = offset + count > total / 2 && fromEnd < offset
  const skipped = isReversed ? fromEnd : offset
  return {
    isReversed,
    keys: skipped >= DEFERRED_FROM_OFFSET && hasKey ? 'ordered' : null,
    limit: isReversed ? count : limit,
    offset: skipped,
  }
}
