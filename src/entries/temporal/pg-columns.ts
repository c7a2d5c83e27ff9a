// Add-on temporal: columns of PostgreSQL.
import { customType } from 'drizzle-orm/pg-core'
import { mark } from './column-marks.js'
import { readDuration, writeInterval } from './database-durations.js'
import {
  readInstant,
  readPlainDate,
  readPlainDateTime,
  readPlainTime,
  readPlainYearMonth,
  writeInstant,
  writePlainDate,
  writePlainDateTime,
  writePlainTime,
  writePlainYearMonth,
  writeZonedDateTime,
} from './database-texts.js'
import type {
  Duration,
  Instant,
  PlainDate,
  PlainDateTime,
  PlainTime,
  PlainYearMonth,
  ZonedDateTime,
} from './temporal-api.js'

/** Digits of the fraction of a second, 0 to 6. @default 6 */
interface Precision {
  readonly precision?: number
}

type TextColumn<Data> = ReturnType<typeof customType<{ data: Data; driverData: string }>>
type PreciseColumn<Data> = ReturnType<typeof customType<{ data: Data; driverData: string; config: Precision }>>

const typeName = (name: string, { precision }: Precision = {}, suffix = ''): string =>
  `${name}${precision === undefined ? '' : `(${precision})`}${suffix}`

/**
 * `timestamp with time zone` as `Temporal.Instant`. The database stores microseconds and rounds finer values.
 *
 * @example `startsAt: pgInstant().notNull()`, `startsAt: pgInstant('starts_at', { precision: 3 })`
 */
export const pgInstant: PreciseColumn<Instant> = customType<{ data: Instant; driverData: string; config: Precision }>({
  ...mark('instant', 'native'),
  dataType: (config) => typeName('timestamp', config, ' with time zone'),
  toDriver: writeInstant,
  fromDriver: readInstant,
})

/**
 * `timestamp with time zone` as `Temporal.ZonedDateTime` of one time zone. The database stores the instant, not the
 * zone that a value was written with.
 *
 * @example `startsAt: pgZonedDateTimeIn('Europe/Paris')('starts_at')`
 */
export const pgZonedDateTimeIn = (timeZone: string): PreciseColumn<ZonedDateTime> =>
  customType<{ data: ZonedDateTime; driverData: string; config: Precision }>({
    ...mark('zonedDateTime', 'native'),
    dataType: (config) => typeName('timestamp', config, ' with time zone'),
    toDriver: writeZonedDateTime,
    fromDriver: (text) => readInstant(text).toZonedDateTimeISO(timeZone),
  })

/** `timestamp with time zone` as `Temporal.ZonedDateTime`, read in UTC. */
export const pgZonedDateTime: PreciseColumn<ZonedDateTime> = pgZonedDateTimeIn('UTC')

/** `timestamp` as `Temporal.PlainDateTime`. */
export const pgPlainDateTime: PreciseColumn<PlainDateTime> = customType<{
  data: PlainDateTime
  driverData: string
  config: Precision
}>({
  ...mark('plainDateTime', 'native'),
  dataType: (config) => typeName('timestamp', config),
  toDriver: writePlainDateTime,
  fromDriver: readPlainDateTime,
})

/** `date` as `Temporal.PlainDate`. */
export const pgPlainDate: TextColumn<PlainDate> = customType<{ data: PlainDate; driverData: string }>({
  ...mark('plainDate', 'native'),
  dataType: () => 'date',
  toDriver: writePlainDate,
  fromDriver: readPlainDate,
})

/** `time` as `Temporal.PlainTime`. */
export const pgPlainTime: PreciseColumn<PlainTime> = customType<{
  data: PlainTime
  driverData: string
  config: Precision
}>({
  ...mark('plainTime', 'native'),
  dataType: (config) => typeName('time', config),
  toDriver: writePlainTime,
  fromDriver: readPlainTime,
})

/** `text`, `yyyy-MM`, as `Temporal.PlainYearMonth`. */
export const pgPlainYearMonth: TextColumn<PlainYearMonth> = customType<{ data: PlainYearMonth; driverData: string }>({
  ...mark('plainYearMonth', 'text'),
  dataType: () => 'text',
  toDriver: writePlainYearMonth,
  fromDriver: readPlainYearMonth,
})

/** `interval` as `Temporal.Duration`, years and months too. An interval of mixed signs is read as days and time. */
export const pgDuration: TextColumn<Duration> = customType<{ data: Duration; driverData: string }>({
  ...mark('duration', 'native'),
  dataType: () => 'interval',
  toDriver: writeInterval,
  fromDriver: readDuration,
})
