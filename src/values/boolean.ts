// Stage plan: booleans.
import type { DecodeResult } from '../types/value.js'
import { accepted, refused } from './decode-result.js'

const NOT_BOOLEAN = refused(`expected 'true' or 'false'`)
const BOOLEAN = /^(?:true|(false))$/i

/** `true` or `false` in any case; never `1`, `0`, `yes`. */
export function decodeBoolean(text: string): DecodeResult {
  const match = BOOLEAN.exec(text)
  return match ? accepted(match[1] === undefined) : NOT_BOOLEAN
}
