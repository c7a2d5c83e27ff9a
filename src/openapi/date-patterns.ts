// Add-on openapi: dates, times and durations as regular expressions: real dates of the years 0001 to 9999 only.
import { countOf, countUpTo, grouped } from './number-patterns.js'

const DAY_31 = '(?:0[1-9]|[12][0-9]|3[01])'
const DAY_30 = '(?:0[1-9]|[12][0-9]|30)'
const SHORT_MONTHS = `(?:0[469]|11)-${DAY_30}|02-(?:0[1-9]|1[0-9]|2[0-8])`
/** Every fourth of two digits, 00 left out. */
const FOURTHS = '(?:0[48]|[2468][048]|[13579][26])'
const LEAP_DAY = `(?:[0-9]{2}${FOURTHS}|${FOURTHS}00)-02-29`

const DAY_OF_YEAR = `(?:(?:0[13578]|1[02])-${DAY_31}|${SHORT_MONTHS})`
const NOT_FIRST_DAY = `(?:01-(?:0[2-9]|[12][0-9]|3[01])|(?:0[3578]|1[02])-${DAY_31}|${SHORT_MONTHS})`
const NOT_LAST_DAY = `(?:12-${DAY_30}|(?:0[13578]|10)-${DAY_31}|${SHORT_MONTHS})`

export const datePattern: string = grouped([
  `(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-${DAY_OF_YEAR}`,
  LEAP_DAY,
])

export const timePattern = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,7})?)?'
const OFFSET = '(?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00)'

/**
 * A date, or a date and time. An offset must not move the instant out of the years 0001 to 9999: on the first and the
 * last day only those are matched that cannot, whatever the time.
 */
export const timestampPattern: string = grouped([
  datePattern,
  `${grouped([
    `(?:000[2-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-${DAY_OF_YEAR}`,
    LEAP_DAY,
    `0001-${NOT_FIRST_DAY}`,
    `9999-${NOT_LAST_DAY}`,
  ])}T${timePattern}(?:Z|[+-]${OFFSET})?`,
  `0001-01-01T${timePattern}(?:Z|-${OFFSET})?`,
  `9999-12-31T${timePattern}(?:Z|\\+${OFFSET})?`,
])

const FRACTION = '(?:\\.[0-9]{1,7})?'
const [HOURS, MINUTES, SECONDS] = [`${countOf(6)}H`, `${countOf(8)}M`, `${countOf(9)}${FRACTION}S`]
const CLOCK_PART = `T(?:${HOURS}(?:${MINUTES})?(?:${SECONDS})?|${MINUTES}(?:${SECONDS})?|${SECONDS})`

/**
 * `h:mm:ss` up to 23 hours, or ISO 8601. The longest duration is 10675199 days: a single unit is matched up to it,
 * several together up to some 10 million days, whatever their sum.
 */
export const intervalPattern: string = `[+-]?${grouped([
  `(?:[0-9]|[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9]${FRACTION})?`,
  `P(?:${countOf(7)}D(?:${CLOCK_PART})?|${CLOCK_PART})`,
  `P${countUpTo(10_675_199n)}D`,
  `PT(?:${countUpTo(256_204_778n)}H|${countUpTo(15_372_286_728n)}M|${countUpTo(922_337_203_684n)}${FRACTION}S)`,
])}`
