// Stage run: the one decoder that costs more than the rest of its row. `new Date(text)` parses any form of a date;
// PostgreSQL sends one form, and reading its digits takes a fifth of the time.
import type { Column } from 'drizzle-orm'
import { columnInternals } from '../drizzle/columns.js'

const DOT = 46
const PLUS = 43
const MINUS = 45
const COLON = 58
const SPACE = 32
const ZERO = 48

/** @param column a `PgTimestamp`: `timestamp` of PostgreSQL in date mode */
export function timestampDecoder(column: Column): (value: unknown) => unknown {
  const { withTimezone = false } = columnInternals(column)
  return (value) => {
    const instant = typeof value === 'string' ? readInstant(value, withTimezone) : Number.NaN
    // Years before 100 and after 9999, BC, infinity, offsets with seconds: Drizzle's own reading.
    return Number.isNaN(instant) ? column.mapFromDriverValue(value) : new Date(instant)
  }
}

/** `yyyy-MM-dd HH:mm:ss[.f…]`, with `±HH[:mm]` where there is a time zone; milliseconds since the epoch, or NaN for another form. */
function readInstant(text: string, withTimezone: boolean): number {
  if (text.length < 19 || text.charCodeAt(4) !== MINUS || text.charCodeAt(7) !== MINUS || text.charCodeAt(10) !== SPACE) return Number.NaN
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return Number.NaN
  const century = twoDigits(text, 0)
  const yearOfCentury = twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  // A refused digit makes its number negative.
  if (century < 1 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN
  let milliseconds = 0
  let at = 19
  if (at < text.length && text.charCodeAt(at) === DOT) {
    at += 1
    let places = 0
    for (; at < text.length; at++, places++) {
      const digit = text.charCodeAt(at) - ZERO
      if (digit < 0 || digit > 9) break
      // Dates have no microseconds: they are cut off.
      if (places < 3) milliseconds = milliseconds * 10 + digit
    }
    if (places === 0) return Number.NaN
    milliseconds *= places === 1 ? 100 : places === 2 ? 10 : 1
  }
  const days = daysSinceEpoch(century * 100 + yearOfCentury, month, day)
  const instant = days * 86_400_000 + (hour * 3600 + minute * 60 + second) * 1000 + milliseconds
  if (withTimezone) return instant - readOffset(text, at) * 60_000
  return at === text.length ? instant : Number.NaN
}

/** The rest of a text as minutes east of Greenwich; NaN for another form. */
function readOffset(text: string, at: number): number {
  if (text.length < at + 3) return Number.NaN
  const sign = text.charCodeAt(at)
  const hours = twoDigits(text, at + 1)
  const hasMinutes = text.length === at + 6 && text.charCodeAt(at + 3) === COLON
  const minutes = hasMinutes ? twoDigits(text, at + 4) : 0
  if ((sign !== PLUS && sign !== MINUS) || (!hasMinutes && text.length !== at + 3)) return Number.NaN
  if (hours < 0 || hours > 15 || minutes < 0 || minutes > 59) return Number.NaN
  return sign === PLUS ? hours * 60 + minutes : -(hours * 60 + minutes)
}

/** Of the Gregorian calendar; the year counts from March, so that a leap day is its last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const march = month > 2 ? year : year - 1
  const dayOfYear = (((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0) + day - 1
  return march * 365 + (march >> 2) - ((march / 100) | 0) + ((march / 400) | 0) + dayOfYear - 719_468
}

/** Negative where one is no digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}
