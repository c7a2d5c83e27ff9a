// When count and page are one statement, and what that statement is.
import Database from 'better-sqlite3'
import { count, eq, max, sql, sum } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, paginate, paginateConfig, paginateSelect } from '../../../src/index.js'
import type { StatementEvent } from '../../../src/types/statement.js'

const notes = sqliteTable('notes', { id: integer().primaryKey(), title: text().notNull(), rank: integer() })
const client = new Database(':memory:')
client.exec(`create table notes (id integer primary key, title text not null, rank integer);
  create table marks (note integer primary key, stars integer); insert into marks values (1, 5), (3, 2);
  insert into notes values (1, 'a', 1), (2, 'b', 2), (3, 'c', 3), (4, 'd', 4), (5, 'e', 5), (6, 'f', 6), (7, 'g', null)`)
const marks = sqliteTable('marks', { note: integer().primaryKey(), stars: integer() })
const db = drizzle({ client })
const begun = () =>
  paginateConfig(notes, { together: true }).withLimits(3, 100).withTieBreaker('id').sortable('rank').searchable('title')

interface Read {
  readonly kinds: readonly string[]
  readonly texts: readonly string[]
  readonly page: Awaited<ReturnType<typeof paginate>>
}
async function read(query: string, list: AnyPaginateConfig): Promise<Read> {
  const events: StatementEvent[] = []
  const page = await paginate(db, query, list as never, { onStatement: (event: StatementEvent) => events.push(event) })
  return {
    kinds: events.map(({ kind }) => kind),
    texts: events.map(({ sql: sent }) => sent),
    page: page as unknown as Read['page'],
  }
}
const isTogether = (text: string | undefined): boolean => text?.includes('"counted"') === true

