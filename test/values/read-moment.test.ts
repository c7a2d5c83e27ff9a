import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDate, readInterval, readTime, readTimestamp } from '../../src/values/read-moment.js'
import { decodeInterval } from '../../src/values/interval.js'

const SECOND = 10_000_000n
const HOUR = 3600n * SECOND
const DAY = 24n * HOUR

describe('readTimestamp', () => {
  const noon = BigInt(Date.UTC(2024, 4, 31, 12)) * 10_000n
  test.each<[string, unknown, bigint | null]>([
    ['a Date', new Date(Date.UTC(2024, 4, 31, 12)), noon],
    ['ISO text', '2024-05-31T12:00:00.000Z', noon],
    ['text of PostgreSQL, with microseconds', '2024-05-31 12:00:00.000001', noon + 10n],
    ['text of PostgreSQL, with an offset of hours', '2024-05-31 14:30:00+02:30', noon],
    ['a short offset', '2024-05-31 14:00:00+02', noon],
    ['an offset west', '2024-05-31 08:00:00-04', noon],
    ['a date', '2024-05-31', noon - 12n * HOUR],
    ['minutes', '2024-05-31 12:00', noon],
    ['digits past a tick are cut', '2024-05-31T12:00:00.000000199', noon + 1n],
    ['milliseconds', Date.UTC(2024, 4, 31, 12), noon],
    ['before 1970', '1969-12-31 23:59:59.9', -1_000_000n],
    ['the first year', '0001-01-01 00:00:00', -62135596800n * SECOND],
    ['a text that ends in a zone name', '2024-05-31T12:00:00+00:00[UTC]', noon],
    ['an offset without a colon', '2024-05-31 14:30:00+0230', noon],
    ['an offset with seconds', '2024-05-31 12:19:32+00:19:32', noon],
    ['the same without colons', '2024-05-31 11:40:28-001932', noon],
    ['an offset after a space', '2024-05-31 14:00:00 +02', noon],
    ['small letters', '2024-05-31t12:00:00z', noon],
    ['an hour of one digit', '2024-05-31 9:00:00', noon - 3n * HOUR],
    ['a comma before the fraction', '2024-05-31 12:00:00,5', noon + 5_000_000n],
    ['a year of five digits', '12024-05-31 12:00:00', noon + 10_000n * 365n * DAY + 2425n * DAY],
    ['milliseconds as a bigint', BigInt(Date.UTC(2024, 4, 31, 12)), noon],
    ['the last day of a year', '2023-12-31 12:00:00', noon - 152n * DAY],
    ['the first day of a year', '2024-01-01 12:00:00', noon - 151n * DAY],
    ['a day that is none', '2023-02-29 00:00:00', null],
    ['a day 0', '2024-05-00', null],
    ['a month 0', '2024-00-10', null],
    ['a month 13', '2024-13-10', null],
    ['a year 0', '0000-05-10', null],
    ['the last day before the year 1', '0001-12-31 BC', -62135596800n * SECOND - DAY],
    ['an instant before it', '0044-03-15 12:00:00.5+00 BC', BigInt(Date.UTC(-43, 2, 15, 12)) * 10_000n + 5_000_000n],
    ['a leap day before it', '0001-02-29 BC', BigInt(Date.parse('0000-02-29')) * 10_000n],
    ['29 February of a year before it that has none', '0004-02-29 BC', null],
    ['a year 0 before it', '0000-05-10 BC', null],
    ['text before', 'x2024-05-31 12:00:00', null],
    ['text after a date', '2024-05-31x', null],
    ['text after a time', '2024-05-31 12:00:00x', null],
    ['an offset of one digit', '2024-05-31 12:00:00+2', null],
    ['a zone name that is not closed', '2024-05-31T12:00:00Z[UTC', null],
    ['a fraction of a millisecond', 0.5, null],
    ['no timestamp', 'yesterday', null],
    ['an invalid Date', new Date(Number.NaN), null],
  ])('%s', (_title, raw, expected) => {
    expect(readTimestamp(raw)).toBe(expected)
  })

  test('numbers count the unit of the column', () => {
    expect(readTimestamp(5, SECOND)).toBe(5n * SECOND)
    expect(readTimestamp(5n, SECOND)).toBe(5n * SECOND)
  })

  test('infinity lies beyond every instant', () => {
    expect(readTimestamp('infinity')).toBeGreaterThan(readTimestamp('999999-12-31') as bigint)
    expect(readTimestamp('-infinity')).toBeLessThan(readTimestamp('0001-01-01') as bigint)
  })

  test('every Date is read as its own ISO text is', () => {
    const years = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(years), (date) => void expect(readTimestamp(date.toISOString())).toBe(readTimestamp(date))),
    )
  })
})

