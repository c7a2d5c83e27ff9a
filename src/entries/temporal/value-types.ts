// Add-on temporal: the value types.
import type { Column } from 'drizzle-orm'
import type { Rounding } from '../../types/value.js'
import { defineValueType } from '../../features/value-types/define-value-type.js'
import type { BuiltInForm, ValueType } from '../../values/value-type.js'
import {
  parseDuration,
  parseInstant,
  parsePlainDate,
  parsePlainDateTime,
  parsePlainTime,
  parsePlainYearMonth,
  parseZonedDateTime,
} from './client-forms.js'
import { markOf } from './column-marks.js'
import { readDuration } from './database-durations.js'
import {
  INSTANT,
  PLAIN_DATE,
  PLAIN_DATE_TIME,
  PLAIN_TIME,
  PLAIN_YEAR_MONTH,
  zonedDateTimeIn,
} from './database-texts.js'
import {
  inUnits,
  NANOSECONDS_PER_MICROSECOND,
  NANOSECONDS_PER_TICK,
  nanosecondsOfDuration,
  nanosecondsOfTime,
} from './nanoseconds.js'
import {
  type Duration,
  type Instant,
  type PlainDate,
  type PlainDateTime,
  type PlainTime,
  type PlainYearMonth,
  temporal,
  type ZonedDateTime,
} from './temporal-api.js'

const ORDERED = ['$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'] as const
type Ordered = (typeof ORDERED)[number]

interface TemporalTypeDefinition<Name extends string, Data> {
  readonly name: Name
  readonly rule: string
  readonly parse: (text: string) => Data | undefined
  /** Compares two values, or what rows have instead of them. */
  readonly compare: (a: Data, b: Data) => number
  /** For columns of the database's own type, and for expressions. */
  readonly native: BuiltInForm<Data>
  /** For columns of this add-on that are stored in another form. */
  readonly stored: BuiltInForm<Data>
}

function temporalType<const Name extends string, Data>({
  native,
  stored,
  ...definition
}: TemporalTypeDefinition<Name, Data>): ValueType<Name, Data, Ordered> {
  const isOwn = (column: Column): boolean => markOf(column)?.type === definition.name
  return defineValueType({
    ...definition,
    operators: ORDERED,
    appliesTo: isOwn,
    as: (column) => {
      // A runtime without Temporal is the program's error, so build() must throw it. In `parse` it would become the
      // client's.
      temporal()
      return column !== null && (markOf(column)?.storage ?? 'native') !== 'native' ? stored : native
    },
  })
}

const ticks = (nanoseconds: bigint, rounding: Rounding): bigint | undefined =>
  inUnits(nanoseconds, NANOSECONDS_PER_TICK, rounding)

/** In memory a row may have text or a JavaScript date, from a column that is not a Temporal column. */
const orRead = <Data>(value: Data, read: (raw: unknown) => Data): Data =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Date ? read(value) : value

const sign = (difference: bigint): number => (difference < 0n ? -1 : difference > 0n ? 1 : 0)

/**
 * `Temporal.Instant`: `2024-05-31T10:00:00.123456789Z`, or with an offset up to 14:00. An offset is required.
 *
 * @example `?filter.startsAt=$gte:2024-05-31T10:00:00%2B02:00`
 */
export const instant: ValueType<'instant', Instant, Ordered> = temporalType({
  name: 'instant',
  rule: `expected an ISO 8601 instant with 'Z' or an offset, such as 2024-05-31T23:59:59.5Z`,
  parse: parseInstant,
  compare: (a, b) => temporal().Instant.compare(orRead(a, INSTANT.read), orRead(b, INSTANT.read)),
  stored: { type: 'text', value: INSTANT.write },
  native: { type: 'timestamp', value: ({ epochNanoseconds }, rounding) => ticks(epochNanoseconds, rounding) },
})

/**
 * `Temporal.ZonedDateTime`: as an instant, optionally with a time zone that agrees with the offset,
 * `…+02:00[Europe/Paris]`. Two values are equal if their instants are equal.
 */
export const zonedDateTime: ValueType<'zonedDateTime', ZonedDateTime, Ordered> = temporalType({
  name: 'zonedDateTime',
  rule: `expected an ISO 8601 date and time with an offset, such as 2024-05-31T23:59:59+02:00`,
  parse: parseZonedDateTime,
  compare: (a, b) => temporal().Instant.compare(instantOf(a), instantOf(b)),
  native: { type: 'timestamp', value: ({ epochNanoseconds }, rounding) => ticks(epochNanoseconds, rounding) },
  stored: { type: 'text', value: zonedDateTimeIn('UTC').write },
})

const instantOf = (value: ZonedDateTime): Instant =>
  typeof value === 'string' || (value as unknown) instanceof Date ? INSTANT.read(value) : value.toInstant()

