// What `paginateSelect` answers, by the selection and the configuration's joins.
import { count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { expectTypeOf, test } from 'vitest'
import {
  type InferItem,
  type ListDatabase,
  paginate,
  paginateConfig,
  type PaginatedResponse,
  paginateSelect,
  paginateSelectMap,
  type Selection,
  rowsOf,
} from '../src/index.js'
import type { ClientPage } from '../src/entries/client/index.js'

const authors = pgTable('authors', { id: integer().primaryKey(), name: text().notNull(), bio: text() })
const articles = pgTable('articles', {
  id: integer().primaryKey(),
  title: text().notNull(),
  at: timestamp(),
  authorId: integer().notNull(),
  editorId: integer(),
})
const editors = alias(authors, 'editors')
const config = paginateConfig(articles)
  .innerJoin('author', authors, eq(authors.id, articles.authorId))
  .leftJoin('editor', editors, eq(editors.id, articles.editorId))
  .withLimits(5, 10)
  .withTieBreaker('id')
  .build()
declare const db: ListDatabase

test('paginate answers rows of the root table', () => {
  expectTypeOf(paginate(db, {}, config)).toEqualTypeOf<Promise<PaginatedResponse<typeof articles.$inferSelect>>>()
})

test('columns are what the schema says, but for a left-joined table, whose columns may be null', () => {
  const page = paginateSelect(db, {}, config, {
    id: articles.id,
    at: articles.at,
    author: authors.name,
    editor: editors.name,
    upper: sql<string>`upper(${articles.title})`,
    aliased: sql<number>`1`.as('one'),
  })
  expectTypeOf(page).toEqualTypeOf<
    Promise<
      PaginatedResponse<{
        id: number
        at: Date | null
        author: string
        editor: string | null
        upper: string
        aliased: number
      }>
    >
  >()
})

test('a record of one left-joined table is null as a whole', () => {
  const page = paginateSelect(db, {}, config, {
    author: { name: authors.name, bio: authors.bio },
    editor: { name: editors.name, bio: editors.bio },
    mixed: { title: articles.title, editor: editors.name },
  })
  expectTypeOf(page).toEqualTypeOf<
    Promise<
      PaginatedResponse<{
        author: { name: string; bio: string | null }
        editor: { name: string; bio: string | null } | null
        mixed: { title: string; editor: string | null }
      }>
    >
  >()
})

test('a record with members that may not be there', () => {
  const can = Math.random() > 0.5
  const page = paginateSelect(db, {}, config, {
    mixed: { title: can && articles.title, editor: editors.name },
    own: { title: articles.title, editor: can && editors.name },
    same: { id: editors.id, name: can ? editors.name : undefined },
    never: { id: editors.id, name: false },
    every: { title: can && articles.title, editor: can && editors.name },
    either: { name: can ? editors.name : articles.title, id: editors.id },
    root: { title: can && articles.title, id: articles.id },
  })
  expectTypeOf(page).toEqualTypeOf<
    Promise<
      PaginatedResponse<{
        mixed: { editor: string | null; title?: string } | null
        own: { title: string; editor?: string | null }
        same: { id: number; name?: string } | null
        never: { id: number } | null
        every: { title?: string; editor?: string | null } | null
        either: { name: string | null; id: number | null } | null
        root: { id: number; title?: string }
      }>
    >
  >()
})

test('the same in the items of a list', () => {
  const can = Math.random() > 0.5
  const list = paginateConfig(articles)
    .leftJoin('editor', editors, eq(editors.id, articles.editorId))
    .withLimits(5, 10)
    .withTieBreaker('id')
    .select({ id: true, pair: { title: can && articles.title, editor: editors.name } })
    .build()
  expectTypeOf(paginate(db, {}, list)).toEqualTypeOf<
    Promise<PaginatedResponse<{ id: number; pair: { editor: string | null; title?: string } | null }>>
  >()
})

test('a joined record that is whole or in part', () => {
  const part = Math.random() > 0.5 ? ({ name: true } as const) : true
  const list = paginateConfig(articles)
    .leftJoin('editor', editors, eq(editors.id, articles.editorId))
    .withLimits(5, 10)
    .withTieBreaker('id')
    .select({ id: true, editor: part })
    .build()
  type Editor = InferItem<typeof list>['editor']
  expectTypeOf<Editor>().toEqualTypeOf<{ name: string } | typeof editors.$inferSelect | null>()
})

test('a joined record and children that a condition leaves out as undefined', () => {
  const begin = paginateConfig(articles)
    .leftJoin('editor', editors, eq(editors.id, articles.editorId))
    .children('others', rowsOf(editors, eq(editors.id, articles.editorId)), { id: editors.id, name: editors.name })
    .withLimits(5, 10)
    .withTieBreaker('id')
  const isWhole = Math.random() > 0.5
  const list = begin
    .select({ id: true, editor: isWhole ? true : undefined, others: isWhole ? true : undefined })
    .build()
  expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{
    id: number
    editor?: typeof editors.$inferSelect | null
    others?: { id: number; name: string }[]
  }>()
  type Item = { id: number; editor?: { name: string } | null; others?: { id: number }[] }
  const byAnd = begin.select({ id: true, editor: isWhole && { name: true }, others: isWhole && { id: true } }).build()
  expectTypeOf<InferItem<typeof byAnd>>().toEqualTypeOf<Item>()
  const byUndefined = begin
    .select({ id: true, editor: isWhole ? { name: true } : undefined, others: isWhole ? { id: true } : undefined })
    .build()
  expectTypeOf<InferItem<typeof byUndefined>>().toEqualTypeOf<Item>()
  const byFalse = begin.select({ id: true, Editor: isWhole ? { Name: true } : false }).build()
  expectTypeOf<InferItem<typeof byFalse>>().toEqualTypeOf<{ id: number; Editor?: { Name: string } | null }>()
  expectTypeOf<ClientPage<typeof byAnd>['items']>().toEqualTypeOf<Item[]>()
})

test('a mapping decides the item, at once or later', () => {
  const selection = { id: articles.id }
  expectTypeOf(paginateSelectMap(db, {}, config, selection, (row) => ({ key: `${row.id}` }))).toEqualTypeOf<
    Promise<PaginatedResponse<{ key: string }>>
  >()
  expectTypeOf(paginateSelectMap(db, {}, config, selection, async (row) => row.id)).toEqualTypeOf<
    Promise<PaginatedResponse<number>>
  >()
})

test('a selection takes what db.select() takes, and members that are not there', () => {
  const isAdmin = Math.random() > 0.5
  void paginateSelect(db, {}, config, {
    ...getTableColumns(articles),
    author: authors,
    all: count(),
    maybe: isAdmin && articles.title,
    either: isAdmin ? articles.at : undefined,
    deep: { title: articles.title, deeper: { name: authors.name } },
    ...(isAdmin ? { editor: editors.name } : {}),
  })
})

test('a function may take the selection', () => {
  const pageOf = <Fields extends Selection>(fields: Fields) => paginateSelect(db, {}, config, fields)
  const expressions = <Fields extends Record<string, SQL<number>>>(fields: Fields) =>
    paginateSelect(db, {}, config, fields)
  expectTypeOf(pageOf({ id: articles.id })).toEqualTypeOf<Promise<PaginatedResponse<{ id: number }>>>()
  expectTypeOf(expressions({ one: sql<number>`1` })).toEqualTypeOf<Promise<PaginatedResponse<{ one: number }>>>()
})

test('anything else does not compile, in a variable and in a nested record neither', () => {
  const fields = { id: articles.id, x: 'title' }
  // @ts-expect-error a text
  void paginateSelect(db, {}, config, fields)
  // @ts-expect-error a number in a nested record
  void paginateSelectMap(db, {}, config, { id: articles.id, deep: { x: 7 } }, (row) => row)
  // @ts-expect-error null
  void paginateSelect(db, {}, config, { id: articles.id, x: null })
})
