// Customers with what they have spent and when they last bought, sorted by either. Who has bought nothing is last of
// the best, first of the least.
import { eq, max, sum } from 'drizzle-orm'
import { boolean, integer, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { paginateConfig, rowsOf } from 'drizzle-paginate'

export const customers = pgTable('customers', {
  id: integer().primaryKey(),
  name: text().notNull(),
  country: text().notNull(),
})

export const purchases = pgTable('purchases', {
  id: integer().primaryKey(),
  customerId: integer().notNull(),
  total: numeric({ precision: 10, scale: 2 }).notNull(),
  isPaid: boolean().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

const paid = rowsOf(purchases, eq(purchases.customerId, customers.id)).where(eq(purchases.isPaid, true))

export const customerList = paginateConfig(customers)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .field('spent', paid.aggregate(sum(purchases.total)))
  .field('lastPurchase', paid.aggregate(max(purchases.createdAt)))
  .field('purchaseCount', paid.count())
  .sortable('name', 'spent', 'lastPurchase', 'purchaseCount')
  .sortable('spent', 'lastPurchase', { nulls: 'smallest' })
  .defaultSortBy('spent', 'desc')
  .searchable('name')
  .filterable('country', '$eq', '$in')
  .filterable('spent', '$gte', '$lt', '$null')
  .filterable('lastPurchase', '$gte', '$lt')
  .filterable('purchaseCount', '$eq', '$gte')
  .select({ id: true, name: true, country: true, spent: true, lastPurchase: true, purchaseCount: true })
  .build()

export const customerRows = [
  { id: 1, name: 'Ada', country: 'GB' },
  { id: 2, name: 'Grace', country: 'US' },
  { id: 3, name: 'Alan', country: 'GB' },
  { id: 4, name: 'Barbara', country: 'US' },
]

export const purchaseRows = [
  { id: 1, customerId: 1, total: '19.99', isPaid: true, createdAt: new Date('2026-01-05T10:00:00Z') },
  { id: 2, customerId: 1, total: '0.01', isPaid: true, createdAt: new Date('2026-02-01T10:00:00Z') },
  { id: 3, customerId: 2, total: '100.00', isPaid: true, createdAt: new Date('2025-12-24T10:00:00Z') },
  { id: 4, customerId: 2, total: '900.00', isPaid: false, createdAt: new Date('2026-03-01T10:00:00Z') },
  { id: 5, customerId: 3, total: '5.00', isPaid: true, createdAt: new Date('2026-02-14T10:00:00Z') },
]
