// A position as the text that a client carries, and back.
import { fromBase64Url, toBase64Url } from '../../basics/bytes.js'
import { PaginateConfigError } from '../../errors.js'
import { positionAt } from '../positions/position.js'
import * as refusals from '../../refusals.js'
import type { CursorSeal } from '../../types/config.js'
import type { MaybePromise } from '../../types/database.js'
import type { OrderTerm, Position } from '../../types/position.js'
import { rejected, type Result } from '../../types/result.js'
import { hashText } from '../../values/hash-text.js'
import { parseJson } from '../../values/parse-json.js'

/** Characters of a cursor, sealed or not: what a URL may carry anywhere. */
export const MAX_CURSOR_LENGTH = 8192

/** A position as a cursor holds it: the print of its order, and the exact text of each term's value. */
export interface CursorContent {
  readonly print: string
  readonly texts: readonly (string | null)[]
}

/** URL-safe, opaque, no secret: `.withCursors({ seal, open })` makes it one. */
export function writeCursor({ print, texts }: CursorContent): string {
  return toBase64Url(JSON.stringify([print, ...texts]))
}

/** Null for what `writeCursor` has not written. */
export function readCursor(cursor: string): CursorContent | null {
  if (cursor.length > MAX_CURSOR_LENGTH) return null
  const json = fromBase64Url(cursor)
  if (json === null) return null
  const content = parseJson(json)
  if (!Array.isArray(content) || content.length < 2) return null
  const [print, ...texts] = content as readonly unknown[]
  if (typeof print !== 'string' || !texts.every((text) => text === null || typeof text === 'string')) return null
  return { print, texts: texts as readonly (string | null)[] }
}

// The cursor of a row, sealed where the configuration says so.

/**
 * A promise only where `seal` returns one. Rejected where a cursor would be longer than 8192 characters.
 *
 * @param texts of the row's keys
 * @param print of the order, once for all cursors of a page
 */
export function makeCursor(
  texts: readonly (string | null)[],
  print: string,
  seal: CursorSeal | null,
): MaybePromise<Result<string>> {
  const text = writeCursor({ print, texts })
  if (seal === null || text.length > MAX_CURSOR_LENGTH) return checked(text)
  const sealed = seal.seal(text)
  return typeof sealed === 'string' ? checked(sealed) : Promise.resolve(sealed).then(checked)
}

function checked(text: unknown): Result<string> {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new PaginateConfigError(`.withCursors({ seal }) must return text that is not blank; return a string.`)
  }
  return text.length > MAX_CURSOR_LENGTH ? rejected(refusals.cursorTooLong()) : { ok: true, value: text }
}

/**
 * Equal prints: equal fields (of a rank, the term too), directions, null placement and tie-breaker. 53 bits in base 36.
 */
export function orderPrint(terms: readonly OrderTerm[]): string {
  const printed = terms.map(({ field: { name, term }, direction, nulls }) => [
    name,
    direction,
    nulls,
    ...(term === undefined ? [] : [term]),
  ])
  return hashText(JSON.stringify(printed))
}

/** Why a cursor does not name a position: it was made for another order, or no row has such values. */
type PositionFault = 'order-changed' | 'invalid'

/** The position that a cursor names in this order. */
export function positionOf(
  content: CursorContent,
  side: Position['side'],
  terms: readonly OrderTerm[],
): Position | PositionFault {
  if (content.print !== orderPrint(terms)) return 'order-changed'
  return positionAt(content.texts, side, terms) ?? 'invalid'
}
