// What a cursor holds orders exactly as the statement does: types of PostgreSQL whose text says less, or depends on the
// session.
import { sql } from 'drizzle-orm'
import {
  bigint,
  char,
  customType,
  date,
  index,
  integer,
  interval,
  jsonb,
  pgEnum,
  pgSchema,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, PaginateConfigError, paginateConfig, streamRows } from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { everyWay, walkList } from './walk-list.js'

const status = pgEnum('OrderStatus', ['open', 'paid', 'sent'])
const order = pgEnum('order', ['z', 'a'])
const shop = pgSchema('walk_shop')
const size = shop.enum('Size"', ['small', 'large'])
/** Arrays as custom types: the lines of Drizzle declare theirs in different ways. */
const arrayOf = (type: string) => customType<{ data: unknown }>({ dataType: () => type })()

const walks = pgTable('walks', {
  id: integer().primaryKey(),
  status: status(),
  order: order(),
  size: size(),
  statuses: status().array(),
  short: char({ length: 5 }),
  wide: bigint({ mode: 'bigint' }),
  doc: jsonb(),
  ratios: arrayOf('double precision[]'),
  moments: timestamp({ withTimezone: true }).array(),
  days: date().array(),
  spans: interval().array(),
  blobs: customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })().array(),
  grid: arrayOf('integer[][]'),
  shifted: arrayOf('integer[]'),
  shiftedRatios: arrayOf('double precision[]'),
  ratioRows: arrayOf('double precision[]'),
  momentRows: arrayOf('timestamp with time zone[]'),
  dayRows: arrayOf('date[]'),
  spanRows: arrayOf('interval[]'),
  blobRows: arrayOf('bytea[]'),
  day: date(),
  moment: timestamp(),
  span: interval(),
  pair: customType<{ data: string }>({ dataType: () => 'walk_shop.pair' })(),
  name: text().notNull(),
  number: text(),
})

const DROP =
  'drop table if exists walks; drop schema if exists walk_shop cascade; drop type if exists "OrderStatus", "order"'
const CREATE = `
  ${DROP}; create schema walk_shop; create type "OrderStatus" as enum ('open', 'paid', 'sent'); create type "order" as enum ('z', 'a');
  create type walk_shop.pair as (a integer, b text);
  create type walk_shop."Size""" as enum ('small', 'large');
  create table walks (id integer primary key, status "OrderStatus", "order" "order", size walk_shop."Size""", statuses "OrderStatus"[], short char(5),
    wide bigint, doc jsonb, ratios double precision[], moments timestamptz[], days date[], spans interval[], blobs bytea[], grid integer[][], shifted integer[], "shiftedRatios" double precision[],
    "ratioRows" double precision[], "momentRows" timestamptz[], "dayRows" date[], "spanRows" interval[], "blobRows" bytea[],
    day date, moment timestamp, span interval, pair walk_shop.pair, name text, number integer);
  insert into walks select i,
    (array['open', 'paid', 'sent', null])[i % 4 + 1]::"OrderStatus", (array['z', 'a'])[i % 2 + 1]::"order",
    (array['small', 'large'])[i % 2 + 1]::walk_shop."Size""", array[(array['open', 'paid', 'sent'])[i % 3 + 1]::"OrderStatus", null],
    (array['a', 'b ', '', null, 'a b'])[i % 5 + 1], 9007199254740992 + i % 5, (array['{"a":null}', '{"a":1}', '{}'])[i % 3 + 1]::jsonb,
    array[0.1::float8 + 0.2::float8, (i % 3) / 3.0::float8, null],
    array['2024-02-29 12:00:00.123456+02'::timestamptz + i % 4 * interval '1 microsecond', 'infinity'],
    array['2024-02-29'::date + i % 4, '0044-03-15 BC'::date], array[i % 3 * interval '1 mon 2 days 03:04:05.678', 'infinity', null],
    array[decode('00ff', 'hex'), decode(lpad(to_hex(i % 3), 2, '0'), 'hex')], array[array[i % 3, 2], array[3, null]],
    (array['[0:1]={5,6}', '{5,6}', '[-3:-2][2:3]={{5,6},{7,8}}', '{{5,6},{7,8}}', '{}', '[0:0]={NULL}'])[i % 6 + 1]::integer[],
    (array['[0:1]={0.1,NULL}', '{0.1,NULL}', '[7:7]={0.30000000000000004}'])[i % 3 + 1]::double precision[],
    (array['{{0.1},{0.2}}', '{0.1,0.2}', '{{0.30000000000000004,NaN},{-0,NULL}}', '[0:0][1:1]={{0.1}}', '{}'])[i % 5 + 1]::double precision[],
    array[array['2024-02-29 12:00:00.123456+02'::timestamptz + i % 4 * interval '1 microsecond'], array['infinity'::timestamptz]],
    array[array['2024-02-29'::date + i % 4, '0044-03-15 BC'::date], array['infinity'::date, null]],
    array[array[i % 3 * interval '1 mon 2 days 03:04:05.678', null]], array[array[decode(lpad(to_hex(i % 3), 2, '0'), 'hex')], array[decode('00ff', 'hex')]],
    (array['5874897-12-31', '4714-11-24 BC', 'infinity', '-infinity', '2024-02-29'])[i % 5 + 1]::date,
    (array['294276-12-31 23:59:59.999999', '4714-11-24 00:00:00 BC', 'infinity', '2024-02-29'])[i % 4 + 1]::timestamp,
    (array['infinity', '1 mon -2 days', '-infinity', '00:00:01.5', null])[i % 5 + 1]::interval,
    -- Of the second, "is null" is true; of the third, neither "is null" nor "is not null".
    (array['(1,x)', '(,)', '(2,)', null])[i % 4 + 1]::walk_shop.pair,
    'n' || i % 4, i % 5
  from generate_series(1, 24) as i`

