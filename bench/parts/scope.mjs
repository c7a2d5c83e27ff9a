// Part "scope": a list whose join, count and sub-collection are functions of the scope, for one tenant and for a thousand,
// against the same list with the conditions written out for a tenant.
import assert from 'node:assert/strict'
import Database from 'better-sqlite3'
import { and, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { api } from '../build.mjs'
import { interleave, ratio } from '../stats.mjs'

const TENANTS = 1_000
const ORDERS = 20_000

const orders = sqliteTable('orders', {
  id: integer().primaryKey(),
  tenantId: integer('tenant_id').notNull(),
  customerId: integer('customer_id').notNull(),
  total: integer().notNull(),
})
const customers = sqliteTable('customers', {
  id: integer().primaryKey(),
  tenantId: integer('tenant_id').notNull(),
  name: text().notNull(),
})
const lines = sqliteTable('lines', {
  id: integer().primaryKey(),
  tenantId: integer('tenant_id').notNull(),
  orderId: integer('order_id').notNull(),
  product: text().notNull(),
})

function open() {
  const client = new Database(':memory:')
  client.exec(`
    create table customers (id integer primary key, tenant_id integer not null, name text not null);
    create table orders (id integer primary key, tenant_id integer not null, customer_id integer not null, total integer not null);
    create table lines (id integer primary key, tenant_id integer not null, order_id integer not null, product text not null);
    create index orders_tenant on orders (tenant_id, id);
    create index lines_order on lines (order_id, tenant_id, product);`)
  const [customer, order, line] = [3, 4, 4].map((places, at) =>
    client.prepare(
      `insert into ${['customers', 'orders', 'lines'][at]} values (${Array.from({ length: places }, () => '?').join(', ')})`,
    ),
  )
  client.transaction(() => {
    for (let id = 1; id <= TENANTS; id++) customer.run(id, id % TENANTS, `customer ${id}`)
    for (let id = 1; id <= ORDERS; id++) {
      order.run(id, id % TENANTS, id % TENANTS || TENANTS, (id * 37) % 900)
      line.run(id, id % TENANTS, id, `product ${id % 3}`)
    }
  })()
  client.exec('analyze')
  return client
}

/** @param tenant the scope's for a function, a number where it is written out */
function listOf(tenant) {
  const of = (write) => (tenant === null ? ({ scope }) => write(scope.tenantId) : write(tenant))
  const own = (id) => and(eq(lines.orderId, orders.id), eq(lines.tenantId, id))
  return api
    .paginateConfig(orders)
    .leftJoin(
      'customer',
      customers,
      of((id) => and(eq(customers.id, orders.customerId), eq(customers.tenantId, id))),
    )
    .field('lines', api.rowsOf(lines, of(own)).count())
    .filterableMany('product', api.rowsOf(lines, of(own)), lines.product, '$eq')
    .withLimits(25, 100)
    .withTieBreaker('id')
    .sortable('total', 'customer.name')
    .filterable('total', '$gte')
    .filterable('lines', '$gte')
    .scopedBy(({ tenantId }) => eq(orders.tenantId, tenantId))
    .select({ id: true, total: true, customer: { name: true }, lines: true })
    .build()
}

const REQUESTS = {
  'a page': () => 'sortBy=customer.name:ASC',
  'a filter': (i) => `filter.total=$gte:${i % 50}`,
  'a count of rows': () => 'filter.lines=$gte:1&sortBy=total:DESC',
  'a filter of rows': (i) => `filter.product=$eq:${encodeURIComponent(`product ${i % 3}`)}`,
}

export async function scopeFunctions({ isFull }) {
  const client = open()
  const db = drizzle({ client })
  const [functions, written] = [listOf(null), listOf(7)]
  /** The same statements for one tenant; for many, each reads as many rows. */
  const page = (list, query, tenantId) => api.paginate(db, query, list, { scope: { tenantId } })
  const rows = []
  const figures = {}
  try {
    for (const [name, query] of Object.entries(REQUESTS)) {
      assert.deepEqual(await page(functions, query(3), 7), await page(written, query(3), 7), name)
      const timings = await interleave(
        {
          one: (i) => page(functions, query(i), 7),
          many: (i) => page(functions, query(i), i % TENANTS),
          written: (i) => page(written, query(i), 7),
        },
        { rounds: isFull ? 15 : 7, blockMs: 100, warmMs: 500, clock: 'cpu' },
      )
      const against = { one: ratio(timings, 'one', 'written'), many: ratio(timings, 'many', 'written') }
      rows.push([name, ...['one', 'many', 'written'].map((each) => timings[each].median), against.one, against.many])
      figures[name] = Math.max(against.one, against.many)
    }
  } finally {
    client.close()
  }
  return {
    title: `Functions of the scope in a join, a count and a sub-collection, SQLite, CPU µs of a request`,
    columns: ['request', 'one tenant', '1,000 tenants', 'written out', 'one : written out', '1,000 : written out'],
    rows,
    figures,
  }
}