/**
 * `Temporal.PlainDateTime`: `2024-05-31T10:00:00.123456789`, or only a date for its midnight. An offset is rejected.
 */
export const plainDateTime: ValueType<'plainDateTime', PlainDateTime, Ordered> = temporalType({
  name: 'plainDateTime',
  rule: `expected an ISO 8601 date and time without an offset, such as 2024-05-31T23:59:59.5`,
  parse: parsePlainDateTime,
  compare: (a, b) => temporal().PlainDateTime.compare(orRead(a, PLAIN_DATE_TIME.read), orRead(b, PLAIN_DATE_TIME.read)),
  stored: { type: 'text', value: PLAIN_DATE_TIME.write },
  native: {
    type: 'timestamp',
    value: (value, rounding) => ticks(value.toZonedDateTime('UTC').epochNanoseconds, rounding),
  },
})

/** `Temporal.PlainDate`: `2024-05-31`. A time is rejected. */
export const plainDate: ValueType<'plainDate', PlainDate, Ordered> = temporalType({
  name: 'plainDate',
  rule: `expected an ISO 8601 date, such as 2024-05-31`,
  parse: parsePlainDate,
  compare: (a, b) => temporal().PlainDate.compare(orRead(a, PLAIN_DATE.read), orRead(b, PLAIN_DATE.read)),
  stored: { type: 'text', value: PLAIN_DATE.write },
  native: { type: 'date', value: PLAIN_DATE.write },
})

/** `Temporal.PlainTime`: `10:00`, `10:00:00` or with up to nine digits of a fraction. A date is rejected. */
export const plainTime: ValueType<'plainTime', PlainTime, Ordered> = temporalType({
  name: 'plainTime',
  rule: `expected an ISO 8601 time, such as 23:59 or 23:59:59.5`,
  parse: parsePlainTime,
  compare: (a, b) => temporal().PlainTime.compare(orRead(a, PLAIN_TIME.read), orRead(b, PLAIN_TIME.read)),
  stored: { type: 'text', value: PLAIN_TIME.write },
  native: { type: 'time', value: (value, rounding) => ticks(nanosecondsOfTime(value), rounding) },
})

/** `Temporal.PlainYearMonth`: `2024-05`. */
export const plainYearMonth: ValueType<'plainYearMonth', PlainYearMonth, Ordered> = temporalType({
  name: 'plainYearMonth',
  rule: `expected an ISO 8601 month, such as 2024-05`,
  parse: parsePlainYearMonth,
  compare: (a, b) =>
    temporal().PlainYearMonth.compare(orRead(a, PLAIN_YEAR_MONTH.read), orRead(b, PLAIN_YEAR_MONTH.read)),
  stored: { type: 'text', value: PLAIN_YEAR_MONTH.write },
  native: { type: 'text', value: PLAIN_YEAR_MONTH.write },
})

/**
 * `Temporal.Duration`: ISO 8601 in weeks, days, hours, minutes and seconds, such as `PT2H30M` or `-P5D`; a week is 7
 * days and a day 24 hours. Years and months are rejected, because their length varies.
 */
export const duration: ValueType<'duration', Duration, Ordered> = temporalType({
  name: 'duration',
  rule: `expected an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as P5D or PT2H30M, of at most 10675199 days`,
  parse: parseDuration,
  compare: (a, b) => sign(lengthOf(a) - lengthOf(b)),
  native: { type: 'interval', value: (value, rounding) => ticks(nanosecondsOfDuration(value), rounding) },
  stored: {
    type: 'integer',
    value: (value, rounding) => inUnits(nanosecondsOfDuration(value), NANOSECONDS_PER_MICROSECOND, rounding),
  },
})

/** In nanoseconds. A row's years and months count 30 days a month, as PostgreSQL compares them. */
function lengthOf(value: Duration): bigint {
  const { years, months } = value
  const read = orRead(value, readDuration)
  if (read !== value) return lengthOf(read)
  if (years === 0 && months === 0) return nanosecondsOfDuration(value)
  return (
    BigInt(years * 12 + months) * 2_592_000_000_000_000n + nanosecondsOfDuration(value.with({ years: 0, months: 0 }))
  )
}

/**
 * Every value type of this add-on, ready to register. Each reads the columns of its kind.
 *
 * @example
 * ```ts
 * paginateConfig(events, { valueTypes: temporalTypes }).filterable('startsAt', '$gte', '$btw')
 * // ?filter.startsAt=$gte:2024-05-31T10:00:00Z
 * ```
 */
export const temporalTypes: readonly [
  typeof instant,
  typeof zonedDateTime,
  typeof plainDateTime,
  typeof plainDate,
  typeof plainTime,
  typeof plainYearMonth,
  typeof duration,
] = [instant, zonedDateTime, plainDateTime, plainDate, plainTime, plainYearMonth, duration]
