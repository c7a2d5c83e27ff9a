// Twelve endpoints of an invoicing application, each written with what skills/drizzle-paginate/SKILL.md says under "Asked
// for, and what to write", and compared with plain SQL.
import Database from 'better-sqlite3'
import { eq, or, sum } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { exportHandler, listHandler } from 'drizzle-paginate/http'
import { createListClient } from 'drizzle-paginate/client'
import { words } from 'drizzle-paginate/search'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { applyFilters, configVariants, paginate, paginateConfig, paginateSelect, rowsOf } from '../../src/index.js'
import { readPage } from './support/pages.js'

const customers = sqliteTable('customers', { id: integer().primaryKey(), name: text().notNull() })
const orders = sqliteTable('orders', {
  id: integer().primaryKey(),
  tenantId: integer('tenant_id').notNull(),
  customerId: integer('customer_id'),
  title: text().notNull(),
  status: text().notNull(),
  seller: text().notNull(),
  buyer: text(),
  cost: integer().notNull(),
  total: integer().notNull(),
  deletedAt: integer('deleted_at'),
})
const lines = sqliteTable('lines', {
  id: integer().primaryKey(),
  orderId: integer('order_id').notNull(),
  product: text().notNull(),
  price: integer().notNull(),
})

const client = new Database(':memory:')
client.exec(`create table customers (id integer primary key, name text not null);
create table orders (id integer primary key, tenant_id integer not null, customer_id integer, title text not null, status text not null,
  seller text not null, buyer text, cost integer not null, total integer not null, deleted_at integer);
create table lines (id integer primary key, order_id integer not null, product text not null, price integer not null)`)
afterAll(() => client.close())
const db = drizzle({ client })
for (let id = 1; id <= 5; id++)
  db.insert(customers)
    .values({ id, name: ['Ada', 'Grace', 'Ann', 'Kay', 'Ada Lee'][id - 1]! })
    .run()
for (let id = 1; id <= 40; id++) {
  const [customerId, buyer, deletedAt] = [
    id % 6 || null,
    id % 4 === 0 ? null : ['Ada', 'Ann', 'Kay'][id % 3]!,
    id % 7 === 0 ? id : null,
  ]
  db.insert(orders)
    .values({
      id,
      tenantId: id % 2,
      customerId,
      title: `order ${id % 5} red`,
      status: ['open', 'paid', 'late'][id % 3]!,
      seller: ['Ada', 'Grace'][id % 2]!,
      buyer,
      cost: id * 3,
      total: (id * 37) % 90,
      deletedAt,
    })
    .run()
  for (let line = 1; line <= id % 4; line++)
    db.insert(lines)
      .values({
        id: id * 10 + line,
        orderId: id,
        product: ['pen', 'ink', 'pad'][(id + line) % 3]!,
        price: ((id + line) * 7) % 20,
      })
      .run()
}

const lineRows = rowsOf(lines, eq(lines.orderId, orders.id))
const begin = () => paginateConfig(orders, { strictParameters: true }).withLimits(100, 100).withTieBreaker('id')
const idsOf = (where: string): number[] =>
  client
    .prepare(`select o.id from orders o left join customers c on c.id = o.customer_id where ${where} order by o.id`)
    .pluck()
    .all() as number[]
const ids = (items: readonly { readonly id: number }[]): number[] => items.map(({ id }) => id)
const get = (path: string): Request => new Request(`http://localhost${path}`)

