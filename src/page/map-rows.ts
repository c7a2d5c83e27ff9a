// Stage run: from rows to items by a function of the app's own, one row at a time or all of them at once.
import { chain, isPromiseLike } from '../basics/maybe-promise.js'
import * as callRefusals from '../mistakes/call-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import type { MaybePromise } from '../types/database.js'

/** A step from rows to items: called once per row, or as `all` with all rows that were read together. */
export type RowMap<Row, Item> = ((row: Row) => MaybePromise<Item>) | MapAll<Row, Item>

export interface MapAll<Row, Item> {
  /**
   * Gets all rows once, in order; not called without rows. Returns one item for each row, in the same order.
   *
   * @example `{ all: async (rows) => loadOrders(rows.map(({ id }) => id)) }`
   */
  readonly all: (rows: Row[]) => MaybePromise<readonly Item[]>
}

/** @throws PaginateConfigError for what cannot map, before anything is read */
export function checkMap(map: unknown): void {
  const { all } = Object(map) as { readonly all?: unknown }
  if (typeof map !== 'function' && typeof all !== 'function') refuse(callRefusals.wrongMap)
}

/**
 * @throws whatever the function throws
 * @throws Error where `all` returns another number of items than there are rows
 */
export function mapRows<Row, Item>(rows: Row[], map: RowMap<Row, Item>): MaybePromise<Item[]> {
  if (typeof map !== 'function') return mapAll(rows, map)
  const items: MaybePromise<Item>[] = []
  try {
    for (const row of rows) items.push(map(row))
  } catch (error) {
    // What earlier rows have begun is then observed, or its rejection would end the process.
    for (const begun of items) if (isPromiseLike(begun)) begun.then(undefined, () => {})
    throw error
  }
  return items.some(isPromiseLike) ? Promise.all(items) : (items as Item[])
}

/**
 * The same for the rows of a page, which JSON sends as null where the function has returned nothing.
 *
 * @throws PaginateConfigError for an item that is undefined
 */
export function mapPage<Row, Item>(rows: Row[], map: RowMap<Row, Item>): MaybePromise<Item[]> {
  return chain(mapRows(rows, map), (items: Item[]) =>
    items.includes(undefined as Item) ? refuse(callRefusals.unansweredMap) : items,
  )
}

function mapAll<Row, Item>(rows: Row[], { all }: MapAll<Row, Item>): MaybePromise<Item[]> {
  const count = rows.length
  if (count === 0) return []
  return chain(all(rows), (items: unknown) => {
    if (!Array.isArray(items))
      throw new Error('The function all must return an array with one item for each row; return one.')
    if (items.length !== count) {
      throw new Error(
        `The function all returned ${items.length} items for ${count} rows; return one item for each row, in their order.`,
      )
    }
    return items as Item[]
  })
}
