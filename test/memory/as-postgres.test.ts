// Values that PostgreSQL has and JavaScript has not, in memory: the rows that Drizzle reads, asked as the database is.
import {
  alias,
  char,
  customType,
  date,
  integer,
  interval,
  pgEnum,
  pgTable,
  real,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import {
  defineValueType,
  encodeFilterValue,
  facetCounts,
  paginate,
  paginateConfig,
  relativeDate,
  relativeTimestamp,
  rowsOf,
} from '../../src/index.js'
import { facetArray, paginateArray } from '../../src/entries/memory/index.js'
import { startPglite } from '../support/start-pglite.js'

interface Query {
  readonly filters?: Record<string, string>
  readonly sortBy?: string[]
}
type Client = Awaited<ReturnType<typeof startPglite>>

let client: Client
let db: PgliteDatabase
beforeAll(async () => {
  client = await startPglite()
  db = drizzle({ client }) as unknown as PgliteDatabase
})
afterAll(() => client.close())

const idsOf = ({ items }: { readonly items: readonly unknown[] }) => (items as { id: number }[]).map(({ id }) => id)

/** The ids of a page, which the database and memory must agree on. */
async function bothOf(rows: readonly unknown[], query: Query, list: unknown, own?: object): Promise<number[]> {
  const found = idsOf(await paginate(db, query as never, list as never))
  expect(idsOf(paginateArray(rows, query as never, list as never, { own } as never))).toEqual(found)
  return found
}

// R9.1.1, R15.1.8
describe('dates and instants beyond the years of a client', () => {
  const moments = pgTable('moments', {
    id: integer().primaryKey(),
    day: date(),
    far: date({ mode: 'date' }),
    at: timestamp({ mode: 'string' }),
    zoned: timestamp({ mode: 'string', withTimezone: true }),
  })
  const list = paginateConfig(moments)
    .withLimits(9, 9)
    .withTieBreaker('id')
    .sortable('day', 'far', 'at', 'zoned', { nulls: 'largest' })
    .filterable('day', '$eq', '$lt', '$gt', '$lte', '$btw')
    .filterable('far', '$gt')
    .filterable('at', '$null', '$lt', '$eq')
    .filterable('zoned', '$lt')
    .build()
  let rows: readonly (typeof moments.$inferSelect)[]
  beforeAll(async () => {
    await client.exec(`create table moments (id int primary key, day date, far date, at timestamp, zoned timestamptz);
      insert into moments values
        (1, '0044-03-15 BC', '2024-01-01', '0044-03-15 12:00 BC', '0044-03-15 12:00Z BC'),
        (2, '0044-03-15', '2023-01-01', '0044-03-15 12:00', '0044-03-15 12:00Z'),
        (3, '12345-01-01', '12345-01-01', '12345-01-01', '12345-01-01Z'),
        (4, '5874897-12-31', '9999-12-31', '294276-12-31', 'infinity'),
        (5, '0001-12-31 BC', '0099-01-01', '-infinity', '-infinity'),
        (6, '0045-02-28 BC', null, '0001-02-29 BC', '4714-11-24Z BC'),
        (7, 'infinity', null, null, null),
        (8, '-infinity', null, '2024-01-01', '2024-01-01Z'),
        (9, '2024-01-01', null, '2024-01-01', '2024-01-01Z')`)
    rows = await db.select().from(moments)
  })

  test.each<[query: Query, ids: number[]]>([
    [{ filters: { day: '$eq:0044-03-15' } }, [2]],
    [{ filters: { day: '$not:$eq:0044-03-15' } }, [1, 3, 4, 5, 6, 7, 8, 9]],
    [{ filters: { day: '$lt:0001-01-01' } }, [1, 5, 6, 8]],
    [{ filters: { day: '$gt:2024-01-01' } }, [3, 4, 7]],
    [{ filters: { day: '$btw:0001-01-01,9999-12-31' } }, [2, 9]],
    [{ filters: { far: '$gt:2024-01-01' } }, [3, 4]],
    [{ filters: { at: '$null' } }, [7]],
    [{ filters: { at: '$eq:0044-03-15T12:00:00Z' } }, [2]],
    [{ filters: { at: '$lt:2024-01-01' } }, [1, 2, 5, 6]],
    [{ filters: { zoned: '$lt:0044-01-01' } }, [1, 5, 6]],
    [{ sortBy: ['day:ASC'] }, [8, 6, 1, 5, 2, 9, 3, 4, 7]],
    [{ sortBy: ['day:DESC'] }, [7, 4, 3, 9, 2, 5, 1, 6, 8]],
    [{ filters: { zoned: '$not:$lt:9999-01-01' }, sortBy: ['zoned:ASC'] }, [3, 4, 7]],
    [{ filters: { at: '$not:$null' }, sortBy: ['at:ASC'] }, [5, 1, 6, 2, 8, 9, 3, 4]],
  ])('%j', async (query, ids) => {
    expect(await bothOf(rows, query, list)).toEqual(ids)
  })

  test('no filter names them', async () => {
    for (const day of ['0044-03-15 BC', '12345-01-01', 'infinity'])
      expect(encodeFilterValue(list, 'day', day)).toBeNull()
    for (const at of ['0044-03-15 12:00:00 BC', '12345-01-01 00:00:00'])
      expect(encodeFilterValue(list, 'at', at)).toBeNull()
    for (const facets of [
      await facetCounts(db, {}, list, { day: true, at: true }),
      facetArray(rows, {}, list, { day: true, at: true }),
    ]) {
      expect(facets.day.flatMap(({ filter }) => filter ?? []).sort()).toEqual(['$eq:0044-03-15', '$eq:2024-01-01'])
      expect(facets.at.flatMap(({ filter }) => filter ?? []).sort()).toEqual([
        '$eq:0044-03-15T12:00:00Z',
        '$eq:2024-01-01T00:00:00Z',
        '$null',
      ])
    }
  })
})

// R9.1.1
describe('infinite intervals', () => {
  const spans = pgTable('spans', { id: integer().primaryKey(), span: interval() })
  const list = paginateConfig(spans)
    .withLimits(9, 9)
    .withTieBreaker('id')
    .sortable('span')
    .filterable('span', '$eq', '$null', '$gte', '$lt')
    .build()
  let rows: readonly (typeof spans.$inferSelect)[]
  beforeAll(async () => {
    await client.exec(`create table spans (id int primary key, span interval);
      insert into spans values (1, 'infinity'), (2, '-infinity'), (3, '1 day'), (4, null)`)
    rows = await db.select().from(spans)
  })

  test.each<[query: Query, ids: number[]]>([
    [{ filters: { span: '$null' } }, [4]],
    [{ filters: { span: '$gte:P1D' } }, [1, 3]],
    [{ filters: { span: '$lt:P1D' } }, [2]],
    [{ filters: { span: '$not:$null' }, sortBy: ['span:ASC'] }, [2, 3, 1]],
  ])('%j', async (query, ids) => {
    expect(await bothOf(rows, query, list)).toEqual(ids)
  })

  test('no filter names them', async () => {
    expect(encodeFilterValue(list, 'span', 'infinity')).toBeNull()
    for (const { span } of [
      await facetCounts(db, {}, list, { span: true }),
      facetArray(rows, {}, list, { span: true }),
    ])
      expect(span.map(({ filter }) => filter).sort()).toEqual(['$eq:PT86400S', '$null', null, null].sort())
  })
})

describe('arrays of singles', () => {
  const singles = pgTable('singles', { id: integer().primaryKey(), shares: real().array() })
  const parts = pgTable('parts', { id: integer().primaryKey(), of: integer(), shares: real().array() })
  const list = paginateConfig(singles)
    .withLimits(9, 9)
    .withTieBreaker('id')
    .filterable('shares', '$eq', '$contains')
    .filterableMany('part', rowsOf(parts, eq(parts.of, singles.id)), parts.shares, '$contains')
    .build()
  let rows: readonly (typeof singles.$inferSelect)[]
  const own = { values: { part: ({ shares }: { shares: number[] | null }) => [shares] } } as never
  beforeAll(async () => {
    await client.exec(`create table singles (id int primary key, shares real[]);
      create table parts (id int primary key, of int, shares real[]);
      insert into singles values (1, '{1.1,2}'), (2, '{3}'), (3, '{}'), (4, null), (5, '{null,0.1}');
      insert into parts select id, id, shares from singles`)
    rows = await db.select().from(singles)
  })

  test.each<[filters: Record<string, string>, ids: number[]]>([
    [{ shares: '$contains:1.1' }, [1]],
    [{ shares: '$contains:1.1,2' }, [1]],
    [{ shares: '$eq:0.1' }, [5]],
    [{ shares: '$not:$eq:1.1' }, [2, 3, 4, 5]],
    [{ part: '$contains:1.1' }, [1]],
    [{ part: '$not:$contains:1.1' }, [2, 3, 4, 5]],
  ])('%j', async (filters, ids) => {
    expect(await bothOf(rows, { filters }, list, own)).toEqual(ids)
  })

  test('a facet leads back to the rows that it counted', () => {
    for (const { filter, count } of facetArray(rows, {}, list, { shares: true }, { own }).shares) {
      expect(paginateArray(rows, { filters: { shares: String(filter) } }, list, { own }).items).toHaveLength(count)
    }
  })
})

// R9.1.1, R15.1.9
describe("values of the app's own under a built-in type", () => {
  const loud = customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => value.toLowerCase(),
    fromDriver: (value) => value.toUpperCase(),
  })
  const debt = customType<{ data: number; driverData: number }>({
    dataType: () => 'integer',
    toDriver: (value) => value * -100,
    fromDriver: (value) => value / -100,
  })
  const names = customType<{ data: Set<string>; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify([...value]),
    fromDriver: (value) => new Set(value as string[]),
  })
  // What a database makes of SQL memory does not know: the value stays as it is.
  const shifted = customType<{ data: string }>({ dataType: () => 'text', toDriver: (value) => sql`lower(${value})` })
  const accounts = pgTable('accounts', {
    id: integer().primaryKey(),
    code: loud(),
    due: debt(),
    names: names(),
    shifted: shifted(),
  })
  const same = alias(accounts, 'same')
  const list = paginateConfig(accounts)
    .field('text', accounts.code, 'text')
    .field('cents', accounts.due, 'integer')
    .field('list', accounts.names, 'collection')
    .field('small', accounts.shifted, 'text')
    .withLimits(9, 9)
    .withTieBreaker('id')
    .sortable('text', 'cents', { nulls: 'largest' })
    .searchable('text')
    .filterable('text', '$eq', '$in', '$ilike')
    .filterable('cents', '$eq', '$gte', '$null')
    .filterable('list', '$contains')
    .filterable('small', '$eq')
    .filterableMany('same', rowsOf(same, eq(same.id, accounts.id)), {
      text: [{ selector: same.code, valueType: 'text' }, '$eq'],
    })
    .build()
  let rows: readonly unknown[]
  beforeAll(async () => {
    await client.exec('create table accounts (id int primary key, code text, due int, names jsonb, shifted text)')
    await db
      .insert(accounts)
      .values([
        { id: 1, code: 'AB', due: 1.5, names: new Set(['a']), shifted: 'x' },
        { id: 2, code: 'CD', due: 20, names: new Set(['b', 'a']), shifted: 'y' },
        ...[3, 4].map((id) => ({ id, code: null, due: null, names: null, shifted: null })),
      ])
    const held = await db.select().from(accounts)
    rows = held.map((row) => ({ ...row, same: [{ text: row.code }] }))
  })

  test.each<[query: Query & { search?: string }, ids: number[]]>([
    [{ filters: { text: '$eq:ab' } }, [1]],
    [{ filters: { text: '$eq:AB' } }, []],
    [{ filters: { text: '$not:$in:ab,CD' } }, [2, 3, 4]],
    [{ filters: { text: '$ilike:B' } }, [1]],
    [{ filters: { cents: '$eq:-150' } }, [1]],
    [{ filters: { cents: '$gte:-150' } }, [1]],
    [{ filters: { cents: '$null' } }, [3, 4]],
    [{ filters: { list: '$contains:a' } }, [1, 2]],
    [{ filters: { list: '$contains:a,b' } }, [2]],
    [{ filters: { small: '$eq:x' } }, [1]],
    [{ filters: { 'same.text': '$eq:cd' } }, [2]],
    [{ search: 'b' }, [1]],
    [{ sortBy: ['cents:ASC'] }, [2, 1, 3, 4]],
    [{ sortBy: ['text:DESC'] }, [3, 4, 2, 1]],
  ])('%j', async (query, ids) => {
    expect(await bothOf(rows, query, list)).toEqual(ids)
  })

  test('facets', async () => {
    const facets = { text: true, cents: 'range', list: true, small: true } as const
    const counts = facetArray(rows, {}, list, facets)
    expect(counts).toEqual(await facetCounts(db, {}, list, facets))
    // What the column writes as SQL is named as it is.
    expect(counts.small.map(({ filter }) => filter)).toEqual([null, '$eq:x', '$eq:y'])
  })
})

