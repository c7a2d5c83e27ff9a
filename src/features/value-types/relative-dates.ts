// Dates that a client names relative to now, such as `now-7d` and `startOfMonth`, in the time zone of the app's
// users.
import { PaginateConfigError } from '../../errors.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import type { OperatorSets } from '../../types/table.js'
import { decodeDate, decodeTimestamp } from '../../values/date-time.js'
import { defineValueType } from './define-value-type.js'
import { floorDivide, TICKS_PER_MILLISECOND } from '../../basics/ticks.js'
import type { ValueType } from '../../values/value-type.js'

export interface RelativeDateOptions {
  /**
   * The IANA name of the time zone in which `today` begins, and by whose calendar days, weeks, months and years are
   * counted.
   */
  readonly timeZone: string
  /** The clock. If it fails or returns no valid date, the call throws a PaginateConfigError. @default the system's */
  readonly now?: () => Date
}

const NAMES: OptionNames<RelativeDateOptions> = { timeZone: true, now: true }
const systemClock = (): Date => new Date()

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
 * Reads a timestamp as the built-in type does, or relative to now: `now`, `today`, `startOfMonth` or `startOfYear`,
 * followed by any of `±` a number and a unit. `s`, `m` and `h` have an exact length; `d`, `w`, `M` and `y` follow the
 * calendar of the time zone. 31 March less a month is the last day of February. In a URL, `+` is written `%2B`.
 *
 * Use it for a field, or for all timestamp columns through `paginateConfig(table, { valueTypes })`. `meta` and links
 * have the text that was sent.
 *
 * @throws PaginateConfigError for a time zone that does not exist, and for an unknown option
 * @example
 * ```ts
 * .field('createdAt', orders.createdAt, relativeTimestamp({ timeZone: 'Europe/Berlin' }))
 * .filterable('createdAt', '$gte')
 * // ?filter.createdAt=$gte:now-7d → where "created_at" >= '2024-05-24 10:00:00+00'
 * ```
 * @see relativeDate
 */
