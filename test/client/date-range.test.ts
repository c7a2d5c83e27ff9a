import { dayRange, listQuery, monthRange } from 'drizzle-paginate/client'
import { describe, expect, it } from 'vitest'

const days: [day: string, offset: string | undefined, from: string, to: string][] = [
  ['2024-02-29', undefined, '2024-02-29', '2024-03-01'],
  ['2023-02-28', undefined, '2023-02-28', '2023-03-01'],
  ['0099-12-31', undefined, '0099-12-31', '0100-01-01'],
  ['2024-12-31', '+02:00', '2024-12-31T00:00+02:00', '2025-01-01T00:00+02:00'],
  ['2024-12-31', 'Z', '2024-12-31T00:00Z', '2025-01-01T00:00Z'],
]
const months: [month: string, from: string, to: string][] = [
  ['2024-02', '2024-02-01', '2024-03-01'],
  ['2024-12', '2024-12-01', '2025-01-01'],
]

describe('a half-open range', () => {
  it.each(days)('of the day %s with offset %s ends before the next', (day, offset, $gte, $lt) => {
    expect(dayRange(day, offset)).toEqual({ $gte, $lt })
  })

  it.each(months)('of the month %s ends before the next', (month, $gte, $lt) => {
    expect(monthRange(month)).toEqual({ $gte, $lt })
  })

  it.each(['2024-02-30', '2023-02-29', '2024-13-01', '2024-1-1', 'today', '', '9999-12-31', '2024-02-01T00:00'])(
    'refuses the day %j',
    (day) => {
      expect(() => dayRange(day)).toThrow(RangeError)
    },
  )

  it.each(['2024-13', '2024-00', '2024', '9999-12'])('refuses the month %j', (month) => {
    expect(() => monthRange(month)).toThrow(RangeError)
  })

  it('of a Date is the local day or month that it falls on', () => {
    const date = new Date(2024, 11, 31, 23, 59, 59, 999)
    const newYear = new Date(2025, 0, 1).toISOString()
    expect(dayRange(date)).toEqual({ $gte: new Date(2024, 11, 31).toISOString(), $lt: newYear })
    expect(monthRange(date)).toEqual({ $gte: new Date(2024, 11, 1).toISOString(), $lt: newYear })
    expect(date.getDate()).toBe(31)
  })

  it('is visible in the query', () => {
    expect(decodeURIComponent(listQuery().filter('publishedAt', dayRange('2024-02-29')).toString())).toBe(
      'filter.publishedAt=$gte:2024-02-29&filter.publishedAt=$lt:2024-03-01',
    )
  })
})
