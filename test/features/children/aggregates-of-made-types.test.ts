// The greatest of columns that a made value type reads: its criteria are bound as those of the column.
import Database from 'better-sqlite3'
import { eq, max, min } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { customType, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { defineValueType, facetCounts, paginate, paginateConfig, rowsOf } from '../../../src/index.js'

interface Money {
  readonly cents: number
}
const moneyColumn = customType<{ data: Money; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (money) => money.cents,
  fromDriver: (cents) => ({ cents }),
})
const money = defineValueType({
  name: 'money',
  parse: (text: string): Money | undefined =>
    /^\d+\.\d\d$/.test(text) ? { cents: Number(text.replace('.', '')) } : undefined,
  format: ({ cents }: Money) => (cents / 100).toFixed(2),
  operators: ['$eq', '$in', '$gte', '$btw', '$null'],
  appliesTo: ({ columnType }) => columnType === 'SQLiteCustomColumn',
})

const customers = sqliteTable('customers', { id: integer().primaryKey() })
const bills = sqliteTable('bills', {
  id: integer().primaryKey(),
  customerId: integer('customer_id'),
  total: moneyColumn(),
})
const client = new Database(':memory:')
client.exec(`create table customers (id integer primary key);
  create table bills (id integer primary key, customer_id integer, total integer);
  insert into customers values (1), (2), (3);
  insert into bills values (1, 1, 1250), (2, 1, 300), (3, 2, 900)`)
const db = drizzle({ client })

const ofCustomer = rowsOf(bills, eq(bills.customerId, customers.id))
const list = paginateConfig(customers, { valueTypes: [money] })
  .field('most', ofCustomer.aggregate(max(bills.total)))
  .field('least', ofCustomer.aggregate(min(bills.total), money))
  .withLimits(10, 10)
  .withTieBreaker('id')
  .filterable('most', '$eq', '$in', '$gte', '$btw', '$null')
  .filterable('least', '$eq', '$gte')
  .select({ id: true, most: true })
  .build()

test.each([
  ['filter.most=$gte:12.50', [1]],
  ['filter.most=$eq:9.00', [2]],
  ['filter.most=$not:$eq:9.00', [1, 3]],
  ['filter.most=$in:9.00,12.50', [1, 2]],
  ['filter.most=$btw:1.00,10.00', [2]],
  ['filter.most=$null', [3]],
  ['filter.least=$eq:3.00', [1]],
  ['filter.least=$gte:4.00&filter.most=$gte:9.00', [2]],
])('%s', async (query, ids) => {
  const { items, meta } = await paginate(db, `?${query}`, list)
  expect([items.map(({ id }) => id), meta.totalItems]).toEqual([ids, ids.length])
})

test('a facet of it leads back', async () => {
  const { most } = await facetCounts(db, '', list, { most: true })
  expect(most).toEqual([
    { value: null, count: 1, filter: '$null' },
    { value: { cents: 900 }, count: 1, filter: '$eq:9.00' },
    { value: { cents: 1250 }, count: 1, filter: '$eq:12.50' },
  ])
})
