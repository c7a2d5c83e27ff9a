// Add-on temporal: columns of SQLite. Each text has one fixed form. It sorts as its values do, so an index serves it.
import { customType } from 'drizzle-orm/sqlite-core'
import { mark } from './column-marks.js'
import { readDuration, writeMicroseconds } from './database-durations.js'
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

type TextColumn<Data> = ReturnType<typeof customType<{ data: Data; driverData: string }>>

/** Text, `yyyy-MM-ddTHH:mm:ss.fffffffffZ`, as `Temporal.Instant`; stores nanoseconds. */
export const sqliteInstant: TextColumn<Instant> = textColumn('instant', INSTANT)

/**
 * Text as in `sqliteInstant`, as `Temporal.ZonedDateTime` of one time zone. The zone that a value was written with is
 * not stored.
 */
export const sqliteZonedDateTimeIn = (timeZone: string): TextColumn<ZonedDateTime> =>
  textColumn('zonedDateTime', zonedDateTimeIn(timeZone))

/** Text as in `sqliteInstant`, as `Temporal.ZonedDateTime` in UTC. */
export const sqliteZonedDateTime: TextColumn<ZonedDateTime> = sqliteZonedDateTimeIn('UTC')

/** Text, `yyyy-MM-ddTHH:mm:ss.fffffffff`, as `Temporal.PlainDateTime`; stores nanoseconds. */
export const sqlitePlainDateTime: TextColumn<PlainDateTime> = textColumn('plainDateTime', PLAIN_DATE_TIME)

/** Text, `yyyy-MM-dd`, as `Temporal.PlainDate`. */
export const sqlitePlainDate: TextColumn<PlainDate> = textColumn('plainDate', PLAIN_DATE)

/** Text, `HH:mm:ss.fffffffff`, as `Temporal.PlainTime`; stores nanoseconds. */
export const sqlitePlainTime: TextColumn<PlainTime> = textColumn('plainTime', PLAIN_TIME)

/** Text, `yyyy-MM`, as `Temporal.PlainYearMonth`. */
export const sqlitePlainYearMonth: TextColumn<PlainYearMonth> = textColumn('plainYearMonth', PLAIN_YEAR_MONTH)

/** An integer of microseconds as `Temporal.Duration`; finer values are rounded, years and months rejected. */
export const sqliteDuration: ReturnType<typeof customType<{ data: Duration; driverData: number }>> = customType<{
  data: Duration
  driverData: number
}>({
  ...mark('duration', 'microseconds'),
  dataType: () => 'integer',
  toDriver: writeMicroseconds,
  fromDriver: readDuration,
})

function textColumn<Data>(type: string, { read, write }: StoredText<Data>): TextColumn<Data> {
  return customType<{ data: Data; driverData: string }>({
    ...mark(type, 'text'),
    dataType: () => 'text',
    toDriver: write,
    fromDriver: read,
  })
}
