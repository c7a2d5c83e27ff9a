// Add-on temporal: exact counts of nanoseconds, and how they are rounded to coarser units.
import { roundTicks } from '../../dialects/shared/ticks.js'
import { NEVER } from '../../types/sql.js'
import type { Rounding } from '../../types/value.js'
import type { Duration, PlainTime } from './temporal-api.js'

export const NANOSECONDS_PER_TICK = 100n
export const NANOSECONDS_PER_MICROSECOND = 1000n
const PER_SECOND = 1_000_000_000n

/** In whole units; undefined if `exact` is asked for and the value has a fraction. */
export function inUnits(nanoseconds: bigint, unit: bigint, rounding: Rounding): bigint | undefined {
  const units = roundTicks(nanoseconds, unit, rounding)
  return units === NEVER ? undefined : (units as bigint)
}

/** To the nearest unit, halves away from zero, as a database rounds a finer value. */
export function nearestUnit(nanoseconds: bigint, unit: bigint): bigint {
  const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds
  const units = (magnitude + unit / 2n) / unit
  return nanoseconds < 0n ? -units : units
}

interface SubSecond {
  readonly milliseconds: number
  readonly microseconds: number
  readonly nanoseconds: number
}

// A duration may have any whole number in each unit, also beyond 2^53 in the small ones.
const subSecond = ({ milliseconds, microseconds, nanoseconds }: SubSecond): bigint =>
  BigInt(milliseconds) * 1_000_000n + BigInt(microseconds) * 1000n + BigInt(nanoseconds)

/** Since midnight. */
export function nanosecondsOfTime({ hour, minute, second, millisecond, microsecond, nanosecond }: PlainTime): bigint {
  const rest = subSecond({ milliseconds: millisecond, microseconds: microsecond, nanoseconds: nanosecond })
  return BigInt((hour * 60 + minute) * 60 + second) * PER_SECOND + rest
}

/**
 * A week is 7 days and a day 24 hours.
 *
 * @throws RangeError for years and months, whose length varies.
 */
export function nanosecondsOfDuration(duration: Duration): bigint {
  if (duration.years !== 0 || duration.months !== 0) {
    throw new RangeError(`The duration ${duration.toString()} has years or months, which have no one length.`)
  }
  const days = BigInt(duration.weeks) * 7n + BigInt(duration.days)
  const minutes = (days * 24n + BigInt(duration.hours)) * 60n + BigInt(duration.minutes)
  return (minutes * 60n + BigInt(duration.seconds)) * PER_SECOND + subSecond(duration)
}