describe('values of fixed length, which the database fills with blanks', () => {
  const padded = pgTable('padded', {
    id: integer().primaryKey(),
    code: char({ length: 4 }),
    codes: char({ length: 4 }).array(),
    member: char({ length: 4, enum: ['ab', 'cd'] }),
  })
  const bare = customType<{ data: string }>({ dataType: () => 'bpchar' })
  const made = pgTable('padded', { id: integer().primaryKey(), code: bare() })
  const even = defineValueType({ name: 'even', parse: (text) => (text.trim().length % 2 === 0 ? text : null) })
  const list = paginateConfig(padded)
    .field('even', padded.code, even)
    .withLimits(9, 9)
    .withTieBreaker('id')
    .sortable('code', 'member', { nulls: 'largest' })
    .searchable('code')
    .filterable('code', '$eq', '$in', '$lt', '$lte', '$gt', '$gte', '$btw', '$sw', '$ew', '$ilike', '$contains')
    .filterable('codes', '$eq', '$contains')
    .filterable('member', '$eq', '$in')
    .filterable('even', '$eq')
    .build()
  let rows: readonly unknown[]
  beforeAll(async () => {
    await client.exec(`create table padded (id int primary key, code char(4), codes char(4)[], member char(4));
      insert into padded values (1, 'ab', '{ab}', 'ab'), (2, 'abcd', '{abcd}', 'cd'), (3, null, '{}', null),
        (4, 'ab', null, 'ab'), (5, '', '{null,ab}', ''), (6, ' a', '{"",ab}', 'ab'), (7, E'ab\\t', '{}', 'ab')`)
    rows = await db.select().from(padded)
  })

  test.each<[query: Query & { search?: string }, ids: number[]]>([
    [{ filters: { code: '$eq:ab' } }, [1, 4]],
    [{ filters: { code: '$eq:ab ' } }, [1, 4]],
    [{ filters: { code: '$eq:' } }, [5]],
    [{ filters: { code: '$not:$eq:ab' } }, [2, 3, 5, 6, 7]],
    [{ filters: { code: '$in:ab ,abcd' } }, [1, 2, 4]],
    [{ filters: { code: '$lt:ab' } }, [5, 6]],
    [{ filters: { code: '$lte:ab ' } }, [1, 4, 5, 6]],
    [{ filters: { code: '$gt:ab' } }, [2, 7]],
    [{ filters: { code: '$gte:ab ' } }, [1, 2, 4, 7]],
    [{ filters: { code: '$btw:ab,ab' } }, [1, 4]],
    // A pattern has the blanks of the value.
    [{ filters: { code: '$sw:ab ' } }, [1, 4]],
    [{ filters: { code: '$ew:b' } }, []],
    [{ filters: { code: '$ew:b  ' } }, [1, 4]],
    [{ filters: { code: '$ilike:B ' } }, [1, 4]],
    [{ filters: { code: '$contains:b ' } }, [1, 4]],
    [{ search: 'b' }, [1, 2, 4, 7]],
    [{ filters: { codes: '$contains:ab' } }, [1, 5, 6]],
    [{ filters: { codes: '$contains:ab ,' } }, [6]],
    [{ filters: { codes: '$eq:' } }, [6]],
    [{ filters: { member: '$eq:ab' } }, [1, 4, 6, 7]],
    [{ filters: { member: '$not:$in:ab,cd' } }, [3, 5]],
    [{ filters: { even: '$eq:ab' } }, [1, 4]],
    [{ sortBy: ['member:ASC'] }, [5, 1, 4, 6, 7, 2, 3]],
  ])('%j', async (query, ids) => {
    expect(await bothOf(rows, query, list)).toEqual(ids)
  })

  test('in a column of that type without a length', async () => {
    const ofBare = paginateConfig(made)
      .field('text', made.code, 'text')
      .withLimits(9, 9)
      .withTieBreaker('id')
      .filterable('text', '$eq')
      .build()
    expect(await bothOf(await db.select().from(made), { filters: { text: '$eq:ab ' } }, ofBare)).toEqual([1, 4])
  })

  test('are one value of a facet, filled or not', () => {
    const found: readonly unknown[] = [
      { id: 1, code: 'ab', codes: ['ab', 'ab '] },
      { id: 2, code: 'ab  ', codes: ['ab  '] },
    ]
    expect(facetArray(found, '', list, { code: true, codes: true })).toEqual({
      code: [{ value: 'ab', count: 2, filter: '$eq:ab' }],
      codes: [{ value: 'ab', count: 2, filter: '$eq:ab' }],
    })
  })
})

