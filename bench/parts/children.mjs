// Part "children": 25 orders with their lines, against a count, a page, one select with `in` and a loop, as a careful
// developer writes them; and against `findMany({ with })` of both Drizzle lines, which counts nothing: its own count is
// added.
import assert from 'node:assert/strict'
import Database from 'better-sqlite3'
import { asc, count, desc, eq, gte, inArray, relations } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { asc as asc1, count as count1, defineRelations, desc as desc1, gte as gte1 } from 'drizzle-orm-v1'
import { drizzle as drizzleSqlite1 } from 'drizzle-orm-v1/better-sqlite3'
import { drizzle as drizzlePg1 } from 'drizzle-orm-v1/node-postgres'
import * as pg1 from 'drizzle-orm-v1/pg-core'
import * as sqlite1 from 'drizzle-orm-v1/sqlite-core'
import { api } from '../build.mjs'
import { openPool } from '../data/postgres.mjs'
import { interleave, ratio } from '../stats.mjs'

const ORDERS = 5_000
const LINES = 8
const PAGE_SIZE = 25
const SCHEMA = 'paginate_bench_children'

const create = (name, moment) => `
  create table ${name}orders (id integer primary key, customer text not null, total numeric not null, created_at ${moment} not null);
  create table ${name}order_lines (id integer primary key, order_id integer not null, product text not null, quantity integer not null,
    price numeric not null);
  create index orders_created on ${name}orders (created_at desc, id);
  create index lines_order on ${name}order_lines (order_id);`

const orderOf = (id) => [id, `customer ${id % 97}`, `${(id * 37) % 900}.25`, Date.UTC(2024, 0, 1) + id * 60_000]
const linesOf = (id) =>
  Array.from({ length: (id % LINES) + 1 }, (_, at) => [
    id * LINES + at,
    id,
    `product ${(id * 7 + at) % 300}`,
    at + 1,
    `${(id + at) % 90}.5`,
  ])

/** The two tables of one Drizzle line and dialect. */
const sqliteTables = (core) => ({
  orders: core.sqliteTable('orders', {
    id: core.integer().primaryKey(),
    customer: core.text().notNull(),
    total: core.numeric().notNull(),
    createdAt: core.integer('created_at', { mode: 'timestamp_ms' }).notNull(),
  }),
  orderLines: core.sqliteTable('order_lines', {
    id: core.integer().primaryKey(),
    orderId: core.integer('order_id').notNull(),
    product: core.text().notNull(),
    quantity: core.integer().notNull(),
    price: core.numeric().notNull(),
  }),
})
const postgresTables = (core) => {
  const schema = core.pgSchema(SCHEMA)
  return {
    orders: schema.table('orders', {
      id: core.integer().primaryKey(),
      customer: core.text().notNull(),
      total: core.numeric().notNull(),
      createdAt: core.timestamp('created_at').notNull(),
    }),
    orderLines: schema.table('order_lines', {
      id: core.integer().primaryKey(),
      orderId: core.integer('order_id').notNull(),
      product: core.text().notNull(),
      quantity: core.integer().notNull(),
      price: core.numeric().notNull(),
    }),
  }
}

function ours(db, { orders, orderLines }) {
  const list = api
    .paginateConfig(orders)
    .withLimits(PAGE_SIZE, 100)
    .withTieBreaker('id')
    .sortable('createdAt')
    .defaultSortBy('createdAt', 'desc')
    .filterable('id', '$gte')
    .children('lines', api.rowsOf(orderLines, eq(orderLines.orderId, orders.id)), {
      id: orderLines.id,
      product: orderLines.product,
      quantity: orderLines.quantity,
      price: orderLines.price,
    })
    .build()
  return async (i) =>
    (await api.paginate(db, api.PaginateQuery.from(`filter.id=$gte:${i % 100}&page=${1 + (i % 20)}`), list)).items
}

function byHand(db, { orders, orderLines }) {
  return async (i) => {
    const where = gte(orders.id, i % 100)
    await db.select({ total: count() }).from(orders).where(where)
    const items = await db
      .select()
      .from(orders)
      .where(where)
      .orderBy(desc(orders.createdAt), asc(orders.id))
      .limit(PAGE_SIZE)
      .offset((i % 20) * PAGE_SIZE)
    const lines = await db
      .select({
        orderId: orderLines.orderId,
        id: orderLines.id,
        product: orderLines.product,
        quantity: orderLines.quantity,
        price: orderLines.price,
      })
      .from(orderLines)
      .where(
        inArray(
          orderLines.orderId,
          items.map(({ id }) => id),
        ),
      )
      .orderBy(asc(orderLines.id))
    const byOrder = new Map(items.map((item) => [item.id, []]))
    for (const { orderId, ...line } of lines) byOrder.get(orderId).push(line)
    return items.map((item) => ({ ...item, lines: byOrder.get(item.id) }))
  }
}

const withLines = { lines: { columns: { orderId: false }, orderBy: { id: 'asc' } } }

function findMany(db, { orders }) {
  return async (i) => {
    const where = gte(orders.id, i % 100)
    await db.select({ total: count() }).from(orders).where(where)
    return db.query.orders.findMany({
      where,
      orderBy: [desc(orders.createdAt), asc(orders.id)],
      limit: PAGE_SIZE,
      offset: (i % 20) * PAGE_SIZE,
      with: { lines: { columns: { orderId: false }, orderBy: (lines) => asc(lines.id) } },
    })
  }
}

