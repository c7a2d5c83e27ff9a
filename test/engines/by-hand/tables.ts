// 40,000 orders of 5,000 customers with 160,000 lines of 1,000 products, and the indexes that an app gives them.
import { int, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { TestDialect } from '../../support/create-tables.js'
import { into, joinedText } from '../../support/many-rows.js'

const pgTables = {
  customers: pgTable('hand_customers', {
    id: pgInteger('id').primaryKey(),
    name: pgText('name').notNull(),
    country: pgText('country'),
  }),
  orders: pgTable('hand_orders', {
    id: pgInteger('id').primaryKey(),
    number: pgText('number').notNull(),
    status: pgText('status').notNull(),
    customerId: pgInteger('customer_id'),
    total: pgInteger('total').notNull(),
    placed: pgInteger('placed').notNull(),
    note: pgText('note'),
  }),
  lines: pgTable('hand_lines', {
    id: pgInteger('id').primaryKey(),
    orderId: pgInteger('order_id').notNull(),
    productId: pgInteger('product_id').notNull(),
    qty: pgInteger('qty').notNull(),
  }),
  products: pgTable('hand_products', { id: pgInteger('id').primaryKey(), name: pgText('name').notNull() }),
}
/** Typed as PostgreSQL's whatever the dialect, as the suite's schema is. */
export type HandTables = typeof pgTables

const short = (name: string) => varchar(name, { length: 60 })

export const handTables: { readonly [dialect in TestDialect]: HandTables } = {
  postgresql: pgTables,
  sqlite: {
    customers: sqliteTable('hand_customers', {
      id: integer('id').primaryKey(),
      name: text('name').notNull(),
      country: text('country'),
    }),
    orders: sqliteTable('hand_orders', {
      id: integer('id').primaryKey(),
      number: text('number').notNull(),
      status: text('status').notNull(),
      customerId: integer('customer_id'),
      total: integer('total').notNull(),
      placed: integer('placed').notNull(),
      note: text('note'),
    }),
    lines: sqliteTable('hand_lines', {
      id: integer('id').primaryKey(),
      orderId: integer('order_id').notNull(),
      productId: integer('product_id').notNull(),
      qty: integer('qty').notNull(),
    }),
    products: sqliteTable('hand_products', { id: integer('id').primaryKey(), name: text('name').notNull() }),
  } as never,
  mysql: {
    customers: mysqlTable('hand_customers', {
      id: int('id').primaryKey(),
      name: short('name').notNull(),
      country: short('country'),
    }),
    orders: mysqlTable('hand_orders', {
      id: int('id').primaryKey(),
      number: short('number').notNull(),
      status: short('status').notNull(),
      customerId: int('customer_id'),
      total: int('total').notNull(),
      placed: int('placed').notNull(),
      note: short('note'),
    }),
    lines: mysqlTable('hand_lines', {
      id: int('id').primaryKey(),
      orderId: int('order_id').notNull(),
      productId: int('product_id').notNull(),
      qty: int('qty').notNull(),
    }),
    products: mysqlTable('hand_products', { id: int('id').primaryKey(), name: short('name').notNull() }),
  } as never,
}

const ORDERS = 40_000
const INDEXES = [
  'orders (placed)',
  'orders (customer_id)',
  'orders (status)',
  'orders (number)',
  'lines (order_id)',
  'lines (product_id)',
]

export function fillSql(dialect: TestDialect): string {
  const text = (...parts: string[]): string => joinedText(dialect, parts)
  return [
    into(
      'hand_customers',
      5000,
      `n, ${text(`'customer '`, '(n * 7919 % 5000)')}, case n % 9 when 0 then null when 1 then 'DE' when 2 then 'FR' else 'GB' end`,
    ),
    into('hand_products', 1000, `n, ${text(`'product '`, '(n % 50)')}`),
    into(
      'hand_orders',
      ORDERS,
      `n, ${text(`'A-'`, `(n * 31 % ${ORDERS})`)}, case when n % 50 = 0 then 'open' when n % 50 < 5 then 'paid' else 'closed' end, case when n % 11 = 0 then null else n * 17 % 5000 + 1 end, n * 7919 % 10007, n * 13 % ${ORDERS}, case when n % 4 = 0 then ${text(`'note of '`, '(n % 1000)')} end`,
    ),
    into('hand_lines', 4 * ORDERS, `n, n * 7919 % ${ORDERS} + 1, n * 31 % 1000 + 1, n % 7 + 1`),
    ...INDEXES.map((index, at) => `create index hand_index_${at} on hand_${index}`),
  ].join(';\n')
}
