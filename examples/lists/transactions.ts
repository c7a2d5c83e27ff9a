// Transactions of a bank account: twenty filters, one of them over two columns, and the archived left out unless they
// are asked for.
import { eq, or } from 'drizzle-orm'
import { boolean, date, integer, numeric, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { paginateConfig } from 'drizzle-paginate'

export const transactionStatus = pgEnum('transaction_status', ['pending', 'booked', 'reversed'])

export const transactions = pgTable('transactions', {
  id: integer().primaryKey(),
  reference: text().notNull(),
  status: transactionStatus().notNull(),
  kind: text({ enum: ['card', 'transfer', 'debit', 'fee'] }).notNull(),
  amount: numeric({ precision: 12, scale: 2 }).notNull(),
  currency: text().notNull(),
  payer: text().notNull(),
  payee: text().notNull(),
  payerIban: text(),
  payeeIban: text(),
  purpose: text(),
  category: text(),
  labels: text().array().notNull().default([]),
  merchantCode: integer(),
  cardNumber: text(),
  country: text(),
  isFlagged: boolean().notNull().default(false),
  valueDate: date().notNull(),
  bookedAt: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  archivedAt: timestamp({ withTimezone: true }),
})

export const transactionList = paginateConfig(transactions)
  .withLimits(25, 200)
  .withTieBreaker({ id: 'follow' })
  .sortable('createdAt', 'bookedAt', 'valueDate', 'amount', 'payer', 'payee')
  .defaultSortBy('createdAt', 'desc')
  .searchable('reference', 'purpose', 'payer', 'payee')
  .filterable('id', '$eq', '$in')
  .filterable('reference', '$eq', '$sw')
  .filterable('status', '$eq', '$in')
  .filterable('kind', '$eq', '$in')
  .filterable('amount', '$eq', '$gte', '$lte', '$btw')
  .filterable('currency', '$eq', '$in')
  .filterable('payer', '$eq', '$ilike')
  .filterable('payee', '$eq', '$ilike')
  .filterable('purpose', '$ilike', '$null')
  .filterable('category', '$eq', '$in', '$null')
  .filterable('labels', '$contains')
  .filterable('merchantCode', '$eq', '$in')
  .filterable('cardNumber', '$eq', '$null')
  .filterable('country', '$eq', '$in')
  .filterable('isFlagged', '$eq')
  .filterable('valueDate', '$eq', '$gte', '$lte', '$btw')
  .filterable('bookedAt', '$gte', '$lt', '$null')
  .filterable('createdAt', '$gte', '$lt', '$btw')
  .filterable('archivedAt', '$null', '$gte', '$lt')
  .filterWith('party', 'text', ({ value }) => or(eq(transactions.payer, value), eq(transactions.payee, value)))
  .defaultFilter('archivedAt', { $null: true })
  .build()

const row = {
  status: 'booked',
  kind: 'transfer',
  currency: 'EUR',
  valueDate: '2026-01-02',
  createdAt: new Date('2026-01-02T00:00:00Z'),
} as const
export const transactionRows: readonly (typeof transactions.$inferInsert)[] = [
  { ...row, id: 1, reference: 'R-1', amount: '10.00', payer: 'Ada', payee: 'Shop', labels: ['food', 'work'] },
  { ...row, id: 2, reference: 'R-2', amount: '2500.00', payer: 'Employer', payee: 'Ada', category: 'salary' },
  {
    ...row,
    id: 3,
    reference: 'R-3',
    amount: '7.50',
    payer: 'Ada',
    payee: 'Kiosk',
    archivedAt: new Date('2026-02-01T00:00:00Z'),
  },
  {
    ...row,
    id: 4,
    reference: 'R-4',
    amount: '99.99',
    payer: 'Alan',
    payee: 'Shop',
    status: 'pending',
    isFlagged: true,
  },
]
