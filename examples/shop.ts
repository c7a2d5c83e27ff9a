// A shop's orders, whole: lines and tags inside, revenue beside the page, soft delete, one tenant by row-level
// security, a CSV report, metrics and an OpenAPI document. Run it with `npm run example shop`; each request names its
// tenant: `curl -H 'x-tenant: 1' …`.
import { PGlite } from '@electric-sql/pglite'
import { serve } from '@hono/node-server'
import { asc, count, eq, sql, sum } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { integer, numeric, pgEnum, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { paginateConfig, rowsOf } from 'drizzle-paginate'
import { listHandler, exportHandler, type Within } from 'drizzle-paginate/http'
import { exportOperation, listOperation } from 'drizzle-paginate/openapi'

// The tables.
const orderStatus = pgEnum('order_status', ['open', 'paid', 'shipped'])
const orders = pgTable('orders', {
  id: integer().primaryKey(),
  tenantId: integer('tenant_id').notNull(),
  customer: text().notNull(),
  status: orderStatus().notNull(),
  total: numeric({ precision: 10, scale: 2 }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
})
const orderLines = pgTable('order_lines', {
  id: integer().primaryKey(),
  orderId: integer('order_id').notNull(),
  product: text().notNull(),
  quantity: integer().notNull(),
  price: numeric({ precision: 10, scale: 2 }).notNull(),
})
const orderTags = pgTable('order_tags', { orderId: integer('order_id').notNull(), name: text().notNull() }, (table) => [
  primaryKey({ columns: [table.orderId, table.name] }),
])

// The list: what clients may ask for, and what they get.
const taggedWith = eq(orderTags.orderId, orders.id)
export const orderList = paginateConfig(orders)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .children('lines', rowsOf(orderLines, eq(orderLines.orderId, orders.id)), {
    product: orderLines.product,
    quantity: orderLines.quantity,
    price: orderLines.price,
  })
  .children('tags', rowsOf(orderTags, taggedWith), { name: orderTags.name }, { orderBy: [asc(orderTags.name)] })
  .sortable('createdAt', 'total', 'customer')
  .defaultSortBy('createdAt', 'desc')
  .searchable('customer')
  .filterable('status', '$eq', '$in')
  .filterable('total', '$gte', '$lt')
  .filterable('createdAt', '$gte', '$lt')
  .filterable('deletedAt', '$null')
  .filterableMany('tag', rowsOf(orderTags, taggedWith), orderTags.name, '$eq', '$in')
  // Deleted orders are left out, unless a client asks: filter.deletedAt=$not:$null.
  .defaultFilter('deletedAt', { $null: true })
  .withSummary({ orders: count(), revenue: sum(orders.total) })
  .select({ id: true, customer: true, status: true, total: true, createdAt: true, lines: true, tags: { name: true } })
  .build()

// The database. Its policies show a tenant's rows to the role that requests run as, and no others.
const client = await PGlite.create()
const statements = [
  `create type order_status as enum ('open', 'paid', 'shipped')`,
  `create table orders (id integer primary key, tenant_id integer not null, customer text not null, status order_status not null,
    total numeric(10, 2) not null, created_at timestamptz not null, deleted_at timestamptz)`,
  `create table order_lines (id integer primary key, order_id integer not null, product text not null, quantity integer not null,
    price numeric(10, 2) not null)`,
  `create table order_tags (order_id integer not null, name text not null, primary key (order_id, name))`,
  `create role shop_app`,
  `grant select on orders, order_lines, order_tags to shop_app`,
  `alter table orders enable row level security`,
  `create policy own_orders on orders using (tenant_id = current_setting('app.tenant')::int)`,
]
for (const statement of statements) await client.exec(statement)
const db = drizzle({ client })
const on = (day: number): Date => new Date(Date.UTC(2026, 0, day))
await db.insert(orders).values([
  { id: 1, tenantId: 1, customer: 'Ada', status: 'paid', total: '12.50', createdAt: on(1) },
  { id: 2, tenantId: 1, customer: 'Grace', status: 'open', total: '100.00', createdAt: on(2) },
  { id: 3, tenantId: 1, customer: 'Alan', status: 'paid', total: '7.00', createdAt: on(3), deletedAt: on(4) },
  { id: 4, tenantId: 2, customer: 'Barbara', status: 'shipped', total: '999.99', createdAt: on(4) },
  { id: 5, tenantId: 1, customer: '=Edsger', status: 'shipped', total: '0.50', createdAt: on(5) },
])
await db.insert(orderLines).values([
  { id: 1, orderId: 1, product: 'Tea', quantity: 2, price: '5.00' },
  { id: 2, orderId: 1, product: 'Cup', quantity: 1, price: '2.50' },
  { id: 3, orderId: 2, product: 'Lamp', quantity: 1, price: '100.00' },
  { id: 4, orderId: 4, product: 'Desk', quantity: 1, price: '999.99' },
])
await db.insert(orderTags).values([
  { orderId: 1, name: 'gift' },
  { orderId: 1, name: 'express' },
  { orderId: 4, name: 'gift' },
])

// What every request shares: the transaction of its tenant, and the metrics.
const asTenant: Within<[Request], 'postgresql'> = (request, run) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local role shop_app`)
    await tx.execute(sql`select set_config('app.tenant', ${request.headers.get('x-tenant')}, true)`)
    return run(tx)
  })
const requests = new Map<string, number>()
const measure = ({ shape, status }: { readonly shape: string; readonly status: number }): void => {
  const labels = `{shape="${shape}",status="${status}"}`
  requests.set(labels, (requests.get(labels) ?? 0) + 1)
}

// The endpoints.
const columns = ['id', 'customer', 'status', 'total', 'createdAt']
const list = listHandler({ db, config: orderList, within: asTenant, onAnswer: measure })
const report = exportHandler({
  db,
  config: orderList,
  as: 'csv',
  filename: 'orders.csv',
  columns,
  within: asTenant,
  onAnswer: measure,
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': { get: listOperation(orderList, { operationId: 'listOrders' }) },
    '/orders.csv': { get: exportOperation(orderList, { as: 'csv', operationId: 'exportOrders' }) },
  },
}
const routes: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
  '/orders': list,
  '/orders.csv': report,
  '/openapi.json': () => Response.json(document),
  '/metrics': () =>
    new Response([...requests].map(([labels, value]) => `list_requests_total${labels} ${value}\n`).join('')),
}
// In place of a session: who asks without a tenant is not let in.
const isTenant = (request: Request) => /^\d{1,9}$/.test(request.headers.get('x-tenant') ?? '')
const answer = (request: Request) =>
  !isTenant(request)
    ? new Response('Unauthorized', { status: 401 })
    : (routes[new URL(request.url).pathname]?.(request) ?? new Response('Not found', { status: 404 }))

serve({ fetch: answer, port: Number(process.env['PORT'] ?? 3000) }, ({ port }) =>
  console.log(`http://localhost:${port}/orders`),
)
