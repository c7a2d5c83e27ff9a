// Values: dates that a client names relative to now, such as `now-7d` and `startOfMonth`, in the time zone of the app's
// users.
import { PaginateConfigError } from '../errors.js'
import type { OperatorSets } from '../types/table.js'
import { decodeDate, decodeTimestamp } from './date-time.js'
import { defineValueType } from './define-value-type.js'
import { TICKS_PER_MILLISECOND } from '../ticks.js'
import type { ValueType } from './value-type.js'

export interface RelativeDateOptions {
  /** By its IANA name: where `today` begins, and by whose calendar days, weeks, months and years are counted. */
  readonly timeZone: string
  /** The clock. @default the system's */
  readonly now?: () => Date
}

const OPERATORS = [
  '$eq',
  '$in',
  '$null',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$btw',
] as const satisfies readonly OperatorSets['ordered'][]
const MORE = `or one relative to now, such as now-7d, now+1h, today, today-1M, startOfMonth or startOfYear`

/**
 * A timestamp as the built-in type reads it, or relative to now: `now`, `today`, `startOfMonth` or `startOfYear`,
 * followed by any of `±` a number and a unit: `s`, `m`, `h` of exact length; `d`, `w`, `M`, `y` by the calendar of the
 * time zone. 31 March less a month is the last day of February. In a URL, `+` is written `%2B`.
 *
 * For a field, or for all timestamp columns through `paginateConfig(table, { valueTypes })`. `meta` and links keep the
 * text that was sent.
 *
 * @throws PaginateConfigError for a time zone that does not exist
 * @example
 * ```ts
 * .field('createdAt', orders.createdAt, relativeTimestamp({ timeZone: 'Europe/Berlin' }))
 * .filterable('createdAt', '$gte')
 * // ?filter.createdAt=$gte:now-7d → where "created_at" >= '2024-05-24 10:00:00+00'
 * ```
 * @see relativeDate
 */
export function relativeTimestamp(options: RelativeDateOptions): ValueType<'timestamp', Date, OperatorSets['ordered']> {
  const resolve = resolverOf(options)
  return defineValueType({
    name: 'timestamp',
    rule: `expected a date such as 2024-05-31, a date and time such as 2024-05-31T23:59:59.5Z, ${MORE}`,
    operators: OPERATORS,
    parse: (text) => {
      const instant = resolve(text)
      if (instant !== null) return inYears(instant) ? new Date(instant) : undefined
      const decoded = decodeTimestamp(text)
      return decoded.ok ? dateOf(decoded.value as bigint, text) : undefined
    },
    compare: (one, other) => Number(ticksOf(one) > ticksOf(other)) - Number(ticksOf(one) < ticksOf(other)),
    as: { type: 'timestamp', value: ticksOf },
  })
}

/** Of dates that were read from text with more digits than a `Date` holds. */
const exactTicks = new WeakMap<Date, bigint>()

const ticksOf = (date: Date): bigint => exactTicks.get(date) ?? BigInt(date.getTime()) * TICKS_PER_MILLISECOND

/** The date, rounded down to milliseconds, with the exact instant; its JSON is then the text that was read. */
function dateOf(ticks: bigint, text: string): Date {
  const below = ((ticks % TICKS_PER_MILLISECOND) + TICKS_PER_MILLISECOND) % TICKS_PER_MILLISECOND
  const date = new Date(Number((ticks - below) / TICKS_PER_MILLISECOND))
  if (below === 0n) return date
  exactTicks.set(date, ticks)
  return Object.defineProperty(date, 'toJSON', { value: () => text })
}

/**
 * A date as the built-in type reads it, or relative to now, as `relativeTimestamp` reads it: the day in the time zone.
 *
 * @throws PaginateConfigError for a time zone that does not exist
 * @example `.field('due', tasks.due, relativeDate({ timeZone: 'Europe/Berlin' }))` reads `?filter.due=$lt:today`
 */
