import fc from 'fast-check'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { paginate, paginateConfig, PaginateQuery } from 'drizzle-paginate'
import { dayRange, listQuery, monthRange } from 'drizzle-paginate/client'
import { filterArray } from 'drizzle-paginate/memory'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'

const days: [day: string, offset: string | undefined, from: string, to: string][] = [
  ['2024-02-29', undefined, '2024-02-29', '2024-03-01'],
  ['2023-02-28', undefined, '2023-02-28', '2023-03-01'],
  ['0099-12-31', undefined, '0099-12-31', '0100-01-01'],
  ['2024-12-31', '+02:00', '2024-12-31T00:00+02:00', '2025-01-01T00:00+02:00'],
  ['2024-12-31', 'Z', '2024-12-31T00:00Z', '2025-01-01T00:00Z'],
  ['2026-11-22', 'Europe/Paris', '2026-11-21T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
  // Days of 23 and 25 hours, one that begins at 01:00, one without midnight in seconds, and the ends of the calendar.
  ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Paris', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
  ['2026-11-22', 'Pacific/Kiritimati', '2026-11-21T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
  ['2026-11-22', 'Pacific/Pago_Pago', '2026-11-22T11:00:00.000Z', '2026-11-23T11:00:00.000Z'],
  // Clocks that go back at a minute past midnight, into the day before; at one, to midnight; at midnight.
  ['2006-10-29', 'America/St_Johns', '2006-10-29T02:30:00.000Z', '2006-10-30T03:30:00.000Z'],
  ['2006-10-28', 'America/St_Johns', '2006-10-28T02:30:00.000Z', '2006-10-29T02:30:00.000Z'],
  ['2006-04-02', 'America/St_Johns', '2006-04-02T03:30:00.000Z', '2006-04-03T02:30:00.000Z'],
  ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
  ['2024-10-27', 'Asia/Beirut', '2024-10-26T22:00:00.000Z', '2024-10-27T22:00:00.000Z'],
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  // A day that a zone skipped has no instants.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
  ['0001-01-01', 'UTC', '0001-01-01T00:00:00.000Z', '0001-01-02T00:00:00.000Z'],
  ['0001-01-01', 'America/New_York', '0001-01-01T04:56:02.000Z', '0001-01-02T04:56:02.000Z'],
  ['0001-01-02', 'Europe/Paris', '0001-01-01T23:50:39.000Z', '0001-01-02T23:50:39.000Z'],
  ['0099-12-31', 'UTC', '0099-12-31T00:00:00.000Z', '0100-01-01T00:00:00.000Z'],
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

  it.each([
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '2024-2-3',
    'today',
    '',
    '2024-02-01T00:00',
    '9999-12-31',
  ])('refuses the day %j', (day) => {
    expect(() => dayRange(day)).toThrow(
      new RangeError(`'${day}' is not a day (yyyy-MM-dd) from 0001-01-01 to 9999-12-30 in UTC.`),
    )
  })

  it.each(['2024-13', '2024-00', '2024', '9999-12'])('refuses the month %j', (month) => {
    expect(() => monthRange(month)).toThrow(
      new RangeError(`'${month}' is not a month (yyyy-MM) from 0001-01 to 9999-11 in UTC.`),
    )
  })

  const noDay = (start: string | Date): RangeError =>
    new RangeError(`'${start}' is not a day (yyyy-MM-dd) from 0001-01-01 to 9999-12-30 in UTC.`)
  const noMonth = (start: string | Date): RangeError =>
    new RangeError(`'${start}' is not a month (yyyy-MM) from 0001-01 to 9999-11 in UTC.`)

  it.each<[day: string, zone?: string]>([
    ['0001-01-01', 'Asia/Tokyo'],
    ['0001-01-01', 'Europe/Paris'],
    ['0001-01-01', '+09:00'],
    ['0001-01-01', '+00:01'],
    ['0000-12-31', '-14:00'],
    ['0000-12-31'],
    ['0000-12-31', 'America/New_York'],
  ])('refuses the day %s in %s, which begins before the year 1', (day, zone) => {
    expect(() => dayRange(day, zone)).toThrow(noDay(day))
    expect(() => monthRange(day.slice(0, 7), zone)).toThrow(noMonth(day.slice(0, 7)))
  })

  it.each<[day: string, zone: string | undefined]>([
    ['0001-01-01', undefined],
    ['0001-01-01', 'Z'],
    ['0001-01-01', '-09:00'],
    ['0001-01-02', '+14:00'],
    ['0001-01-02', 'Asia/Tokyo'],
    ['9999-12-30', undefined],
    ['9999-12-30', '+14:00'],
    ['9999-12-30', '-14:00'],
    ['9999-12-30', 'Pacific/Pago_Pago'],
  ])('of the day %s in %s, at the end of the calendar, is accepted by a list', (day, zone) => {
    const moments = sqliteTable('moments', { id: integer().primaryKey(), at: integer({ mode: 'timestamp_ms' }) })
    const list = paginateConfig(moments).withLimits(9, 9).withTieBreaker('id').filterable('at', '$gte', '$lt').build()
    expect(filterArray([], listQuery().filter('at', dayRange(day, zone)), list)).toEqual([])
  })

  it('of a Date is refused beyond the calendar, and has the year of the Date within', () => {
    const local = (year: number, month: number, day: number): Date => {
      const date = new Date(2000, 0)
      date.setFullYear(year, month, day)
      return date
    }
    for (const date of [local(0, 11, 31), local(10_000, 0, 2), local(-5, 0, 1)]) {
      expect(() => dayRange(date)).toThrow(noDay(date))
      expect(() => monthRange(date)).toThrow(noMonth(date))
    }
    expect(dayRange(local(50, 5, 7))).toEqual({
      $gte: local(50, 5, 7).toISOString(),
      $lt: local(50, 5, 8).toISOString(),
    })
    expect(monthRange(local(99, 11, 7)).$lt).toBe(local(100, 0, 1).toISOString())
  })

  it('refuses a zone that does not exist', () => {
    expect(() => dayRange('2024-02-29', 'Europe/Nowhere')).toThrow(RangeError)
    expect(() => monthRange('2024-02', '+1')).toThrow(RangeError)
  })

  it('of a month in a zone goes by the clocks of its ends', () => {
    expect(monthRange('2026-03', 'Europe/Paris')).toEqual({
      $gte: '2026-02-28T23:00:00.000Z',
      $lt: '2026-03-31T22:00:00.000Z',
    })
  })

  it('begins where Temporal begins the day, in zones whose clocks change about midnight', () => {
    const zone = fc.constantFrom(
      ...'America/St_Johns America/Havana America/Santiago America/Asuncion America/Sao_Paulo Africa/Cairo Asia/Beirut'.split(
        ' ',
      ),
      ...'Asia/Gaza Asia/Amman Asia/Tehran Atlantic/Azores Pacific/Apia'.split(' '),
    )
    const year = fc.integer({ min: 1970, max: 2037 })
    fc.assert(
      fc.property(zone, year, (timeZone, given) => {
        let at = Temporal.ZonedDateTime.from({ year: given, month: 1, day: 1, timeZone })
        for (;;) {
          const change = at.getTimeZoneTransition('next')
          if (change === null || change.year !== given) return
          for (const day of [-1, 0, 1].map((days) => change.toPlainDate().add({ days }))) {
            const start = (of: Temporal.PlainDate): string =>
              of.toZonedDateTime({ timeZone }).toInstant().toString({ smallestUnit: 'millisecond' })
            expect(dayRange(`${day}`, timeZone)).toEqual({ $gte: start(day), $lt: start(day.add({ days: 1 })) })
          }
          at = change
        }
      }),
      { numRuns: 100, seed: 38 },
    )
  })

  it('is accepted by a list, and finds the rows of the day', async () => {
    const client = new Database(':memory:')
    client.exec('create table moments (id integer primary key, at integer not null)')
    const moments = sqliteTable('moments', {
      id: integer('id').primaryKey(),
      at: integer('at', { mode: 'timestamp_ms' }).notNull(),
    })
    const db = drizzle({ client })
    const instants = [
      '2026-11-21T22:59:59.999Z',
      '2026-11-21T23:00:00Z',
      '2026-11-22T22:59:59.999Z',
      '2026-11-22T23:00:00Z',
    ]
    db.insert(moments)
      .values(instants.map((at) => ({ at: new Date(at) })))
      .run()
    const list = paginateConfig(moments).withLimits(10, 10).withTieBreaker('id').filterable('at', '$gte', '$lt').build()
    for (const [zone, ids] of [
      ['Europe/Paris', [2, 3]],
      ['+01:00', [2, 3]],
      [undefined, [3, 4]],
    ] as const) {
      const query = PaginateQuery.from(listQuery().filter('at', dayRange('2026-11-22', zone)).toString())
      expect((await paginate(db, query, list)).items.map(({ id }) => id)).toEqual(ids)
    }
  })

  it('refuses an invalid Date', () => {
    expect(() => dayRange(new Date(Number.NaN))).toThrow(
      new RangeError("'Invalid Date' is not a day (yyyy-MM-dd) from 0001-01-01 to 9999-12-30 in UTC."),
    )
    expect(() => monthRange(new Date(Number.NaN))).toThrow(
      new RangeError("'Invalid Date' is not a month (yyyy-MM) from 0001-01 to 9999-11 in UTC."),
    )
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
