// Front ends: days, and dates with a time, in the reader's zone.
import { clockOf, firstInstant } from '../client/date-range.js'
import { type Condition, type Criterion, is, isNot, isNotNull, isNull, noneOf, oneOf } from './condition.js'
import { cannot, factsOfField, type FieldFact, type FrontEndOptions } from './options.js'

export type Comparison = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'

const ordered = (field: string, operator: string, operand: unknown): Criterion => ({
  ...is(field, operator, operand),
  isOrdered: true,
})

const COMPARISON_OPERATORS = { eq: '$eq', lt: '$lt', lte: '$lte', gt: '$gt', gte: '$gte' } as const

/** A value compared with another; "not equal" has missing values too. */
export const comparesValue = (field: string, comparison: Comparison, value: unknown): Criterion =>
  comparison === 'ne' ? isNot(field, '$eq', value) : is(field, COMPARISON_OPERATORS[comparison], value)

/** A date of the list, compared with a day (`yyyy-MM-dd`). A missing date meets no comparison. */
export function comparesDate(field: string, comparison: Comparison, day: string): Condition {
  if (comparison === 'ne') return { all: [{ ...ordered(field, '$eq', day), isNegated: true }, isNotNull(field)] }
  return ordered(field, COMPARISON_OPERATORS[comparison], day)
}

/** @throws RangeError for a day that no list reads */
export function readDay(field: string, day: string): string {
  // Years before 1 and after 9999 begin with 0000 or a sign, or have five digits, which no date has.
  return day > '0001' && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day)
    ? day
    : cannot(`The filter of '${field}' has no day of the years 1 to 9999: '${day}'.`)
}

/** Of UTC; a year of five digits without the sign of ISO 8601. */
const isoDay = (instant: number): string => new Date(instant).toISOString().split('T')[0]!.replace('+0', '')

/** From an instant to the one before another, in milliseconds. */
export type Span = readonly [from: number, to: number]

/** The first and the last instant that lists read. */
const FIRST = '0001-01-01T00:00:00.000Z'
const LAST = '9999-12-31T23:59:59.9999999Z'

/** A timestamp of the list, compared with a span as if every instant in it were one value. */
export function comparesSpan(field: string, comparison: Comparison, [from, to]: Span): Condition {
  const iso = (instant: number): string => {
    const text = new Date(instant).toISOString()
    // A day at an end of the years 1 to 9999 may begin or end beyond them, where lists read no instant.
    return text.startsWith('+') ? LAST : text < FIRST ? FIRST : text
  }
  const before = (instant: number): Criterion => ordered(field, '$lt', iso(instant))
  const since = (instant: number): Criterion => ordered(field, '$gte', iso(instant))
  switch (comparison) {
    case 'eq':
      return { all: [since(from), before(to)] }
    case 'ne':
      return { any: [before(from), since(to)] }
    case 'lt':
      return before(from)
    case 'lte':
      return before(to)
    case 'gt':
      return since(to)
    case 'gte':
      return since(from)
  }
}

const zoneOf = ({ timeZone }: FrontEndOptions): string =>
  timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A day in the reader's zone, whatever its length. */
export function spanOfDay(day: string, options: FrontEndOptions): Span {
  const clock = clockOf(zoneOf(options))
  const midnight = Date.parse(`${day}T00:00Z`)
  return [firstInstant(midnight, clock), firstInstant(midnight + 86_400_000, clock)]
}

/** An instant, to the millisecond that front ends have: whatever more the database holds is in it. */
export const spanOfInstant = (instant: number): Span => [instant, instant + 1]

/**
 * The instant when the clocks of the reader's zone show a date and time, `yyyy-MM-ddTHH:mm:ss`, as `new Date(…)` reads
 * it; NaN for none.
 */
export function instantOf(local: string, options: FrontEndOptions): number {
  const shown = Date.parse(`${local}Z`)
  if (Number.isNaN(shown)) return shown
  const clock = clockOf(zoneOf(options))
  const first = firstInstant(shown, clock)
  // A time that the clocks skip is as long after they change as it would be without the change.
  const before = first - 1000
  return clock(first) === shown ? first : shown - (clock(before) - before)
}

const WITHOUT_ZONE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.(\d+))?$/

/**
 * The instant that a filter's value names, to the millisecond. A date and time without a zone are the reader's.
 *
 * @throws RangeError for what is not a date, and for a day that no list reads
 */
export function readInstant(field: string, value: unknown, options: FrontEndOptions): number {
  const [, day, time = '', seconds = ':00', fraction = ''] = WITHOUT_ZONE.exec(value as string) ?? []
  const instant = day
    ? instantOf(`${day}T${time}${seconds}`, options) + Number(fraction.slice(0, 3).padEnd(3, '0'))
    : new Date(value as string | number | Date).getTime()
  if (Number.isNaN(instant)) cannot(`The filter of '${field}' has no date: '${value as string}'.`)
  readDay(field, day ?? isoDay(instant))
  return instant
}

export const MIDNIGHT = '00:00:00'

/** Whether a day begins at a time of the reader's clocks: at midnight, or later if they skip it. */
export const isStartOfDay = (day: string, time: string, options: FrontEndOptions): boolean =>
  time === MIDNIGHT || instantOf(`${day}T${time}`, options) === spanOfDay(day, options)[0]

/** The day of an instant in the reader's zone. */
export const dayOf = (field: string, instant: number, options: FrontEndOptions): string =>
  readDay(field, isoDay(clockOf(zoneOf(options))(Math.floor(instant / 1000) * 1000)))

export const isTime = (facts: ReadonlySet<FieldFact>): boolean =>
  (['date', 'timestamp', 'dateTime', 'day'] as const).some((fact) => facts.has(fact))

/**
 * A field whose facts say that it is a date or a timestamp, compared with a `Date`, an ISO text or a day, for front
 * ends whose filters have no times of their own.
 */
export function comparesTime(
  field: string,
  comparison: Comparison,
  value: unknown,
  options: FrontEndOptions,
): Condition {
  const facts = factsOfField(options, field)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value as string)
  const given = isDay ? readDay(field, value as string) : readInstant(field, value, options)
  const day = (): string => (typeof given === 'string' ? given : dayOf(field, given, options))
  if (facts.has('date')) return comparesDate(field, comparison, day())
  if (facts.has('day')) return comparesSpan(field, comparison, spanOfDay(day(), options))
  const instant = typeof given === 'string' ? spanOfDay(given, options)[0] : given
  return comparesSpan(field, comparison, spanOfInstant(instant))
}

/** As `comparesTime`, where "not equal" has missing values too, as it has for other types. */
export function comparesTimeOrNull(
  field: string,
  comparison: Comparison,
  value: unknown,
  options: FrontEndOptions,
): Condition {
  const condition = comparesTime(field, comparison, value, options)
  return comparison === 'ne' ? { any: [condition, isNull(field)] } : condition
}

/** Equals one of the values: of a date or a timestamp, each as a filter of its own compares it. */
export function oneOfTimes(field: string, values: readonly unknown[], options: FrontEndOptions): Condition {
  if (!isTime(factsOfField(options, field))) return oneOf(field, values)
  return { any: values.map((value) => (value === null ? isNull(field) : comparesTime(field, 'eq', value, options))) }
}

/** Equals none of the values: every other row, null too if it is not among them. */
export function noneOfTimes(field: string, values: readonly unknown[], options: FrontEndOptions): Condition {
  if (!isTime(factsOfField(options, field))) return noneOf(field, values)
  return {
    all: values.map((value) => (value === null ? isNotNull(field) : comparesTimeOrNull(field, 'ne', value, options))),
  }
}
