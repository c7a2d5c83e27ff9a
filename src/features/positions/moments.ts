// Stage plan: dates and times in a cursor, as databases write them: years beyond 9999 and before 1, infinity, 24:00.
import { daysInMonth } from '../../basics/ticks.js'

/** Without zeros before a year of more than four digits: no database writes them. */
const DATE = '(\\d{4}|[1-9]\\d{4,6})-(\\d\\d)-(\\d\\d)'
const clock = (digits: number): string => `(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,${digits}})?`
const momentText = (digits: number): RegExp =>
  new RegExp(`^${DATE}(?:[T ]${clock(digits)}(?:Z|[+-](?:0\\d|1[0-5])(?::[0-5]\\d(?::[0-5]\\d)?)?)?)?( BC)?$`)
/** SQL Server's digits; PostgreSQL would round the seventh up, past its last instant too. */
const CLOCK = clock(7)
const DATE_TEXT = new RegExp(`^${DATE}( BC)?$`)
const TIMESTAMP_TEXT = new RegExp(`^${DATE}[T ]${clock(6)}( BC)?$`)
const INFERRED_TEXT = momentText(6)
const PLAIN_TEXT = momentText(7)
const TIME_TEXT = new RegExp(`^(?:${CLOCK}|24:00:00)$`)
const TIMETZ_TEXT = new RegExp(`^(?:${CLOCK}|24:00:00)[+-](?:0\\d|1[0-5])(?::[0-5]\\d(?::[0-5]\\d)?)?$`)
const MYSQL_TIME_TEXT = /^-?\d{2,3}:[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/
const INTERVAL_TEXT = /^(-?\d{1,10}) (-?\d{1,10}) (-?\d{1,19})$/

export const isInfinity = (text: string): boolean => text === 'infinity' || text === '-infinity'

/**
 * @param lastYear PostgreSQL's timestamps end with 294276, its dates with 5874897; both begin on 24 November 4714 BC
 */
function isDay(match: RegExpExecArray | null, lastYear: number): boolean {
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const isBefore = match[4] !== undefined
  if (year < 1 || year > (isBefore ? 4714 : lastYear) || month < 1 || month > 12) return false
  if (isBefore && year === 4714 && month * 100 + day < 1124) return false
  return day >= 1 && day <= daysInMonth(isBefore ? 1 - year : year, month)
}

export const isPostgresDate = (text: string): boolean => isInfinity(text) || isDay(DATE_TEXT.exec(text), 5_874_897)
export const isPostgresTimestamp = (text: string): boolean =>
  isInfinity(text) || isDay(TIMESTAMP_TEXT.exec(text), 294_276)
/** A date, or a timestamp with or without an offset. */
export const isInferredTimestamp = (text: string): boolean =>
  isInfinity(text) ||
  (isDay(INFERRED_TEXT.exec(text), 294_276) &&
    // An offset may lead past the last instant, to the west of UTC, or past the first, to the east.
    !(text.startsWith('294276-12-31') && text.includes('-', '294276-12-31'.length)) &&
    !(text.startsWith('4714-11-24') && text.includes('+') && text.endsWith(' BC')))
export const isPostgresTime = (text: string): boolean => TIME_TEXT.test(text)
export const isPostgresTimetz = (text: string): boolean => TIMETZ_TEXT.test(text)
export const isMysqlTime = (text: string): boolean => MYSQL_TIME_TEXT.test(text)

/** MySQL's dates with a zero in them, where its mode has let them in: `0000-00-00`, `2024-00-15`. */
function isZeroDay([, yearText, monthText, dayText]: RegExpExecArray): boolean {
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)]
  if (year > 9999 || month > 12 || (year !== 0 && month !== 0 && day !== 0)) return false
  // The year 0 is not a leap year there; in any other year, the month or the day is zero.
  return day <= daysInMonth(1, month)
}

/** MySQL and SQL Server: years to 9999, none before 1. */
const isPlainDay = (match: RegExpExecArray | null): boolean =>
  match !== null && match[4] === undefined && (isDay(match, 9999) || isZeroDay(match))

export const isPlainDate = (text: string): boolean => isPlainDay(DATE_TEXT.exec(text))
export const isPlainTimestamp = (text: string): boolean => isPlainDay(PLAIN_TEXT.exec(text))

/** `months days microseconds`, or infinity, as an interval that PostgreSQL reads under all settings; null for other text. */
export function intervalOf(text: string): string | null {
  const match = INTERVAL_TEXT.exec(text)
  if (match === null) return isInfinity(text) ? text : null
  const [months, days, micros] = [BigInt(match[1] as string), BigInt(match[2] as string), BigInt(match[3] as string)]
  const isWithin = (value: bigint, bits: bigint): boolean => BigInt.asIntN(Number(bits), value) === value
  // Of the least number of microseconds PostgreSQL cannot read its own text.
  if (!isWithin(months, 32n) || !isWithin(days, 32n) || !isWithin(micros, 64n) || micros === -(2n ** 63n)) return null
  const magnitude = micros < 0n ? -micros : micros
  const pad = (value: bigint, width: number): string => String(value).padStart(width, '0')
  const seconds = magnitude / 1_000_000n
  const clock = `${pad(seconds / 3600n, 2)}:${pad((seconds / 60n) % 60n, 2)}:${pad(seconds % 60n, 2)}.${pad(magnitude % 1_000_000n, 6)}`
  return `${months} mons ${days} days ${micros < 0n ? '-' : ''}${clock}`
}
