// Temporal columns and value types over real databases, with memory as the second opinion.
import { asc, eq, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { applyFilters, facetCounts, type ListDatabase, paginate, paginateConfig } from 'drizzle-paginate'
import { facetArray, paginateArray } from 'drizzle-paginate/memory'
import {
  instant,
  pgDuration,
  pgInstant,
  pgPlainDate,
  pgPlainDateTime,
  pgPlainTime,
  pgPlainYearMonth,
  pgZonedDateTime,
  pgZonedDateTimeIn,
  plainDate,
  sqliteDuration,
  sqliteInstant,
  sqlitePlainDate,
  sqlitePlainDateTime,
  sqlitePlainTime,
  sqlitePlainYearMonth,
  sqliteZonedDateTime,
  sqliteZonedDateTimeIn,
  temporalTypes,
} from 'drizzle-paginate/temporal'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTableSql } from '../support/create-tables.js'
import type { TestDatabase } from '../support/dialects.js'
import { enginesWhere } from '../support/engines-where.js'

const pgEvents = pg.pgTable('temporal_events', {
  id: pg.integer().primaryKey(),
  at: pgInstant(),
  zoned: pgZonedDateTime(),
  local: pgPlainDateTime(),
  day: pgPlainDate(),
  time: pgPlainTime(),
  month: pgPlainYearMonth(),
  length: pgDuration(),
  inParis: pgZonedDateTimeIn('Europe/Paris')('in_paris'),
})
const liteEvents = lite.sqliteTable('temporal_events', {
  id: lite.integer().primaryKey(),
  at: sqliteInstant(),
  zoned: sqliteZonedDateTime(),
  local: sqlitePlainDateTime(),
  day: sqlitePlainDate(),
  time: sqlitePlainTime(),
  month: sqlitePlainYearMonth(),
  length: sqliteDuration(),
  inParis: sqliteZonedDateTimeIn('Europe/Paris')('in_paris'),
})

const row = (id: number, at: string, length: string) => {
  const zoned = Temporal.Instant.from(at).toZonedDateTimeISO('UTC')
  return {
    id,
    at: zoned.toInstant(),
    zoned,
    local: zoned.toPlainDateTime(),
    day: zoned.toPlainDate(),
    time: zoned.toPlainTime(),
    month: zoned.toPlainDate().toPlainYearMonth(),
    length: Temporal.Duration.from(length),
    inParis: zoned.withTimeZone('Europe/Paris'),
  }
}
const nothing = { at: null, zoned: null, local: null, day: null, time: null, month: null, length: null, inParis: null }
const rows = [
  row(1, '0001-01-01T00:00:00Z', '-P3D'),
  row(2, '1969-12-31T23:59:59.999999Z', '-PT0.000001S'),
  row(3, '1970-01-01T00:00:00Z', 'PT0S'),
  row(4, '2024-02-29T10:00:00.123456Z', 'PT1H30M'),
  row(5, '2024-02-29T10:00:00.123457Z', 'P1DT2H3M4.5S'),
  row(6, '2024-05-31T22:30:00Z', 'P100000DT12H'),
  { id: 7, ...nothing },
  row(8, '9999-12-31T23:59:59.999999Z', 'P100DT0.000001S'),
]

