// Ready searches over a left join: a row without a partner is found by what it has itself.
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import Database from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { drizzle as sqliteDrizzle } from 'drizzle-orm/better-sqlite3'
import { alias, integer, pgSchema, pgTable, pgView, QueryBuilder, text } from 'drizzle-orm/pg-core'
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { beforeAll, expect, test } from 'vitest'
import { type AnyPaginateConfig, paginate, paginateConfig } from '../../src/index.js'
import { fts5, fullText, similar } from '../../src/entries/search/index.js'
import { checkList } from '../../src/entries/testing/index.js'
import { startPglite } from '../support/start-pglite.js'

const customers = pgTable('customers', { id: integer().primaryKey(), name: text().notNull() })
const invoices = pgTable('invoices', {
  id: integer().primaryKey(),
  number: text().notNull(),
  customerId: integer('customer_id'),
})
let db: PgliteDatabase
const SCHEMA = `create table customers (id integer primary key, name text not null);
  create table invoices (id integer primary key, number text not null, customer_id integer);
  insert into customers values (1, 'Zeta');
  insert into invoices values (1, 'INV one', 1), (2, 'INV two', null), (3, 'INV three', null);`

beforeAll(async () => {
  const client = await startPglite({ pg_trgm })
  db = drizzle({ client })
  await client.exec(`create extension pg_trgm; ${SCHEMA}
    create schema archive; create table archive.invoices (id integer primary key, number text not null);
    create schema books; create table books.invoices as select * from invoices;
    create view declared as select i.id, i.number, c.name from invoices i left join customers c on c.id = i.customer_id`)
  return () => client.close()
})

const base = paginateConfig(invoices)
  .leftJoin('customer', customers, eq(customers.id, invoices.customerId))
  .withLimits(10, 10)
  .withTieBreaker('id')

// R16.1.8
test.each<[title: string, list: ReturnType<typeof listOf>, term: string, ids: readonly number[]]>([
  ['fullText, a word of the root', listOf('fullText'), 'two', [2]],
  ['fullText, a word of the joined table', listOf('fullText'), 'zeta', [1]],
  ['fullText, words of both', listOf('fullText'), 'zeta one', [1]],
  ['fullText, all of them', listOf('fullText'), 'inv', [1, 2, 3]],
  ['fullText of a joined column alone', listOf('joined'), 'zeta', [1]],
  ['similar, of a joined column', listOf('similar'), 'zeta', [1]],
])('%s', async (_title, list, term, ids) => {
  const { items } = await paginate(db, { search: term, sortBy: ['id:ASC'] }, list)
  expect(items.map(({ id }) => id)).toEqual(ids)
})

function listOf(search: 'fullText' | 'joined' | 'similar') {
  const searches = {
    fullText: fullText([invoices.number, customers.name], { language: 'simple' }),
    joined: fullText([customers.name], { language: 'simple' }),
    similar: similar(customers.name),
  }
  return base
    .sortable('id')
    .searchWith(searches[search] as never)
    .select({ id: true })
    .build()
}

test('checkList finds nothing in a list with such a search', async () => {
  const { failures } = await checkList(db, base.searchWith(fullText([invoices.number, customers.name])).build())
  expect(failures).toEqual([])
})

test('FTS5 of a joined table finds the rows that have a partner', async () => {
  const sqlite = new Database(':memory:')
  sqlite.exec(`${SCHEMA} create virtual table customers_fts using fts5(name, content='customers', content_rowid='id');
    insert into customers_fts (customers_fts) values ('rebuild')`)
  const people = sqliteTable('customers', { id: sqliteInteger().primaryKey(), name: sqliteText().notNull() })
  const bills = sqliteTable('invoices', { id: sqliteInteger().primaryKey(), customerId: sqliteInteger('customer_id') })
  const list = paginateConfig(bills)
    .leftJoin('customer', people, eq(people.id, bills.customerId))
    .withLimits(10, 10)
    .withTieBreaker('id')
    .searchWith(fts5('customers_fts', { rowid: people.id }))
    .select({ id: true })
    .build()
  const { items } = await paginate(sqliteDrizzle({ client: sqlite }), { search: 'zeta' }, list)
  expect(items).toEqual([{ id: 1 }])
  sqlite.close()
})

test('FTS5 ranks the rows of a table whose name is like those in its statement', async () => {
  const sqlite = new Database(':memory:')
  sqlite.exec(`create table ranked (id integer primary key, name text);
    insert into ranked values (1, 'zeta and many other words that lower the rank'), (2, 'zeta'), (3, 'other');
    create virtual table ranked_fts using fts5(name, content='ranked', content_rowid='id');
    insert into ranked_fts (ranked_fts) values ('rebuild')`)
  const ranked = sqliteTable('ranked', { id: sqliteInteger().primaryKey(), name: sqliteText() })
  const base = paginateConfig(ranked).withLimits(10, 10).withTieBreaker('id').select({ id: true })
  for (const search of [fts5('ranked_fts'), fts5('ranked_fts', { rowid: ranked.id })]) {
    const { items } = await paginate(
      sqliteDrizzle({ client: sqlite }),
      { search: 'zeta' },
      base.searchWith(search).build(),
    )
    expect(items).toEqual([{ id: 2 }, { id: 1 }])
  }
  sqlite.close()
})

test('a column of a table that is joined by an alias of the root', async () => {
  const parent = alias(invoices, 'parent')
  const list = paginateConfig(invoices)
    .leftJoin('parent', parent, eq(parent.id, invoices.customerId))
    .withLimits(10, 10)
    .withTieBreaker('id')
    .searchWith(fullText([invoices.number, parent.number], { language: 'simple' }))
    .select({ id: true })
    .build()
  expect((await paginate(db, { search: 'three' }, list)).items).toEqual([{ id: 3 }])
})

// R16.1.8: what a view or a sub-query joins inside, or a table of the root's name in another schema.
const listed = pgSchema('books').table('invoices', {
  id: integer().primaryKey(),
  number: text().notNull(),
  customerId: integer('customer_id'),
})
const archived = pgSchema('archive').table('invoices', { id: integer().primaryKey(), number: text().notNull() })
const withCustomer = new QueryBuilder()
  .select({ id: invoices.id, number: invoices.number, name: customers.name })
  .from(invoices)
  .leftJoin(customers, eq(customers.id, invoices.customerId))
  .as('with_customer')
const declared = pgView('declared', { id: integer().notNull(), number: text().notNull(), name: text() }).existing()

test.each<[title: string, list: () => AnyPaginateConfig]>([
  [
    'a sub-query that joins inside',
    () =>
      paginateConfig(withCustomer)
        .withLimits(10, 10)
        .withTieBreaker('id', { assumeUnique: true })
        .searchWith(fullText([withCustomer.number, withCustomer.name], { language: 'simple' }))
        .build(),
  ],
  [
    'a view that exists',
    () =>
      paginateConfig(declared)
        .withLimits(10, 10)
        .withTieBreaker('id', { assumeUnique: true })
        .searchWith(fullText([declared.number, declared.name], { language: 'simple' }))
        .build(),
  ],
  [
    'a table of the same name in another schema',
    () =>
      paginateConfig(listed)
        .leftJoin('archived', archived, eq(archived.id, listed.customerId))
        .withLimits(10, 10)
        .withTieBreaker('id')
        .searchWith(fullText([listed.number, archived.number], { language: 'simple' }))
        .build(),
  ],
])('fullText over %s', async (_title, list) => {
  const { items } = await paginate(db, { search: 'three' }, list())
  expect(items).toMatchObject([{ id: 3 }])
})
