// Add-on temporal: columns of PostgreSQL.
import { customType } from 'drizzle-orm/pg-core'
import { mark } from './column-marks.js'
import { readDuration, writeInterval } from './database-durations.js'
import {
  INSTANT,
  PLAIN_DATE,
  PLAIN_DATE_TIME,
  PLAIN_TIME,
  PLAIN_YEAR_MONTH,
  type StoredText,
  zonedDateTimeIn,
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

/** A column of the database's own type, with a precision between its name and what follows. */
function preciseColumn<Data>(
  type: string,
  name: string,
  { read, write }: StoredText<Data>,
  suffix = '',
): PreciseColumn<Data> {
  return customType<{ data: Data; driverData: string; config: Precision }>({
    ...mark(type, 'native'),
    dataType: ({ precision } = {}) => `${name}${precision === undefined ? '' : `(${precision})`}${suffix}`,
    toDriver: write,
    fromDriver: read,
  })
}

/**
 * `timestamp with time zone` as `Temporal.Instant`. The database stores microseconds and rounds finer values.
 *
 * @example `startsAt: pgInstant().notNull()`, `startsAt: pgInstant('starts_at', { precision: 3 })`
 */
export const pgInstant: PreciseColumn<Instant> = preciseColumn('instant', 'timestamp', INSTANT, ' with time zone')

/**
 * `timestamp with time zone` as `Temporal.ZonedDateTime` of one time zone. The database stores the instant, not the
 * zone that a value was written with.
 *
 * @example `startsAt: pgZonedDateTimeIn('Europe/Paris')('starts_at')`
 */
export const pgZonedDateTimeIn = (timeZone: string): PreciseColumn<ZonedDateTime> =>
  preciseColumn('zonedDateTime', 'timestamp', zonedDateTimeIn(timeZone), ' with time zone')

/** `timestamp with time zone` as `Temporal.ZonedDateTime`, read in UTC. */
export const pgZonedDateTime: PreciseColumn<ZonedDateTime> = pgZonedDateTimeIn('UTC')

/** `timestamp` as `Temporal.PlainDateTime`. */
export const pgPlainDateTime: PreciseColumn<PlainDateTime> = preciseColumn(
  'plainDateTime',
  'timestamp',
  PLAIN_DATE_TIME,
)

/** `date` as `Temporal.PlainDate`. */
export const pgPlainDate: TextColumn<PlainDate> = customType<{ data: PlainDate; driverData: string }>({
  ...mark('plainDate', 'native'),
  dataType: () => 'date',
  toDriver: PLAIN_DATE.write,
  fromDriver: PLAIN_DATE.read,
})

/** `time` as `Temporal.PlainTime`. */
export const pgPlainTime: PreciseColumn<PlainTime> = preciseColumn('plainTime', 'time', PLAIN_TIME)

/** `text`, `yyyy-MM`, as `Temporal.PlainYearMonth`. */
export const pgPlainYearMonth: TextColumn<PlainYearMonth> = customType<{ data: PlainYearMonth; driverData: string }>({
  ...mark('plainYearMonth', 'text'),
  dataType: () => 'text',
  toDriver: PLAIN_YEAR_MONTH.write,
  fromDriver: PLAIN_YEAR_MONTH.read,
})

/** `interval` as `Temporal.Duration`, years and months too. An interval of mixed signs is read as days and time. */
export const pgDuration: TextColumn<Duration> = customType<{ data: Duration; driverData: string }>({
  ...mark('duration', 'native'),
  dataType: () => 'interval',
  toDriver: writeInterval,
  fromDriver: readDuration,
})