type Field = 'at' | 'zoned' | 'local' | 'day' | 'time' | 'month' | 'length'
const fields: readonly Field[] = ['at', 'zoned', 'local', 'day', 'time', 'month', 'length']
const filters: readonly (readonly [field: Field, criteria: string | readonly string[], ids: readonly number[]])[] = [
  ['at', '$eq:2024-02-29T10:00:00.123456Z', [4]],
  ['at', '$eq:2024-02-29T12:00:00.123456+02:00', [4]],
  ['at', '$eq:2024-02-29T10:00:00.123456001Z', []],
  ['at', '$not:$eq:2024-02-29T10:00:00.123456001Z', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['at', '$gt:2024-02-29T10:00:00.123456Z', [5, 6, 8]],
  ['at', '$gt:2024-02-29T10:00:00.123456001Z', [5, 6, 8]],
  ['at', '$gte:2024-02-29T10:00:00.123456001Z', [5, 6, 8]],
  ['at', '$gte:2024-02-29T10:00:00.123455999Z', [4, 5, 6, 8]],
  ['at', '$lt:2024-02-29T10:00:00.123456001Z', [1, 2, 3, 4]],
  ['at', '$lt:2024-02-29T10:00:00.123456Z', [1, 2, 3]],
  ['at', '$lte:2024-02-29T10:00:00.123456999Z', [1, 2, 3, 4]],
  ['at', '$lte:1969-12-31T23:59:59.999999999Z', [1, 2]],
  ['at', '$lt:1970-01-01T00:00:00Z', [1, 2]],
  ['at', '$gte:9999-12-31T23:59:59.999999999Z', []],
  ['at', '$btw:1969-12-31T23:59:59.999999999Z,2024-02-29T10:00:00.123456999Z', [3, 4]],
  ['at', '$in:1970-01-01T00:00:00Z,2024-02-29T10:00:00.123456001Z,2024-05-31T22:30Z', [3, 6]],
  ['at', '$in:2024-02-29T10:00:00.123456001Z', []],
  ['at', '$null', [7]],
  ['at', '$not:$null', [1, 2, 3, 4, 5, 6, 8]],
  ['at', ['$lt:1970-01-01T00:00:00Z', '$or:$null'], [1, 2, 7]],
  ['zoned', '$eq:2024-06-01T00:30:00+02:00', [6]],
  ['zoned', '$gte:2024-06-01T00:30:00+02:00[Europe/Paris]', [6, 8]],
  ['zoned', '$lt:2024-02-29T10:00:00.123456001Z', [1, 2, 3, 4]],
  ['local', '$eq:2024-02-29T10:00:00.123457', [5]],
  ['local', '$gte:2024-05-31', [6, 8]],
  ['local', '$lte:2024-02-29T10:00:00.123456999', [1, 2, 3, 4]],
  ['local', '$in:1970-01-01,0001-01-01T00:00', [1, 3]],
  ['day', '$eq:2024-02-29', [4, 5]],
  ['day', '$not:$eq:2024-02-29', [1, 2, 3, 6, 7, 8]],
  ['day', '$btw:1970-01-01,2024-02-29', [3, 4, 5]],
  ['day', '$in:0001-01-01,9999-12-31', [1, 8]],
  ['time', '$eq:22:30', [6]],
  ['time', '$gt:10:00:00.123456001', [2, 5, 6, 8]],
  ['time', '$lt:10:00:00.123456001', [1, 3, 4]],
  ['time', '$lte:23:59:59.999999999', [1, 2, 3, 4, 5, 6, 8]],
  ['time', '$gt:23:59:59.999999999', []],
  ['time', '$in:00:00,10:00:00.123457', [1, 3, 5]],
  ['month', '$eq:2024-02', [4, 5]],
  ['month', '$gte:2024-02', [4, 5, 6, 8]],
  ['month', '$lt:1970-01', [1, 2]],
  ['month', '$in:0001-01,2024-05', [1, 6]],
  ['month', '$not:$btw:1970-01,2024-05', [1, 2, 7, 8]],
  ['length', '$eq:PT90M', [4]],
  ['length', '$eq:PT26H3M4.5S', [5]],
  ['length', '$lt:PT0S', [1, 2]],
  ['length', '$gt:-PT0.000000999S', [3, 4, 5, 6, 8]],
  ['length', '$lte:-PT0.000000999S', [1, 2]],
  ['length', '$gte:P100DT0.000000001S', [6, 8]],
  ['length', '$gt:P100DT0.000001001S', [6]],
  ['length', '$lte:P100DT0.000001001S', [1, 2, 3, 4, 5, 8]],
  ['length', '$eq:P100DT0.000001001S', []],
  ['length', '$btw:-P1W,P1W', [1, 2, 3, 4, 5]],
  ['length', '$in:PT1H30M,-PT72H', [1, 4]],
]

const supported = enginesWhere((engine) => engine.dialect !== 'mysql')

describe.each(supported)('Temporal on $name', (engine) => {
  let database: TestDatabase
  const isPostgres = engine.dialect === 'postgresql'
  // Names and JavaScript types are those of PostgreSQL's columns, so one body serves both.
  const events = (isPostgres ? pgEvents : liteEvents) as typeof pgEvents
  const list = paginateConfig(events, { valueTypes: temporalTypes })
    .withLimits(20, 20)
    .withTieBreaker('id')
    .sortable('at', 'zoned', 'local', 'day', 'time', 'month', 'length')
    .filterable('at', '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw')
    .filterable('zoned', '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw')
    .filterable('local', '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw')
    .filterable('day', '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw')
    .filterable('time', '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw')
    .filterable('month', '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw')
    .filterable('length', '$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw')
    .filterable('inParis', '$eq', '$lt')
    .build()

  beforeAll(async () => {
    database = await engine.open()
    await database.execute('drop table if exists temporal_events')
    await database.execute(createTableSql(engine.dialect, events))
    await database.db.insert(events).values(rows)
  })
  afterAll(async () => {
    await database.execute('drop table temporal_events')
    await database.close()
  })

  test('columns give back what was written', async () => {
    const read = await database.db.select().from(events).orderBy(asc(events.id))
    const texts = (all: readonly object[]) =>
      all.map((item) => Object.entries(item).map(([key, value]) => `${key} ${value === null ? null : String(value)}`))
    expect(texts(read)).toEqual(texts(rows))
    expect(read[0]?.at).toBeInstanceOf(Temporal.Instant)
  })

  test.each(filters)('%s %s finds %j, and memory agrees', async (field, criteria, ids) => {
    const query = { filters: { [field]: criteria } }
    const page = await paginate(database.db, query, list)
    expect(page.items.map((item) => item.id)).toEqual(ids)
    expect(page.meta.totalItems).toBe(ids.length)
    expect(paginateArray(rows, query, list).items.map((item) => item.id)).toEqual(ids)
  })

  test.each(fields)('%s sorts as its values do, and memory agrees', async (field) => {
    const query = { sortBy: [`${field}:ASC`], filters: { [field]: '$not:$null' } }
    const page = await paginate(database.db, query, list)
    const inMemory = paginateArray(rows, query, list)
    expect(page.items.map((item) => item.id)).toEqual(inMemory.items.map((item) => item.id))
    expect(inMemory.items).toHaveLength(7)
  })

  test('a column is compared by what Drizzle itself is given', async () => {
    const found = await database.db
      .select({ id: events.id })
      .from(events)
      .where(eq(events.at, Temporal.Instant.from('1970-01-01T00:00:00Z')))
    expect(found).toEqual([{ id: 3 }])
  })

  test('the index-friendly column stands bare in the statement, with the list in one parameter', async () => {
    database.clear()
    await paginate(database.db, { filters: { at: '$in:1970-01-01T00:00:00Z,2024-05-31T22:30:00Z' } }, list)
    const [count] = database.statements()
    expect(count?.params).toHaveLength(1)
    expect(count?.sql).toMatch(
      isPostgres ? /"at" = any\(\$1::timestamp with time zone\[\]\)/ : /"at" in \(select value from json_each\(\?\)\)/,
    )
  })

  test('one statement serves every value', async () => {
    const condition = (text: string) => {
      database.clear()
      return paginate(database.db, { filters: { length: `$gte:${text}` } }, list).then(() =>
        database.statements().map(({ sql: text }) => text),
      )
    }
    expect(await condition('PT1H')).toEqual(await condition('P1DT0.000000001S'))
  })

  test('a column with a zone of its own is read in it', async () => {
    const [found] = await database.db.select({ inParis: events.inParis }).from(events).where(eq(events.id, 6))
    expect(String(found?.inParis)).toBe('2024-06-01T00:30:00+02:00[Europe/Paris]')
  })

  test.each([...fields, 'inParis'] as const)('a facet of %s has the values of its rows', async (field) => {
    const { items } = await paginate(database.db, 'sortBy=at:ASC', list)
    const held = new Set(items.map((item) => String(item[field])))
    const ofDatabase = await facetCounts(database.db, '', list, { [field]: true } as { readonly at: true })
    const inMemory = facetArray(items, '', list, { [field]: true } as { readonly at: true })
    const texts = (facets: typeof ofDatabase) =>
      Object.values(facets).flatMap((facet) => facet.map(({ value }) => String(value)).sort())
    expect(new Set(texts(ofDatabase))).toEqual(held)
    expect(texts(inMemory)).toEqual(texts(ofDatabase))
    const ranges = await facetCounts(database.db, '', list, { [field]: 'range' } as { readonly at: 'range' })
    const range = Object.values(ranges)[0]
    expect(held).toContain(String(range?.min))
    expect(held).toContain(String(range?.max))
  })

  test('a value type lies over an ordinary column and over an expression', async () => {
    const pgPlain = pg.pgTable('temporal_plain', {
      id: pg.integer().primaryKey(),
      at: pg.timestamp({ withTimezone: true, precision: 3 }).notNull(),
    })
    const litePlain = lite.sqliteTable('temporal_plain', {
      id: lite.integer().primaryKey(),
      at: lite.integer({ mode: 'timestamp_ms' }).notNull(),
    })
    const table = isPostgres ? pgPlain : (litePlain as unknown as typeof pgPlain)
    await database.execute('drop table if exists temporal_plain')
    await database.execute(createTableSql(engine.dialect, table))
    await database.db.insert(table).values([
      { id: 1, at: new Date('2024-05-31T10:00:00.123Z') },
      { id: 2, at: new Date('2024-05-31T10:00:00.124Z') },
    ])
    const day = isPostgres
      ? sql<string>`(${table.at} at time zone 'UTC')::date`
      : sql<string>`date(${table.at} / 1000, 'unixepoch')`
    const config = paginateConfig(table)
      .field('moment', table.at, instant)
      .field('day', day, plainDate)
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('moment', '$gt', '$eq', '$in')
      .filterable('day', '$eq')
      .build()
    const ids = async (filter: Record<string, string>) =>
      (await paginate(database.db, { filters: filter }, config)).items.map((item) => item.id)
    expect(await ids({ moment: '$gt:2024-05-31T10:00:00.123Z' })).toEqual([2])
    expect(await ids({ moment: '$gt:2024-05-31T10:00:00.122999999Z' })).toEqual([1, 2])
    expect(await ids({ moment: '$eq:2024-05-31T10:00:00.123000001Z' })).toEqual([])
    expect(await ids({ moment: '$in:2024-05-31T12:00:00.124+02:00' })).toEqual([2])
    expect(await ids({ day: '$eq:2024-05-31' })).toEqual([1, 2])
    expect(await ids({ day: '$eq:2024-05-30' })).toEqual([])
    await database.execute('drop table temporal_plain')
  })

  test('a filtered set composes with a query of the host', async () => {
    const { where } = applyFilters({ filters: { at: '$lt:1970-01-01T00:00:00.000000001Z' } }, list)
    const found = await database.db.select({ id: events.id }).from(events).where(where).orderBy(events.id)
    expect(found.map(({ id }) => id)).toEqual([1, 2, 3])
  })
})

describe.each(supported.filter(({ dialect }) => dialect === 'postgresql'))('Temporal columns of $name', (engine) => {
  let database: TestDatabase
  const spans = pg.pgTable('temporal_spans', {
    id: pg.integer().primaryKey(),
    at: pgInstant({ precision: 0 }),
    local: pgPlainDateTime(),
    span: pgDuration(),
  })
  const written = ['P1Y2M3DT4H5M6.789S', '-P1Y2M3DT4H5M6.789S', 'PT26H', 'P1W', 'PT90.5S', 'PT0S'].map(
    (text, index) => ({
      id: index + 1,
      at: Temporal.Instant.from('2024-05-31T10:00:00.6Z'),
      local: Temporal.PlainDateTime.from('2024-05-31T10:00:00.123456789'),
      span: Temporal.Duration.from(text),
    }),
  )
  const list = paginateConfig(spans, { valueTypes: temporalTypes })
    .withLimits(10, 10)
    .withTieBreaker('id')
    .filterable('at', '$eq')
    .filterable('local', '$eq')
    .build()

  beforeAll(async () => {
    database = await engine.open()
    await database.execute('drop table if exists temporal_spans')
    await database.execute(createTableSql(engine.dialect, spans))
    await database.db.insert(spans).values(written)
    await database.execute("insert into temporal_spans (id, span) values (7, '1 day -1 hour')")
  })
  afterAll(async () => {
    await database.execute('drop table temporal_spans')
    await database.close()
  })

  test.each(['postgres', 'iso_8601'])(
    'durations are read in the %s style, whatever the zone of the session',
    async (style) => {
      await database.execute(`set intervalstyle = '${style}'; set time zone 'America/St_Johns'`)
      const read = await database.db.select().from(spans).orderBy(asc(spans.id))
      await database.execute("set intervalstyle = 'postgres'; reset time zone")
      expect(read.map(({ span }) => String(span))).toEqual([
        'P1Y2M3DT4H5M6.789S',
        '-P1Y2M3DT4H5M6.789S',
        'PT26H',
        'P7D',
        'PT1M30.5S',
        'PT0S',
        'PT23H',
      ])
      expect([String(read[0]?.at), String(read[0]?.local)]).toEqual([
        '2024-05-31T10:00:01Z',
        '2024-05-31T10:00:00.123457',
      ])
    },
  )

  test.each([
    [{ at: '$eq:2024-05-31T10:00:01Z' }, 6],
    [{ at: '$eq:2024-05-31T10:00:00.6Z' }, 0],
    [{ local: '$eq:2024-05-31T10:00:00.123457' }, 6],
    [{ local: '$eq:2024-05-31T10:00:00.123456789' }, 0],
  ])('%j is compared with what the column has kept', async (filters, total) => {
    await database.execute("set time zone 'America/St_Johns'")
    const { meta } = await paginate(database.db, { filters }, list)
    await database.execute('reset time zone')
    expect(meta.totalItems).toBe(total)
  })

  test('what Temporal cannot hold is said, not guessed', async () => {
    await database.execute("insert into temporal_spans (id, at) values (8, 'infinity')")
    const read = Promise.resolve(database.db.select({ at: spans.at }).from(spans).where(eq(spans.id, 8)))
    await expect(read).rejects.toThrow("The column holds 'infinity', which is no Temporal.Instant.")
    await database.execute('delete from temporal_spans where id = 8')
  })
})

describe.each(supported.filter(({ dialect }) => dialect === 'sqlite'))('Temporal columns of $name', (engine) => {
  let database: TestDatabase
  const exact = lite.sqliteTable('temporal_exact', {
    id: lite.integer().primaryKey(),
    at: sqliteInstant(),
    span: sqliteDuration(),
  })
  const table = exact as unknown as typeof pgEvents
  const list = paginateConfig(exact, { valueTypes: temporalTypes })
    .withLimits(10, 10)
    .withTieBreaker('id')
    .filterable('at', '$eq', '$gt')
    .build()

  beforeAll(async () => {
    database = await engine.open()
    await database.execute(createTableSql(engine.dialect, exact))
    await database.execute('create index temporal_exact_at on temporal_exact (at)')
    const at = (text: string) => ({ at: Temporal.Instant.from(text) })
    await database.db.insert(table).values([
      { id: 1, ...at('2024-05-31T10:00:00.123456788Z') },
      { id: 2, ...at('2024-05-31T10:00:00.123456789Z') },
    ])
  })
  afterAll(() => database.close())

  test('nanoseconds are kept and compared', async () => {
    const ids = async (criterion: string) =>
      (await paginate(database.db as ListDatabase, { filters: { at: criterion } }, list)).items.map((item) => item.id)
    expect(await ids('$eq:2024-05-31T10:00:00.123456788Z')).toEqual([1])
    expect(await ids('$gt:2024-05-31T10:00:00.123456788Z')).toEqual([2])
  })

  test('a comparison is found by an index', async () => {
    database.clear()
    await paginate(database.db as ListDatabase, { filters: { at: '$gt:2024-05-31T10:00:00Z' } }, list)
    const [count] = database.statements()
    const plan = await database.query(`explain query plan ${count?.sql.replace('?', "'2024'")}`)
    expect(JSON.stringify(plan)).toContain('temporal_exact_at')
  })

  test.each([
    [
      'a duration past 285 years',
      { span: Temporal.Duration.from({ days: 200_000 }) },
      'longer than 9007199254740991 microseconds',
    ],
    ['a duration in months', { span: Temporal.Duration.from({ months: 1 }) }, 'years or months'],
    [
      'an instant before the year 1',
      { at: Temporal.Instant.from('-000001-01-01T00:00:00Z') },
      'outside the years 0001 to 9999',
    ],
  ])('%s is not written', async (_title, values, message) => {
    const write = async () => database.db.insert(exact as never).values({ id: 9, ...values } as never)
    await expect(write()).rejects.toThrow(message)
  })
})