describe('the order of arrays', () => {
  const size = pgEnum('size', ['small', 'large'])
  const lists = pgTable('lists', {
    id: integer().primaryKey(),
    counts: integer().array(),
    names: text().array(),
    days: date().array(),
    shares: real().array(),
    codes: char({ length: 3 }).array(),
    sizes: size().array(),
  })
  const list = paginateConfig(lists)
    .withLimits(9, 9)
    .withTieBreaker('id')
    .sortable('counts', 'names', 'days', 'shares', 'codes', 'sizes', { nulls: 'largest' })
    .build()
  let rows: readonly unknown[]
  beforeAll(async () => {
    await client.exec(`create type size as enum ('small', 'large');
      create table lists (id int primary key, counts int[], names text[], days date[], shares real[], codes char(3)[],
        sizes size[]);
      insert into lists values
        (1, '{10}', '{b}', '{2024-01-02}', '{1.5}', '{b}', '{large}'),
        (2, '{9}', '{a}', '{12345-01-01}', '{0.1,2}', '{a,b}', '{small,small}'),
        (3, '{1,2}', '{}', '{2024-01-02,0044-03-15 BC}', '{0.1}', '{a}', '{small}'),
        (4, '{1}', '{a,b}', '{0044-03-15 BC}', '{10}', '{ab}', '{}'),
        (5, '{1,null}', '{a,null}', '{null}', '{9}', '{"a "}', '{large,small}'),
        (6, null, null, null, null, null, null),
        (7, '{}', '{null}', '{}', '{}', '{}', '{small,large}')`)
    rows = await db.select().from(lists)
  })

  test.each<[field: string, ids: number[]]>([
    ['counts', [7, 4, 3, 5, 2, 1, 6]],
    ['names', [3, 2, 4, 5, 1, 7, 6]],
    ['days', [7, 4, 1, 3, 2, 5, 6]],
    ['shares', [7, 3, 2, 1, 5, 4, 6]],
    ['codes', [7, 3, 5, 2, 4, 1, 6]],
    ['sizes', [4, 3, 2, 7, 1, 5, 6]],
  ])('%s', async (field, ids) => {
    expect(await bothOf(rows, { sortBy: [`${field}:ASC`] }, list)).toEqual(ids)
  })
})

