// Stage plan: text and char, verbatim.
import type { DecodeResult } from '../types/value.js'
import { accepted, isWellFormed, NOT_WELL_FORMED, refused } from './decode-result.js'

/** Any well-formed text, verbatim; the empty text too. */
export const decodeText = (text: string): DecodeResult => (isWellFormed(text) ? accepted(text) : NOT_WELL_FORMED)

const NOT_CHAR = refused('expected exactly one character, not a white space')

/** One code point. White space reads as empty (R5.1.5), because a blank-padded column cannot tell the two apart. */
export function decodeChar(text: string): DecodeResult {
  if (!isWellFormed(text)) return NOT_WELL_FORMED
  const isOne = text.length === ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1)
  return isOne && text.trim() !== '' ? accepted(text) : NOT_CHAR
}
