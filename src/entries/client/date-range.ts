// Client: days and months as the half-open pair that a range of instants needs.

/** From the first instant of a period to the first one after it. */
export interface HalfOpenRange {
  readonly $gte: string
  readonly $lt: string
}

/**
 * Makes the range of one day: `$gte` is its start and `$lt` the start of the next day, so that no fraction of its last
 * second is lost.
 *
 * @param day `yyyy-MM-dd`, or a `Date` for its day in the reader's own time zone
 * @param zone of the day: an IANA time zone such as `Europe/Paris`, or an offset such as `+02:00`. Without one, the
 * range has bare dates, which are right for `date` fields, and UTC on `timestamp` fields. A `Date` takes no zone
 * @throws RangeError if the day or the zone does not exist, for the last day of the year 9999, and for a day that begins
 * before the year 1 in UTC: endpoints read no other date
 * @example `dayRange('2024-02-29', '+01:00')` is `{ $gte: '2024-02-29T00:00+01:00', $lt: '2024-03-01T00:00+01:00' }`
 * @example `dayRange('2026-03-29', 'Europe/Paris')` is
 * `{ $gte: '2026-03-28T23:00:00.000Z', $lt: '2026-03-29T22:00:00.000Z' }`, 23 hours
 */
export function dayRange(day: string | Date, zone?: string): HalfOpenRange {
  return period(day, zone, 0, 1)
}

/**
 * Makes the range of one month: `$gte` is its start and `$lt` the start of the next month.
 *
 * @param month `yyyy-MM`, or a `Date` for its month in the reader's own time zone
 * @throws RangeError if the month does not exist, and where `dayRange` does
 * @see dayRange for the zone
 */
export function monthRange(month: string | Date, zone?: string): HalfOpenRange {
  return period(month, zone, 1, 0)
}

const OFFSET = /^(?:z|[+-]\d\d:\d\d)$/i

function period(start: string | Date, zone: string | undefined, months: number, days: number): HalfOpenRange {
  const assertReal = (isReal: boolean): void => {
    if (!isReal)
      throw new RangeError(
        `'${start}' is not a ${days ? 'day (yyyy-MM-dd) from 0001-01-01 to 9999-12-30' : 'month (yyyy-MM) from 0001-01 to 9999-11'} in UTC.`,
      )
  }
  const range = ($gte: string, $lt: string): HalfOpenRange => {
    // Endpoints read the years 1 to 9999. The year after has a sign, which sorts before digits.
    assertReal(!(Date.parse($gte) < -621355968e5) && $lt > '0001')
    return { $gte, $lt }
  }
  if (typeof start !== 'string') {
    // The local midnights of a day that clocks change on are not 24 hours apart: each is asked for by itself.
    const at = (more: number): string => {
      const midnight = new Date(start)
      midnight.setMonth(start.getMonth() + months * more, days ? start.getDate() + days * more : 1)
      midnight.setHours(0, 0, 0, 0)
      // Null for an invalid date, which is greater than no text.
      return midnight.toJSON()
    }
    return range(at(0), at(1))
  }
  const day = days ? start : `${start}-01`
  const date = new Date(`${day}T00:00Z`)
  // An invalid date writes null in JSON.
  const dateText = (): string => `${date.toJSON()}`.slice(0, 10)
  assertReal(dateText() === day)
  date.setUTCMonth(date.getUTCMonth() + months, date.getUTCDate() + days)
  // The year after 9999 has a sign, and endpoints read no date in it.
  assertReal(dateText() > day)
  if (zone && !OFFSET.test(zone)) return range(startOfDay(day, zone), startOfDay(dateText(), zone))
  const time = zone ? `T00:00${zone}` : ''
  return range(day + time, dateText() + time)
}

/** Milliseconds: no zone is further from UTC. */
const WIDEST_OFFSET = 16 * 3_600_000

/** The first instant whose date in the zone is the day: midnight, or later if clocks skip it. */
const startOfDay = (day: string, timeZone: string): string =>
  new Date(firstInstant(Date.parse(`${day}T00:00Z`), clockOf(timeZone))).toISOString()

/**
 * The first instant at which the clocks of a zone show a date and time, or a later one if they skip it.
 *
 * @param shown what they show, as the instant when those of UTC do; whole seconds
 * @param clock of the zone
 */
export function firstInstant(shown: number, clock: (instant: number) => number): number {
  let [before, after] = [shown - WIDEST_OFFSET, shown + WIDEST_OFFSET]
  // They show it twice if they go back after the first time.
  const first = shown - (clock(before) - before)
  if (clock(first) === shown) return first
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000
    if (clock(middle) < shown) before = middle
    else after = middle
  }
  return after
}

/** What the clocks of a zone show at an instant, as the instant when those of UTC do. From the year before 1 on. */
export function clockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return (instant) => {
    const shown = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value])) as Record<
      Intl.DateTimeFormatPartTypes,
      string
    >
    const { era, year, month, day, hour, minute, second } = shown
    // The year before 1 is 1 BC, and 0 in ISO 8601.
    const isoYear = (era === 'BC' ? '0' : year).padStart(6, '0')
    return Date.parse(`+${isoYear}-${month}-${day}T${hour}:${minute}:${second}Z`)
  }
}