// R9.1.1, R15.1.9
describe('dates relative to now over every mode of their column', () => {
  const days = pgTable('days', {
    id: integer().primaryKey(),
    day: date({ mode: 'date' }),
    dayText: date(),
    at: timestamp(),
    atText: timestamp({ mode: 'string' }),
    zonedText: timestamp({ mode: 'string', withTimezone: true }),
    own: customType<{ data: { held: string }; driverData: string }>({
      dataType: () => 'date',
      toDriver: ({ held }) => held,
      fromDriver: (held) => ({ held }),
    })(),
  })
  const options = { timeZone: 'UTC', now: () => new Date('2024-03-01T00:00:00Z') }
  const [ofDay, ofInstant] = [relativeDate(options), relativeTimestamp(options)]
  const FIELDS = ['day', 'dayText', 'at', 'atText', 'zonedText', 'own'] as const
  const fieldsOf = (settings?: object) => {
    const start = paginateConfig(days, settings).field('own', days.own, ofDay)
    if (settings !== undefined) return start
    return start
      .field('day', days.day, ofDay)
      .field('dayText', days.dayText, ofDay)
      .field('at', days.at, ofInstant)
      .field('atText', days.atText, ofInstant)
      .field('zonedText', days.zonedText, ofInstant) as never as typeof start
  }
  let rows: readonly object[]
  beforeAll(async () => {
    await client.exec(`create table days
      (id int primary key, day date, "dayText" date, at timestamp, "atText" timestamp, "zonedText" timestamptz, own date);
      insert into days select id, d, d, d, d, d, d
      from (values (1, '2024-02-10'::date), (2, '2024-03-10'), (3, '2024-03-01'), (4, null)) as held(id, d)`)
    rows = (await db.select().from(days)) as object[]
  })

  describe.each([
    ['field', undefined],
    ['valueTypes', { valueTypes: [ofDay, ofInstant] }],
  ] as const)('by %s', (_, settings) => {
    const list = fieldsOf(settings)
      .withLimits(9, 9)
      .withTieBreaker('id')
      .sortable(...FIELDS, { nulls: 'largest' })
      .filterable('day', '$gte', '$eq', '$in', '$null')
      .filterable('dayText', '$gte', '$eq', '$in', '$null')
      .filterable('at', '$gte', '$eq', '$in', '$null')
      .filterable('atText', '$gte', '$eq', '$in', '$null')
      .filterable('zonedText', '$gte', '$eq', '$in', '$null')
      .filterable('own', '$gte', '$eq', '$in', '$null')
      .build()

    test.each(FIELDS)('%s', async (field) => {
      for (const [criterion, ids] of [
        ['$gte:today', [2, 3]],
        ['$eq:today+9d', [2]],
        ['$in:2024-02-10,today', [1, 3]],
        ['$not:$eq:2024-02-10', [2, 3, 4]],
      ] as const) {
        expect(await bothOf(rows, { filters: { [field]: criterion } }, list), criterion).toEqual(ids)
      }
      expect(await bothOf(rows, { sortBy: [`${field}:DESC`] }, list)).toEqual([4, 2, 3, 1])
      for (const asked of [true, 'range'] as const) {
        const found = await facetCounts(db, {}, list as never, { [field]: asked } as never)
        const held = facetArray(rows, {}, list as never, { [field]: asked } as never)
        expect(sorted(held)).toEqual(sorted(found))
      }
    })
  })
})

/** Null is before the other values in memory. */
const sorted = (facets: object): unknown =>
  Object.values(facets).map((answer: unknown) =>
    Array.isArray(answer) ? answer.map((one) => JSON.stringify(one)).sort() : answer,
  )
