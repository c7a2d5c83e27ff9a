// Add-on temporal: stored values as Temporal values, and Temporal values as databases store them.
import {
  type Instant,
  type PlainDate,
  type PlainDateTime,
  type PlainTime,
  type PlainYearMonth,
  temporal,
  type ZonedDateTime,
} from './temporal-api.js'

// No database writes longer parts. The bound limits the work for other text.
const MOMENT =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?)?$/

export function unreadable(value: unknown, name: string): never {
  throw new RangeError(`The column holds '${String(value)}', which is no Temporal.${name}.`)
}

interface MomentParts {
  readonly date: string
  readonly time: string
  readonly offset: string | undefined
}

function momentParts(value: unknown, name: string): MomentParts {
  const match = MOMENT.exec(value instanceof Date ? value.toISOString() : String(value))
  if (match === null) return unreadable(value, name)
  const [, year = '', month = '', day = '', time = '00:00', offset] = match
  const longYear = year.length > 4 ? `+${year.padStart(6, '0')}` : year
  return { date: `${longYear}-${month}-${day}`, time, offset }
}

/** How values of a class are stored as text, and read from what a driver makes of it. */
export interface StoredText<Data> {
  readonly read: (value: unknown) => Data
  readonly write: (value: Data) => string
}

const FIXED = { fractionalSecondDigits: 9, calendarName: 'never' } as const

/** Texts of equal length sort as their values do, if the year has four digits. */
function inYears(text: string): string {
  if (/^\d{4}-/.test(text) && !text.startsWith('0000')) return text
  throw new RangeError(`${text} lies outside the years 0001 to 9999, which the column can hold.`)
}

/** `yyyy-MM-ddTHH:mm:ss.fffffffffZ`; text without an offset is UTC. */
export const INSTANT: StoredText<Instant> = {
  read: (value) => {
    const { date, time, offset } = momentParts(value, 'Instant')
    return temporal().Instant.from(`${date}T${time}${offset ?? 'Z'}`)
  },
  write: (value) => inYears(temporal().Instant.from(value).toString({ fractionalSecondDigits: 9 })),
}

/** The instant, without the zone and the offset. */
export const zonedDateTimeIn = (timeZone: string): StoredText<ZonedDateTime> => ({
  read: (value) => INSTANT.read(value).toZonedDateTimeISO(timeZone),
  write: (value) => INSTANT.write(value.toInstant()),
})

/** `yyyy-MM-ddTHH:mm:ss.fffffffff`. */
export const PLAIN_DATE_TIME: StoredText<PlainDateTime> = {
  read: (value) => {
    const { date, time, offset } = momentParts(value, 'PlainDateTime')
    if (offset !== undefined) return INSTANT.read(value).toZonedDateTimeISO('UTC').toPlainDateTime()
    return temporal().PlainDateTime.from(`${date}T${time}`)
  },
  write: (value) => inYears(temporal().PlainDateTime.from(value).toString(FIXED)),
}

/** `yyyy-MM-dd`. */
export const PLAIN_DATE: StoredText<PlainDate> = {
  read: (value) => temporal().PlainDate.from(momentParts(value, 'PlainDate').date),
  write: (value) => inYears(temporal().PlainDate.from(value).toString({ calendarName: 'never' })),
}

/** `HH:mm:ss.fffffffff`. PostgreSQL's end of the day, 24:00:00, is not a time of day for Temporal. */
export const PLAIN_TIME: StoredText<PlainTime> = {
  read: (value) =>
    /^[012]\d:/.test(String(value)) ? temporal().PlainTime.from(String(value)) : unreadable(value, 'PlainTime'),
  write: (value) => temporal().PlainTime.from(value).toString({ fractionalSecondDigits: 9 }),
}

/** `yyyy-MM`, only for the ISO calendar: months of other calendars begin on other days. */
export const PLAIN_YEAR_MONTH: StoredText<PlainYearMonth> = {
  read: (value) =>
    /^\d{4}-\d\d$/.test(String(value))
      ? temporal().PlainYearMonth.from(String(value))
      : unreadable(value, 'PlainYearMonth'),
  write: (value) => {
    const text = inYears(temporal().PlainYearMonth.from(value).toString())
    if (text.length === 7) return text
    throw new RangeError(`${text} is no month of the ISO calendar, which the column holds.`)
  },
}
