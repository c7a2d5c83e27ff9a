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
    ['a day that is none', '2023-02-29 00:00:00', null],
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
    expect(readTimestamp('infinity')).toBeGreaterThan(readTimestamp('9999-12-31') as bigint)
    expect(readTimestamp('-infinity')).toBeLessThan(readTimestamp('0001-01-01') as bigint)
  })

  test('every Date is read as its own ISO text is', () => {
    const years = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }
    fc.assert(fc.property(fc.date(years), (date) => void expect(readTimestamp(date.toISOString())).toBe(readTimestamp(date))))
  })
})

test.each<[string, unknown, string | null]>([
  ['text', '2024-05-31', '2024-05-31'],
  ['a Date, in UTC', new Date('2024-05-31T00:00:00Z'), '2024-05-31'],
  ['a timestamp', '2024-05-31 12:00:00', '2024-05-31'],
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
