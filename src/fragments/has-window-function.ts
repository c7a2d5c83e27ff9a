// Which fragments hold a window function. Such an expression reads the other rows of its statement, so it means the same only
// where the statement reads the same set of rows.
import { Column, is, Param, SQL, StringChunk, Subquery } from 'drizzle-orm'
import { chunkText } from '../drizzle/fragments.js'
import { isPlainRecord } from './referenced-tables.js'

/** `over` as a word. A false alarm (a column of that name in raw text) costs a faster form of the page, not a wrong answer. */
const OVER = /\bover\b/i

/** @param fragment SQL, or (nested) arrays and records of it, such as a selection */
export function hasWindowFunction(fragment: unknown): boolean {
  if (typeof fragment !== 'object' || fragment === null) return false
  if (is(fragment, StringChunk)) return OVER.test(chunkText(fragment))
  if (is(fragment, SQL)) return fragment.queryChunks.some(hasWindowFunction)
  if (is(fragment, SQL.Aliased)) return hasWindowFunction(fragment.sql)
  if (is(fragment, Param)) return hasWindowFunction(fragment.value)
  // A sub-select has rows of its own.
  if (is(fragment, Subquery)) return false
  if (Array.isArray(fragment)) return fragment.some(hasWindowFunction)
  return isPlainRecord(fragment) && Object.values(fragment).some(hasWindowFunction)
}

/**
 * Is a window function certainly part of this expression's own statement? SQL allows none in a condition. Those within a
 * sub-select are its own, and are fine.
 */
export function isWindowExpression(expression: unknown): boolean {
  const text = outlineOf(expression).replaceAll(TEXT_LITERAL, "''")
  // One entry for each open parenthesis: does it hold a sub-select?
  const open: boolean[] = []
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === ')') open.pop()
    else if (token === '(') open.push(SELECT.test(text.slice(index + 1, index + 40)))
    else if (!open.includes(true)) return true
  }
  return false
}

const TEXT_LITERAL = /'(?:[^']|'')*'/g
const TOKEN = /[()]|(?<=\)\s{0,99})\bover\b(?=\s{0,99}[\w("`])/gi
const SELECT = /^\s*(?:select|with|values|table)\b/i

/** The text of a fragment, with a name in the place of everything that is not raw text. */
function outlineOf(fragment: unknown): string {
  if (is(fragment, StringChunk)) return chunkText(fragment)
  if (is(fragment, SQL)) return fragment.queryChunks.map(outlineOf).join('')
  if (is(fragment, SQL.Aliased)) return outlineOf(fragment.sql)
  if (is(fragment, Param) || is(fragment, Column)) return ' c '
  if (Array.isArray(fragment)) return fragment.map(outlineOf).join(', ')
  return ' (select c) '
}
