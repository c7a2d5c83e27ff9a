// Stage plan: text and char, verbatim.
import type { DecodeResult } from '../types/value.js'
import { accepted, NOT_WELL_FORMED, refused } from './decode-result.js'
import { isWellFormed } from '../basics/bytes.js'
import { OPERATORS } from '../vocabulary.js'
import { type BuiltInType, ORDERED_OPERATORS, writeText } from './built-in-type.js'

/** Any well-formed text, verbatim; the empty text too. */
export const decodeText = (text: string): DecodeResult => (isWellFormed(text) ? accepted(text) : NOT_WELL_FORMED)

const NOT_CHAR = refused('expected exactly one character, not a white space')

/** One code point. White space reads as empty (R5.1.5), because a blank-padded column cannot tell the two apart. */
export function decodeChar(text: string): DecodeResult {
  if (!isWellFormed(text)) return NOT_WELL_FORMED
  const isOne = text.length === ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1)
  return isOne && text.trim() !== '' ? accepted(text) : NOT_CHAR
}

export function readText(raw: unknown): unknown {
  if (typeof raw === 'string') return raw
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : raw.toISOString()
  // An element of a JSON array may be a record. It is matched by its text.
  return typeof raw === 'object' ? JSON.stringify(raw) : String(raw)
}

export const text: BuiltInType = {
  operators: OPERATORS,
  decoder: () => decodeText,
  reader: () => readText,
  item: readText,
  write: writeText,
  order: 'collation',
  decoded: ['string'],
}

export const char: BuiltInType = { ...text, operators: ORDERED_OPERATORS, decoder: () => decodeChar }
