// What clients may write for each Temporal value type, and what is refused.
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  duration,
  instant,
  plainDate,
  plainDateTime,
  plainTime,
  plainYearMonth,
  temporalTypes,
  zonedDateTime,
} from 'drizzle-paginate/temporal'
import { paginateConfig, type ValueType } from 'drizzle-paginate'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { pgInstant } from 'drizzle-paginate/temporal'
import { paginateArray } from 'drizzle-paginate/memory'

type AnyType = Pick<ValueType, 'parse' | 'name'>

const read = (type: AnyType, text: string): string | null => {
  try {
    const value = type.parse(text)
    return value === undefined || value === null ? null : String(value)
  } catch {
    return null
  }
}

const accepted: readonly (readonly [AnyType, text: string, value: string])[] = [
  [instant, '2024-05-31T10:00Z', '2024-05-31T10:00:00Z'],
  [instant, '2024-05-31T10:00:00Z', '2024-05-31T10:00:00Z'],
  [instant, '2024-05-31T10:00:00.123456789Z', '2024-05-31T10:00:00.123456789Z'],
  [instant, '2024-05-31T10:00:00.5+02:00', '2024-05-31T08:00:00.5Z'],
  [instant, '2024-05-31T10:00:00-14:00', '2024-06-01T00:00:00Z'],
  [instant, '2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
  [instant, '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  [instant, '9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999999Z'],
  [zonedDateTime, '2024-05-31T10:00:00+02:00', '2024-05-31T10:00:00+02:00[+02:00]'],
  [zonedDateTime, '2024-05-31T10:00:00Z', '2024-05-31T10:00:00+00:00[UTC]'],
  [zonedDateTime, '2024-05-31T10:00:00+02:00[Europe/Paris]', '2024-05-31T10:00:00+02:00[Europe/Paris]'],
  [zonedDateTime, '2024-05-31T10:00:00Z[Europe/Paris]', '2024-05-31T12:00:00+02:00[Europe/Paris]'],
  [plainDateTime, '2024-05-31', '2024-05-31T00:00:00'],
  [plainDateTime, '2024-05-31T10:00', '2024-05-31T10:00:00'],
  [plainDateTime, '2024-05-31T10:00:00.000000001', '2024-05-31T10:00:00.000000001'],
  [plainDate, '2024-02-29', '2024-02-29'],
  [plainDate, '0001-01-01', '0001-01-01'],
  [plainDate, '9999-12-31', '9999-12-31'],
  [plainTime, '00:00', '00:00:00'],
  [plainTime, '23:59:59', '23:59:59'],
  [plainTime, '23:59:59.999999999', '23:59:59.999999999'],
  [plainYearMonth, '2024-05', '2024-05'],
  [plainYearMonth, '0001-12', '0001-12'],
  [duration, 'PT2H30M', 'PT2H30M'],
  [duration, 'P5D', 'P5D'],
  [duration, 'P1W', 'P1W'],
  [duration, 'P1W2DT3H4M5.000000006S', 'P1W2DT3H4M5.000000006S'],
  [duration, '-PT1H', '-PT1H'],
  [duration, '+PT1H', 'PT1H'],
  [duration, 'PT90M', 'PT90M'],
  [duration, 'P10675199D', 'P10675199D'],
]

const refused: readonly (readonly [AnyType, text: string])[] = [
  [instant, '2024-05-31'],
  [instant, '2024-05-31T10:00:00'],
  [instant, '10:00:00Z'],
  [instant, '2024-05-31 10:00:00Z'],
  [instant, '2024-05-31t10:00:00z'],
  [instant, '2024-05-31T10:00:00+14:01'],
  [instant, '2024-05-31T10:00:00+02'],
  [instant, '2024-05-31T24:00:00Z'],
  [instant, '2024-05-31T23:59:60Z'],
  [instant, '2023-02-29T00:00:00Z'],
  [instant, '2024-05-31T10:00:00.1234567890Z'],
  [instant, '2024-05-31T10:00:00,5Z'],
  [instant, '20240531T100000Z'],
  [instant, '0000-01-01T00:00:00Z'],
  [instant, '+012024-01-01T00:00:00Z'],
  [instant, '0001-01-01T00:00:00+01:00'],
  [instant, '9999-12-31T23:59:59-00:01'],
  [instant, '2024-05-31T10:00:00Z[UTC]'],
  [instant, ' 2024-05-31T10:00:00Z'],
  [instant, '1717149600000'],
  [zonedDateTime, '2024-05-31T10:00:00'],
  [zonedDateTime, '2024-05-31T10:00:00[Europe/Paris]'],
  [zonedDateTime, '2024-05-31T10:00:00+03:00[Europe/Paris]'],
  [zonedDateTime, '2024-05-31T10:00:00+02:00[Europe/Atlantis]'],
  [zonedDateTime, '2024-05-31T10:00:00+02:00[u-ca=hebrew]'],
  [zonedDateTime, '2024-05-31'],
  [plainDateTime, '2024-05-31T10:00:00Z'],
  [plainDateTime, '2024-05-31T10:00:00+02:00'],
  [plainDateTime, '2024-05-31T10'],
  [plainDateTime, '10:00'],
  [plainDateTime, '2024-13-01'],
  [plainDate, '2024-02-30'],
  [plainDate, '2024-05-31T10:00'],
  [plainDate, '2024-5-31'],
  [plainDate, '0000-12-31'],
  [plainDate, '2024-05'],
  [plainDate, '2024-05-31[u-ca=hebrew]'],
  [plainTime, '24:00'],
  [plainTime, '10'],
  [plainTime, '10:60'],
  [plainTime, '2024-05-31T10:00'],
  [plainTime, '10:00Z'],
  [plainTime, 'T10:00'],
  [plainYearMonth, '2024-13'],
  [plainYearMonth, '2024-00'],
  [plainYearMonth, '2024-05-31'],
  [plainYearMonth, '202405'],
  [plainYearMonth, '0000-01'],
  [duration, 'P1Y'],
  [duration, 'P1M'],
  [duration, 'P'],
  [duration, 'PT'],
  [duration, 'P1DT'],
  [duration, '5'],
  [duration, '2:30'],
  [duration, 'PT1.5H'],
  [duration, 'P-1D'],
  [duration, 'P10675200D'],
  [duration, 'PT1H2H'],
  [duration, 'PT1,5S'],
  [duration, '1 day'],
]

describe('a client writes a Temporal value', () => {
  test.each(accepted.map(([type, text, value]) => [type.name, text, value, type] as const))(
    '%s %s is %s',
    (_name, text, value, type) => {
      expect(read(type, text)).toBe(value)
    },
  )

  test.each(refused.map(([type, text]) => [type.name, text, type] as const))(
    '%s %s is refused',
    (_name, text, type) => {
      expect(read(type, text)).toBeNull()
    },
  )

  test('each type is refused nothing that it writes itself', () => {
    const zone = Temporal.ZonedDateTime.from('2024-05-31T10:00:00[Europe/Paris]')
    expect([
      read(instant, zone.toInstant().toString()),
      read(zonedDateTime, zone.toString()),
      read(plainDateTime, zone.toPlainDateTime().toString()),
      read(plainDate, zone.toPlainDate().toString()),
      read(plainTime, zone.toPlainTime().toString()),
      read(plainYearMonth, zone.toPlainDate().toPlainYearMonth().toString()),
      read(duration, Temporal.Duration.from({ days: 1, hours: 2 }).toString()),
    ]).not.toContain(null)
  })
})

describe('a field of a Temporal column', () => {
  const events = pgTable('events', { id: integer().primaryKey(), startsAt: pgInstant().notNull() })

  test('has the type where the types are registered, under its own name', () => {
    const config = paginateConfig(events, { valueTypes: temporalTypes })
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('startsAt', '$gte')
      .build()
    expect(config.describe().filterableFields).toMatchObject([
      { name: 'startsAt', type: 'instant', operators: ['$gte'] },
    ])
  })

  test('is refused by build() where nothing tells its type', () => {
    const config = paginateConfig(events).withLimits(10, 10).withTieBreaker('id').filterable('startsAt', '$eq')
    expect(() => config.build()).toThrow(/startsAt/)
  })

  test.each([
    [
      '2024-05-31',
      `Filter 'startsAt' has an invalid value '2024-05-31': expected an ISO 8601 instant with 'Z' or an offset, such as 2024-05-31T23:59:59.5Z.`,
    ],
    ['', `Filter 'startsAt' requires a value for '$eq'; use '$null' to match missing values.`],
  ])('refuses %j with its words', (text, message) => {
    const config = paginateConfig(events, { valueTypes: temporalTypes })
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('startsAt', '$eq')
      .build()
    const run = () => paginateArray([], { filters: { startsAt: [`$eq:${text}`] } }, config)
    expect(run).toThrow(expect.objectContaining({ status: 400, message }))
  })
})
