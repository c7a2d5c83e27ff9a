// Add-on openapi: numbers as regular expressions. Without lookaheads and `\d`, so that every dialect of them reads the
// same.

const digits = (least: number, most: number): string => {
  if (most === 0) return ''
  return least === most ? (most === 1 ? '[0-9]' : `[0-9]{${most}}`) : `[0-9]{${least},${most}}`
}
const from = (least: number, most: number): string => (least === most ? `${least}` : `[${least}-${most}]`)

/** Those of every integer and of the largest single-precision number; the largest double has 309. */
const MAX_COMPARED = 40

/**
 * Numbers with as many digits as the bound, and not above it: `1([0-6][0-9]|7[0-5])` for 175. Of a longer bound the
 * first digits are compared, and numbers that begin as it does are left out.
 */
export function sameLengthUpTo(bound: bigint, at = 0): string {
  const text = String(bound)
  const digit = Number(text[at])
  const rest = text.length - at - 1
  const least = at === 0 ? 1 : 0
  if (rest === 0) return from(least, digit)
  const below = digit > least ? [`${from(least, digit - 1)}${digits(rest, rest)}`] : []
  const equal = at + 1 < MAX_COMPARED ? [`${digit}${sameLengthUpTo(bound, at + 1)}`] : []
  return grouped([...below, ...equal])
}

/** 1 to the bound, without leading zeros. */
function upTo(bound: bigint): string {
  const { length } = String(bound)
  const same = sameLengthUpTo(bound)
  return length === 1 ? same : grouped([`[1-9]${digits(0, length - 2)}`, same])
}

/** Whole numbers of a range around 0, as the endpoint reads them: a sign and leading zeros are allowed. */
export function integerPattern({ min, max }: { readonly min: bigint; readonly max: bigint }): string {
  return grouped(['[+-]?0+', ...(max > 0n ? [`\\+?0*${upTo(max)}`] : []), ...(min < 0n ? [`-0*${upTo(-min)}`] : [])])
}

/** Numbers with a point: `.5`, `5.` and `5`, no exponent. */
export const decimalPattern = '[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)'

/** The same, with a whole part up to the bound. */
export const floatPattern = (bound: bigint): string => `[+-]?(?:(?:0+|0*${upTo(bound)})(?:\\.[0-9]*)?|\\.[0-9]+)`

/** Counts of at most twelve digits up to a bound, leading zeros allowed. */
export function countUpTo(bound: bigint): string {
  const { length } = String(bound)
  return grouped([`0{0,${13 - length}}${digits(1, length - 1)}`, `0{0,${12 - length}}${sameLengthUpTo(bound)}`])
}

/** Counts of at most twelve digits, so many of them significant. */
export const countOf = (significant: number): string => `0{0,${12 - significant}}${digits(1, significant)}`

/** Alternatives as one unit. */
export const grouped = (forms: readonly string[]): string =>
  forms.length === 1 ? (forms[0] as string) : `(?:${forms.join('|')})`
