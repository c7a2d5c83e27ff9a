// Stage compile: exact instants and times of day (ticks of 100 ns) as the text and the numbers that databases hold.
import { floorDivide, TICKS_PER_DAY, timeText } from '../../basics/ticks.js'
import { NEVER } from '../../types/sql.js'
import type { Rounding } from '../../types/value.js'

export const TICKS_PER_MICROSECOND = 10n

/** Ticks in whole units, rounded as asked; `NEVER` if `exact` is asked for and the value is finer. */
export function roundTicks(ticks: bigint, unit: bigint, rounding: Rounding): bigint | typeof NEVER {
  const floor = floorDivide(ticks, unit)
  if (floor * unit === ticks) return floor
  if (rounding === 'exact') return NEVER
  return rounding === 'floor' ? floor : floor + 1n
}

const pad = (value: bigint | number, width: number): string => String(value).padStart(width, '0')

/**
 * `yyyy-MM-dd HH:mm:ss.f…` in UTC, with as many digits of the fraction as `digits` says (6 or 7). A bound moved up from
 * the last tick of 9999 lies in the year 10000, which is why this is not the ISO text of a client's value.
 */
export function formatTimestamp(ticks: bigint, digits: 6 | 7): string {
  const days = floorDivide(ticks, TICKS_PER_DAY)
  const day = new Date(Number(days) * 86_400_000)
  const clock = timeText(ticks - days * TICKS_PER_DAY, digits)
  return `${pad(day.getUTCFullYear(), 4)}-${pad(day.getUTCMonth() + 1, 2)}-${pad(day.getUTCDate(), 2)} ${clock}`
}
