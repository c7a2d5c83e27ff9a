// Add-on temporal: durations as databases store them.
import { unreadable } from './database-texts.js'
import { NANOSECONDS_PER_MICROSECOND, nanosecondsOfDuration, nearestUnit } from './nanoseconds.js'
import { type Duration, temporal } from './temporal-api.js'

// No database writes longer parts. The bound limits the work for other text.
const WORDS =
  /^(?:([+-]?\d{1,9}) years? ?)?(?:([+-]?\d{1,9}) mons? ?)?(?:([+-]?\d{1,10}) days? ?)?(?:([+-]?)(\d{1,12}):(\d\d):(\d\d)(?:\.(\d{1,9}))?)?$/
const COUNT = '([+-]?\\d{1,12})'
const ISO = new RegExp(
  `^([+-]?)P(?:${COUNT}Y)?(?:${COUNT}M)?(?:${COUNT}W)?(?:${COUNT}D)?(?:T(?:${COUNT}H)?(?:${COUNT}M)?(?:([+-]?)(\\d{1,12})(?:\\.(\\d{1,9}))?S)?)?$`,
)
const PER_SECOND = 1_000_000_000n
const PER_DAY = 86_400n * PER_SECOND

interface Parts {
  readonly years: bigint
  readonly months: bigint
  readonly days: bigint
  /** Nanoseconds of hours and smaller units. */
  readonly time: bigint
}

/** Reads PostgreSQL's own form (`1 day 02:00:00`), ISO 8601, or a number of microseconds. */
export function readDuration(value: unknown): Duration {
  if (typeof value === 'number' || typeof value === 'bigint') {
    const total = BigInt(value) * NANOSECONDS_PER_MICROSECOND
    return durationOf({ years: 0n, months: 0n, days: total / PER_DAY, time: total % PER_DAY })
  }
  const text = String(value)
  const parts = text === '' ? null : (partsOfWords(text) ?? partsOfIso(text))
  return parts === null ? unreadable(value, 'Duration') : durationOf(parts)
}

const count = (digits: string | undefined): bigint => BigInt((digits ?? '0').replace('+', ''))

function seconds(sign: string | undefined, whole: string | undefined, fraction: string | undefined): bigint {
  const nanoseconds = count(whole) * PER_SECOND + BigInt((fraction ?? '').padEnd(9, '0'))
  return sign === '-' ? -nanoseconds : nanoseconds
}

function partsOfWords(text: string): Parts | null {
  const match = WORDS.exec(text)
  if (match === null) return null
  const [, years, months, days, sign, hours, minutes, second, fraction] = match
  const clock = (count(hours) * 60n + count(minutes)) * 60n * PER_SECOND + seconds('+', second, fraction)
  return { years: count(years), months: count(months), days: count(days), time: sign === '-' ? -clock : clock }
}

function partsOfIso(text: string): Parts | null {
  const match = ISO.exec(text)
  if (match === null) return null
  const [, sign, years, months, weeks, days, hours, minutes, secondSign, second, fraction] = match
  const time = (count(hours) * 60n + count(minutes)) * 60n * PER_SECOND + seconds(secondSign, second, fraction)
  const parts = { years: count(years), months: count(months), days: count(weeks) * 7n + count(days), time }
  return sign === '-' ? { years: -parts.years, months: -parts.months, days: -parts.days, time: -time } : parts
}

/**
 * Temporal has one sign for all units. A mixture becomes days and time, with the lengths by which PostgreSQL compares.
 */
function durationOf({ years, months, days, time }: Parts): Duration {
  const all = [years, months, days, time]
  if (all.some((part) => part < 0n) && all.some((part) => part > 0n)) {
    const total = ((years * 12n + months) * 30n + days) * PER_DAY + time
    return durationOf({ years: 0n, months: 0n, days: total / PER_DAY, time: total % PER_DAY })
  }
  const part = (unit: bigint, of: bigint): number => Number((time / unit) % of)
  return temporal().Duration.from({
    years: Number(years),
    months: Number(months),
    days: Number(days),
    hours: Number(time / (3600n * PER_SECOND)),
    minutes: part(60n * PER_SECOND, 60n),
    seconds: part(PER_SECOND, 60n),
    milliseconds: part(1_000_000n, 1000n),
    microseconds: part(1000n, 1000n),
    nanoseconds: part(1n, 1000n),
  })
}

/** ISO 8601 with the sign at each number, as PostgreSQL reads it. */
export function writeInterval(value: Duration): string {
  const duration = temporal().Duration.from(value)
  const { years, months, weeks, days, hours, minutes } = duration
  // Seconds, also more than 60, and smaller units in one number.
  const small = temporal().Duration.from({
    seconds: duration.seconds,
    milliseconds: duration.milliseconds,
    microseconds: duration.microseconds,
    nanoseconds: duration.nanoseconds,
  })
  return `P${years}Y${months}M${weeks}W${days}DT${hours}H${minutes}M${secondsText(nanosecondsOfDuration(small))}S`
}

function secondsText(nanoseconds: bigint): string {
  const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds
  return `${nanoseconds < 0n ? '-' : ''}${magnitude / PER_SECOND}.${String(magnitude % PER_SECOND).padStart(9, '0')}`
}

/**
 * Microseconds, to the nearest one.
 *
 * @throws RangeError beyond 2^53 (285 years), where a JavaScript number would lose digits.
 */
export function writeMicroseconds(value: Duration): number {
  const microseconds = Number(
    nearestUnit(nanosecondsOfDuration(temporal().Duration.from(value)), NANOSECONDS_PER_MICROSECOND),
  )
  if (Number.isSafeInteger(microseconds)) return microseconds
  throw new RangeError(
    `The duration ${value.toString()} is longer than 9007199254740991 microseconds, the most that the column can hold.`,
  )
}