const list = paginateConfig(walks)
  .field('padded', sql`coalesce(${walks.short}, 'z')`)
  .field('sum', sql`${walks.wide} + 0`)
  .field('onlyStatus', sql`${walks.status}`)
  .field('ratio', sql<number>`(${walks.ratios})[2]`, 'float')
  .field('untypedRatio', sql`(${walks.ratios})[2]`)
  .field('ratioText', sql<string>`(${walks.ratios})[2]`, 'text')
  .field('member', sql`${walks.doc} -> 'a'`)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .sortable(
    'status',
    'order',
    'size',
    'statuses',
    'short',
    'padded',
    'sum',
    'onlyStatus',
    'ratio',
    'untypedRatio',
    'ratios',
    'moments',
  )
  .sortable(
    'days',
    'spans',
    'blobs',
    'grid',
    'shifted',
    'shiftedRatios',
    'ratioRows',
    'momentRows',
    'dayRows',
    'spanRows',
    'blobRows',
    'day',
    'moment',
    'span',
    'pair',
    'doc',
    'member',
    'name',
    'number',
    'ratioText',
  )
const lists = { numbered: list.build(), cursors: list.withCursors().build() }

const FIELDS = [
  'status',
  'order',
  'size',
  'statuses',
  'short',
  'padded',
  'sum',
  'onlyStatus',
  'ratio',
  'untypedRatio',
  'ratios',
  'moments',
  'days',
  'spans',
  'blobs',
  'grid',
  'shifted',
  'shiftedRatios',
  'ratioRows',
  'momentRows',
  'dayRows',
  'spanRows',
  'blobRows',
  'day',
  'moment',
  'span',
  'pair',
  'doc',
  'name',
]
/** What one session may set, and another one of the same pool not. */
const SETTINGS = `set datestyle to 'German, DMY'; set timezone to 'Asia/Kolkata'; set intervalstyle to 'sql_standard'; set bytea_output to 'escape'`
const RESET = 'reset datestyle; reset timezone; reset intervalstyle; reset bytea_output; reset extra_float_digits'

