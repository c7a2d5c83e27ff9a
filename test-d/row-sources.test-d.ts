// Where rows may come from beside tables: views, aliases and sub-queries, as root, joined table, sub-collection and
// field.
import { type ColumnDataType, count, eq, max, sql } from 'drizzle-orm'
import { int, mysqlTable, QueryBuilder as MySqlQueries } from 'drizzle-orm/mysql-core'
import { alias, integer, pgMaterializedView, pgTable, pgView, text } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pg-proxy'
import {
  integer as liteInteger,
  QueryBuilder as LiteQueries,
  sqliteTable,
  sqliteView,
  text as liteText,
} from 'drizzle-orm/sqlite-core'
import type { drizzle as liteDrizzle } from 'drizzle-orm/sqlite-proxy'
import {
  type AnyPaginateConfig,
  type InferItem,
  paginate,
  paginateConfig,
  paginateSelect,
  rowsOf,
} from 'drizzle-paginate'
import { expectTypeOf, test } from 'vitest'
import type { InferTraits } from '../src/declarations.js'

const authors = pgTable('authors', { id: integer().primaryKey(), name: text().notNull() })
const notes = pgTable('notes', { id: integer().primaryKey(), authorId: integer(), title: text().notNull() })
const db = drizzle(async () => ({ rows: [] }))
declare const liteDb: ReturnType<typeof liteDrizzle>

const view = pgView('v').as((query) =>
  query
    .select({ id: notes.id, name: authors.name, n: count().as('n') })
    .from(notes)
    .leftJoin(authors, eq(authors.id, notes.authorId)),
)
const materialized = pgMaterializedView('m').as((query) =>
  query.select({ id: notes.id, title: notes.title }).from(notes),
)
const existing = pgView('e', { id: integer().notNull(), name: text() }).existing()
const sub = db
  .select({
    id: notes.id,
    name: authors.name,
    title: notes.title,
    n: count().as('n'),
    most: max(notes.title).as('most'),
  })
  .from(notes)
  .leftJoin(authors, eq(authors.id, notes.authorId))
  .as('sub')
const whole = db.select().from(notes).as('whole')
const unique = { assumeUnique: true } as const

interface FromView {
  id: number
  name: string | null
  n: number
}
interface FromSub {
  id: number
  name: string | null
  title: string
  n: number
  most: string | null
}

test('views and aliases of views as the root', () => {
  const list = paginateConfig(view)
    .withLimits(1, 2)
    .withTieBreaker('id', unique)
    .sortable('n', 'name')
    .searchable('name')
    .build()
  expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<FromView>()
  expectTypeOf<InferTraits<typeof list>['dialect']>().toEqualTypeOf<'postgresql'>()
  paginateConfig(materialized).searchable('title').filterable('id', '$gte').withTieBreaker('id', unique)
  paginateConfig(existing).searchable('name').withTieBreaker('id', unique)
  paginateConfig(alias(view, 'w')).sortable('n').withTieBreaker('id', unique)
  // @ts-expect-error -- an expression without a value type
  paginateConfig(view).filterable('n', '$eq')
  paginateConfig(view).field('count', view.n, 'integer').filterable('count', '$eq')
})

test('a sub-query as the root', () => {
  const list = paginateConfig(sub)
    .field('count', sub.n, 'integer')
    .withLimits(1, 2)
    .withTieBreaker('id', unique)
    .sortable('n', 'name', 'title')
    .searchable('name', 'title')
    .filterable('count', '$gte')
    .filterable('id', '$in')
    .build()
  expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<FromSub>()
  expectTypeOf<InferItem<ReturnType<typeof ofWhole>>>().toEqualTypeOf<typeof notes.$inferSelect>()
  // @ts-expect-error -- no member of it
  paginateConfig(sub).sortable('authorId')
  // @ts-expect-error -- a number
  paginateConfig(sub).searchable('id')
  // @ts-expect-error -- its left join may find none
  paginateConfig(sub).withTieBreaker('name')
  // @ts-expect-error -- an expression without a value type
  paginateConfig(sub).filterable('n', '$eq')
})
const ofWhole = () => paginateConfig(whole).withLimits(1, 2).withTieBreaker('id', unique).sortable('authorId').build()