test.each<[string, unknown, string | null]>([
  ['text', '2024-05-31', '2024-05-31'],
  ['a Date, in UTC', new Date('2024-05-31T00:00:00Z'), '2024-05-31'],
  ['a timestamp', '2024-05-31 12:00:00', '2024-05-31'],
  ['a timestamp with a T', '2024-05-31T12:00:00Z', '2024-05-31'],
  ['a timestamp with a small t', '2024-05-31t12:00', '2024-05-31'],
  ['a year of five digits', '12024-05-31', '12024-05-31'],
  ['the last day of PostgreSQL', '5874897-12-31', '5874897-12-31'],
  ['a year before 1', '0044-03-15 BC', '0044-03-15 BC'],
  ['an instant of such a year', '0044-03-15 12:00:00+00 BC', '0044-03-15 BC'],
  ['a Date of a year of five digits', new Date('+012024-05-31'), '+012024-05-31'],
  ['a Date of a year before 1', new Date('-000043-03-15'), '-000043-03-15'],
  ['text after a blank', '2024-05-31 x', null],
  ['a number of milliseconds', 86_400_000, '1970-01-02'],
  ['the end of time', 'infinity', 'infinity'],
  ['the beginning of time', '-infinity', '-infinity'],
  ['a number that is none', Number.NaN, null],
  ['an invalid Date', new Date(Number.NaN), null],
  ['text before a date', 'x2024-05-31', null],
  ['text after a date', '2024-05-31x', null],
  ['a day that is none', '2024-02-30', null],
  ['no date', 'x', null],
])('a date is read from %s', (_title, raw, expected) => {
  expect(readDate(raw)).toBe(expected)
})

test.each<[string, bigint | null]>([
  ['12:30', 12n * HOUR + HOUR / 2n],
  ['12:30:01', 12n * HOUR + HOUR / 2n + SECOND],
  ['00:00:00.0000001', 1n],
  ['-01:00:00', -HOUR],
  ['838:59:59', 838n * HOUR + 3599n * SECOND],
  ['+01:00', HOUR],
  ['1:00', HOUR],
  ['00:00:01,5', SECOND + 5_000_000n],
  ['00:00:00.12345678', 1_234_567n],
  ['x01:00', null],
  ['01:00x', null],
  ['01', null],
  ['noon', null],
])('the time %s', (raw, expected) => {
  expect(readTime(raw)).toBe(expected)
})

test.each<[string, bigint | null]>([
  ['02:03:04.5', 2n * HOUR + 184n * SECOND + 5_000_000n],
  ['1 day 01:00:00', DAY + HOUR],
  ['-1 days +01:00:00', HOUR - DAY],
  ['-1 days -01:00:00', -HOUR - DAY],
  ['1 year 2 mons 3 days', (14n * 30n + 3n) * DAY],
  ['5 days', 5n * DAY],
  ['100:00:00', 100n * HOUR],
  ['-00:00:01', -SECOND],
  ['P5D', 5n * DAY],
  ['PT2H30M', 2n * HOUR + HOUR / 2n],
  ['-PT1.5S', -SECOND - 5_000_000n],
  ['P1Y2M3DT4H5M6S', (14n * 30n + 3n) * DAY + 4n * HOUR + 306n * SECOND],
  ['PT-0.5S', -5_000_000n],
  ['2 years', 720n * DAY],
  ['-12 years +11 mons -10 days', (-12n * 360n + 330n - 10n) * DAY],
  ['+1 year', 360n * DAY],
  ['1 mon', 30n * DAY],
  ['+01:00:00', HOUR],
  ['00:00:00.123456789', 1_234_567n],
  ['00:12:00', 720n * SECOND],
  ['P12Y', 4320n * DAY],
  ['P11M', 330n * DAY],
  ['P2W', 14n * DAY],
  ['P-1Y+2M-3W+4D', (-360n + 60n - 21n + 4n) * DAY],
  ['PT-12H+11M', -12n * HOUR + 660n * SECOND],
  ['PT12S', 12n * SECOND],
  ['PT+1.5S', SECOND + 5_000_000n],
  ['PT-12.123456789S', -12n * SECOND - 1_234_567n],
  ['PT0.5S', 5_000_000n],
  ['+P1D', DAY],
  ['-P1DT-1H', HOUR - DAY],
  ['x1 day', null],
  ['1 dayx', null],
  ['xP1D', null],
  ['P1Dx', null],
  ['PT1.S', null],
  ['', null],
  ['a while', null],
])('the interval %s', (raw, expected) => {
  expect(readInterval(raw)).toBe(expected)
})

test('an interval that a client may send is read as it is decoded', () => {
  const count = fc.nat(10_000)
  fc.assert(
    fc.property(fc.constantFrom('', '-'), count, count, count, count, (sign, days, hours, minutes, seconds) => {
      const text = `${sign}P${days}DT${hours}H${minutes}M${seconds}.25S`
      expect(decodeInterval(text)).toEqual({ ok: true, value: readInterval(text) })
    }),
  )
})
