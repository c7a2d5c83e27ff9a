// Whatever a list declares, the second request of a shape finds the statements of the first: nothing that the builder
// writes keeps a list from it.
import Database from 'better-sqlite3'
import { and, count, desc, eq, max, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { alias, integer, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core'
import { words } from 'drizzle-paginate/search'
import { afterAll, expect, test } from 'vitest'
import { type AnyPaginateConfig, paginate, paginateConfig, rowsOf } from '../../src/index.js'
import { shapeCacheStats } from '../../src/kept/kept-texts.js'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { RESOLVED } from '../../src/types/resolved-config.js'

const orders = sqliteTable('orders', {
  id: integer().primaryKey(),
  tenant: integer().notNull(),
  customer: integer(),
  note: text(),
})
const lines = sqliteTable('lines', { id: integer().primaryKey(), order: integer().notNull(), name: text().notNull() })
const open = sqliteView('open', { id: integer().notNull(), note: text() }).as(sql`select id, note from orders`)
const client = new Database(':memory:')
client.exec(`create table orders (id integer primary key, tenant integer not null, customer integer, note text);
create table lines (id integer primary key, "order" integer not null, name text not null);
create view open as select id, note from orders;
insert into orders values (1, 1, 1, 'a'), (2, 1, null, 'b c'); insert into lines values (1, 1, 'x'), (2, 1, 'y')`)
afterAll(() => client.close())
const db = drizzle({ client })

const begin = () => paginateConfig(orders).withLimits(5, 10).withTieBreaker('id')
const own = rowsOf(lines, eq(lines.order, orders.id))
const other = alias(lines, 'other')
const lists: { readonly [name: string]: { build(): unknown } } = {
  'nothing else': begin(),
  'a join': begin().leftJoin('line', lines, eq(lines.id, orders.customer)).sortable('line.name'),
  'a join of an alias': begin().leftJoin('line', other, eq(other.id, orders.customer)),
  'a count of rows': begin().field('lines', own.count()).sortable('lines').filterable('lines', '$gte'),
  'a count of some rows': begin().field('lines', own.where(eq(lines.name, 'x')).count()),
  'an aggregate of rows': begin().field('last', own.aggregate(max(lines.id))),
  'an expression': begin()
    .field('twice', sql<number>`${orders.id} * 2`, 'integer')
    .sortable('twice'),
  'filters of rows': begin()
    .filterableMany('line', own, lines.name, '$eq')
    .filterableMany('all', own.every(), lines.name, '$eq')
    .filterableMany('none', own.none(), { name: [lines.name, '$eq'], id: [lines.id, '$gte'] }),
  children: begin().children('lines', own, { id: lines.id, name: lines.name }),
  'chosen members': begin().field('lines', own.count()).select({ id: true, lines: true }).selectable(),
  'a summary': begin().withSummary({ rows: count(), last: max(orders.id) }),
  'cursors for each row': begin().sortable('note', { nulls: 'last' }).withCursors({ rows: true }),
  'bounded totals': begin().withTotals({ upTo: 1 }),
  'a fixed order': begin().defaultSortBy(desc(orders.note)),
  'a filter of its own': begin().filterWith('note', 'text', ({ value }) => eq(orders.note, value)),
  'a search of its own': begin().searchWith(words([orders.note])),
  expressions: begin().filterable('note', '$eq').withFilterExpressions(),
  'a scope': begin().scopedBy(({ tenant }: { tenant: number }) => eq(orders.tenant, tenant)),
  'a function of the scope': begin()
    .leftJoin('line', lines, ({ scope }: { scope: { tenant: number } }) =>
      and(eq(lines.id, orders.customer), eq(orders.tenant, scope.tenant)),
    )
    .field('lines', own.where(({ scope }: { scope: { tenant: number } }) => eq(lines.id, scope.tenant)).count())
    .sortable('lines'),
  together: paginateConfig(orders, { together: true }).withLimits(5, 10).withTieBreaker('id'),
  'a summary together': paginateConfig(orders, { together: true })
    .withLimits(5, 10)
    .withTieBreaker('id')
    .withSummary({ twice: sql`sum(${orders.id} * ${2})` }),
  'a view': paginateConfig(open).withLimits(5, 10).withTieBreaker('id', { assumeUnique: true }),
}
const REQUESTS: { readonly [name: string]: string } = {
  'a count of rows': 'filter.lines=$gte:1&sortBy=lines:DESC',
  'filters of rows': 'filter.line=$eq:x&filter.all=$eq:x&filter.none.name=$eq:z&filter.none.id=$gte:9',
  'a filter of its own': 'filter.note=$eq:a',
  'a search of its own': 'search=b',
  expressions: 'filter=note=$eq:a',
  'a function of the scope': 'sortBy=lines:ASC',
}

test.each(Object.entries(lists))('%s', async (name, builder) => {
  const list = builder.build() as AnyPaginateConfig
  const scope = { tenant: 1 }
  const page = () => paginate(db, REQUESTS[name] ?? '', list, { scope } as never)
  const { scoped } = resolvedConfig(list)
  // Statements of a list of functions are kept for the one that all scopes share.
  const counted = (scoped === null ? list : { [RESOLVED]: scoped.list(scope).answers?.shared }) as AnyPaginateConfig
  const first = await page()
  const { misses } = shapeCacheStats(counted)
  expect(misses).toBeGreaterThan(0)
  expect(await page()).toEqual(first)
  const after = shapeCacheStats(counted)
  expect(after.misses).toBe(misses)
  expect(after.hits).toBeGreaterThan(0)
})
