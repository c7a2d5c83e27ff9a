// A column of the suite: how Drizzle declares it, and random values of its type.
import type { Random } from '../differential/random.js'

/** A value as the database and as a client write it. */
export interface Value {
  readonly sql: string
  readonly text: string
}

export interface ColumnCase {
  readonly name: string
  /** A column builder of the dialect. */
  readonly column: () => object
  readonly value: (random: Random) => Value
  /** What clients may ask of it: comparisons, equality alone, or nothing. */
  readonly operators: 'ordered' | 'equality' | 'none'
  /** In every run, as a type that lost itself somewhere. */
  readonly isCore?: boolean
  /** False where the database has no `max()` of the type, or does not order it. */
  readonly hasMax?: false
  /** False where the engine has no order of the type; or of which of its versions, as it writes it, it has one. */
  readonly isSorted?: boolean | ((version: string) => boolean)
  /** What plain SQL compares instead of the column. */
  readonly compared?: (column: string) => string
  /** Drizzle 0.45 selects it in a sub-query without its name. */
  readonly hasNoName?: true
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** A value that both write alike. */
export const same = (text: string): Value => ({ sql: text, text })
export const inQuotes = (text: string): Value => ({ sql: quoted(text), text })

const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** An integer of so many bits: any, or one near a power of two. */
export function integer(random: Random, bits: number, isUnsigned = false): bigint {
  let value = 0n
  for (let at = 0; at < bits; at += 16) value = (value << 16n) | BigInt(random.int(0, 0xffff))
  value >>= BigInt(random.chance(0.5) ? random.int(0, bits - 1) : 0)
  return isUnsigned ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, random.chance(0.5) ? value : -value)
}

/** Finite doubles of any bit pattern, subnormal ones too, and such as results of a calculation are. */
export function double(random: Random): number {
  if (random.chance(0.3)) return (random.next() - 0.5) * 10 ** random.int(-20, 20)
  // Of small numbers written without an exponent, texts are the longest.
  if (random.chance(0.5)) return (random.int(1, 40) / 7) * 10 ** -random.int(3, 9)
  const bytes = new DataView(new ArrayBuffer(8))
  for (;;) {
    bytes.setUint32(0, random.int(0, 0xffff_ffff))
    bytes.setUint32(4, random.int(0, 0xffff_ffff))
    const value = bytes.getFloat64(0)
    if (Number.isFinite(value)) return value
  }
}

export function single(random: Random): number {
  for (;;) {
    const value = Math.fround(double(random))
    if (Number.isFinite(value)) return value
  }
}

/** As SQL and as digits alone, which a client sends. */
export function float(value: number): Value {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? []
  const digits = whole + fraction
  const point = 1 + Number(exponent)
  const text =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits.padEnd(point, '0')
        : `${digits.slice(0, point)}.${digits.slice(point)}`
  return { sql: value.toExponential(), text: `${sign}${text}` }
}

/** With so many digits before and after the point. */
export function decimal(random: Random, whole: number, scale: number): string {
  const digits = (count: number): string => Array.from({ length: count }, () => random.int(0, 9)).join('')
  const before = digits(random.int(1, whole)).replace(/^0+(?=\d)/, '')
  const after = scale === 0 ? '' : `.${digits(scale)}`
  return `${random.chance(0.5) ? '-' : ''}${before}${after}`
}

const LETTERS = ['a', 'b', 'B', 'é', 'ß', '漢', '😀', '0', 'Z']
/** What sorts below a blank, or has no weight of its own. */
const BELOW = ['\t', '\u0301']
const WITHIN = [...LETTERS, 'e\u0301', '\t', ' ', '-', '_', '%', "'", '.']

/** Texts that begin alike, with what collations and paddings order in ways of their own. */
export function text(random: Random, length: number): string {
  if (length === 1 || random.chance(0.2)) return random.pick(length === 1 ? LETTERS : ['a', 'é'])
  const inner = Array.from({ length: random.int(0, length - 4) }, () => random.pick(WITHIN)).join('')
  const begin = random.chance(0.4) ? `a${random.pick(BELOW)}` : 'a'
  return `${[...`${begin}${inner}`].slice(0, length - 1).join('')}${random.pick(LETTERS)}`
}

export const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => pad(random.int(0, 255), 3))
    .map((byte) => Number(byte).toString(16).padStart(2, '0'))
    .join('')

/** Between two years, with so many digits of the second. */
export function moment(random: Random, [from, to]: readonly [number, number], digits: number): string {
  const year = random.int(from, to)
  const day = `${pad(year, 4)}-${pad(random.int(1, 12), 2)}-${pad(random.int(1, 28), 2)}`
  return `${day} ${clock(random, 23, digits)}`
}

export function clock(random: Random, hours: number, digits: number): string {
  const fraction = digits === 0 ? '' : `.${pad(random.int(0, 10 ** digits - 1), digits)}`
  return `${pad(random.int(0, hours), 2)}:${pad(random.int(0, 59), 2)}:${pad(random.int(0, 59), 2)}${fraction}`
}

/** A timestamp in UTC: SQL takes a blank, a client sends ISO 8601. */
export const utc = (written: string, zone = ''): Value => ({
  sql: quoted(`${written}${zone}`),
  text: `${written.replace(' ', 'T')}Z`,
})
