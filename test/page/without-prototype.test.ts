// The namespace of a module, or another object without a prototype, as an argument: `is` of Drizzle 0.45 ends in a
// TypeError for one.
import Database from 'better-sqlite3'
import { aliasedTable, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { expect, test } from 'vitest'
import type { ConfigBuilder } from '../../src/builder/config-builder.js'
import { paginate, paginateConfig, PaginateConfigError, paginateSelect, rowsOf, summarize } from '../../src/index.js'
import { checkList, explainList } from '../../src/entries/testing/index.js'
import { thrownBy } from '../engines/faults/faults.js'
import * as schema from '../support/schema/sqlite.js'

const { articles } = schema
const client = new Database(':memory:')
const db = drizzle({ client })
const ready = () => paginateConfig(articles).withLimits(10, 50).withTieBreaker('id')
const list = ready().build()
/** As a JavaScript caller meets it: without types. */
const loose = (): ConfigBuilder => ready() as unknown as ConfigBuilder
const other = aliasedTable(articles, 'other')
const third = aliasedTable(articles, 'third')
const onOwn = sql`true`
const own = () => rowsOf(other as never, onOwn)

const given: Record<string, (value: never) => unknown> = {
  'the table of a list': (value) => paginateConfig(value),
  'a joined table': (value) =>
    loose()
      .leftJoin('other', value, sql`true`)
      .build(),
  'the condition of a join': (value) => loose().leftJoin('other', other, value).build(),
  'an expression': (value) => loose().field('made', value).build(),
  'a member of a shape': (value) => loose().select({ made: value }).build(),
  'a fixed order': (value) => loose().defaultSortBy(value).build(),
  'an aggregate': (value) => loose().withSummary({ made: value }).build(),
  'rows of another table': (value) =>
    loose()
      .children('own', rowsOf(value, sql`true`), {})
      .build(),
  'the condition of a scope': (value) =>
    paginate(
      db as never,
      {},
      ready()
        .scopedBy((): never => value)
        .build() as never,
    ),
  'the condition of a call': (value) => paginate(db as never, {}, list as never, { where: value } as never),
  'a list': (value) => paginate(db as never, {}, value),
  'a database': (value) => paginate(value, {}, list),
  'a database to check': (value) => checkList(value, list),
  'a database to explain': (value) => explainList(value, list),
  'the name of a filter': (value) => loose().filterable(value, '$eq').build(),
  'an operator of a filter': (value) => loose().filterable('id', value).build(),
  'a name to sort by': (value) => loose().sortable(value).build(),
  'a name to search': (value) => loose().searchable(value).build(),
  'a name to leave out': (value) => loose().omit(value).build(),
  'a tie-breaker': (value) =>
    (paginateConfig(articles) as unknown as ConfigBuilder).withLimits(10, 50).withTieBreaker(value).build(),
  'a default filter': (value) => loose().filterable('id', '$eq').defaultFilter('id', value).build(),
  'a value type': (value) =>
    loose()
      .field('made', sql`1`, value)
      .build(),
  facets: (value) => loose().withFacets({ id: value }).build(),
  'the table of other rows': (value) => loose().children('own', rowsOf(value, onOwn), { id: other.id }).build(),
  'a table that other rows join': (value) =>
    loose()
      .children('own', own().innerJoin(value, onOwn), {
        id: other.id,
      })
      .build(),
  'the condition of a join of other rows': (value) =>
    loose()
      .children('own', own().leftJoin(third as never, value), { id: other.id })
      .build(),
  'a condition of other rows': (value) => loose().children('own', own().where(value), { id: other.id }).build(),
  'other rows': (value) => loose().children('own', value, { id: other.id }).build(),
  'a member of children': (value) => loose().children('own', own(), { made: value }).build(),
  'the order of children': (value) =>
    loose()
      .children('own', own(), { id: other.id }, { orderBy: value } as never)
      .build(),
  'an aggregate of other rows': (value) =>
    loose()
      .field('made', own().aggregate(value) as never)
      .build(),
  'the element of other rows': (value) => loose().filterableMany('own', own(), value, '$eq').build(),
  'an element in a record': (value) =>
    loose()
      .filterableMany('own', own(), { made: [value, '$eq'] } as never)
      .build(),
  'rows of a filter': (value) => loose().filterableMany('own', value, other.id, '$eq').build(),
  'an own filter': (value) =>
    paginate(
      db as never,
      new URLSearchParams('filter.made=$eq:1'),
      loose()
        .filterWith('made', 'integer', () => value)
        .build() as never,
    ),
  'an own search': (value) => loose().searchWith(value).build(),
  'the default limit': (value) => paginateConfig(articles).withLimits(value, 50).withTieBreaker('id').build(),
  'an offset': (value) => loose().withMaxOffset(value).build(),
  'a total': (value) => loose().withTotals(value).build(),
  'a member of a summary': (value) => summarize(db as never, {}, list as never, { made: value } as never),
}

test.each(Object.keys(given))('%s', async (name) => {
  for (const value of [schema, Object.create(null)])
    expect(await thrownBy(async () => given[name]?.(value as never))).toBeInstanceOf(PaginateConfigError)
})

test('records without a prototype are read: Drizzle reads them too', async () => {
  client.exec('create table articles (id integer primary key)')
  const columns = Object.assign(Object.create(null) as object, { id: articles.id })
  const page = await paginateSelect(db, {}, list, columns as { id: typeof articles.id })
  expect(page.items).toEqual([])
})
