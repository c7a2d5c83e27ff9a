// Stages plan and render: a position as the text that a client carries, and back.
import { parseJson } from '../values/parse-json.js'
import { fromBase64Url, toBase64Url } from './bytes.js'

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
