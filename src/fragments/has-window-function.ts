// Which fragments hold a window function. Such an expression reads the other rows of its statement, so it means the same only
// where the statement reads the same set of rows.
import { is, Param, SQL, StringChunk, Subquery } from 'drizzle-orm'
import { isPlainRecord } from './referenced-tables.js'

/** `over` as a word. A false alarm (a column of that name in raw text) costs a faster form of the page, not a wrong answer. */
const OVER = /\bover\b/i

/** @param fragment SQL, or (nested) arrays and records of it, such as a selection */
export function hasWindowFunction(fragment: unknown): boolean {
  if (typeof fragment !== 'object' || fragment === null) return false
  if (is(fragment, StringChunk)) return [fragment.value].flat().some((text) => OVER.test(text))
  if (is(fragment, SQL)) return fragment.queryChunks.some(hasWindowFunction)
  if (is(fragment, SQL.Aliased)) return hasWindowFunction(fragment.sql)
  if (is(fragment, Param)) return hasWindowFunction(fragment.value)
  // A sub-select has rows of its own.
  if (is(fragment, Subquery)) return false
  if (Array.isArray(fragment)) return fragment.some(hasWindowFunction)
  return isPlainRecord(fragment) && Object.values(fragment).some(hasWindowFunction)
}
