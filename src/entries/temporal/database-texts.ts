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

/** Text without an offset is UTC. */
export function readInstant(value: unknown): Instant {
  const { date, time, offset } = momentParts(value, 'Instant')
  return temporal().Instant.from(`${date}T${time}${offset ?? 'Z'}`)
}

export function readPlainDateTime(value: unknown): PlainDateTime {
  const { date, time, offset } = momentParts(value, 'PlainDateTime')
  if (offset !== undefined) return readInstant(value).toZonedDateTimeISO('UTC').toPlainDateTime()
  return temporal().PlainDateTime.from(`${date}T${time}`)
}

export function readPlainDate(value: unknown): PlainDate {
  return temporal().PlainDate.from(momentParts(value, 'PlainDate').date)
}

export function readPlainTime(value: unknown): PlainTime {
  // PostgreSQL's end of the day, 24:00:00, is not a time of day for Temporal.
  return /^[012]\d:/.test(String(value)) ? temporal().PlainTime.from(String(value)) : unreadable(value, 'PlainTime')
}

export function readPlainYearMonth(value: unknown): PlainYearMonth {
  return /^\d{4}-\d\d$/.test(String(value))
    ? temporal().PlainYearMonth.from(String(value))
    : unreadable(value, 'PlainYearMonth')
}

const FIXED = { fractionalSecondDigits: 9, calendarName: 'never' } as const

/** Texts of equal length sort as their values do, if the year has four digits. */
function inYears(text: string): string {
  if (/^\d{4}-/.test(text) && !text.startsWith('0000')) return text
  throw new RangeError(`${text} lies outside the years 0001 to 9999, which the column can hold.`)
}

/** `yyyy-MM-ddTHH:mm:ss.fffffffffZ`. */
export const writeInstant = (value: Instant): string =>
  inYears(temporal().Instant.from(value).toString({ fractionalSecondDigits: 9 }))

/** The instant, `yyyy-MM-ddTHH:mm:ss.fffffffffZ`, without the zone and the offset. */
export const writeZonedDateTime = (value: ZonedDateTime): string => writeInstant(value.toInstant())

/** `yyyy-MM-ddTHH:mm:ss.fffffffff`. */
export const writePlainDateTime = (value: PlainDateTime): string =>
  inYears(temporal().PlainDateTime.from(value).toString(FIXED))

/** `yyyy-MM-dd`. */
export const writePlainDate = (value: PlainDate): string =>
  inYears(temporal().PlainDate.from(value).toString({ calendarName: 'never' }))

/** `HH:mm:ss.fffffffff`. */
export const writePlainTime = (value: PlainTime): string =>
  temporal().PlainTime.from(value).toString({ fractionalSecondDigits: 9 })

/** `yyyy-MM`, only for the ISO calendar: months of other calendars begin on other days. */
export function writePlainYearMonth(value: PlainYearMonth): string {
  const text = inYears(temporal().PlainYearMonth.from(value).toString())
  if (text.length === 7) return text
  throw new RangeError(`${text} is no month of the ISO calendar, which the column holds.`)
}
