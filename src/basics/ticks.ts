// Stages plan and compile: ticks of 100 ns, the exact form of timestamps, times and intervals, and their texts.

export const TICKS_PER_SECOND = 10_000_000n
export const TICKS_PER_MILLISECOND = 10_000n
export const TICKS_PER_DAY: bigint = 86_400n * TICKS_PER_SECOND

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const
const DAYS_TO_EPOCH = 719_162 // from 0001-01-01 to 1970-01-01

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days from 1970-01-01 to a real date of the proleptic Gregorian calendar, years 1 to 9999. */
export function daysOfDate(year: number, month: number, day: number): number {
  const before = year - 1
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0
  return before * 365 + leapDays + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDay + day - 1 - DAYS_TO_EPOCH
}

/** `f`, `ff`, … of a second as ticks: `5` is 5,000,000. Seven digits at most. */
export const ticksOfFraction = (digits: string): bigint => BigInt(digits.padEnd(7, '0'))

const pad = (value: number | bigint, length: number): string => String(value).padStart(length, '0')

/** Rounds down, where `/` truncates: an instant before 1970 belongs to the day that began before it. */
export function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  return value < quotient * divisor ? quotient - 1n : quotient
}

/** `yyyy-MM-dd` of a count of days since 1970-01-01, within the years 1 to 9999. */
export function dateText(days: number): string {
  // A JavaScript date is the proleptic Gregorian calendar in whole days here; its ISO text begins with the date.
  return new Date(days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * `HH:mm:ss.fffffff` of ticks since midnight; with fewer digits the fraction is cut, not rounded; 0 drops the point.
 */
export function timeText(ticks: bigint, fractionDigits: number = 7): string {
  const seconds = Number(ticks / TICKS_PER_SECOND)
  const fraction = pad(ticks % TICKS_PER_SECOND, 7).slice(0, fractionDigits)
  const clock = `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`
  return fraction === '' ? clock : `${clock}.${fraction}`
}

/** `yyyy-MM-ddTHH:mm:ss.fffffff` in UTC, without a zone designator. */
export function timestampText(ticks: bigint): string {
  const days = floorDivide(ticks, TICKS_PER_DAY)
  return `${dateText(Number(days))}T${timeText(ticks - days * TICKS_PER_DAY)}`
}

/** `12:00:00.5000000` is `12:00:00.5`. */
export const withoutZeros = (text: string): string => text.replace(/\.?0{1,7}$/, '')
