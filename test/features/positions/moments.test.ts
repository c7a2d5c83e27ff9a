// Texts of dates and times that a cursor may hold: those that a database writes, and no other that it would refuse.
import { describe, expect, test } from 'vitest'
import {
  intervalOf,
  isInferredTimestamp,
  isMysqlTime,
  isPlainDate,
  isPlainTimestamp,
  isPostgresDate,
  isPostgresTime,
  isPostgresTimestamp,
  isPostgresTimetz,
} from '../../../src/features/positions/moments.js'

describe.each<
  [title: string, isAllowed: (text: string) => boolean, accepted: readonly string[], refused: readonly string[]]
>([
  [
    'a date of PostgreSQL',
    isPostgresDate,
    [
      '2024-01-01',
      '2024-02-29',
      '2024-12-31',
      '0001-01-01',
      '0001-12-31 BC',
      // The year before the first one is a leap year.
      '0001-02-29 BC',
      '0005-02-29 BC',
      '4714-11-24 BC',
      '4714-12-01 BC',
      '4713-01-01 BC',
      '10000-01-01',
      '5874897-12-31',
      'infinity',
      '-infinity',
    ],
    [
      '2023-02-29',
      '0004-02-29 BC',
      '0000-01-01',
      '0000-01-01 BC',
      '2024-00-15',
      '2024-13-01',
      '2024-01-00',
      '2024-01-32',
      '2024-04-31',
      '4714-11-23 BC',
      '4715-01-01 BC',
      '5874898-01-01',
      '02024-01-01',
      '024-01-01',
      '2024-1-1',
      'x2024-01-01',
      '2024-01-01x',
      '2024-01-01 AD',
      '2024-01-01T00:00:00',
      '+infinity',
      '',
    ],
  ],
  [
    'a timestamp of PostgreSQL',
    isPostgresTimestamp,
    [
      '2024-02-29T12:30:00',
      '2024-02-29 23:59:59.123456',
      '0044-03-15T00:00:00 BC',
      '294276-12-31T23:59:59.999999',
      'infinity',
      '-infinity',
    ],
    [
      '2024-02-29',
      '2024-02-29T12:30',
      '2024-02-29T24:00:00',
      '2024-02-29T12:60:00',
      '2024-02-29T12:30:60',
      // It would be rounded up.
      '294276-12-31T23:59:59.9999999',
      '2024-02-29T12:30:00.12345678',
      '2024-02-29T12:30:00.',
      '2024-02-29T12:30:00Z',
      '2023-02-29T12:30:00',
      '294277-01-01T00:00:00',
      '0294276-12-31T23:59:59',
    ],
  ],
  [
    'a moment of an expression of PostgreSQL',
    isInferredTimestamp,
    [
      '2024-02-29',
      '2024-02-29T12:30:00',
      '2024-02-29T12:30:00Z',
      '2024-02-29T12:30:00-02',
      '2024-02-29 12:30:00.5+05:30',
      '1900-01-01T00:00:00-00:44:30',
      // The last day and the first one, without an offset that leads past them.
      '294276-12-31',
      '294276-12-31T23:59:59Z',
      '294276-12-31T23:59:59+15:59',
      '4714-11-24 BC',
      '4714-11-24T00:00:00-02 BC',
      '0044-03-15T00:00:00+02 BC',
      // 4714 years after the first year.
      '4714-11-24T00:00:00+02',
      'infinity',
      '-infinity',
    ],
    [
      '294276-12-31T23:59:59.9999999',
      '294276-12-31T23:59:59-02',
      '294276-12-31T23:59:59-02:30',
      '294276-12-31T23:59:59-00:00:01',
      // The server reads a year without the zeros before it.
      '0294276-12-31T23:59:59-02',
      '4714-11-24T00:00:00+02 BC',
      '4714-11-24T00:00:00+02:30 BC',
      '4714-11-24T00:00:00+00:00:01 BC',
      '04714-11-24T00:00:00+02 BC',
      '2024-02-29T12:30:00+16',
      '2024-02-29T12:30:00+5',
      '2024-02-29T12:30:00+05:60',
      '2024-02-29+02',
      'today',
    ],
  ],
  [
    'a time of PostgreSQL',
    isPostgresTime,
    ['00:00:00', '23:59:59.999999', '24:00:00'],
    ['24:00:01', '24:00:00.5', '1:00:00', '12:30', '12:30:00+02', 'x12:30:00'],
  ],
  [
    'a time of PostgreSQL with its zone',
    isPostgresTimetz,
    ['12:30:00+02', '24:00:00-15:59', '00:00:00.5+05:30:15'],
    ['12:30:00', '12:30:00Z', '12:30:00+16', '25:00:00+00'],
  ],
  [
    'a time of MySQL, which is a span',
    isMysqlTime,
    ['00:00:00', '-838:59:59', '838:59:59.000000', '12:30:00.5', '12:30:00.123456'],
    [
      '1:00:00',
      '1000:00:00',
      '12:60:00',
      '12:00:60',
      '12:00:00.',
      '12:00:00.1234567',
      '12:00:00.x',
      'x12:00:00',
      '12:00:00x',
    ],
  ],
  [
    'a date of MySQL and SQL Server',
    isPlainDate,
    // What MySQL's mode may let in: a zero for what is not known.
    [
      '2024-02-29',
      '9999-12-31',
      '0000-00-00',
      '2024-00-15',
      '2024-02-00',
      '9999-00-01',
      '2024-12-00',
      '0000-12-31',
      '2024-00-31',
    ],
    [
      '2023-02-29',
      '0000-02-29',
      '0000-04-31',
      '2024-13-00',
      '2024-00-32',
      '2024-02-30',
      '10000-00-00',
      '10000-01-01',
      '0044-03-15 BC',
      'infinity',
    ],
  ],
  [
    'a datetime of MySQL and SQL Server',
    isPlainTimestamp,
    ['2024-02-29 12:30:00.123456', '2024-02-29T12:30:00.1234567', '2024-02-29T12:30:00.5Z', '0000-00-00 00:00:00'],
    ['2024-02-30 12:30:00', '10000-01-01 00:00:00', 'now'],
  ],
])('%s', (_title, isAllowed, accepted, refused) => {
  test.each(accepted)('%s is accepted', (text) => {
    expect(isAllowed(text)).toBe(true)
  })

  test.each(refused)("'%s' is refused", (text) => {
    expect(isAllowed(text)).toBe(false)
  })
})

test.each<[text: string, interval: string | null]>([
  ['0 0 0', '0 mons 0 days 00:00:00.000000'],
  ['14 -3 123456789', '14 mons -3 days 00:02:03.456789'],
  ['-14 22 -1', '-14 mons 22 days -00:00:00.000001'],
  ['0 0 -3661000001', '0 mons 0 days -01:01:01.000001'],
  ['2147483647 -2147483648 9223372036854775807', '2147483647 mons -2147483648 days 2562047788:00:54.775807'],
  ['0 0 -9223372036854775807', '0 mons 0 days -2562047788:00:54.775807'],
  ['2147483648 0 0', null],
  ['-2147483649 0 0', null],
  ['0 2147483648 0', null],
  ['0 0 9223372036854775808', null],
  // Its own text is one that PostgreSQL does not read.
  ['0 0 -9223372036854775808', null],
  ['infinity', 'infinity'],
  ['-infinity', '-infinity'],
  ['+infinity', null],
  ['x1 2 3', null],
  ['1 2 3x', null],
  ['1 2', null],
  ['1.5 2 3', null],
])('the interval of %s is %s', (text, interval) => {
  expect(intervalOf(text)).toBe(interval)
})
