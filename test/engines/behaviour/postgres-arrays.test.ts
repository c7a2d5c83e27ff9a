// PostgreSQL: arrays of every element type, and values at the edge of what the server can read.
import type { PGlite } from '@electric-sql/pglite'
import {
  bigint,
  bit,
  boolean,
  char,
  cidr,
  customType,
  date,
  doublePrecision,
  inet,
  integer,
  interval,
  macaddr,
  numeric,
  pgEnum,
  pgTable,
  real,
  smallint,
  text,
  time,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { itemSchema } from '../../../src/entries/openapi/index.js'
import { type AnyPaginateConfig, facetCounts, paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import { refusalOf } from '../../support/article-list.js'
import { pgliteClient } from '../../support/databases/pglite.js'

const tone = pgEnum('tone', ['low', 'High', 'a,b'])
const arrays = pgTable('arrays', {
  id: integer('id').primaryKey(),
  smallint: smallint('smallint').array(),
  integer: integer('integer').array(),
  bigint: bigint('bigint', { mode: 'bigint' }).array(),
  numeric: numeric('numeric', { precision: 12, scale: 2 }).array(),
  real: real('real').array(),
  double: doublePrecision('double').array(),
  boolean: boolean('boolean').array(),
  text: text('text').array(),
  varchar: varchar('varchar', { length: 5 }).array(),
  char: char('char', { length: 1 }).array(),
  uuid: uuid('uuid').array(),
  timestamp: timestamp('timestamp').array(),
  timestamptz: timestamp('timestamptz', { withTimezone: true, precision: 3, mode: 'string' }).array(),
  date: date('date').array(),
  time: time('time').array(),
  interval: interval('interval').array(),
  tone: tone('tone').array(),
  inet: inet('inet').array(),
  cidr: cidr('cidr').array(),
  macaddr: macaddr('macaddr').array(),
  oneCidr: cidr('one_cidr'),
  oneMacaddr: macaddr('one_macaddr'),
  oneInet: inet('one_inet'),
  oneNumeric: numeric('one_numeric'),
  oneReal: real('one_real'),
  oneDouble: doublePrecision('one_double'),
  oneInterval: interval('one_interval'),
})
const TYPES = {
  smallint: 'smallint[]',
  integer: 'integer[]',
  bigint: 'bigint[]',
  numeric: 'numeric(12,2)[]',
  real: 'real[]',
  double: 'double precision[]',
  boolean: 'boolean[]',
  text: 'text[]',
  varchar: 'varchar(5)[]',
  char: 'char(1)[]',
  uuid: 'uuid[]',
  timestamp: 'timestamp[]',
  timestamptz: 'timestamptz(3)[]',
  date: 'date[]',
  time: 'time[]',
  interval: 'interval[]',
  tone: 'tone[]',
  inet: 'inet[]',
  cidr: 'cidr[]',
  macaddr: 'macaddr[]',
  one_cidr: 'cidr',
  one_macaddr: 'macaddr',
  one_inet: 'inet',
  one_numeric: 'numeric',
  one_real: 'real',
  one_double: 'double precision',
  one_interval: 'interval',
}

interface Loose {
  withLimits(a: number, b: number): Loose
  withTieBreaker(name: string): Loose
  filterable(name: string, ...operators: string[]): Loose
  build(): AnyPaginateConfig
}

describe('PostgreSQL arrays', () => {
  let client: PGlite
  beforeAll(async () => {
    client = await pgliteClient()
    await client.exec(`create type tone as enum ('low', 'High', 'a,b'); create table arrays (id integer primary key, ${Object.entries(
      TYPES,
    )
      .map(([name, type]) => `"${name}" ${type}`)
      .join(', ')});
      insert into arrays values (1, '{1,2}', '{1,2}', '{9007199254740993,2}', '{1.50,2}', '{1.1,2}', '{1.1,2}', '{true}', '{a,"b c"}', '{a,b}', '{a,b}', '{0f8fad5b-d9cb-469f-a165-70867728950e}', '{2024-02-29 12:00:00.123456}', '{2024-02-29 12:00:00.123+00}', '{2024-02-29}', '{12:00}', '{"2 hours"}', '{low,High}', '{192.168.0.1}', '{192.168.0.0/24}', '{08:00:2b:01:02:03}', '192.168.0.0/24', '08:00:2b:01:02:03', '192.168.0.1', 1.5, 1.1, 1.1, '2 hours');
      insert into arrays (id) values (2)`)
  })
  afterAll(() => client.exec('drop table arrays; drop type tone'))
  const ask = async (field: string, operator: string, value: string): Promise<number[]> => {
    const list = (paginateConfig(arrays) as unknown as Loose)
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable(field, operator)
      .build()
    return (
      await paginate(
        drizzle({ client }),
        PaginateQuery.from(new URLSearchParams([[`filter.${field}`, `${operator}:${value}`]])),
        list,
      )
    ).items.map((item) => (item as { id: number }).id)
  }

  test.each<[field: string, held: string, missing: string, wrong: string]>([
    ['smallint', '2,1', '1,3', '32768'],
    ['integer', '2,1', '1,3', '2147483648'],
    ['bigint', '9007199254740993', '9007199254740992', '9223372036854775808'],
    ['numeric', '1.5,2.00', '1.505', 'x'],
    ['real', '1.1', '1.2', '4'.repeat(40)],
    ['double', '1.1', '1.2', '9'.repeat(400)],
    ['boolean', 'TRUE', 'false', '1'],
    ['text', 'a,b c', 'A', ''],
    ['varchar', 'a,b', 'abcdefgh', ''],
    ['char', 'a', 'c', 'ab'],
    ['uuid', '0F8FAD5BD9CB469FA16570867728950E', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'x'],
    ['timestamp', '2024-02-29T12:00:00.123456', '2024-02-29T12:00:00.1234561', '2024-02-30'],
    ['timestamptz', '2024-02-29T14:00:00.123+02:00', '2024-02-29T12:00:00.1230001Z', 'x'],
    ['date', '2024-02-29', '2024-03-01', '2024-02-30'],
    ['time', '12:00', '12:00:00.0000001', '24:00'],
    ['interval', 'PT2H', '2:00:00.0000001', '5'],
    ['tone', 'LOW,high', 'low,high,low', 'medium'],
  ])('of %s', async (field, held, missing, wrong) => {
    expect(await ask(field, '$contains', held)).toEqual([1])
    expect(await ask(field, '$contains', missing)).toEqual(field === 'tone' ? [1] : [])
    if (wrong !== '')
      expect(await refusalOf(() => ask(field, '$contains', wrong))).toMatchObject({ code: 'filter.value_invalid' })
  })

  test.each<[field: string, held: string]>([
    ['inet', '192.168.0.1'],
    ['cidr', '192.168.0.0/24'],
    ['macaddr', '08:00:2b:01:02:03'],
    ['text', 'a'],
    ['varchar', 'a'],
  ])('of %s, asked for what is none', async (field, held) => {
    expect(await ask(field, '$contains', held)).toEqual([1])
    for (const value of ['nonsense', 'null', ' ', '{', '}', '"', '\\', "'", '1,2', 'é'])
      expect(await ask(field, '$contains', value), value).toEqual([])
  })

  test.each<[field: string, held: string]>([
    ['oneInet', '192.168.0.1'],
    ['oneCidr', '192.168.0.0/24'],
    ['oneMacaddr', '08:00:2b:01:02:03'],
  ])('a single %s', async (field, held) => {
    expect(await ask(field, '$eq', held)).toEqual([1])
    expect(await ask(field, '$in', `x,${held}`)).toEqual([1])
    for (const operator of ['$eq', '$in', '$gt', '$ilike', '$sw'])
      for (const value of ['nonsense', "'", '\\', '%']) await ask(field, operator, value)
  })

  test.each<[field: string, operator: string, value: string, ids: number[]]>([
    ['oneNumeric', '$lt', '9'.repeat(131_072), [1]],
    ['oneNumeric', '$gt', `0.${'0'.repeat(16_382)}1`, [1]],
    ['oneNumeric', '$lt', `-${'9'.repeat(131_072)}.${'9'.repeat(16_383)}`, []],
    ['oneReal', '$gt', `0.${'0'.repeat(45)}1`, [1]],
    ['oneReal', '$gt', `0.${'0'.repeat(44)}2`, [1]],
    ['oneDouble', '$gt', `0.${'0'.repeat(323)}5`, [1]],
    ['oneDouble', '$gt', `0.${'0'.repeat(400)}5`, [1]],
    ['oneDouble', '$lt', '1'.padEnd(309, '7'), [1]],
    ['oneReal', '$lt', '340282346638528859811704183484516925440', [1]],
    ['oneReal', '$lt', '-340282346638528859811704183484516925440', []],
    ['oneInterval', '$lt', 'P10675199D', [1]],
    ['oneInterval', '$gt', '-P10675199D', [1]],
    ['oneInterval', '$eq', 'PT7200S', [1]],
  ])('%s %s at the edge', async (field, operator, value, ids) => {
    expect(await ask(field, operator, value)).toEqual(ids)
  })
})

describe('arrays that are declared in other ways', () => {
  const isV1 = inject('drizzle').includes('1')
  const custom = (sqlType: string) =>
    customType<{ data: unknown[]; driverData: unknown }>({
      dataType: () => sqlType,
      toDriver: (held) => `{${held.join()}}`,
      fromDriver: (held) => held as unknown[],
    })()
  const declared = pgTable('declared', {
    id: integer().primaryKey(),
    texts: custom('text[]'),
    integers: custom('integer[]'),
    bits: bit({ dimensions: 3 }).array(),
  })
  let client: PGlite
  let db: ReturnType<typeof drizzle>
  beforeAll(async () => {
    client = await pgliteClient()
    db = drizzle({ client }) as unknown as typeof db
    await client.exec(`create table declared (id integer primary key, texts text[], integers integer[], bits bit(3)[]);
      insert into declared values (1, '{a,b}', '{1,2}', '{101}'), (2, '{b}', '{2}', '{011,111}'), (3, null, null, null)`)
  })
  afterAll(() => client.exec('drop table declared'))
  const list = paginateConfig(declared)
    .field('texts', declared.texts, 'collection')
    .field('integers', declared.integers, 'collection')
    .withLimits(1, 10)
    .withTieBreaker('id')
    .sortable('bits')
    .filterable('texts', '$contains')
    .filterable('integers', '$contains')
    .withFacets({ texts: true, integers: true })
    .withCursors()
    .build()

  test.each<[criterion: string, ids: number[]]>([
    ['filter.texts=$contains:b', [1, 2]],
    ['filter.texts=$contains:a,b', [1]],
    ['filter.texts=$not:$contains:a', [2, 3]],
    ['filter.integers=$contains:1', [1]],
  ])('are filtered as a collection by their SQL type: %s', async (criterion, ids) => {
    const { items } = await paginate(db, `/?limit=10&${criterion}`, list)
    expect(items.map(({ id }) => id)).toEqual(ids)
  })

  test('have facets of their elements', async () => {
    const { integers, texts } = await facetCounts(db, {}, list)
    expect(texts).toEqual([
      { value: 'b', count: 2, filter: '$contains:b' },
      { value: 'a', count: 1, filter: '$contains:a' },
    ])
    expect(integers.map(({ value, count }) => [value, count])).toEqual([
      [2, 2],
      [1, 1],
    ])
  })

  test('are paged by cursor in the order of bits', async () => {
    const ids: number[] = []
    let after: string | null = null
    do {
      const { items, meta }: { items: { id: number }[]; meta: { nextCursor: string | null } } = await paginate(
        db,
        { sortBy: ['bits:ASC'], ...(after === null ? {} : { after }) },
        list,
      )
      ids.push(...items.map(({ id }) => id))
      after = meta.nextCursor
    } while (after !== null)
    expect(ids).toEqual([2, 1, 3])
  })

  test.runIf(isV1)('are documented as arrays', () => {
    expect(itemSchema(list)).toMatchObject({ properties: { bits: { type: ['array', 'null'], items: {} } } })
  })
})
