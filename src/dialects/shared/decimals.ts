// Stage compile: a decimal's digits within what a column or a cast can hold.
import { type EncodedValue, NEVER } from '../../types/sql.js'
import type { Rounding } from '../../types/value.js'

export interface DecimalBounds {
  readonly digits: number
  readonly scale: number
}

/**
 * The decimal with no more digits than `bounds`, rounded as asked; `NEVER` if no such decimal exists.
 *
 * @param text canonical digits, `-?digits[.digits]`
 */
export function roundDecimal(text: string, { digits, scale }: DecimalBounds, rounding: Rounding): EncodedValue {
  const isNegative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (isNegative ? text.slice(1) : text).split('.')
  if (whole.length > digits - scale) {
    if (rounding !== (isNegative ? 'ceil' : 'floor')) return NEVER
    const nines = scale === 0 ? '9'.repeat(digits) : `${'9'.repeat(digits - scale)}.${'9'.repeat(scale)}`
    return isNegative ? `-${nines}` : nines
  }
  if (fraction.length <= scale) return text
  if (rounding === 'exact') return NEVER
  const cut = BigInt(whole + fraction.slice(0, scale))
  // Cutting goes towards zero: up for a negative number, down for a positive one.
  const magnitude = rounding === (isNegative ? 'ceil' : 'floor') ? cut : cut + 1n
  const padded = String(magnitude).padStart(scale + 1, '0')
  const point = padded.length - scale
  const unsigned = scale === 0 ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`
  return isNegative && magnitude !== 0n ? `-${unsigned}` : unsigned
}
