// Client: days and months as the half-open pair that a range of instants needs.

/** From the first instant of a period to the first one after it. */
export interface HalfOpenRange {
  readonly $gte: string
  readonly $lt: string
}

/**
 * A day as `$gte` its start and `$lt` the next one's, so that no fraction of its last second is lost.
 *
 * @param day `yyyy-MM-dd`, or a `Date` for the day of the reader's own time zone that it falls on
 * @param offset of the day, such as `+02:00`; none gives bare dates, right for `date` fields, and UTC on `timestamp` fields
 * @throws RangeError where there is no such day
 * @example `dayRange('2024-02-29', '+01:00')` is `{ $gte: '2024-02-29T00:00+01:00', $lt: '2024-03-01T00:00+01:00' }`
 */
export function dayRange(day: string | Date, offset?: string): HalfOpenRange {
  return period(day, offset, 0, 1)
}

/**
 * A month as `$gte` its start and `$lt` the next one's.
 *
 * @param month `yyyy-MM`, or a `Date` for the month of the reader's own time zone that it falls in
 * @throws RangeError where there is no such month
 * @see dayRange for the offset
 */
export function monthRange(month: string | Date, offset?: string): HalfOpenRange {
  return period(typeof month === 'string' ? `${month}-01` : month, offset, 1, 0)
}

function period(start: string | Date, offset: string | undefined, months: number, days: number): HalfOpenRange {
  if (typeof start !== 'string') {
    // The local midnights of a day that clocks change on are not 24 hours apart: each is asked for by itself.
    const at = (more: number): string =>
      new Date(start.getFullYear(), start.getMonth() + months * more, days ? start.getDate() + days * more : 1).toISOString()
    return { $gte: at(0), $lt: at(1) }
  }
  // Text that is no date at all throws its own RangeError in `toISOString`.
  const date = new Date(`${start}T00:00Z`)
  const dateText = (): string => date.toISOString().slice(0, 10)
  const isReal = dateText() === start
  date.setUTCMonth(date.getUTCMonth() + months, date.getUTCDate() + days)
  // The year after 9999 has a sign.
  if (!isReal || dateText() < start) throw new RangeError(`'${start}' is no day or month.`)
  const time = offset ? `T00:00${offset}` : ''
  return { $gte: start + time, $lt: dateText() + time }
}
