// Add-on http: a page as JSON text.
import type { AnyPage } from '../../types/response.js'

/**
 * A page as JSON, the same text on every server. A `bigint` becomes a string of its digits: as a JSON number every
 * JavaScript client would round it past 2^53. A `BigInt.prototype.toJSON` of the app's own goes first.
 *
 * @throws TypeError where an item refers to itself
 * @example `{ id: 9007199254740993n }` gives `{"id":"9007199254740993"}`
 */
export function pageJson(page: AnyPage): string {
  try {
    return JSON.stringify(page)
  } catch {
    // Only now: a replacer is called for every value, and makes all pages several times slower.
    return JSON.stringify(page, digitsOfBigint)
  }
}

function digitsOfBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