test('a sub-query as a joined table', () => {
  const list = paginateConfig(notes)
    .leftJoin('stats', sub, eq(sub.id, notes.id))
    .innerJoin('other', whole, eq(whole.id, notes.id))
    .leftJoin('parent', alias(notes, 'parent'), sql`true`)
    .select({ id: true, stats: { n: true, name: true }, other: { title: true }, parent: { title: true } })
    .sortable('stats.n', 'parent.title')
    .searchable('stats.name', 'other.title')
    .withLimits(1, 2)
    .withTieBreaker('id')
    .build()
  expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{
    id: number
    stats: { n: number; name: string | null } | null
    other: { title: string }
    parent: { title: string } | null
  }>()
  expectTypeOf(
    paginateSelect(db, {}, list, { id: notes.id, stats: { title: sub.title, name: sub.name }, title: whole.title }),
  )
    .resolves.toHaveProperty('items')
    .toEqualTypeOf<{ id: number; stats: { title: string; name: string | null } | null; title: string }[]>()
  // @ts-expect-error -- its left join may find none
  paginateConfig(notes).leftJoin('stats', sub, eq(sub.id, notes.id)).withTieBreaker('stats.id')
})

test('sub-collections and fields', () => {
  paginateConfig(notes).filterableMany('name', rowsOf(sub, eq(sub.id, notes.id)), sub.name, '$eq')
  paginateConfig(notes).filterableMany('name', rowsOf(view, eq(view.id, notes.id)), view.name, '$eq')
  paginateConfig(notes).field('n', sub.n, 'integer').field('name', sub.name).searchable('name')
  paginateConfig(notes)
    .field('n', sql<number>`(${db.select({ n: count() }).from(authors)})`, 'integer')
    .filterable('n', '$gte')
  const counted = db
    .select({ n: count().as('n') })
    .from(authors)
    .as('x')
  // @ts-expect-error -- a sub-query is no expression
  paginateConfig(notes).field('n', counted)
  // @ts-expect-error -- a select is no expression either
  paginateConfig(notes).field('n', db.select({ n: count() }).from(authors))
})

// R18.1.1
test('the dialect of a view, and of a sub-query where its columns tell', () => {
  const lite = sqliteTable('t', { id: liteInteger().notNull(), title: liteText().notNull() })
  const liteSub = new LiteQueries().select({ id: lite.id, title: lite.title }).from(lite).as('s')
  const liteList = paginateConfig(liteSub).searchable('title').withLimits(1, 2).withTieBreaker('id', unique).build()
  const liteView = paginateConfig(sqliteView('lv').as((query) => query.select({ id: lite.id }).from(lite)))
    .withLimits(1, 2)
    .withTieBreaker('id', unique)
    .build()
  const my = mysqlTable('t', { id: int().notNull() })
  const myList = paginateConfig(new MySqlQueries().select({ id: my.id }).from(my).as('s'))
    .withLimits(1, 2)
    .withTieBreaker('id', unique)
    .build()
  void paginate(liteDb, {}, liteList)
  void paginate(liteDb, {}, liteView)
  // @ts-expect-error -- of SQLite
  void paginate(db, {}, liteView)
  expectTypeOf<InferTraits<typeof liteList>['dialect']>().toEqualTypeOf<Told<'sqlite'>>()
  expectTypeOf<InferTraits<typeof myList>['dialect']>().toEqualTypeOf<Told<'mysql'>>()
  expectTypeOf<InferTraits<ReturnType<typeof ofWhole>>['dialect']>().toEqualTypeOf<Told<'postgresql'>>()
})
/** 0.45 has `json` among the data types of columns, and the dialect among their types; 1.0 has neither. */
type Told<Dialect> = 'json' extends ColumnDataType ? Dialect : InferTraits<AnyPaginateConfig>['dialect']
