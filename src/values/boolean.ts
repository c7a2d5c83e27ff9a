// Stage plan: booleans.
import type { DecodeResult } from '../types/value.js'
import { accepted, refused } from './decode-result.js'
import { type BuiltInType, EQUALITY_OPERATORS } from './built-in-type.js'

const NOT_BOOLEAN = refused(`expected 'true' or 'false'`)
const BOOLEAN = /^(?:true|(false))$/i

/** `true` or `false` in upper or lower case; never `1`, `0`, `yes`. */
export function decodeBoolean(text: string): DecodeResult {
  const match = BOOLEAN.exec(text)
  return match ? accepted(match[1] === undefined) : NOT_BOOLEAN
}

function readBoolean(raw: unknown): boolean {
  // A bit, which has the form of its driver.
  if (raw instanceof Uint8Array) return raw.some(Boolean)
  return typeof raw === 'string' ? /^(?:t|true|1)$/i.test(raw) : Boolean(raw)
}

export const boolean: BuiltInType = {
  operators: EQUALITY_OPERATORS,
  decoder: () => decodeBoolean,
  reader: () => readBoolean,
  item: readBoolean,
  write: String,
  order: 'value',
  decoded: ['boolean'],
}
