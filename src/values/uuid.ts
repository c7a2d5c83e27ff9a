// Stage plan: UUIDs.
import type { DecodeResult } from '../types/value.js'
import { accepted, refused } from './decode-result.js'
import { type BuiltInType, ORDERED_OPERATORS, writeText } from './built-in-type.js'
import { readText } from './text.js'

const NOT_UUID = refused('expected a UUID')
const PLAIN = /^[0-9a-f]{32}$/
const HYPHENATED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** 32 hex digits in upper or lower case, with or without the four hyphens, bare or in `{}` or `()`. */
export function decodeUuid(text: string): DecodeResult {
  if (text.length > 38) return NOT_UUID
  const isWrapped = (text.startsWith('{') && text.endsWith('}')) || (text.startsWith('(') && text.endsWith(')'))
  const digits = (isWrapped ? text.slice(1, -1) : text).toLowerCase()
  if (HYPHENATED.test(digits)) return accepted(digits)
  if (!PLAIN.test(digits)) return NOT_UUID
  const at = (from: number, to: number): string => digits.slice(from, to)
  return accepted(`${at(0, 8)}-${at(8, 12)}-${at(12, 16)}-${at(16, 20)}-${at(20, 32)}`)
}

function readUuid(raw: unknown): unknown {
  const decoded = decodeUuid(String(raw))
  return decoded.ok ? decoded.value : String(raw)
}

export const uuid: BuiltInType = {
  operators: ORDERED_OPERATORS,
  decoder: () => decodeUuid,
  reader: () => readUuid,
  item: readText,
  write: writeText,
  order: 'value',
  decoded: ['string'],
}
