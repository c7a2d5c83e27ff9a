// Stage compile: exact instants and times of day (ticks of 100 ns) as the text and the numbers that databases hold.
import type { Rounding } from '../types/sql.js'
import { NEVER } from '../types/sql.js'

export const TICKS_PER_SECOND = 10_000_000n
export const TICKS_PER_MILLISECOND = 10_000n
export const TICKS_PER_MICROSECOND = 10n
const SECONDS_PER_DAY = 86_400n

/** Ticks in whole units, moved to the neighbour that the rounding names; `NEVER` where exactness was asked for and is not to be had. */
export function roundTicks(ticks: bigint, unit: bigint, rounding: Rounding): bigint | typeof NEVER {
  const rest = ((ticks % unit) + unit) % unit
  if (rest === 0n) return ticks / unit
  if (rounding === 'exact') return NEVER
  const floor = (ticks - rest) / unit
  return rounding === 'floor' ? floor : floor + 1n
}

const pad = (value: bigint | number, width: number): string => String(value).padStart(width, '0')

/** `yyyy-MM-dd HH:mm:ss.f…` in UTC, with as many digits of the fraction as `digits` says (6 or 7). */
export function formatTimestamp(ticks: bigint, digits: 6 | 7): string {
  const perDay = SECONDS_PER_DAY * TICKS_PER_SECOND
  const ofDay = ((ticks % perDay) + perDay) % perDay
  const day = new Date(Number((ticks - ofDay) / perDay) * 86_400_000)
  return `${pad(day.getUTCFullYear(), 4)}-${pad(day.getUTCMonth() + 1, 2)}-${pad(day.getUTCDate(), 2)} ${formatTime(ofDay, digits)}`
}

/** `HH:mm:ss.f…`; hours may pass 23, as a span's do. */
export function formatTime(ticks: bigint, digits: 6 | 7): string {
  const seconds = ticks / TICKS_PER_SECOND
  const fraction = pad(ticks % TICKS_PER_SECOND, 7).slice(0, digits)
  return `${pad(seconds / 3600n, 2)}:${pad((seconds / 60n) % 60n, 2)}:${pad(seconds % 60n, 2)}.${fraction}`
}
