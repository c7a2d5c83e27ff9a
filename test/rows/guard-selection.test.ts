// Records of left-joined tables in a selection: null where their row is not there, each by columns of its own.
import Database from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { paginateConfig, paginateSelect } from '../../src/index.js'

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