export function relativeTimestamp(options: RelativeDateOptions): ValueType<'timestamp', Date, OperatorSets['ordered']> {
  const resolve = resolverOf('relativeTimestamp()', options)
  return defineValueType({
    name: 'timestamp',
    rule: `expected a date such as 2024-05-31, a date and time such as 2024-05-31T23:59:59.5Z, ${MORE}`,
    operators: OPERATORS,
    parse: (text) => {
      const moment = resolve(text)
      if (moment !== null) return inYears(moment.instant) ? new Date(moment.instant) : undefined
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
  const milliseconds = floorDivide(ticks, TICKS_PER_MILLISECOND)
  const date = new Date(Number(milliseconds))
  if (milliseconds * TICKS_PER_MILLISECOND === ticks) return date
  exactTicks.set(date, ticks)
  return Object.defineProperty(date, 'toJSON', { value: () => text })
}

/**
 * Reads a date as the built-in type does, or relative to now, as `relativeTimestamp` does: the day in the time zone.
 *
 * @throws PaginateConfigError for a time zone that does not exist, and for an unknown option
 * @example `.field('due', tasks.due, relativeDate({ timeZone: 'Europe/Berlin' }))` reads `?filter.due=$lt:today`
 */
export function relativeDate(options: RelativeDateOptions): ValueType<'date', string, OperatorSets['ordered']> {
  const resolve = resolverOf('relativeDate()', options)
  return defineValueType({
    name: 'date',
    rule: `expected a date in the form 'yyyy-MM-dd', ${MORE}`,
    operators: OPERATORS,
    parse: (text) => {
      const moment = resolve(text)
      if (moment !== null) return inYears(moment.clock) ? new Date(moment.clock).toISOString().slice(0, 10) : undefined
      return decodeDate(text).ok ? text : undefined
    },
    as: { type: 'date', value: (date) => date },
  })
}

const RELATIVE = /^(now|today|startOfMonth|startOfYear)((?:[+-]\d{1,5}[smhdwMy]){0,4})$/
const STEP = /([+-])(\d{1,5})([smhdwMy])/g
const MILLISECONDS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000 }

/** In milliseconds: the instant, and what clocks in the zone show then, as `wallClock` returns it. */
interface Moment {
  readonly instant: number
  readonly clock: number
}

/**
 * Null for text that is not relative. Steps of the calendar move the clock, and not the instant: a day without a
 * midnight begins at its first instant, and the day after it at midnight.
 */
function resolverOf(call: string, options: RelativeDateOptions): (text: string) => Moment | null {
  const given = Object(options) as RelativeDateOptions
  if (given === options) checkOptions(call, given, NAMES)
  const { timeZone, now = systemClock } = given
  if (typeof timeZone !== 'string') refuse(configRefusals.noTimeZone(call))
  if (typeof now !== 'function') refuse(callRefusals.wrongFunction('now'))
  const zone = zoneOf(timeZone)
  return (text) => {
    const match = RELATIVE.exec(text)
    if (match === null) return null
    const [, start, steps] = match as unknown as [string, string, string]
    const present = presentOf(now)
    let isDay = start !== 'now'
    let clock = wallClock(present, zone)
    if (isDay) clock = startOf(start, clock)
    let instant = isDay ? null : present
    const found = (): number => instant ?? instantOf(clock, zone, isDay)
    for (const [, sign, digits, unit] of steps.matchAll(STEP) as Iterable<[string, string, string, string]>) {
      const amount = Number(digits) * (sign === '-' ? -1 : 1)
      const length = MILLISECONDS[unit]
      if (length === undefined) {
        clock = moved(clock, amount, unit)
        instant = null
      } else {
        instant = found() + amount * length
        clock = wallClock(instant, zone)
        isDay = false
      }
    }
    return { instant: found(), clock }
  }
}

/** A clock that fails is the app's mistake: as a wrong value it would be the client's. */
function presentOf(now: () => Date): number {
  let cause: unknown
  try {
    const present = now().getTime()
    if (Number.isFinite(present)) return present
  } catch (error) {
    cause = error
  }
  throw new PaginateConfigError(configRefusals.wrongClock, { cause })
}

function zoneOf(timeZone: string): Intl.DateTimeFormat {
  try {
    const digits = '2-digit'
    const parts = { year: 'numeric', month: digits, day: digits, hour: digits, minute: digits, second: digits } as const
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone, hourCycle: 'h23', era: 'short' })
  } catch (error) {
    throw new PaginateConfigError(`The time zone '${timeZone}' does not exist; name one such as 'Europe/Berlin'.`, {
      cause: error,
    })
  }
}

/** What clocks in the zone show at an instant, as the instant at which clocks in UTC show the same. */
function wallClock(instant: number, zone: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(zone.formatToParts(instant).map(({ type, value }) => [type, value]))
  // 1 BC is the year 0.
  const shown = Number(parts['year'])
  const year = parts['era'] === 'BC' ? 1 - shown : shown
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

/**
 * The instant at which clocks in the zone show this: the first of two. In a gap it is as much later, and for the start
 * of a day the end of the gap.
 */
function instantOf(clock: number, zone: Intl.DateTimeFormat, isDay: boolean): number {
  // The offset a day before is that before a change on this day.
  const before = clock - offsetAt(clock - 86_400_000, zone)
  if (wallClock(before, zone) === clock) return before
  const after = clock - offsetAt(clock + 86_400_000, zone)
  if (wallClock(after, zone) === clock) return after
  return isDay ? changeBetween(after, before, zone) : before
}

/** The first instant with the offset of the later one. */
function changeBetween(early: number, late: number, zone: Intl.DateTimeFormat): number {
  const offset = offsetAt(late, zone)
  let [from, to] = [early, late]
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (offsetAt(middle, zone) === offset) to = middle
    else from = middle
  }
  return to
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
