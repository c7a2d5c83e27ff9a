// What a search of the host's own adds to the types of a list.
import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { expectTypeOf, test } from 'vitest'
import { type InferSortable, paginateConfig } from '../src/index.js'
import { listQuery } from '../src/client/index.js'
import { fullText, matchAgainst } from '../src/search/index.js'

const articles = pgTable('articles', { id: integer().primaryKey(), title: text().notNull(), words: text().notNull() })
const ready = paginateConfig(articles).withLimits(5, 10).withTieBreaker('id').sortable('title')

test('a rank is a sort that clients may name', () => {
  const ranked = ready.searchWith(fullText(articles.title)).build()
  expectTypeOf<InferSortable<typeof ranked>>().toEqualTypeOf<'title' | 'relevance'>()
  void listQuery<typeof ranked>().sortBy('relevance', 'desc')
  const own = ready.searchWith(({ term }) => ({ where: sql`${articles.words} @@ ${term}`, rank: sql`1` })).build()
  expectTypeOf<InferSortable<typeof own>>().toEqualTypeOf<'title' | 'relevance'>()
  const gated = ready.when(true).searchWith(matchAgainst(articles.title)).build()
  expectTypeOf<InferSortable<typeof gated>>().toEqualTypeOf<'title' | 'relevance'>()
})

test('a condition alone adds none', () => {
  const plain = ready.searchWith(({ term }) => sql`${articles.words} @@ ${term}`).build()
  expectTypeOf<InferSortable<typeof plain>>().toEqualTypeOf<'title'>()
  const bare = ready.searchWith(({ term }) => ({ where: sql`${articles.words} @@ ${term}` })).build()
  expectTypeOf<InferSortable<typeof bare>>().toEqualTypeOf<'title'>()
})

test('what is no SQL, and a field named relevance, do not compile', () => {
  // @ts-expect-error -- text is no condition
  void ready.searchWith(({ term }) => term)
  const taken = pgTable('taken', { id: integer().primaryKey(), relevance: integer().notNull() })
  const begun = paginateConfig(taken).withLimits(5, 10).withTieBreaker('id')
  // @ts-expect-error -- the name is the rank's
  void begun.searchWith(() => sql`true`)
})
