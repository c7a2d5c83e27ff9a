// Records of left-joined tables in a selection: null where their row is not there, each by columns of its own.
import { PGlite } from '@electric-sql/pglite'
import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { customType, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { paginate, paginateConfig, paginateSelect } from '../../src/index.js'

test('two records whose paths read alike are told apart', async () => {
  const orders = sqliteTable('orders', { id: integer().primaryKey(), buyer: integer(), seller: integer() })
  const buyers = sqliteTable('buyers', { id: integer().primaryKey(), nick: text() })
  const sellers = sqliteTable('sellers', { id: integer().primaryKey(), nick: text() })
  const client = new Database(':memory:')
  client.exec(`create table orders (id integer primary key, buyer integer, seller integer);
    create table buyers (id integer primary key, nick text);
    create table sellers (id integer primary key, nick text);
    insert into buyers values (1, null); insert into sellers values (1, null);
    insert into orders values (1, 1, null), (2, null, 1), (3, null, null)`)
  const list = paginateConfig(orders)
    .leftJoin('bought', buyers, eq(buyers.id, orders.buyer))
    .leftJoin('sold', sellers, eq(sellers.id, orders.seller))
    .withLimits(5, 50)
    .withTieBreaker('id')
    .build()
  const selection = { 'x.y': { nick: buyers.nick }, x: { y: { nick: sellers.nick } } }
  const { items } = await paginateSelect(drizzle({ client }), '', list, selection)
  client.close()
  expect(items).toEqual([
    { 'x.y': { nick: null }, x: { y: null } },
    { 'x.y': null, x: { y: { nick: null } } },
    { 'x.y': null, x: { y: null } },
  ])
})

test('a record with a column that is read as null, and is not null, is there', async () => {
  const parse = (value: string): string | null => (value === '' ? null : value)
  const blankable = customType<{ data: string | null; driverData: string }>({
    dataType: () => 'text',
    fromDriver: parse,
  })
  const orders = sqliteTable('orders', { id: integer().primaryKey(), buyer: integer() })
  const columns = { options: text({ mode: 'json' }).notNull(), nick: text(), note: blankable().notNull() }
  const buyers = sqliteTable('buyers', { ...columns, id: integer().primaryKey() })
  const keyless = sqliteTable('buyers', columns)
  const client = new Database(':memory:')
  client.exec(`create table orders (id integer primary key, buyer integer);
    create table buyers (id integer primary key, options text, nick text, note text);
    insert into buyers values (1, 'null', null, ''); insert into orders values (1, 1), (2, null)`)
  const start = paginateConfig(orders).withLimits(5, 50).withTieBreaker('id')
  const ofBuyers = start.leftJoin('bought', buyers, eq(buyers.id, orders.buyer)).build()
  const ofKeyless = start
    .leftJoin('bought', keyless, sql`"buyers".rowid = ${orders.buyer}`, { assumeUnique: true })
    .build()
  for (const [list, { options, nick, note }] of [
    [ofBuyers, buyers],
    [ofKeyless, keyless],
  ] as const) {
    const { items } = await paginateSelect(drizzle({ client }), '', list, {
      one: { options, nick },
      two: { note, nick },
      three: { nick },
    })
    expect(items).toEqual([
      { one: { options: null, nick: null }, two: { note: null, nick: null }, three: { nick: null } },
      { one: null, two: null, three: null },
    ])
  }
  client.close()
})

test('a record of a driver that parses JSON is there where its only column that is never null holds null', async () => {
  const client = new PGlite()
  await client.exec(`create table orders (id int primary key, buyer int);
    create table buyers (id int, options jsonb not null, nick text);
    insert into buyers values (1, 'null', null); insert into orders values (1, 1), (2, null)`)
  const orders = pg.pgTable('orders', { id: pg.integer().primaryKey(), buyer: pg.integer() })
  const columns = { id: pg.integer(), options: pg.jsonb().notNull(), nick: pg.text() }
  const buyers = pg.pgTable('buyers', columns)
  const list = paginateConfig(orders)
    .leftJoin('bought', buyers, eq(buyers.id, orders.buyer), { assumeUnique: true })
    .withLimits(5, 50)
    .withTieBreaker('id')
    .build()
  const selection = { buyer: { options: buyers.options, nick: buyers.nick } }
  const { items } = await paginateSelect(drizzlePglite({ client }), '', list, selection)
  await client.close()
  expect(items).toEqual([{ buyer: { options: null, nick: null } }, { buyer: null }])
})

test('records under names that every object has are members of their own row', async () => {
  const races = sqliteTable('races', { id: integer().primaryKey(), builtBy: integer('built_by') })
  const constructors = sqliteTable('constructors', { id: integer().primaryKey(), name: text(), base: text() })
  const client = new Database(':memory:')
  client.exec(`create table races (id integer primary key, built_by integer);
    create table constructors (id integer primary key, name text, base text);
    insert into constructors values (1, 'Lotus', 'Hethel'), (2, 'Tyrrell', 'Ockham');
    insert into races values (1, 1), (2, 2), (3, null)`)
  const db = drizzle({ client })
  const { base, name } = constructors
  const list = paginateConfig(races)
    .leftJoin('constructor', constructors, eq(constructors.id, races.builtBy))
    .withLimits(5, 50)
    .withTieBreaker('id')
    .select({ id: true, constructor: { base, name } })
    .build()
  const lotus = { base: 'Hethel', name: 'Lotus' }
  const tyrrell = { base: 'Ockham', name: 'Tyrrell' }
  for (let time = 0; time < 3; time++)
    expect((await paginate(db, '', list)).items).toEqual([
      { id: 1, constructor: lotus },
      { id: 2, constructor: tyrrell },
      { id: 3, constructor: null },
    ])
  const nested = { toString: { valueOf: { base, name } }, constructor: races }
  const { items } = await paginateSelect(db, 'limit=1', list, nested)
  client.close()
  expect(items).toEqual([{ toString: { valueOf: lotus }, constructor: { id: 1, builtBy: 1 } }])
  expect(Object.keys(Object)).toEqual([])
})
