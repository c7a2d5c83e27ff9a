// Value types laid over text: the instant counts, not its spelling, and no time zone of a session or process matters.
import { sql } from 'drizzle-orm'
import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import type { TestDatabase } from '../../support/dialects.js'
import { enginesWhere } from '../../support/engines-where.js'

const STAMPS = [
  '2024-01-01T10:00:00Z',
  '2024-01-01 10:00:00',
  '2024-01-01T12:00:00+02:00',
  '2024-01-01T10:00',
  '2024-01-01T10:00:00.000Z',
  '2024-01-01T10:00:00.0000001Z',
  '2024-01-01',
  '2024-01-01T10:00:00.9999+02:00',
  '2023-12-31T23:59:59.9999999-14:00',
]
// PostgreSQL holds microseconds: the seventh digit of row 6 is rounded away when its text is read.
const AT_TEN = { postgresql: [1, 2, 3, 4, 5, 6], sqlite: [1, 2, 3, 4, 5], mysql: [] }

const postgresTable = pgTable('iso_texts', {
  id: integer('id').primaryKey(),
  stamp: text('stamp'),
  day: date('day'),
  plain: timestamp('plain'),
})
const sqliteTableOf = sqliteTable('iso_texts', {
  id: sqliteInteger('id').primaryKey(),
  stamp: sqliteText('stamp'),
  clock: sqliteText('clock'),
})

describe.each(enginesWhere(({ dialect }) => dialect !== 'mysql'))('$name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    const more = engine.dialect === 'postgresql' ? 'day date, plain timestamp' : 'clock text'
    await database.execute(
      `drop table if exists iso_texts; create table iso_texts (id integer primary key, stamp text, ${more})`,
    )
    await database.execute(
      `insert into iso_texts (id, stamp) values ${STAMPS.map((stamp, at) => `(${at + 1}, '${stamp}')`).join(', ')}, (99, null)`,
    )
    if (engine.dialect === 'postgresql')
      await database.execute(`update iso_texts set day = '2024-01-01', plain = '2024-01-01 23:30:00' where id = 1`)
    else
      await database.execute(
        `update iso_texts set clock = case id when 1 then '10:00' when 2 then '10:00:00' when 3 then '10:00:00.5' when 4 then '09:59:59.9999999' end`,
      )
  })
  afterAll(async () => {
    await database.execute('drop table iso_texts')
    await database.close()
  })
  const table = engine.dialect === 'postgresql' ? postgresTable : (sqliteTableOf as unknown as typeof postgresTable)
  const base = () => paginateConfig(table).withLimits(100, 100).withTieBreaker('id')
  const stamps = () =>
    base().field('at', table.stamp, 'timestamp').filterable('at', '$eq', '$in', '$lt', '$gt', '$lte', '$null').build()
  const idsOf = async (config: Parameters<typeof paginate>[2], query: string, db = database.db) =>
    (await paginate(db, PaginateQuery.from(query), config)).items.map((item) => (item as { id: number }).id)

  test.each([
    ['equal instants are equal however they are written', 'filter.at=$eq:2024-01-01T10:00:00Z', AT_TEN[engine.dialect]],
    ['in a list as well', 'filter.at=$in:2024-01-01T11:00:00%2B01:00', AT_TEN[engine.dialect]],
    ['a bare date is its midnight', 'filter.at=$lt:2024-01-01T00:00:01', [7]],
    [
      'an offset and a fraction are both read',
      'filter.at=$lt:2024-01-01T08:00:01&filter.at=$gt:2024-01-01T08:00:00.5',
      [8],
    ],
    ['the complement holds the null', 'filter.at=$not:$gt:2024-01-01T08:00:01', [7, 8, 99]],
  ])('%s', async (_, query, expected) => {
    expect(await idsOf(stamps(), query)).toEqual(expected)
  })

  if (engine.dialect === 'sqlite')
    test.each([
      ['$eq:10:00', [1, 2]],
      ['$gt:10:00:00', [3]],
      ['$lt:10:00:00', [4]],
      ['$eq:10:00:00.5', [3]],
    ])('times of day over text: %s', async (criterion, expected) => {
      const config = base()
        .field('time', (table as unknown as typeof sqliteTableOf).clock, 'time')
        .filterable('time', '$eq', '$gt', '$lt')
        .build()
      expect(await idsOf(config, `filter.time=${criterion}`)).toEqual(expected)
    })

  if (engine.dialect === 'postgresql')
    test.each(['UTC', 'Asia/Tokyo', 'America/New_York'])('in a session of %s', async (zone) => {
      const midnight = base().field('start', table.day, 'timestamp').filterable('start', '$eq').build()
      const day = base().field('on', table.plain, 'date').filterable('on', '$eq').build()
      await database.db.transaction(async (transaction) => {
        await transaction.execute(sql.raw(`set local time zone '${zone}'`))
        expect(await idsOf(stamps(), 'filter.at=$eq:2024-01-01T10:00:00Z', transaction as never)).toEqual(
          AT_TEN.postgresql,
        )
        expect(await idsOf(midnight, 'filter.start=$eq:2024-01-01', transaction as never)).toEqual([1])
        expect(await idsOf(day, 'filter.on=$eq:2024-01-01', transaction as never)).toEqual([1])
      })
    })
})
