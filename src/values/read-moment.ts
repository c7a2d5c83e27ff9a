// Values: dates, times and intervals as they are in rows, in any mode of their column and in the form of any driver.
import {
  daysInMonth,
  daysOfDate,
  floorDivide,
  TICKS_PER_DAY,
  TICKS_PER_MILLISECOND,
  TICKS_PER_SECOND,
  ticksOfFraction,
} from '../basics/ticks.js'

// No database writes longer parts. The bound limits the work for other text.
const DATE = '(\\d{4,7})-(\\d\\d)-(\\d\\d)'
const CLOCK = '(\\d{1,4}):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d{1,9}))?)?'
const OFFSET = '(Z|[+-]\\d\\d(?::?\\d\\d(?::?\\d\\d)?)?)'
const TIMESTAMP = new RegExp(`^${DATE}(?:[T ]${CLOCK} ?${OFFSET}?(?:\\[.{1,64}\\])?)?( BC)?$`, 'i')
const TIME = new RegExp(`^([+-]?)${CLOCK}$`)
const POSTGRES_INTERVAL =
  /^(?:([+-]?\d{1,9}) years? ?)?(?:([+-]?\d{1,9}) mons? ?)?(?:([+-]?\d{1,9}) days? ?)?(?:([+-]?)(\d{1,12}):(\d\d):(\d\d)(?:\.(\d{1,9}))?)?$/
const NUMBER = '([+-]?\\d{1,12})'
const ISO_INTERVAL = new RegExp(
  `^([+-]?)P(?:${NUMBER}Y)?(?:${NUMBER}M)?(?:${NUMBER}W)?(?:${NUMBER}D)?` +
    `(?:T(?:${NUMBER}H)?(?:${NUMBER}M)?(?:([+-]?)(\\d{1,12})(?:\\.(\\d{1,9}))?S)?)?$`,
)

/** Beyond every finite instant, as PostgreSQL orders them. */
const BEYOND = 2n ** 100n
const INFINITIES: ReadonlyMap<string, bigint> = new Map([
  ['infinity', BEYOND],
  ['-infinity', -BEYOND],
])
export const isInfinite = (ticks: bigint): boolean => ticks === BEYOND || ticks === -BEYOND

/** Digits past the seventh are smaller than a tick. */
const fractionOf = (digits: string | undefined): bigint => ticksOfFraction((digits ?? '').slice(0, 7))

/** Ticks since 1970-01-01T00:00:00Z, or null. Text without an offset is UTC; numbers count `unit` ticks each. */
export function readTimestamp(raw: unknown, unit: bigint = TICKS_PER_MILLISECOND): bigint | null {
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : BigInt(raw.getTime()) * TICKS_PER_MILLISECOND
  if (typeof raw === 'bigint') return raw * unit
  if (typeof raw === 'number') return Number.isInteger(raw) ? BigInt(raw) * unit : null
  const text = String(raw)
  const match = TIMESTAMP.exec(text)
  return match === null ? (INFINITIES.get(text) ?? null) : instantOf(match)
}

/** Of the parts of a date, a time and an offset: a time or an offset that is left out is 0. Null as `daysOf`. */
export function instantOf(match: readonly (string | undefined)[]): bigint | null {
  const days = daysOf(match)
  return days === null ? null : days * TICKS_PER_DAY + clockTicks(match.slice(4)) - offsetTicks(match[8])
}

/** `yyyy-MM-dd`, in UTC if the row has an instant, or null. A year before 1 is PostgreSQL's, with ` BC` at the end. */
export function readDate(raw: unknown): string | null {
  if (raw instanceof Date || typeof raw === 'number') {
    const date = new Date(raw)
    return Number.isNaN(date.getTime()) ? null : (date.toISOString().split('T')[0] as string)
  }
  const text = String(raw)
  const match = TIMESTAMP.exec(text)
  if (match !== null) {
    return daysOf(match) === null ? null : text.slice(0, (match[1] as string).length + 6) + (match[9] ?? '')
  }
  return INFINITIES.has(text) ? text : null
}

/** Ticks since midnight, in UTC if the row has an instant, or null. MySQL's times may be negative or pass 24 hours. */
export function readTime(raw: unknown): bigint | null {
  const match = TIME.exec(String(raw))
  if (match === null) return timeOfDay(raw instanceof Date || TIMESTAMP.test(String(raw)) ? readTimestamp(raw) : null)
  const ticks = clockTicks(match.slice(2))
  return match[1] === '-' ? -ticks : ticks
}

const timeOfDay = (instant: bigint | null): bigint | null =>
  instant === null ? null : instant - floorDivide(instant, TICKS_PER_DAY) * TICKS_PER_DAY

/**
 * Ticks of an interval in PostgreSQL's own form or in ISO 8601, or null. A month is 30 days and a day 24 hours, as
 * PostgreSQL compares them.
 */
export function readInterval(raw: unknown): bigint | null {
  const text = String(raw)
  if (text === '') return null
  const words = POSTGRES_INTERVAL.exec(text)
  if (words !== null) {
    const [, years, months, days, sign, ...clock] = words
    const ticks = clockTicks(clock)
    return daysTicks(years, months, undefined, days) + (sign === '-' ? -ticks : ticks)
  }
  const iso = ISO_INTERVAL.exec(text)
  if (iso === null) return INFINITIES.get(text) ?? null
  const [, sign, years, months, weeks, days, hours, minutes, secondSign, seconds, fraction] = iso
  const second = count(seconds) * TICKS_PER_SECOND + fractionOf(fraction)
  const time =
    (count(hours) * 3600n + count(minutes) * 60n) * TICKS_PER_SECOND + (secondSign === '-' ? -second : second)
  const ticks = daysTicks(years, months, weeks, days) + time
  return sign === '-' ? -ticks : ticks
}

const count = (digits: string | undefined): bigint => BigInt(digits ?? 0)

function daysTicks(years?: string, months?: string, weeks?: string, days?: string): bigint {
  return ((count(years) * 12n + count(months)) * 30n + count(weeks) * 7n + count(days)) * TICKS_PER_DAY
}

export function clockTicks([hours, minutes, seconds, fraction]: readonly (string | undefined)[]): bigint {
  return (count(hours) * 3600n + count(minutes) * 60n + count(seconds)) * TICKS_PER_SECOND + fractionOf(fraction)
}

function offsetTicks(offset: string | undefined): bigint {
  if (offset === undefined) return 0n
  // `Z` has no digits: 0.
  const digits = offset.replaceAll(':', '').slice(1)
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2, 4)) * 60 + Number(digits.slice(4))
  return BigInt(offset.startsWith('-') ? -seconds : seconds) * TICKS_PER_SECOND
}

/** Days since 1970-01-01, or null for a day that does not exist. */
export function daysOf(match: readonly (string | undefined)[]): bigint | null {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  // No year is 0: the one before the year 1 is 1 BC.
  const counted = match[9] === undefined ? year : 1 - year
  const isReal = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(counted, month)
  return isReal ? BigInt(daysOfDate(counted, month, day)) : null
}
