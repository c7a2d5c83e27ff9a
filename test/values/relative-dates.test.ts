// Dates relative to now: what each text means in a time zone, and what a list does with it.
import { integer, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  applyFilters,
  type InferFilterValue,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  relativeDate,
  relativeTimestamp,
} from '../../src/index.js'

/** Clocks in Berlin go forward on 2024-03-31 at 02:00, and back on 2024-10-27 at 03:00. */
const at = (instant: string, timeZone = 'Europe/Berlin') => ({ timeZone, now: () => new Date(instant) })
const orders = pgTable('orders', { id: integer().primaryKey(), createdAt: timestamp({ withTimezone: true }), due: text(), price: text() })
const dialect = new PgDialect()

describe('relativeTimestamp', () => {
  test.each<[text: string, now: string, expected: string]>([
    ['now', '2024-05-31T10:00:00.123Z', '2024-05-31T10:00:00.123Z'],
    ['now-7d', '2024-05-31T10:00:00.123Z', '2024-05-24T10:00:00.123Z'],
    ['now+1h', '2024-05-31T10:00:00Z', '2024-05-31T11:00:00.000Z'],
    ['now-90s', '2024-05-31T10:00:00Z', '2024-05-31T09:58:30.000Z'],
    ['now-2w+1h', '2024-05-31T10:00:00Z', '2024-05-17T11:00:00.000Z'],
    ['today', '2024-05-31T22:30:00Z', '2024-05-31T22:00:00.000Z'],
    ['today-1M', '2024-03-31T10:00:00Z', '2024-02-28T23:00:00.000Z'],
    ['startOfMonth', '2024-05-31T10:00:00Z', '2024-04-30T22:00:00.000Z'],
    ['startOfYear', '2024-05-31T10:00:00Z', '2023-12-31T23:00:00.000Z'],
    ['startOfYear-1y', '2024-05-31T10:00:00Z', '2022-12-31T23:00:00.000Z'],
    // The clock shows the same before and after a change: 23 hours lie between.
    ['now-1d', '2024-03-31T10:00:00Z', '2024-03-30T11:00:00.000Z'],
    ['now-24h', '2024-03-31T10:00:00Z', '2024-03-30T10:00:00.000Z'],
    // 02:30 does not exist on that day, and exists twice on the other.
    ['now+1d', '2024-03-30T01:30:00Z', '2024-03-31T01:30:00.000Z'],
    ['now+1d', '2024-10-26T00:30:00Z', '2024-10-27T00:30:00.000Z'],
    ['2024-05-31T10:00:00.1234567Z', '2024-05-31T10:00:00Z', '2024-05-31T10:00:00.123Z'],
  ])('%s at %s is %s', (given, now, expected) => {
    const ticks = relativeTimestamp(at(now)).parse(given) as bigint
    expect(new Date(Number(ticks / 10_000n)).toISOString()).toBe(expected)
  })

  test('keeps the digits of a timestamp that is not relative', () => {
    expect(relativeTimestamp(at('2024-01-01T00:00:00Z')).parse('1970-01-01T00:00:00.0000001Z')).toBe(1n)
  })

  test.each([
    '',
    'Now',
    'now-',
    'now-7',
    'now-7D',
    'now 7d',
    'now-7d ',
    'today-123456d',
    'yesterday',
    'now-99999y',
    `now${'-1d'.repeat(5)}`,
  ])('does not read %j', (given) => expect(relativeTimestamp(at('2024-01-01T00:00:00Z')).parse(given)).toBeUndefined())

  test('needs a time zone that exists', () => {
    expect(() => relativeTimestamp({ timeZone: 'Mars/Olympus' })).toThrow(
      new PaginateConfigError("The time zone 'Mars/Olympus' does not exist; name one such as 'Europe/Berlin'."),
    )
  })
})

describe('In a list', () => {
  const clock = at('2024-05-31T22:30:00Z')
  const begin = () => paginateConfig(orders).withLimits(10, 100).withTieBreaker('id')
  const whereOf = (list: object, query: string) => {
    const { where } = applyFilters(PaginateQuery.from(query), list as never)
    return dialect.sqlToQuery(where as never).params
  }

  test('a column gets the type under its own name', () => {
    const list = begin()
      .field('createdAt', orders.createdAt, relativeTimestamp(clock))
      .field('due', orders.due, relativeDate(clock))
      .filterable('createdAt', '$gte')
      .filterable('due', '$lt', '$btw')
      .build()
    expect(whereOf(list, 'filter.createdAt=$gte:today')).toEqual(['2024-05-31 22:00:00.000000+00'])
    expect(whereOf(list, 'filter.due=$btw:startOfMonth,today')).toEqual(['2024-06-01', '2024-06-01'])
    expect(list.describe().filterableFields.map(({ name, type }) => [name, type])).toEqual([
      ['createdAt', 'timestamp'],
      ['due', 'date'],
    ])
    expectTypeOf<InferFilterValue<typeof list, 'due'>>().toEqualTypeOf<string>()
  })

  test('all columns of a configuration get it', () => {
    const list = paginateConfig(orders, { valueTypes: [relativeTimestamp(clock)] })
      .withLimits(10, 100)
      .withTieBreaker('id')
      .filterable('createdAt', '$gte')
      .build()
    expect(whereOf(list, 'filter.createdAt=$gte:now-7d')).toEqual(['2024-05-24 22:30:00.000000+00'])
  })

  test('what is not read is a 400 that says what is', () => {
    const list = begin().field('createdAt', orders.createdAt, relativeTimestamp(clock)).filterable('createdAt', '$gte').build()
    expect(() => whereOf(list, 'filter.createdAt=$gte:yesterday')).toThrow(/relative to now, such as now-7d/)
  })

  test('a value type of the package under the name of a column, which only that column may have', () => {
    const list = begin().field('price', orders.price, 'decimal').filterable('price', '$gte').sortable('price').build()
    expect(whereOf(list, 'filter.price=$gte:9.50')).toEqual(['9.5'])
    // @ts-expect-error it is the name of another column
    expect(() => begin().field('price', orders.id, 'integer').build()).toThrow(/has the name of another field/)
    // @ts-expect-error without a value type it says nothing new
    expect(() => begin().field('price', orders.price).build()).toThrow(/has the name of another field/)
    // @ts-expect-error twice
    expect(() => begin().field('price', orders.price, 'decimal').field('price', orders.price, 'text').build()).toThrow(
      /has the name of another field/,
    )
  })
})
