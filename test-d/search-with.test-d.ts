// What a search of the host's own adds to the types of a list.
import { type Column, eq, l2Distance, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { index, integer, jsonb, pgEnum, pgTable, text, timestamp, vector } from 'drizzle-orm/pg-core'
import { expectTypeOf, test } from 'vitest'
import {
  type AnyPaginateConfig,
  applyFilters,
  type InferSortable,
  type ListDatabase,
  paginate,
  paginateConfig,
} from '../src/index.js'
import { listQuery } from '../src/entries/client/index.js'
import { fullText, fullTextDocument, matchAgainst, nearest, similar, words } from '../src/entries/search/index.js'

const articles = pgTable('articles', { id: integer().primaryKey(), title: text().notNull(), words: text().notNull() })
declare const db: ListDatabase
const ready = paginateConfig(articles).withLimits(5, 10).withTieBreaker('id').sortable('title')

test('a rank is a sort that clients may name', () => {
  const ranked = ready.searchWith(fullText([articles.title])).build()
  expectTypeOf<InferSortable<typeof ranked>>().toEqualTypeOf<'title' | 'relevance'>()
  void listQuery<typeof ranked>().sortBy('relevance', 'desc')
  const own = ready.searchWith(({ term }) => ({ where: sql`${articles.words} @@ ${term}`, rank: sql`1` })).build()
  expectTypeOf<InferSortable<typeof own>>().toEqualTypeOf<'title' | 'relevance'>()
  const gated = ready
    .when(true)
    .searchWith(matchAgainst([articles.title]))
    .build()
  expectTypeOf<InferSortable<typeof gated>>().toEqualTypeOf<'title' | 'relevance'>()
})

test('a rank and a distance may be a column, or what wraps SQL', () => {
  const where = sql`true`
  const wrapper: SQLWrapper = { getSQL: () => sql`1` }
  const ranked = ready.searchWith(() => ({ where, rank: articles.id })).build()
  const near = ready.searchWith(async () => ({ distance: (await Promise.resolve(articles)).id })).build()
  const wrapped = ready.searchWith(() => ({ where, rank: wrapper })).build()
  for (const config of [ranked, near, wrapped])
    expectTypeOf<InferSortable<typeof config>>().toEqualTypeOf<'title' | 'relevance'>()
  // @ts-expect-error -- a column is no condition
  void ready.searchWith(() => articles.title)
  // @ts-expect-error -- nor here
  void ready.searchWith(() => ({ where: articles.title, rank: articles.id }))
})

test('what or() and and() return is a condition', () => {
  const config = ready.searchWith(({ term }) => or(eq(articles.title, term), eq(articles.words, term))).build()
  expectTypeOf<InferSortable<typeof config>>().toEqualTypeOf<'title'>()
  const found = ready.searchWith(({ term }) => ({ where: or(eq(articles.title, term)), rank: sql`1` })).build()
  expectTypeOf<InferSortable<typeof found>>().toEqualTypeOf<'title' | 'relevance'>()
})

test('where takes what .where() of Drizzle takes', () => {
  const config = ready.build()
  const wrapper: SQLWrapper = { getSQL: () => sql`1 = 1` }
  void paginate(db, {}, config, { where: wrapper })
  void paginate(db, {}, config, { where: or(eq(articles.id, 1)) })
  // @ts-expect-error a boolean is a value, and no condition
  void paginate(db, {}, config, { where: true })
})

test('a condition alone adds none', () => {
  const plain = ready.searchWith(({ term }) => sql`${articles.words} @@ ${term}`).build()
  expectTypeOf<InferSortable<typeof plain>>().toEqualTypeOf<'title'>()
  const bare = ready.searchWith(({ term }) => ({ where: sql`${articles.words} @@ ${term}` })).build()
  expectTypeOf<InferSortable<typeof bare>>().toEqualTypeOf<'title'>()
})

test('an answer may come later, and a distance is a sort', () => {
  const near = ready
    .searchWith(async ({ term }) => ({ distance: sql`${articles.words} <-> ${await Promise.resolve(term)}` }))
    .build()
  expectTypeOf<InferSortable<typeof near>>().toEqualTypeOf<'title' | 'relevance'>()
  const later = ready.searchWith(({ term }) => Promise.resolve(sql`${articles.words} @@ ${term}`)).build()
  expectTypeOf<InferSortable<typeof later>>().toEqualTypeOf<'title'>()
  const byMeaning = ready
    .searchWith(nearest(articles.words, (term) => Promise.resolve([term.length]), { distance: l2Distance }))
    .build()
  expectTypeOf<InferSortable<typeof byMeaning>>().toEqualTypeOf<'title' | 'relevance'>()
  for (const config of [near, later, byMeaning]) {
    void paginate(db, {}, config)
    // @ts-expect-error -- applyFilters() cannot wait for it
    void applyFilters({}, config)
  }
  const atOnce = ready.searchWith(nearest(articles.words, (term) => [term.length])).build()
  void applyFilters({}, atOnce)
  void applyFilters({}, ready.searchWith(similar(articles.title)).build())
  // @ts-expect-error -- an embedding is a list of numbers
  void ready.searchWith(nearest(articles.words, (term) => term))
  // @ts-expect-error -- a rank and a distance
  void ready.searchWith(() => ({ rank: sql`1`, distance: 1 }))
})

test('a function that is generic in its configuration may call applyFilters', () => {
  const filtered = <Config extends AnyPaginateConfig>(config: Config) => applyFilters({}, config)
  expectTypeOf(filtered(ready.build()).orderBy).toEqualTypeOf<SQL[]>()
})

test('what is no SQL, and a field named relevance, do not compile', () => {
  // @ts-expect-error -- text is no condition
  void ready.searchWith(({ term }) => term)
  const taken = pgTable('taken', { id: integer().primaryKey(), relevance: integer().notNull() })
  const begun = paginateConfig(taken).withLimits(5, 10).withTieBreaker('id')
  // @ts-expect-error -- the name is the rank's
  void begun.searchWith(() => sql`true`)
})

test('a search of text takes no column of numbers or times', () => {
  const mood = pgEnum('mood', ['a'])
  const kinds = pgTable(
    'kinds',
    {
      n: integer(),
      at: timestamp({ mode: 'string' }),
      data: jsonb(),
      mood: mood(),
      level: text({ enum: ['low', 'high'] }),
      embedding: vector({ dimensions: 3 }),
    },
    (t) => [index('kinds_at').using('gin', fullTextDocument([t.data]))],
  )
  const { title } = articles
  void [fullText([title, kinds.n]), fullTextDocument([kinds.n, title], { language: 'simple' })]
  // @ts-expect-error fullText() needs text columns, or one of type tsvector; replace this column.
  void fullText([kinds.n])
  // @ts-expect-error as above
  void fullText([title, kinds.at], { language: 'simple' })
  // @ts-expect-error as above
  void fullTextDocument([kinds.at])
  // @ts-expect-error as above
  void words([title, kinds.n])
  // @ts-expect-error words() needs text columns; replace this column.
  void words([title, kinds.level])
  // @ts-expect-error as above
  void words([kinds.mood])
  void fullText([kinds.level])
  // @ts-expect-error matchAgainst() needs text columns; replace this column.
  void matchAgainst([kinds.n])
  // @ts-expect-error as above
  void similar(kinds.n)
  // @ts-expect-error as above
  void similar(kinds.embedding)
  // What the types cannot tell is left to the call.
  const some: readonly [Column, ...Column[]] = [title, kinds.n]
  void [fullText(some), words(some), similar(some[0]), fullText([kinds.data]), fullText([title, kinds.mood])]
})
