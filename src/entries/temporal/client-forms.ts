// Add-on temporal: clients' texts as Temporal values. ISO 8601 in its extended form, years 0001 to 9999: every database
// can store these, and their text sorts. Text for which a function throws or returns undefined is rejected.
import { NANOSECONDS_PER_TICK, nanosecondsOfDuration } from './nanoseconds.js'
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

const YEAR = '(?!0000)\\d{4}'
const DATE = `${YEAR}-\\d\\d-\\d\\d`
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?'
const OFFSET = '(Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))'

const INSTANT = new RegExp(`^${DATE}T${TIME}${OFFSET}$`)
const PLAIN_DATE = new RegExp(`^${DATE}$`)
const PLAIN_DATE_TIME = new RegExp(`^${DATE}(?:T${TIME})?$`)
const PLAIN_TIME = new RegExp(`^${TIME}$`)
const PLAIN_YEAR_MONTH = new RegExp(`^${YEAR}-\\d\\d$`)
const ZONED_DATE_TIME = new RegExp(`^${DATE}T${TIME}${OFFSET}(\\[[A-Za-z0-9._+/:-]{1,64}\\])?$`)
const NUMBER = '\\d{1,12}'
const DURATION = new RegExp(
  `^[+-]?P(?=.)(?:${NUMBER}W)?(?:${NUMBER}D)?(?:T(?=.)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}(?:\\.\\d{1,9})?S)?)?$`,
)

const FIRST_MILLISECOND = Date.parse('0001-01-01T00:00:00Z')
const END_MILLISECOND = Date.UTC(10_000, 0)

/** The longest duration that 64 bits of ticks can count: 10675199 days. */
const LONGEST = (2n ** 63n - 1n) * NANOSECONDS_PER_TICK

/** An offset may move the instant into another year than its date's. */
function isInRange(epochMilliseconds: number): boolean {
  return epochMilliseconds >= FIRST_MILLISECOND && epochMilliseconds < END_MILLISECOND
}

/** `yyyy-MM-ddTHH:mm[:ss[.fffffffff]]` with `Z` or an offset. */
export function parseInstant(text: string): Instant | undefined {
  if (!INSTANT.test(text)) return undefined
  const instant = temporal().Instant.from(text)
  return isInRange(instant.epochMilliseconds) ? instant : undefined
}

/** An instant, optionally with a time zone in brackets, which must agree with the offset. */
export function parseZonedDateTime(text: string): ZonedDateTime | undefined {
  const match = ZONED_DATE_TIME.exec(text)
  if (match === null) return undefined
  const [, offset = 'Z', zone] = match
  const named = zone === undefined ? `${text}[${offset === 'Z' ? 'UTC' : offset}]` : text
  const moment = temporal().ZonedDateTime.from(named)
  return isInRange(moment.epochMilliseconds) ? moment : undefined
}

/** `yyyy-MM-dd`. */
export function parsePlainDate(text: string): PlainDate | undefined {
  return PLAIN_DATE.test(text) ? temporal().PlainDate.from(text) : undefined
}

/** `yyyy-MM-dd[THH:mm[:ss[.fffffffff]]]` without an offset; a date without a time is its midnight. */
export function parsePlainDateTime(text: string): PlainDateTime | undefined {
  return PLAIN_DATE_TIME.test(text) ? temporal().PlainDateTime.from(text) : undefined
}

/** `HH:mm[:ss[.fffffffff]]`. */
export function parsePlainTime(text: string): PlainTime | undefined {
  return PLAIN_TIME.test(text) ? temporal().PlainTime.from(text) : undefined
}

/** `yyyy-MM`. */
export function parsePlainYearMonth(text: string): PlainYearMonth | undefined {
  return PLAIN_YEAR_MONTH.test(text) ? temporal().PlainYearMonth.from(text) : undefined
}

/** `P1W2DT3H4M5.6S` in weeks and smaller units, with a sign or without; at most 10675199 days. */
export function parseDuration(text: string): Duration | undefined {
  if (!DURATION.test(text)) return undefined
  const duration = temporal().Duration.from(text)
  const length = nanosecondsOfDuration(duration)
  return length <= LONGEST && length >= -LONGEST ? duration : undefined
}
