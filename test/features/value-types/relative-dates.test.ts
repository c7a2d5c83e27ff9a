// Dates relative to now: what each text means in a time zone, and what a list does with it.
import Database from 'better-sqlite3'
import { gte } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  applyFilters,
  encodeFilterValue,
  facetCounts,
  type InferFilterValue,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  relativeDate,
  relativeTimestamp,
} from '../../../src/index.js'
import { facetArray } from '../../../src/entries/memory/index.js'

/** Clocks in Berlin go forward on 2024-03-31 at 02:00, and back on 2024-10-27 at 03:00. */
const at = (instant: string, timeZone = 'Europe/Berlin') => ({ timeZone, now: () => new Date(instant) })
const orders = pgTable('orders', {
  id: integer().primaryKey(),
  createdAt: timestamp({ withTimezone: true }),
  due: text(),
  price: text(),
})
const dialect = new PgDialect()

const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone })
  return (instant: number): string => format.format(instant)
}

/** Texts whose day is the given one, or lies beside it. */
function textsAround(now: Date, day: string): readonly string[] {
  const days = Math.round((Date.parse(day) - Date.parse(now.toISOString().slice(0, 10))) / 86_400_000)
  const step = (count: number, unit: string): string => `${count < 0 ? '' : '+'}${count}${unit}`
  return [days - 1, days, days + 1, days + 2].flatMap((count) => [
    `today${step(count, 'd')}`,
    `today${step(count + 7, 'd')}-1w`,
    `today${step(count, 'd')}+118M`,
    `today+1y-1y${step(count, 'd')}`,
  ])
}