describe('Count and page are one statement', () => {
  test.each<[query: string, hasNextPage: boolean, items: number]>([
    ['', true, 3],
    ['page=2', true, 3],
    ['page=3', false, 1],
    ['limit=7', false, 7],
    ['page=4', false, 0],
    ['search=zz', false, 0],
  ])('of exact totals: ?%s', async (query, hasNextPage, items) => {
    const { kinds, texts, page } = await read(query, begun().build())
    expect(kinds).toEqual(['page'])
    expect(isTogether(texts[0])).toBe(true)
    expect(page.meta).toMatchObject({ totalItems: query === 'search=zz' ? 0 : 7, hasNextPage })
    expect(page.items).toHaveLength(items)
  })

  test('not of an unlimited read', async () => {
    const { texts, page } = await read('limit=-1', begun().allowUnlimited(100).build())
    expect(texts.map(isTogether)).toEqual([false])
    expect(page.items).toHaveLength(7)
  })

  const bounded = begun().withTotals({ upTo: 5 }).build()
  test.each<[query: string, together: boolean, total: number | null]>([
    ['limit=3', true, null],
    ['limit=4&page=2', true, 7],
    // The page itself proves that there are more than five.
    ['limit=5', false, null],
    ['limit=100', false, 7],
    ['limit=3&page=2', true, null],
    ['limit=5&page=2', false, 7],
    ['limit=3&page=9', false, null],
    ['limit=2&search=a', true, 1],
  ])('of a bounded total, where the page may need it: ?%s', async (query, together, total) => {
    const { kinds, texts, page } = await read(query, bounded)
    expect(texts.map(isTogether)).toEqual([together])
    expect(kinds).toEqual(['page'])
    expect(page.meta).toMatchObject({ totalItems: total })
  })

  const walked = begun().withTotals({ upTo: 5 }).withCursors().build()
  test('of a bounded total by cursor, below the bound', async () => {
    const first = await read('limit=3', walked)
    expect(first.texts.map(isTogether)).toEqual([true])
    const after = (first.page.meta as unknown as { readonly nextCursor: string }).nextCursor
    const second = await read(`limit=3&after=${encodeURIComponent(after)}`, walked)
    expect(second.texts.map(isTogether)).toEqual([true])
    expect(second.page.items.map((item) => (item as { readonly id: number }).id)).toEqual([4, 5, 6])
    const wide = await read('limit=5', walked)
    expect(wide.texts.map(isTogether)).toEqual([false])
    // Behind a cursor the page proves nothing of what is before it.
    const later = await read(`limit=5&after=${encodeURIComponent(after)}`, walked)
    expect(later.texts.map(isTogether)).toEqual([true])
  })

  test('with the aggregates of the list, where its total is exact', async () => {
    const aggregates = { most: max(notes.rank), all: sql`sum(${notes.rank})`.mapWith(Number) }
    const exact = await read('limit=2', begun().withSummary(aggregates).build())
    expect(exact.kinds).toEqual(['page'])
    expect(exact.texts[0]).toContain('~summary 0')
    expect(exact.texts[0]).toContain('~item 0')
    expect(exact.page).toMatchObject({ summary: { most: 6, all: 21 } })
    const upTo = await read('limit=2', begun().withTotals({ upTo: 5 }).withSummary(aggregates).build())
    expect(upTo.kinds).toEqual(['page', 'summary'])
    expect(upTo.texts[0]).not.toContain('~summary 0')
    expect(upTo.page).toMatchObject({ summary: { most: 6, all: 21 }, meta: { totalItems: null } })
  })

  test('is written once for pages of a shape', async () => {
    const list = begun().build()
    const texts = await Promise.all(
      ['page=1', 'page=2', 'page=3'].map(async (query) => (await read(query, list)).texts[0]),
    )
    expect(new Set(texts).size).toBe(1)
  })

  test('reads columns, tables, aliased expressions and sub-selects under names of its own', async () => {
    const starred = db
      .select({ note: marks.note, twice: sql<number>`${marks.stars} * 2`.as('twice') })
      .from(marks)
      .as('starred')
    const doubled = db
      .select({ id: notes.id, twice: sql<number>`${notes.rank} * 2`.as('twice') })
      .from(notes)
      .as('doubled')
    const listOf = (together: boolean) =>
      paginateConfig(notes, { together })
        .leftJoin('doubled', doubled, eq(doubled.id, notes.id))
        .leftJoin('starred', starred, eq(starred.note, notes.id))
        .withLimits(2, 10)
        .withTieBreaker('id')
        .build()
    const selection = {
      id: notes.id,
      note: notes,
      twice: doubled.twice,
      stars: starred.twice,
      one: sql<number>`1`.as('one'),
      nested: { rank: notes.rank, again: sql<number>`${notes.rank} + 1`.as('~item 0') },
    }
    const together = await paginateSelect(db, 'page=2', listOf(true), selection)
    expect(together).toEqual(await paginateSelect(db, 'page=2', listOf(false), selection))
    expect(together.items[0]).toEqual({
      id: 3,
      note: { id: 3, title: 'c', rank: 3 },
      twice: 6,
      stars: 4,
      one: 1,
      nested: { rank: 3, again: 4 },
    })
  })

  test('is another one for a page in another form', async () => {
    const list = begun().build()
    const [first, deep] = [await read('page=1', list), await read('page=9999', list)]
    expect(deep.texts[0]).not.toBe(first.texts[0])
    expect(deep.page.meta).toMatchObject({ totalItems: 7 })
  })

  test('has the form of the page that the settings name', async () => {
    const formed = (pageForm: 'auto' | 'deferred') =>
      paginateConfig(notes, { together: true, pageForm }).withLimits(3, 100).withTieBreaker('id').build()
    const [auto, deferred] = [await read('', formed('auto')), await read('', formed('deferred'))]
    expect(deferred.texts[0]).not.toBe(auto.texts[0])
    expect(deferred.page).toEqual(auto.page)
  })

  test('with aggregates of a joined table', async () => {
    const list = begun()
      .leftJoin('mark', marks, eq(marks.note, notes.id))
      .withSummary({ stars: sum(marks.stars) })
      .build()
    const { kinds, page } = await read('', list)
    expect(kinds).toEqual(['page'])
    expect(page).toMatchObject({ summary: { stars: '7' }, meta: { totalItems: 7 } })
  })

  test('counts what it filters', async () => {
    const { page } = await read(
      'search=b',
      begun()
        .withSummary({ n: count(), all: sum(notes.rank) })
        .build(),
    )
    expect(page).toMatchObject({ summary: { n: 1, all: '2' }, meta: { totalItems: 1 } })
  })
})
