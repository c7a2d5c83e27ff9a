// Our row mapper against Drizzle's own, for every column type and mode, on every driver.
import { asc, getTableColumns, sql } from 'drizzle-orm'
import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, paginateSelect } from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

describe.each(dialects)('rows on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  test.each(['everyType', 'articles', 'authors', 'countries', 'comments'] as const)(
    'of %s are what Drizzle makes of them',
    async (name) => {
      const table = database.schema[name] as typeof database.schema.everyType
      const key = 'id' in table ? 'id' : 'code'
      const config = paginateConfig(table)
        .withLimits(100, 100)
        .withTieBreaker(key as 'id')
        .build()
      // libSQL's client cannot read integers past 2^53 by default: the same on both sides, and not this test's matter.
      const expected = await database.db
        .select()
        .from(table)
        .orderBy(asc(getTableColumns(table)[key as 'id']))
        .then(
          (rows) => rows,
          () => null,
        )
      if (expected === null) return expect(paginate(database.db, {}, config)).rejects.toThrow()
      expect((await paginate(database.db, {}, config)).items).toEqual(expected)
    },
  )

  test('of expressions, aliases and nested records are what Drizzle makes of them', async () => {
    const { articles, authors } = database.schema
    const config = paginateConfig(articles).withLimits(100, 100).withTieBreaker('id').build()
    const selection = {
      id: articles.id,
      upper: sql<string>`upper(${articles.title})`,
      aliased: sql<string>`lower(${articles.title})`.as('lowered'),
      count: sql<number>`(select count(*) from ${authors})`.mapWith(Number),
      at: sql<Date>`${articles.createdAt}`.mapWith(articles.createdAt),
      nested: { title: articles.title, deeper: { views: articles.views, publishedAt: articles.publishedAt } },
    }
    // Drizzle's types nest one level, its rows any.
    const expected = await database.db
      .select(selection as unknown as { id: typeof articles.id })
      .from(articles)
      .orderBy(asc(articles.id))
    expect((await paginateSelect(database.db, {}, config, selection)).items).toEqual(expected)
  })
})

const moments = pgTable('moments', {
  id: integer('id').primaryKey(),
  plain: timestamp('plain', { mode: 'date' }),
  zoned: timestamp('zoned', { mode: 'date', withTimezone: true }),
  text: timestamp('text', { mode: 'string', withTimezone: true }),
})

describe.each(dialects.filter(({ dialect }) => dialect === 'postgresql'))('timestamps on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(
      `drop table if exists moments; create table moments (id int primary key, plain timestamp, zoned timestamptz, text timestamptz)`,
    )
    const literals = [
      '2024-02-29 12:34:56',
      '2024-02-29 12:34:56.7',
      '2024-02-29 12:34:56.78',
      '2024-02-29 12:34:56.789',
      '2024-02-29 12:34:56.789999',
      '1969-12-31 23:59:59.999',
      '0099-01-01 00:00:00',
      '0001-01-01 00:00:00',
      '0044-03-15 00:00:00 BC',
      '9999-12-31 23:59:59.999999',
      '12345-01-01 00:00:00',
      '1883-11-18 12:03:57',
      'infinity',
      '-infinity',
    ]
    const rows = literals.map((text, id) => `(${id}, '${text}', '${text}', '${text}')`)
    await database.execute(`insert into moments values ${rows.join(', ')}, (99, null, null, null)`)
  })
  afterAll(async () => {
    await database.execute('drop table moments')
    await database.close()
  })

  test.each(['UTC', 'Asia/Kolkata', 'America/St_Johns'])(
    'are read as Drizzle reads them, in a session of %s',
    async (zone) => {
      const config = paginateConfig(moments).withLimits(100, 100).withTieBreaker('id').build()
      await database.db.transaction(async (transaction) => {
        await transaction.execute(sql.raw(`set local time zone '${zone}'`))
        const expected = await transaction.select().from(moments).orderBy(asc(moments.id))
        expect((await paginate(transaction, {}, config)).items).toEqual(expected)
      })
    },
  )
})