describe('An endpoint written from the skill', () => {
  test('1. a column of a joined table, and the joined record', async () => {
    const list = begin()
      .leftJoin('customer', customers, eq(customers.id, orders.customerId))
      .sortable('customer.name')
      .filterable('customer.name', '$eq', '$null')
      .select({ id: true, customer: { name: true } })
      .build()
    const { items } = await paginate(db, get('/orders?filter.customer.name=$eq:Ada'), list)
    expect(ids(items)).toEqual(idsOf(`c.name = 'Ada'`))
    expect(items[0]?.customer).toEqual({ name: 'Ada' })
  })

  test('2. rows in the item, how many there are, and their sum', async () => {
    const list = begin()
      .field('lineCount', lineRows.count())
      .field('lineTotal', lineRows.aggregate(sum(lines.price)))
      .sortable('lineCount')
      .filterable('lineCount', '$gte')
      .children('lines', lineRows, { id: lines.id, price: lines.price })
      .select({ id: true, lineCount: true, lineTotal: true, lines: true })
      .build()
    const { items } = await paginate(db, get('/orders?filter.lineCount=$gte:2'), list)
    expect(ids(items)).toEqual(idsOf('(select count(*) from lines l where l.order_id = o.id) >= 2'))
    for (const { lineCount, lineTotal, lines: own } of items) {
      expect(own).toHaveLength(lineCount)
      expect(Number(lineTotal)).toBe(own.reduce((all, { price }) => all + price, 0))
    }
  })

  test('3. any row of another table', async () => {
    const list = begin().filterableMany('product', lineRows, lines.product, '$eq', '$in').select({ id: true }).build()
    const { items } = await paginate(db, get('/orders?filter.product=$eq:pen'), list)
    expect(ids(items)).toEqual(idsOf(`exists (select 1 from lines l where l.order_id = o.id and l.product = 'pen')`))
  })

  test('4. one and the same row', async () => {
    const list = begin()
      .filterableMany('line', lineRows, { product: [lines.product, '$eq'], price: [lines.price, '$gte'] })
      .select({ id: true })
      .build()
    const { items } = await paginate(db, get('/orders?filter.line.product=$eq:pen&filter.line.price=$gte:10'), list)
    const wanted = idsOf(
      `exists (select 1 from lines l where l.order_id = o.id and l.product = 'pen' and l.price >= 10)`,
    )
    expect(ids(items)).toEqual(wanted)
    expect(wanted).not.toEqual(
      idsOf(
        `exists (select 1 from lines l where l.order_id = o.id and l.product = 'pen') and exists (select 1 from lines l where l.order_id = o.id and l.price >= 10)`,
      ),
    )
  })

  test('5. counts next to the list, and a sum under it', async () => {
    const config = begin()
      .filterable('status', '$eq')
      .withFacets({ status: true })
      .withSummary({ total: sum(orders.total) })
      .select({ id: true })
      .build()
    const response = await listHandler({ db, config })(get('/orders?filter.status=$eq:open'))
    const page = (await response.json()) as { summary: unknown; facets: { status: Record<string, unknown>[] } }
    expect(page.summary).toEqual(
      client.prepare(`select cast(sum(total) as text) as total from orders where status = 'open'`).get(),
    )
    const counted = client.prepare('select status as value, count(*) as count from orders group by status').all()
    expect(page.facets.status.map(({ value, count }) => ({ value, count }))).toEqual(expect.arrayContaining(counted))
  })

  test('6. infinite scroll', async () => {
    const list = paginateConfig(orders, { strictParameters: true })
      .withLimits(7, 100)
      .withTieBreaker('id')
      .sortable('total')
      .withCursors()
      .select({ id: true })
      .build()
    const seen: number[] = []
    for (let next = '/orders?sortBy=total:DESC'; next !== '';) {
      const page = await paginate(db, get(next), list)
      seen.push(...ids(page.items))
      next = page.links.next ?? ''
    }
    expect(seen).toEqual(client.prepare('select id from orders order by total desc, id').pluck().all())
  })

  test('7. no count of a large table', async () => {
    const list = begin().withTotals('none').select({ id: true }).build()
    const sent: string[] = []
    await paginate(db, get('/orders?limit=5'), list, { onStatement: ({ kind }) => void sent.push(kind) })
    expect(sent).toEqual(['page'])
    const bounded = begin().withTotals({ upTo: 10 }).select({ id: true }).build()
    expect((await paginate(db, get('/orders?limit=5'), bounded)).meta.totalItems).toBeNull()
  })

  test('8. deleted rows hidden, until they are asked for', async () => {
    const list = begin()
      .filterable('deletedAt', '$null')
      .defaultFilter('deletedAt', { $null: true })
      .select({ id: true })
      .build()
    expect(ids((await paginate(db, get('/orders'), list)).items)).toEqual(idsOf('o.deleted_at is null'))
    expect(ids((await paginate(db, get('/orders?filter.deletedAt=$not:$null'), list)).items)).toEqual(
      idsOf('o.deleted_at is not null'),
    )
  })

  test('9. a condition of one’s own, and every word in any column', async () => {
    const list = begin()
      .leftJoin('customer', customers, eq(customers.id, orders.customerId))
      .filterWith('person', 'text', ({ value }) => or(eq(orders.seller, value), eq(orders.buyer, value)))
      .searchWith(words([orders.title, customers.name]))
      .select({ id: true })
      .build()
    const own = await paginate(db, get('/orders?filter.person=$eq:Ada'), list)
    expect(ids(own.items)).toEqual(idsOf(`o.seller = 'Ada' or coalesce(o.buyer = 'Ada', false)`))
    const searched = await paginate(db, get('/orders?search=ada%20red'), list)
    expect(ids(searched.items)).toEqual(
      idsOf(
        `(o.title like '%ada%' or coalesce(c.name like '%ada%', false)) and (o.title like '%red%' or coalesce(c.name like '%red%', false))`,
      ),
    )
  })

  test('10. fields and filters by role, in the scope of a tenant', async () => {
    const variants = configVariants((can: { readonly seeCost: boolean }) =>
      begin()
        .scopedBy((scope: { readonly tenantId: number }) => eq(orders.tenantId, scope.tenantId))
        .when(can.seeCost)
        .filterable('cost', '$gte')
        .select({ id: true, cost: can.seeCost && orders.cost })
        .build(),
    )
    const scope = { tenantId: 1 }
    const chief = await paginate(db, get('/orders?filter.cost=$gte:60'), variants({ seeCost: true }), { scope })
    expect(ids(chief.items)).toEqual(idsOf('o.cost >= 60 and o.tenant_id = 1'))
    const clerk = await paginate(db, get('/orders'), variants({ seeCost: false }), { scope })
    expect(Object.keys(clerk.items[0] ?? {})).toEqual(['id'])
    await expect(
      paginate(db, get('/orders?filter.cost=$gte:60'), variants({ seeCost: false }), { scope }),
    ).rejects.toThrow('not configured')
  })

  test('11. all that match, deleted; another selection for one call', async () => {
    const list = begin().filterable('status', '$eq').build()
    const selected = await paginateSelect(db, get('/orders?filter.status=$eq:late'), list, { id: orders.id })
    const { where, hasCriteria } = applyFilters(get('/orders?filter.status=$eq:late'), list)
    expect(hasCriteria).toBe(true)
    expect(db.select({ id: orders.id }).from(orders).where(where).orderBy(orders.id).all()).toEqual(selected.items)
    expect(ids(selected.items)).toEqual(idsOf(`o.status = 'late'`))
    expect(applyFilters(get('/orders'), list).hasCriteria).toBe(false)
  })

  test('12. a file, and a front end', async () => {
    const config = begin().sortable('total').filterable('status', '$eq').select({ id: true, total: true }).build()
    const file = await (
      await exportHandler({ db, config, as: 'csv' })(get('/orders/export?filter.status=$eq:paid&sortBy=total:ASC'))
    ).text()
    const rows = client
      .prepare(`select id || ',' || total from orders where status = 'paid' order by total, id`)
      .pluck()
      .all()
    expect(file.trim().split(/\r?\n/)).toEqual(['id,total', ...rows])
    const handler = listHandler({ db, config })
    const front = createListClient<typeof config>('http://localhost/orders', {
      fetch: (input) => handler(new Request(input)),
    })
    const page = await front.fetchPage(front.query().filter('status', '$eq', 'paid').limit(3))
    expect(page.items.map(({ total }) => total)).toHaveLength(3)
  })
})

test('each answer of the skill is in one of them', () => {
  const { text } = readPage('skills/drizzle-paginate/SKILL.md')
  const source = readFileSync(fileURLToPath(import.meta.url), 'utf8').replaceAll(/\s+/g, '')
  const rows = [...text.matchAll(/^\| [^|]+ \| (.*`.*) \|$/gm)].map(([, answer = '']) => answer)
  const calls = rows.flatMap((answer) => [...answer.matchAll(/`(\.?\w+\('?)/g)].map(([, call = '']) => call))
  expect(calls.length).toBeGreaterThan(15)
  expect(calls.filter((call) => !source.includes(call) && call !== 'lineRows')).toEqual([])
})