describe.each(dialects.filter(({ name }) => name === 'pglite'))('paging through all pages on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(CREATE)
  })
  afterAll(async () => {
    await database.execute(`${RESET}; ${DROP}`)
    await database.close()
  })

  // R13.1.6
  test.each(FIELDS)('in the order of %s', async (name) => {
    for (const setting of [SETTINGS, RESET]) {
      await database.execute(setting)
      for (const direction of ['ASC', 'DESC']) {
        const walked = await walkList(database.db, lists, `${name}:${direction}`, 3)
        expect(new Set(walked.numbered).size).toBe(24)
        expect(walked, `${direction} ${setting}`).toEqual(everyWay(walked.numbered))
      }
    }
  })
  test('in a session that prints fifteen digits of a double', async () => {
    await database.execute('set extra_float_digits to 0')
    for (const name of ['ratios', 'ratio']) {
      const walked = await walkList(database.db, lists, `${name}:ASC`, 3)
      expect(walked).toEqual(everyWay(walked.numbered))
    }
    const untyped = paginate(database.db, { limit: 3, sortBy: ['untypedRatio:ASC'] }, lists.cursors)
    await expect(untyped).rejects.toThrow(
      "'untypedRatio' of type 'double precision under extra_float_digits below 1' needs a value type",
    )
    const read = async (batchSize: number): Promise<number> => {
      let rows = 0
      for await (const _ of streamRows(database.db, { sortBy: ['ratioText:ASC'] }, lists.numbered, { batchSize }))
        rows += 1
      return rows
    }
    // The text that a value type declares is not the value: the last row of a batch comes again.
    for (const batchSize of [1, 3, 5]) {
      await expect(read(batchSize)).rejects.toThrow(
        "streamRows() does not advance in the order of 'ratioText', 'id': the database sorts and compares their values differently; give the field a value type.",
      )
    }
    expect(await read(24)).toBe(24)
    await database.execute(RESET)
  })

  // R13.1.19
  test('many ranges are one condition, where the schema shows no index on the order', async () => {
    const columns = () => ({
      id: integer().primaryKey(),
      wide: bigint({ mode: 'bigint' }),
      day: date(),
      moment: timestamp(),
      short: char({ length: 5 }),
    })
    const sortBy = ['wide:ASC', 'day:DESC', 'moment:ASC', 'short:DESC']
    const plain = pgTable('walks', columns())
    const indexed = pgTable('walks', columns(), (table) => [
      index('walks_order').on(table.wide, table.day.desc(), table.moment, table.short.desc(), table.id),
    ])
    const statementOf = async (table: typeof plain, order: readonly string[]): Promise<string> => {
      const config = paginateConfig(table)
        .withLimits(2, 100)
        .withTieBreaker('id')
        .sortable('wide', 'day', 'moment', 'short')
        .withCursors()
        .build()
      const { meta } = await paginate(database.db, { sortBy: order }, config)
      database.clear()
      await paginate(database.db, { sortBy: order, after: meta.nextCursor }, config)
      return database.statements()[0]?.sql ?? ''
    }
    expect(await statementOf(plain, sortBy)).not.toContain('union all')
    expect(await statementOf(indexed, sortBy)).toContain('union all')
    expect(await statementOf(indexed, [...sortBy].reverse())).not.toContain('union all')
    // A few ranges cost little more than one condition, and much less at depth: an index may be there that the schema
    // does not name.
    expect(await statementOf(plain, sortBy.slice(0, 2))).toContain('union all')
  })

  // R13.1.4: a list never refuses its own cursor. What it would refuse is an error of the server, on the first page.
  test('an expression of a type without a text names its field', async () => {
    const read = paginate(database.db, { limit: 3, sortBy: ['member:ASC'] }, lists.cursors)
    await expect(read).rejects.toThrow("The sort expression 'member' of type 'jsonb' needs a value type for cursors")
  })
  test('a null in a column that the schema calls not null names its field', async () => {
    await database.execute('update walks set name = null where id = 3')
    const error =
      "The sort key 'name' of a row is null, which the schema rules out; correct the schema, or give the field another value type."
    const first = paginate(database.db, { limit: 1, sortBy: ['name:DESC'] }, lists.cursors)
    await expect(first).rejects.toThrow(error)
    await expect(first).rejects.toBeInstanceOf(PaginateConfigError)
    const read = async (): Promise<void> => {
      for await (const _ of streamRows(database.db, { sortBy: ['name:DESC'] }, lists.numbered, { batchSize: 1 }));
    }
    await expect(read()).rejects.toThrow(error)
    await database.execute("update walks set name = 'n3' where id = 3")
  })
})
