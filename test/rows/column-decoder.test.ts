// Our decoders against those of Drizzle, on the line whose rows go through them.
import { type Column, entityKind } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnDecoder, rowMapper } from '../../src/rows/row-mapper.js'

const columnsOf = (table: object): Column[] =>
  Object.values(Object.getOwnPropertyDescriptors(table)).flatMap(({ value }) => (isColumn(value) ? [value] : []))
const isColumn = (value: unknown): value is Column => typeof (value as Column | null)?.mapFromDriverValue === 'function'

const number = { mode: 'number' } as const
const postgres = pg.pgTable('every', {
  integer: pg.integer(),
  small: pg.smallint(),
  big: pg.bigint(number),
  big64: pg.bigint({ mode: 'bigint' }),
  real: pg.real(),
  double: pg.doublePrecision(),
  numeric: pg.numeric(),
  numericNumber: pg.numeric(number),
  serial: pg.serial(),
  bigserial: pg.bigserial(number),
  date: pg.date(),
  dateText: pg.date({ mode: 'string' }),
  at: pg.timestamp(),
  atText: pg.timestamp({ mode: 'string' }),
  text: pg.text(),
  varchar: pg.varchar(),
  char: pg.char(),
  boolean: pg.boolean(),
  uuid: pg.uuid(),
  time: pg.time(),
  interval: pg.interval(),
})
const mysql = my.mysqlTable('every', {
  integer: my.int(),
  tiny: my.tinyint(),
  small: my.smallint(),
  medium: my.mediumint(),
  big: my.bigint(number),
  serial: my.serial(),
  decimal: my.decimal(),
  decimalNumber: my.decimal(number),
  double: my.double(),
  float: my.float(),
  real: my.real(),
  year: my.year(),
  text: my.text(),
})
const sqlite = lite.sqliteTable('every', {
  integer: lite.integer(),
  real: lite.real(),
  numeric: lite.numeric(),
  numericNumber: lite.numeric(number),
  text: lite.text(),
})

describe('columnDecoder', () => {
  const passing = [postgres, mysql, sqlite].flatMap(columnsOf).flatMap((column) => {
    const passed = columnDecoder(column)?.passed ?? null
    return passed === null ? [] : [[column.columnType, passed, column] as const]
  })

  test.each(passing)('%s decodes every %s to itself', (_type, passed, column) => {
    const values = passed === 'number' ? fc.double() : fc.string()
    fc.assert(fc.property(values, (value) => void expect(column.mapFromDriverValue(value)).toBe(value)))
  })

  test('passes what most columns of a table are sent', () => {
    expect(passing.map(([type]) => type)).toEqual(
      expect.arrayContaining(['PgInteger', 'PgNumeric', 'PgBigInt53', 'MySqlInt', 'MySqlDecimal', 'SQLiteNumeric']),
    )
  })

  test('leaves a subclass to itself', () => {
    const Integer = pg.PgInteger as unknown as new (
      table: object,
      config: unknown,
    ) => { mapFromDriverValue(value: unknown): unknown }
    class Cents extends Integer {
      static readonly [entityKind]: string = 'Cents'
      override mapFromDriverValue(value: unknown): number {
        return Number(value) / 100
      }
    }
    class Unnamed extends Integer {
      override mapFromDriverValue(value: unknown): number {
        return Number(value) / 100
      }
    }
    const { config } = postgres.integer as unknown as { config: unknown }
    for (const Class of [Cents, Unnamed])
      expect(rowMapper({ price: new Class(postgres, config) as Column })([[250]])).toEqual([{ price: 2.5 }])
  })
})

describe('timestamps', () => {
  const plain = pg.pgTable('t', { at: pg.timestamp() }).at
  const zoned = pg.pgTable('t', { at: pg.timestamp({ withTimezone: true }) }).at
  const read = (column: Column, text: unknown): unknown => columnDecoder(column)?.decode(text)

  const digits = (min: number, max: number, width: number) =>
    fc.integer({ min, max }).map((value) => String(value).padStart(width, '0'))
  const fraction = fc.oneof(
    fc.constant(''),
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 6 }).map((text) => `.${text}`),
  )
  /** As PostgreSQL writes them, and a step beyond: thirteenth months, sixtieth seconds, years of five digits. */
  const text = fc
    .tuple(
      fc.oneof(digits(1900, 2100, 4), digits(0, 12_000, 4)),
      digits(0, 13, 2),
      digits(0, 32, 2),
      digits(0, 24, 2),
      digits(0, 60, 2),
      digits(0, 60, 2),
      fraction,
    )
    .map(
      ([year, month, day, hour, minute, second, part]) => `${year}-${month}-${day} ${hour}:${minute}:${second}${part}`,
    )
  const tail = fc.oneof(
    fc.constantFrom(
      '',
      '+00',
      '+05:30',
      '-03:30',
      '-12',
      '+14',
      '+15:59',
      '-00',
      '+16',
      '+05:60',
      '+05:53:28',
      ' BC',
      '+00 BC',
      '+0',
      '+',
      ':00',
      ' ',
    ),
    fc.string({ maxLength: 3 }),
  )

  test('are the instants that Drizzle reads, whatever the text', () => {
    fc.assert(
      fc.property(text, tail, (start, end) => {
        for (const sent of [start, start + end]) {
          expect(read(plain, sent), sent).toEqual(plain.mapFromDriverValue(sent))
          expect(read(zoned, sent), sent).toEqual(zoned.mapFromDriverValue(sent))
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('are the instants that were written, every day of four centuries', () => {
    for (let day = Date.UTC(1800, 0, 1, 23, 59, 59, 999); day < Date.UTC(2200, 0, 1); day += 86_400_000) {
      const sent = new Date(day).toISOString().replace('T', ' ').slice(0, -1)
      if ((read(plain, sent) as Date).getTime() !== day) expect.fail(sent)
    }
  })

  test.each([
    '0044-03-15 00:00:00 BC',
    '0144-03-15 00:00:00.123 BC',
    'infinity',
    '-infinity',
    '12345-01-01 00:00:00',
    '0099-12-31 00:00:00',
    '',
    '2024-01-01 10:00:00.',
    '2024-01-01T10:00:00',
    '2024-1-01 10:00:000',
    '2024-01-01 10:00:0x',
    '2024-01-01 10:00:00+00',
  ])('%s is left to Drizzle', (sent) => {
    expect(read(plain, sent)).toEqual(plain.mapFromDriverValue(sent))
    expect(read(zoned, sent)).toEqual(zoned.mapFromDriverValue(sent))
  })

  test('that a driver made dates of are handed on', () => {
    const date = new Date(5)
    expect(read(plain, date)).toBe(date)
  })
})
