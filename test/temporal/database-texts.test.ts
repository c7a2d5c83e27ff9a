// Stored texts and numbers as Temporal values, and back, whatever wrote them.
import { describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { readDuration, writeInterval, writeMicroseconds } from '../../src/entries/temporal/database-durations.js'
import {
  INSTANT,
  PLAIN_DATE,
  PLAIN_DATE_TIME,
  PLAIN_TIME,
  PLAIN_YEAR_MONTH,
} from '../../src/entries/temporal/database-texts.js'

test.each<[read: (value: unknown) => { toString(): string }, value: unknown, text: string]>([
  [INSTANT.read, '2024-02-29 12:30:00.5+02', '2024-02-29T10:30:00.5Z'],
  [INSTANT.read, '2024-02-29T12:30Z', '2024-02-29T12:30:00Z'],
  // Text without an offset is UTC.
  [INSTANT.read, '2024-02-29 12:30:00', '2024-02-29T12:30:00Z'],
  [INSTANT.read, '2024-02-29', '2024-02-29T00:00:00Z'],
  // What a driver has made a `Date` of.
  [INSTANT.read, new Date('2024-02-29T12:30:00.123Z'), '2024-02-29T12:30:00.123Z'],
  [INSTANT.read, '12024-02-29 00:00:00+00', '+012024-02-29T00:00:00Z'],
  [PLAIN_DATE_TIME.read, '2024-02-29 12:30:00', '2024-02-29T12:30:00'],
  [PLAIN_DATE_TIME.read, '2024-02-29T12:30:00+02:00', '2024-02-29T10:30:00'],
  [PLAIN_DATE.read, '2024-02-29T23:59:59Z', '2024-02-29'],
  [PLAIN_TIME.read, '23:59:59.123456789', '23:59:59.123456789'],
  [PLAIN_YEAR_MONTH.read, '2024-02', '2024-02'],
])('%o reads %s', (read, value, text) => {
  expect(read(value).toString()).toBe(text)
})

test.each<[read: (value: unknown) => unknown, value: unknown, name: string]>([
  [INSTANT.read, 'infinity', 'Instant'],
  [PLAIN_DATE_TIME.read, '12:30', 'PlainDateTime'],
  [PLAIN_DATE.read, 20240229, 'PlainDate'],
  [PLAIN_TIME.read, 'noon', 'PlainTime'],
  [PLAIN_TIME.read, '-01:00:00', 'PlainTime'],
  [PLAIN_YEAR_MONTH.read, '2024-02-29', 'PlainYearMonth'],
  [readDuration, '', 'Duration'],
  [readDuration, 'two days', 'Duration'],
])('%o refuses %s', (read, value, name) => {
  expect(() => read(value)).toThrow(`The column holds '${String(value)}', which is no Temporal.${name}.`)
})

describe('A duration', () => {
  test.each<[value: unknown, text: string]>([
    ['1 year 2 mons 3 days 04:05:06.7', 'P1Y2M3DT4H5M6.7S'],
    ['-1 days -00:00:01', '-P1DT1S'],
    ['P1Y2M3DT4H5M6.7S', 'P1Y2M3DT4H5M6.7S'],
    ['-P1Y2M3DT4H', '-P1Y2M3DT4H'],
    ['P2W', 'P14D'],
    ['PT-1.5S', '-PT1.5S'],
    // One sign for all units: what is mixed becomes days and time, by the lengths that PostgreSQL compares by.
    ['1 mon -1 days', 'P29D'],
    [90_061_000_001n, 'P1DT1H1M1.000001S'],
    [-1_500_000, '-PT1.5S'],
  ])('is read: %s', (value, text) => {
    expect(readDuration(value).toString()).toBe(text)
  })

  test('is written with a sign at each number, and as microseconds', () => {
    const duration = Temporal.Duration.from('-P1DT0.5S')
    expect(writeInterval(duration as never)).toBe('P0Y0M0W-1DT0H0M-0.500000000S')
    expect(writeMicroseconds(duration as never)).toBe(-86_400_500_000)
    expect(() => writeMicroseconds(Temporal.Duration.from('P300000D') as never)).toThrow(
      'is longer than 9007199254740991 microseconds',
    )
  })
})

test.each<[title: string, write: () => unknown, sentence: string]>([
  [
    'a year that the column cannot hold',
    () => PLAIN_DATE.write(Temporal.PlainDate.from('+010000-01-01') as never),
    'lies outside the years 0001 to 9999',
  ],
  [
    'the year 0',
    () => PLAIN_DATE.write(Temporal.PlainDate.from('0000-01-01') as never),
    'lies outside the years 0001 to 9999',
  ],
  [
    'a month of another calendar',
    () => PLAIN_YEAR_MONTH.write(Temporal.PlainYearMonth.from({ year: 2024, month: 5, calendar: 'gregory' }) as never),
    'is no month of the ISO calendar',
  ],
])('refuses to write %s', (_title, write, sentence) => {
  expect(write).toThrow(sentence)
})
