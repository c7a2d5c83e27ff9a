// `.defaultSortBy(…terms)`: how each spelling of a term is read, as the SQL of the order and the name that describes it.
import Database from 'better-sqlite3'
import { desc, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { PgDialect } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateConfigError, streamRows } from '../../../src/index.js'
import { articles } from '../../builder/tables.js'
import { order } from '../../sql/rendered.js'

const { title, views, publishedAt } = articles
const length = sql<number>`length(${title})`
const begin = () => paginateConfig(articles).withLimits(10, 100).withTieBreaker('id').field('length', length, 'integer')
const lower = sql<string>`lower(${title})`

test.each<[text: string, name: string | null, term: SQL | SQL.Aliased | typeof views]>([
  ['"articles"."views" asc', 'views', views],
  ['"articles"."views" asc', 'views', sql`${views}`],
  ['"articles"."views" desc', 'views', sql`${views}  desc`],
  ['"articles"."views" desc', 'views', sql`${views} desc ${undefined}`],
  ['"articles"."publishedAt" desc nulls last', 'publishedAt', sql`${publishedAt} desc nulls last`],
  ['"articles"."publishedAt" desc nulls last', 'publishedAt', sql`${publishedAt} desc  nulls  last`],
  ['"articles"."publishedAt" asc nulls first', 'publishedAt', sql`${publishedAt} nulls first`],
  ['(length("articles"."title")) asc', 'length', length],
  ['(length("articles"."title")) desc', 'length', desc(length)],
  ['(lower("articles"."title")) asc', null, lower.as('small')],
  ['(lower("articles"."title")) desc', null, sql`${lower.as('small')} desc`],
  ['(lower("articles"."title")) desc nulls last', null, sql`lower(${title}) desc nulls last`],
  ['(coalesce(nullif("articles"."views", 0), 1)) desc', null, sql`coalesce(nullif(${views}, 0), 1) desc`],
  ['(array["articles"."views", array[1, 2][1]]) desc', null, sql`array[${views}, array[1, 2][1]] desc`],
  ['("a-name") desc', null, sql`"a-name" desc`],
])('%s: %s, %#', (text, name, term) => {
  const list = begin().defaultSortBy(term).build()
  expect(order(new PgDialect(), list, '')).toEqual([text, '"articles"."id" asc'])
  expect(list.describe().fixedOrder?.map((one) => one.name)).toEqual([name])
})

test.each<[title: string, term: SQL, message: string]>([
  [
    'a direction of nothing',
    sql`desc`,
    '.defaultSortBy() needs the name of a sortable field, or order terms such as desc(table.column); pass one of them.',
  ],
  [
    'nulls before a direction',
    sql`${views} nulls  first desc`,
    ".defaultSortBy() cannot read 'nulls  first' within a term; write one direction, at the end of the term.",
  ],
])('%s is refused', (_title, term, message) => {
  expect(() => begin().defaultSortBy(term).build()).toThrow(new PaginateConfigError(message))
})

const rows = sqliteTable('rows', {
  id: integer().primaryKey(),
  one: integer().notNull(),
  two: integer().notNull(),
  three: text().notNull(),
})

function open() {
  const client = new Database(':memory:')
  client.exec(`create table rows (id integer primary key, one integer not null, two integer not null, three text not null);
    insert into rows values (1, 1, 2, 'c'), (2, 2, 3, 'a'), (3, 3, 1, 'b')`)
  return drizzle({ client })
}

test('a term without a field has an order of its own, next to that of each field', async () => {
  const db = open()
  const idsOf = async (sortBy: readonly string[]): Promise<number[]> =>
    (await paginate(db, { sortBy }, list)).items.map(({ id }) => id)
  const list = paginateConfig(rows)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .sortable('id', 'one', 'two', 'three')
    .defaultSortBy(sql`${rows.id} % 2`, sql`${rows.one} * -1`)
    .build()
  for (const [field, ids] of [
    ['id', [1, 2, 3]],
    ['one', [1, 2, 3]],
    ['two', [3, 1, 2]],
    ['three', [2, 3, 1]],
  ] as const) {
    expect(await idsOf([`${field}:ASC`])).toEqual(ids)
    expect(await idsOf([])).toEqual([2, 3, 1])
  }
})

test('a stream names a term without a field by its place', async () => {
  const list = paginateConfig(rows)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .defaultSortBy(sql`${rows.id} % 2`, sql`random()`)
    .build()
  await expect(streamRows(open(), {}, list).next()).rejects.toThrow(
    "streamRows() cannot read in the order of 'defaultSortBy 2', random(), whose value changes with every statement; stream without it.",
  )
})
