// Every stage: dates, times of day and timestamps. A client's are real dates of the years 0001 to 9999 only.
import type { DecodeResult } from '../types/value.js'
import { accepted, refused } from './decode-result.js'
import {
  daysOfDate,
  floorDivide,
  TICKS_PER_DAY,
  TICKS_PER_MILLISECOND,
  TICKS_PER_SECOND,
  timestampText,
  timeText,
  withoutZeros,
} from '../basics/ticks.js'
import { type BuiltInType, ORDERED_OPERATORS, writeText } from './built-in-type.js'
import { clockTicks, daysOf, instantOf, readDate, readTime, readTimestamp } from './read-moment.js'
import { readText } from './text.js'

const DATE = '(\\d{4})-(\\d\\d)-(\\d\\d)'
const TIME = '([01]\\d|2[0-3]):([0-5]\\d)(?::([0-5]\\d)(?:\\.(\\d{1,7}))?)?'
const OFFSET = '(Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))'

const DATE_ONLY = new RegExp(`^${DATE}$`)
const TIME_ONLY = new RegExp(`^${TIME}$`)
const TIMESTAMP = new RegExp(`^${DATE}(?:T${TIME}${OFFSET}?)?$`)

const NOT_DATE = refused(`expected a date in the form 'yyyy-MM-dd'`)
const NO_SUCH_DATE = refused('expected a date that exists, in the years 0001 to 9999')
const NOT_TIME = refused(`expected a time in the form 'HH:mm', 'HH:mm:ss' or 'HH:mm:ss.fffffff'`)
const NOT_TIMESTAMP = refused(
  `expected a date such as 2024-05-31 or a date and time such as 2024-05-31T23:59:59.5Z, with an offset up to 14:00`,
)

const FIRST_TICK = BigInt(daysOfDate(1, 1, 1)) * TICKS_PER_DAY
const END_TICK = BigInt(daysOfDate(9999, 12, 31) + 1) * TICKS_PER_DAY

const isSendable = (ticks: bigint): boolean => ticks >= FIRST_TICK && ticks < END_TICK

/** `yyyy-MM-dd`. */
export function decodeDate(text: string): DecodeResult {
  const match = DATE_ONLY.exec(text)
  if (!match) return NOT_DATE
  return daysOf(match) === null ? NO_SUCH_DATE : accepted(text)
}

/** `HH:mm`, `HH:mm:ss`, `HH:mm:ss.f` to seven digits, as ticks since midnight; neither 24:00 nor a leap second. */
export function decodeTime(text: string): DecodeResult {
  const match = TIME_ONLY.exec(text)
  return match ? accepted(clockTicks(match.slice(1))) : NOT_TIME
}

/**
 * A date, or a date and time with `T` and an optional `Z` or `±hh:mm`, as ticks since 1970-01-01T00:00:00Z. Without an
 * offset it is UTC. An offset that moves the instant out of the years 0001 to 9999 (in UTC) is rejected.
 */
export function decodeTimestamp(text: string): DecodeResult {
  const match = TIMESTAMP.exec(text)
  if (!match) return NOT_TIMESTAMP
  const ticks = instantOf(match)
  return ticks !== null && isSendable(ticks) ? accepted(ticks) : NO_SUCH_DATE
}

const TICKS_PER_UNIT: { readonly [storage: string]: bigint } = {
  seconds: TICKS_PER_SECOND,
  milliseconds: TICKS_PER_MILLISECOND,
}

function dateOf(raw: unknown): unknown {
  const ticks = readTimestamp(raw)
  return ticks === null ? raw : new Date(Number(floorDivide(ticks, TICKS_PER_MILLISECOND)))
}

export const timestamp: BuiltInType = {
  operators: ORDERED_OPERATORS,
  decoder: () => decodeTimestamp,
  reader: (facts) => {
    const unit = facts === null ? undefined : TICKS_PER_UNIT[facts.storage]
    return (raw) => readTimestamp(raw, unit)
  },
  item: (raw) => (typeof raw === 'object' ? raw : dateOf(raw)),
  write: (value) => (typeof value === 'bigint' && isSendable(value) ? `${withoutZeros(timestampText(value))}Z` : null),
  order: 'value',
  decoded: ['bigint'],
}

export const date: BuiltInType = {
  operators: ORDERED_OPERATORS,
  decoder: () => decodeDate,
  reader: () => readDate,
  item: (raw) => (typeof raw === 'string' ? raw : (readDate(raw) ?? raw)),
  write: writeText,
  order: 'day',
  decoded: ['string'],
}

export const time: BuiltInType = {
  operators: ORDERED_OPERATORS,
  decoder: () => decodeTime,
  reader: () => readTime,
  item: readText,
  write: (value) =>
    typeof value === 'bigint' && value >= 0n && value < TICKS_PER_DAY ? withoutZeros(timeText(value)) : null,
  order: 'value',
  decoded: ['bigint'],
}
