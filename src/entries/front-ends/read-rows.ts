// Front ends: any window of rows, exactly, over a list that has pages of a largest size.
import type { ListRequestOptions } from '../client/list-client.js'
import type { ListQuery } from '../client/list-query.js'
import { cannot } from './options.js'

export interface RowWindow {
  readonly rows: unknown[]
  /** Null if the list does not say it. */
  readonly total: number | null
  /** If it does not: as many rows as there are for sure. */
  readonly atLeast: number
  readonly hasNextPage: boolean
}

/**
 * A client of any list, as `createListClient` makes it, because the front end knows names and rows only at run time.
 */
export interface AnyClient {
  /** Its pages have numbers: a list with cursors has only the first one. */
  query?(): { readonly page: (page: number) => unknown }
  fetchPage(query?: never, options?: ListRequestOptions): Promise<Page>
}

interface Page {
  readonly items: readonly unknown[]
  readonly meta: {
    readonly hasNextPage: boolean
    readonly totalItems?: number | null
    readonly totalItemsAtLeast?: number
    readonly nextCursor?: unknown
  }
}

/**
 * Rows from `start` to the one before `end`, which may be `Infinity`.
 *
 * @param query null for no rows: nothing is sent
 * @throws RangeError (rejects) for a list with cursors, by its first page
 */
export async function readRows(
  client: AnyClient,
  query: ListQuery | null,
  [start, end]: readonly [start: number, end: number],
  { maxLimit = 100 }: { readonly maxLimit?: number | undefined },
  request?: ListRequestOptions,
): Promise<RowWindow> {
  if (query === null || end <= start) return { rows: [], total: 0, atLeast: 0, hasNextPage: false }
  const size = pageSize(start, end, maxLimit)
  const rows: unknown[] = []
  for (let page = Math.floor(start / size); ; page += 1) {
    const asked = query.limit(size).page(page + 1)
    const { items, meta } = await client.fetchPage(asked as never, request)
    if (meta.nextCursor !== undefined)
      cannot('A list with cursors has no page numbers, which a front end asks for; leave .withCursors() out.')
    const from = page * size
    rows.push(...items.slice(Math.max(0, start - from), end - from))
    if (meta.hasNextPage && from + size < end) continue
    const { totalItems: total = null, totalItemsAtLeast: atLeast = 0 } = meta
    return { rows, total, atLeast, hasNextPage: meta.hasNextPage || from + items.length > end }
  }
}

/** The size of pages that reads a window in the fewest requests, and of these in the fewest rows. */
function pageSize(start: number, end: number, maxLimit: number): number {
  if (end === Infinity) return maxLimit
  const requests = (size: number): number => Math.floor((end - 1) / size) - Math.floor(start / size) + 1
  let best = maxLimit
  for (let size = maxLimit - 1; size > 0; size -= 1) if (requests(size) <= requests(best)) best = size
  return best
}
