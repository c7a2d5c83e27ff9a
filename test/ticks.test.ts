import { describe, expect, test } from 'vitest'
import { hashText } from '../src/values/hash-text.js'
import { dateText, daysInMonth, daysOfDate, ticksOfFraction, timestampText, timeText } from '../src/basics/ticks.js'

const SECOND = 10_000_000n
const DAY = 86_400n * SECOND

test.each([
  [2023, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]],
  [2024, [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]],
])('the months of %i', (year, days) => {
  expect(Array.from({ length: 12 }, (_, month) => daysInMonth(year, month + 1))).toEqual(days)
})

test.each([
  [1900, 28],
  [2000, 29],
  [2100, 28],
  [4, 29],
  [100, 28],
  [400, 29],
])('the February of %i has %i days', (year, days) => {
  expect(daysInMonth(year, 2)).toBe(days)
})

test('days are counted as JavaScript counts them, at each end of each month', () => {
  for (const year of [1, 4, 99, 100, 101, 400, 401, 1900, 1969, 1970, 1972, 2000, 2001, 2023, 2024, 2100, 9999]) {
    for (let month = 1; month <= 12; month++) {
      for (const day of [1, daysInMonth(year, month)]) {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        const days = daysOfDate(year, month, day)
        expect([text, days]).toEqual([text, Date.parse(`${text}T00:00:00Z`) / 86_400_000])
        expect(dateText(days)).toBe(text)
      }
    }
  }
})

describe('texts of ticks', () => {
  test.each([
    ['5', 5_000_000n],
    ['0000001', 1n],
    ['', 0n],
  ])('a fraction of %s', (digits, ticks) => {
    expect(ticksOfFraction(digits)).toBe(ticks)
  })

  test.each<[bigint, number | undefined, string]>([
    [0n, undefined, '00:00:00.0000000'],
    [DAY - 1n, undefined, '23:59:59.9999999'],
    [DAY - 1n, 6, '23:59:59.999999'],
    [DAY - 1n, 0, '23:59:59'],
    [3_723n * SECOND + 1n, 7, '01:02:03.0000001'],
    [36_610n * SECOND, 3, '10:10:10.000'],
  ])('the time %s with %s digits', (ticks, digits, text) => {
    expect(timeText(ticks, digits)).toBe(text)
  })

  test.each<[bigint, string]>([
    [0n, '1970-01-01T00:00:00.0000000'],
    [-1n, '1969-12-31T23:59:59.9999999'],
    [-DAY, '1969-12-31T00:00:00.0000000'],
    [-DAY - 1n, '1969-12-30T23:59:59.9999999'],
    [DAY + SECOND, '1970-01-02T00:00:01.0000000'],
  ])('the timestamp %s', (ticks, text) => {
    expect(timestampText(ticks)).toBe(text)
  })
})

// A cursor carries the print of its order from one version to the next.
test.each([
  ['', 0, 'wvjl67o803'],
  ['revenge', 0, '13w4navmpvp'],
  ['revenue', 0, '29tburaqcsa'],
  ['revenue', 1, '2dmu6yjh4rg'],
])('the print of %j with the seed %i stays', (text, seed, print) => {
  expect(hashText(text, seed)).toBe(print)
})
