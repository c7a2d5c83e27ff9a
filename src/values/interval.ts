// Stage plan: intervals of time. A day has 24 hours.
import type { DecodeResult } from '../types/value.js'
import { accepted, refused } from './decode-result.js'
import { INT64 } from './number.js'
import { TICKS_PER_DAY, TICKS_PER_SECOND, withoutZeros } from '../basics/ticks.js'
import { type BuiltInType, ORDERED_OPERATORS } from './built-in-type.js'
import { clockTicks, isInfinite, readInterval } from './read-moment.js'
import { readText } from './text.js'

const CLOCK = /^([+-]?)(\d|[01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,7}))?)?$/
const ISO = /^([+-]?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,7}))?S)?)?$/
/** Thirteen digits of any unit are out of range, and `BigInt()` of many would take more than linear time. */
const LONG_NUMBER = /[1-9]\d{12}/

const NOT_INTERVAL = refused(
  `expected a duration in the form 'h:mm', 'h:mm:ss' (up to 23 hours) or ISO 8601 such as P5D or PT2H30M`,
)
const TOO_LONG = refused('expected a duration of at most 10675199 days')

/**
 * `h:mm[:ss[.f]]` up to 23 hours, or ISO 8601 in days, hours, minutes and seconds (`P1DT2H`), either with a sign, as
 * ticks. Weeks, months and years are rejected, and so is a bare number.
 */
export function decodeInterval(text: string): DecodeResult {
  const clock = CLOCK.exec(text)
  const match = clock ? [text, clock[1], undefined, ...clock.slice(2)] : ISO.exec(text)
  // `P`, `PT` and `P1DT` are incomplete: nothing follows the last letter.
  if (!match || (!clock && /[PT]$/.test(text))) return NOT_INTERVAL
  if (LONG_NUMBER.test(text)) return TOO_LONG
  const [, sign, days = 0, ...ofDay] = match
  const magnitude = BigInt(days) * TICKS_PER_DAY + clockTicks(ofDay)
  if (magnitude > INT64.max) return TOO_LONG
  return accepted(sign === '-' ? -magnitude : magnitude)
}

/** ISO 8601 in seconds. The sign comes first, as `decodeInterval` reads it. */
function durationText(ticks: bigint): string {
  const magnitude = ticks < 0n ? -ticks : ticks
  const fraction = String(magnitude % TICKS_PER_SECOND).padStart(7, '0')
  return `${ticks < 0n ? '-' : ''}PT${withoutZeros(`${magnitude / TICKS_PER_SECOND}.${fraction}`)}S`
}

export const interval: BuiltInType = {
  operators: ORDERED_OPERATORS,
  decoder: () => decodeInterval,
  reader: () => readInterval,
  item: readText,
  write: (value) => (typeof value === 'bigint' && !isInfinite(value) ? durationText(value) : null),
  order: 'value',
  decoded: ['bigint'],
}