/** `findMany` by the list: to be compared with `findMany`. */
function relational(db, { orders }) {
  const list = api
    .paginateConfig(orders)
    .withLimits(PAGE_SIZE, 100)
    .withTieBreaker('id')
    .sortable('createdAt')
    .defaultSortBy('createdAt', 'desc')
    .filterable('id', '$gte')
    .build()
  const find = { with: { lines: { columns: { orderId: false }, orderBy: (lines) => asc(lines.id) } } }
  return async (i) => {
    const query = api.PaginateQuery.from(`filter.id=$gte:${i % 100}&page=${1 + (i % 20)}`)
    return (await api.paginateRelational(db.query.orders, query, list, find)).items
  }
}

function findManyOf1(db, { orders }) {
  return async (i) => {
    await db
      .select({ total: count1() })
      .from(orders)
      .where(gte1(orders.id, i % 100))
    return db.query.orders.findMany({
      where: { id: { gte: i % 100 } },
      orderBy: (table) => [desc1(table.createdAt), asc1(table.id)],
      limit: PAGE_SIZE,
      offset: (i % 20) * PAGE_SIZE,
      with: withLines,
    })
  }
}

const related = ({ orders, orderLines }) => ({
  orders,
  orderLines,
  ordersRelations: relations(orders, ({ many }) => ({ lines: many(orderLines) })),
  linesRelations: relations(orderLines, ({ one }) => ({
    order: one(orders, { fields: [orderLines.orderId], references: [orders.id] }),
  })),
})
const related1 = (tables) =>
  defineRelations(tables, (r) => ({
    orders: { lines: r.many.orderLines({ from: r.orders.id, to: r.orderLines.orderId }) },
  }))

function contenders(tables, tables1, open, open1) {
  const db = open({ schema: related(tables) })
  return {
    ours: ours(db, tables),
    hand: byHand(db, tables),
    with45: findMany(db, tables),
    relational: relational(db, tables),
    with1: findManyOf1(open1({ relations: related1(tables1) }), tables1),
  }
}

function openSqlite() {
  const client = new Database(':memory:')
  client.exec(create('', 'integer'))
  const [order, line] = [
    client.prepare('insert into orders values (?, ?, ?, ?)'),
    client.prepare('insert into order_lines values (?, ?, ?, ?, ?)'),
  ]
  client.transaction(() => {
    for (let id = 1; id <= ORDERS; id++) {
      order.run(orderOf(id))
      for (const values of linesOf(id)) line.run(values)
    }
  })()
  client.exec('analyze')
  const made = contenders(
    sqliteTables(sqlite),
    sqliteTables(sqlite1),
    (options) => drizzleSqlite(client, options),
    (options) => drizzleSqlite1({ client, ...options }),
  )
  return { name: 'SQLite, better-sqlite3', contenders: made, close: async () => void client.close() }
}

async function openPostgres() {
  const client = openPool({ max: 4 })
  await client.query(
    `drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}; ${create(`${SCHEMA}.`, 'timestamp')}`,
  )
  const ids = Array.from({ length: ORDERS }, (_, at) => at + 1)
  const insert = (table, rows) =>
    client.query(`insert into ${SCHEMA}.${table} select * from json_populate_recordset(null::${SCHEMA}.${table}, $1)`, [
      JSON.stringify(rows),
    ])
  await insert(
    'orders',
    ids.map(orderOf).map(([id, customer, total, at]) => ({ id, customer, total, created_at: new Date(at) })),
  )
  await insert(
    'order_lines',
    ids
      .flatMap(linesOf)
      .map(([id, order_id, product, quantity, price]) => ({ id, order_id, product, quantity, price })),
  )
  await client.query(`analyze ${SCHEMA}.orders; analyze ${SCHEMA}.order_lines`)
  const made = contenders(
    postgresTables(pg),
    postgresTables(pg1),
    (options) => drizzlePg(client, options),
    (options) => drizzlePg1({ client, ...options }),
  )
  return { name: 'PostgreSQL, node-postgres', contenders: made, close: () => client.end() }
}

/** As JSON, in which a money value of `findMany({ with })` may have lost its last digits or its type. */
const keysOf = (items) => items.map(({ id, lines }) => [id, lines.map((line) => line.id)])

export async function children({ isFull }) {
  const rows = []
  const figures = {}
  for (const open of isFull ? [openSqlite, openPostgres] : [openSqlite]) {
    const engine = await open()
    try {
      const answers = await Promise.all(
        Object.entries(engine.contenders).map(async ([name, ask]) => [name, await ask(7)]),
      )
      const { ours: own, hand } = Object.fromEntries(answers)
      assert.deepEqual(own, hand, `${engine.name}: other items than by hand`)
      for (const [name, items] of answers)
        assert.deepEqual(keysOf(items), keysOf(hand), `${engine.name}, ${name}: other children`)
      const timings = await interleave(engine.contenders, { rounds: isFull ? 15 : 7, blockMs: 80, warmMs: 500 })
      const ratios = [
        ...['hand', 'with45', 'with1'].map((name) => ratio(timings, name, 'ours')),
        ratio(timings, 'with45', 'relational'),
      ]
      rows.push([
        engine.name,
        ...['ours', 'hand', 'with45', 'with1', 'relational'].map((name) => timings[name].median),
        ...ratios,
      ])
      figures[engine.name] = { hand: ratios[0], with45: ratios[1], with1: ratios[2], relational: ratios[3] }
    } finally {
      await engine.close()
    }
  }
  return {
    title: `Children: ${PAGE_SIZE} orders of a page with their ${LINES} lines at most; µs a request, and how many times the time of ours`,
    columns: [
      'database',
      'ours',
      'hand-written: one `in` and a loop',
      '`findMany({ with })` of 0.45 and a count',
      'of 1.0 and a count',
      '`paginateRelational` of 0.45',
      'hand-written : ours',
      '0.45 : ours',
      '1.0 : ours',
      '0.45 : `paginateRelational`',
    ],
    rows,
    figures,
  }
}