export function relativeDate(options: RelativeDateOptions): ValueType<'date', string, OperatorSets['ordered']> {
  const resolve = resolverOf(options)
  const zone = zoneOf(options.timeZone)
  return defineValueType({
    name: 'date',
    rule: `expected a date in the form 'yyyy-MM-dd', ${MORE}`,
    operators: OPERATORS,
    parse: (text) => {
      const instant = resolve(text)
      if (instant !== null)
        return inYears(instant) ? new Date(wallClock(instant, zone)).toISOString().slice(0, 10) : undefined
      return decodeDate(text).ok ? text : undefined
    },
    as: { type: 'date', value: (date) => date },
  })
}

const RELATIVE = /^(now|today|startOfMonth|startOfYear)((?:[+-]\d{1,5}[smhdwMy]){0,4})$/
const STEP = /([+-])(\d{1,5})([smhdwMy])/g
const MILLISECONDS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds since 1970-01-01T00:00:00Z; null for text that is not relative. */
function resolverOf({ timeZone, now = () => new Date() }: RelativeDateOptions): (text: string) => number | null {
  const zone = zoneOf(timeZone)
  return (text) => {
    const match = RELATIVE.exec(text)
    if (match === null) return null
    const [, start, steps] = match as unknown as [string, string, string]
    let instant = now().getTime()
    if (start !== 'now') instant = instantOf(startOf(start, wallClock(instant, zone)), zone)
    for (const [, sign, digits, unit] of steps.matchAll(STEP) as Iterable<[string, string, string, string]>) {
      const amount = Number(digits) * (sign === '-' ? -1 : 1)
      const length = MILLISECONDS[unit]
      instant =
        length === undefined
          ? instantOf(moved(wallClock(instant, zone), amount, unit), zone)
          : instant + amount * length
    }
    return instant
  }
}

function zoneOf(timeZone: string): Intl.DateTimeFormat {
  try {
    const digits = '2-digit'
    const parts = { year: 'numeric', month: digits, day: digits, hour: digits, minute: digits, second: digits } as const
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone, hourCycle: 'h23', era: 'short' })
  } catch (error) {
    throw new PaginateConfigError(
      `The time zone '${String(timeZone)}' does not exist; name one such as 'Europe/Berlin'.`,
      { cause: error },
    )
  }
}

/** What clocks in the zone show at an instant, as the instant at which clocks in UTC show the same. */
function wallClock(instant: number, zone: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(zone.formatToParts(instant).map(({ type, value }) => [type, value]))
  const year = Number(parts['year']) * (parts['era'] === 'BC' ? -1 : 1)
  const clock = Date.UTC(
    2000,
    Number(parts['month']) - 1,
    Number(parts['day']),
    Number(parts['hour']),
    Number(parts['minute']),
    Number(parts['second']),
  )
  return new Date(clock).setUTCFullYear(year) + (((instant % 1000) + 1000) % 1000)
}

/** The instant at which clocks in the zone show this: the first of two, and after a gap that has none as much later. */
function instantOf(clock: number, zone: Intl.DateTimeFormat): number {
  // The offset a day before is that before a change on this day.
  const before = clock - offsetAt(clock - 86_400_000, zone)
  if (wallClock(before, zone) === clock) return before
  const after = clock - offsetAt(clock + 86_400_000, zone)
  return wallClock(after, zone) === clock ? after : before
}

const offsetAt = (instant: number, zone: Intl.DateTimeFormat): number => wallClock(instant, zone) - instant

function startOf(start: string, clock: number): number {
  const at = new Date(clock)
  const month = start === 'startOfYear' ? 0 : at.getUTCMonth()
  const day = start === 'today' ? at.getUTCDate() : 1
  return new Date(0).setUTCFullYear(at.getUTCFullYear(), month, day)
}

function moved(clock: number, amount: number, unit: string): number {
  if (unit === 'd' || unit === 'w') return clock + amount * (unit === 'w' ? 7 : 1) * 86_400_000
  const at = new Date(clock)
  const months = amount * (unit === 'y' ? 12 : 1)
  const first = new Date(clock)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = new Date(first)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return first.setUTCDate(Math.min(at.getUTCDate(), last.getUTCDate()))
}

const FIRST = Date.UTC(2000, 0, 1) - 86_400_000 * 730_119
/** The years 0001 to 9999. */
const inYears = (instant: number): boolean => instant >= FIRST && instant < Date.UTC(10_000, 0, 1)
