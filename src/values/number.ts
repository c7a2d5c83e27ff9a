// Stage plan: integers, decimals and floats, each read exactly or rejected.
import type { ColumnFacts, DecodeResult } from '../types/value.js'
import { accepted, refused } from './decode-result.js'
import { type BuiltInType, ORDERED_OPERATORS } from './built-in-type.js'

/** Signed 64 bit: the range of an expression, and of a column without a range of its own. */
export const INT64: NonNullable<ColumnFacts['range']> = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

const INTEGER = /^([+-]?)(\d+)$/
const NUMBER = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))$/

const withoutLeadingZeros = (digits: string = ''): string => digits.replace(/^0+/, '')

/** Longer numbers are outside every range, and `BigInt()` of them would take more than linear time. */
const MAX_INTEGER_DIGITS = 20

/** Whole numbers within an inclusive range: `[+-]?` and digits, leading zeros allowed. */
export function integerDecoder(range: NonNullable<ColumnFacts['range']>): (text: string) => DecodeResult {
  const notInteger = refused(`expected a whole number between ${range.min} and ${range.max}`)
  return (text) => {
    const match = INTEGER.exec(text)
    if (!match) return notInteger
    const digits = withoutLeadingZeros(match[2])
    if (digits.length > MAX_INTEGER_DIGITS) return notInteger
    const magnitude = BigInt(digits)
    const value = match[1] === '-' ? -magnitude : magnitude
    return value >= range.min && value <= range.max ? accepted(value) : notInteger
  }
}

const NOT_NUMBER = refused(`expected a number with '.' as its decimal separator`)

/** The largest numbers that a supported database can store (PostgreSQL's numeric). */
const MAX_DECIMAL_DIGITS = { whole: 131_072, fraction: 16_383 } as const
const TOO_MANY_DIGITS = refused(
  `expected a number with at most ${MAX_DECIMAL_DIGITS.whole} digits before and ${MAX_DECIMAL_DIGITS.fraction} after the point`,
)

/** Index after the last character that is not a zero. A loop, because `/0+$/` retries at every zero of the text. */
function endOfSignificant(digits: string): number {
  let end = digits.length
  while (digits.charCodeAt(end - 1) === 48) end--
  return end
}

/** Any number, kept as its digits: `+007.50` is `7.5`, `-0` is `0`. */
export function decodeDecimal(text: string): DecodeResult {
  const match = NUMBER.exec(text)
  if (!match) return NOT_NUMBER
  const whole = withoutLeadingZeros(match[2])
  const digits = match[3] ?? match[4] ?? ''
  const fraction = digits.slice(0, endOfSignificant(digits))
  if (whole.length > MAX_DECIMAL_DIGITS.whole || fraction.length > MAX_DECIMAL_DIGITS.fraction) return TOO_MANY_DIGITS
  const magnitude = `${whole || '0'}${fraction && `.${fraction}`}`
  return accepted(match[1] === '-' && magnitude !== '0' ? `-${magnitude}` : magnitude)
}

/** Two canonical decimals in order, without rounding. */
function compareDecimals(a: string, b: string): number {
  const isNegative = a.startsWith('-')
  if (isNegative !== b.startsWith('-')) return isNegative ? -1 : 1
  if (isNegative) return compareDecimals(b.slice(1), a.slice(1))
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1
  // Fractions have no trailing zeros, so the order of their text is the order of their values.
  return fractionA === fractionB ? 0 : fractionA < fractionB ? -1 : 1
}

const OUT_OF_DOUBLE = refused('expected a number that a double-precision column can hold')
const OUT_OF_SINGLE = refused('expected a number that a single-precision column can hold')

/** The nearest double. A number that overflows the column's precision is rejected; one that underflows is 0. */
export function floatDecoder(isSinglePrecision: boolean): (text: string) => DecodeResult {
  return (text) => {
    if (!NUMBER.test(text)) return NOT_NUMBER
    const value = Number(text)
    if (!Number.isFinite(value)) return isSinglePrecision ? OUT_OF_SINGLE : OUT_OF_DOUBLE
    if (!isSinglePrecision) return accepted(value === 0 ? 0 : value)
    const single = Math.fround(value)
    if (!Number.isFinite(single)) return OUT_OF_SINGLE
    // The value is not rounded to a single: drivers print a single as its shortest digits, and the client sends these.
    return accepted(single === 0 ? 0 : value)
  }
}

/** Whole numbers become bigints. SQLite may have a fraction in an integer column; JavaScript compares both exactly. */
function readInteger(raw: unknown): unknown {
  if (typeof raw === 'bigint') return raw
  if (typeof raw === 'number') return Number.isInteger(raw) ? BigInt(raw) : Number.isNaN(raw) ? null : raw
  const text = String(raw)
  return /^[+-]?\d{1,400}$/.test(text) ? BigInt(text) : null
}

const EXPONENT = /^([+-]?)(\d{1,400})(?:\.(\d{1,400}))?e([+-]?\d{1,5})$/i

function readDecimal(raw: unknown): unknown {
  const text = String(raw)
  return text === 'NaN' || text === 'Infinity' || text === '-Infinity' ? text : decimalText(raw)
}

/** Canonical digits, or null. A number is taken in its shortest decimal form, which is what its driver read. */
export function decimalText(value: unknown): string | null {
  const decoded = decodeDecimal(withoutExponent(String(value)))
  return decoded.ok ? (decoded.value as string) : null
}

/** `1.5e-7` is `0.00000015`. */
function withoutExponent(text: string): string {
  const match = EXPONENT.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point)}`
}

/** Values of PostgreSQL's numeric that are not numbers. */
const SPECIAL_DECIMALS: ReadonlyMap<unknown, number> = new Map([
  ['-Infinity', -1],
  ['Infinity', 1],
  ['NaN', 2],
])

function compareDecimalValues(a: unknown, b: unknown): number {
  const rankA = SPECIAL_DECIMALS.get(a)
  const rankB = SPECIAL_DECIMALS.get(b)
  return rankA === undefined && rankB === undefined
    ? compareDecimals(String(a), String(b))
    : (rankA ?? 0) - (rankB ?? 0)
}

/** NaN equals itself and is greater than every number, as in PostgreSQL. */
export function compareNumbers(a: unknown, b: unknown): number {
  const isNaNA = Number.isNaN(a)
  if (isNaNA || Number.isNaN(b)) return Number(isNaNA) - Number(Number.isNaN(b))
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0
}

export const integer: BuiltInType = {
  operators: ORDERED_OPERATORS,
  decoder: ({ range }) => integerDecoder(range ?? INT64),
  reader: () => readInteger,
  item: Number,
  write: String,
  order: 'value',
  // SQLite may have a fraction in an integer column.
  decoded: ['bigint', 'number'],
}

export const bigint: BuiltInType = { ...integer, item: (raw) => readInteger(raw) ?? raw }

export const decimal: BuiltInType = {
  operators: ORDERED_OPERATORS,
  decoder: () => decodeDecimal,
  reader: () => readDecimal,
  item: (raw) => (typeof raw === 'string' ? raw : (decimalText(raw) ?? raw)),
  write: decimalText,
  order: compareDecimalValues,
  decoded: ['string'],
}

export const float: BuiltInType = {
  operators: ORDERED_OPERATORS,
  decoder: ({ isSinglePrecision }) => floatDecoder(isSinglePrecision),
  reader: (facts) => (facts?.isSinglePrecision === true ? (raw) => Math.fround(Number(raw)) : Number),
  item: Number,
  write: decimalText,
  order: compareNumbers,
  decoded: ['number'],
}