function expectFirstInstant(timeZone: string, now: Date, text: string): void {
  const begin = relativeTimestamp({ timeZone, now: () => now }).parse(text) as Date
  const day = relativeDate({ timeZone, now: () => now }).parse(text)
  const shown = dayIn(timeZone)
  const title = `${text} in ${timeZone} at ${now.toISOString()}: ${begin.toISOString()}`
  expect(shown(begin.getTime()), title).toBe(day)
  expect(shown(begin.getTime() - 1) < String(day), title).toBe(true)
}

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
    expect((relativeTimestamp(at(now)).parse(given) as Date).toISOString()).toBe(expected)
  })

  // The day before, the day itself, and the day after, by every unit of the calendar.
  test.each<[timeZone: string, skipped: string]>([
    ['America/Santiago', '2026-09-06'],
    ['Africa/Cairo', '2026-04-24'],
    ['Asia/Beirut', '2026-03-29'],
    ['America/Havana', '2026-03-08'],
    ['America/Asuncion', '2023-10-01'],
    ['America/Sao_Paulo', '2018-11-04'],
    ['Asia/Gaza', '2024-04-20'],
    // From 23:30 to 00:30.
    ['America/Toronto', '1919-03-31'],
  ])('in %s, which skips the midnight of %s, each day begins at its first instant', (timeZone, skipped) => {
    const noon = Date.parse(`${skipped}T15:00:00Z`)
    for (const away of [-40, -8, -1, 0, 1, 8, 40]) {
      const now = new Date(noon + away * 86_400_000)
      for (const text of textsAround(now, skipped)) expectFirstInstant(timeZone, now, text)
    }
  })

  // Samoa went from the 29th to the 31st.
  test.each<[given: string, day: string, instant: string]>([
    ['today', '2011-12-31', '2011-12-30T10:00:00.000Z'],
    ['today-1d', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['today-2d', '2011-12-29', '2011-12-29T10:00:00.000Z'],
  ])('%s counts a day that the zone left out', (given, day, instant) => {
    const clock = at('2011-12-30T20:00:00Z', 'Pacific/Apia')
    expect(relativeDate(clock).parse(given)).toBe(day)
    expect((relativeTimestamp(clock).parse(given) as Date).toISOString()).toBe(instant)
  })

  test('a day begins at its first instant in every time zone', () => {
    const now = new Date('2026-03-29T12:00:00Z')
    for (const timeZone of Intl.supportedValuesOf('timeZone'))
      for (const text of ['today', 'today-2d', 'today+118M', 'startOfYear-7y']) expectFirstInstant(timeZone, now, text)
  })

  test.each(['UTC', 'Europe/Berlin', 'America/New_York'])('does not read a year before 1 in %s', (timeZone) => {
    const clock = at('2024-05-02T12:00:00Z', timeZone)
    for (const read of [relativeTimestamp(clock).parse, relativeDate(clock).parse]) {
      for (const text of ['now-2024y', 'today-2024y', 'startOfYear-2024y', 'now-2024y+1h', 'now-2025y', 'now-4000y'])
        expect(read(text), text).toBeUndefined()
      expect(read('now-2024y+1h+1y'), 'year 1').toBeDefined()
    }
    expect((relativeTimestamp(clock).parse('now-2023y+1h') as Date).getUTCFullYear()).toBe(1)
    expect(relativeDate(clock).parse('now-2024y+1h+1y')).toBe('0001-05-02')
  })

  test('keeps the digits of a timestamp that is not relative', () => {
    const type = relativeTimestamp(at('2024-01-01T00:00:00Z'))
    expect(JSON.stringify(type.parse('1969-12-31T23:59:59.9999999Z'))).toBe('"1969-12-31T23:59:59.9999999Z"')
    const list = paginateConfig(orders)
      .withLimits(1, 1)
      .withTieBreaker('id')
      .field('at', orders.createdAt, type)
      .filterable('at', '$eq')
    const { where } = applyFilters(PaginateQuery.from('filter.at=$eq:1969-12-31T23:59:59.999999Z'), list.build())
    expect(dialect.sqlToQuery(where as never).params).toEqual(['1969-12-31 23:59:59.999999+00'])
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

describe.each([
  ['relativeTimestamp()', relativeTimestamp],
  ['relativeDate()', relativeDate],
] as const)('the options of %s', (call, make) => {
  test.each<[unknown, string]>([
    [{ timezone: 'UTC' }, `${call} has no option 'timezone'; did you mean 'timeZone'?`],
    [{ timeZone: 'UTC', nwo: () => new Date() }, `${call} has no option 'nwo'; did you mean 'now'?`],
    [{ timeZone: 'UTC', locale: 'de' }, `${call} has no option 'locale'; leave it out.`],
    [{ timeZone: 'UTC', now: 5 }, 'The option now must be a function; pass one.'],
    [{ timeZone: 'UTC', now: null }, 'The option now must be a function; pass one.'],
    ...[undefined, null, 'Europe/Berlin', {}, { timeZone: undefined }, { timeZone: 60 }].map(
      (options): [unknown, string] => [
        options,
        `${call} needs a record with a time zone, such as { timeZone: 'Europe/Berlin' }; pass one.`,
      ],
    ),
  ])('refuses %j', (options, sentence) => {
    expect(() => make(options as never)).toThrow(new PaginateConfigError(sentence))
  })

  test('takes one that is undefined for none', () => {
    expect(() => make({ timeZone: 'UTC', now: undefined, nwo: undefined } as never)).not.toThrow()
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

  test('a default filter is relative to each request, and not to build()', () => {
    let now = new Date('2024-05-31T22:30:00Z')
    const list = begin()
      .field('createdAt', orders.createdAt, relativeTimestamp({ timeZone: 'Europe/Berlin', now: () => now }))
      .filterable('createdAt', '$gte')
      .defaultFilter('createdAt', { $gte: 'now-7d' })
      .build()
    expect(whereOf(list, '')).toEqual(['2024-05-24 22:30:00.000000+00'])
    now = new Date('2024-07-31T22:30:00Z')
    expect(whereOf(list, '')).toEqual(['2024-07-24 22:30:00.000000+00'])
    now = new Date(Number.NaN)
    expect(() => whereOf(list, '')).toThrow(PaginateConfigError)
  })

  test('values of facets and of own filters are dates, as those of the column are', async () => {
    const notes = sqliteTable('notes', {
      id: sqliteInteger().primaryKey(),
      at: sqliteInteger({ mode: 'timestamp_ms' }).notNull(),
    })
    const client = new Database(':memory:')
    client.exec(
      'create table notes (id integer primary key, at integer); insert into notes values (1, 86400000), (2, 172800001)',
    )
    const db = drizzle({ client })
    const list = paginateConfig(notes)
      .withLimits(10, 100)
      .withTieBreaker('id')
      .field('at', notes.at, relativeTimestamp(clock))
      .filterable('at', '$gte', '$eq')
      .filterWith('since', relativeTimestamp(clock), ({ value }) => gte(notes.at, value))
      .build()
    const { at: range } = await facetCounts(db, {}, list, { at: 'range' })
    expect(range).toStrictEqual({ min: new Date(86400000), max: new Date(172800001), count: 2 })
    expect(
      facetArray(
        [{ id: 1, at: new Date(86400000) }],
        {},
        list,
        { at: true },
        { own: { filters: { since: () => true } } },
      ),
    ).toStrictEqual({
      at: [{ value: new Date(86400000), count: 1, filter: `$eq:${new Date(86400000).toISOString()}` }],
    })
    const { max } = range as { max: Date }
    expect(encodeFilterValue(list, 'at', max)).toBe('1970-01-03T00:00:00.001Z')
    expectTypeOf<InferFilterValue<typeof list, 'at'>>().toEqualTypeOf<Date>()
    for (const filters of [{ at: `$eq:${max.toJSON()}` }, { since: '$eq:1970-01-02T00:00:00.001Z' }]) {
      expect((await paginate(db, { filters }, list)).items.map(({ id }) => id)).toEqual([2])
    }
    client.close()
  })

  test('what is not read is a 400 that says what is', () => {
    const list = begin()
      .field('createdAt', orders.createdAt, relativeTimestamp(clock))
      .filterable('createdAt', '$gte')
      .build()
    expect(() => whereOf(list, 'filter.createdAt=$gte:yesterday')).toThrow(/relative to now, such as now-7d/)
  })

  test.each<[string, () => unknown, unknown]>([
    [
      'throws',
      () => {
        throw new RangeError('no clock')
      },
      new RangeError('no clock'),
    ],
    ['returns an invalid date', () => new Date(Number.NaN), undefined],
    ['returns a number', () => Date.now(), expect.any(TypeError)],
    ['returns a promise', async () => new Date(), expect.any(TypeError)],
  ])('a clock that %s is a mistake of the app', (_title, now, cause) => {
    const broken = { timeZone: 'UTC', now } as never
    const list = begin()
      .field('createdAt', orders.createdAt, relativeTimestamp(broken))
      .field('due', orders.due, relativeDate(broken))
      .filterable('createdAt', '$gte')
      .filterable('due', '$gte')
      .build()
    for (const name of ['createdAt', 'due']) {
      const error = (() => {
        try {
          return whereOf(list, `filter.${name}=$gte:now-7d`)
        } catch (thrown) {
          return thrown
        }
      })()
      expect(error).toBeInstanceOf(PaginateConfigError)
      expect(error).toMatchObject({ message: 'The option now must return a valid Date; correct the function.' })
      expect((error as Error).cause).toEqual(cause)
      expect(whereOf(list, `filter.${name}=$gte:2024-05-31`)).toHaveLength(1)
    }
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
