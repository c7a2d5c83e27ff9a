// Functions of an app that take the pages of its lists, and steps for whole pages.
import { count } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pg-proxy'
import {
  type AnyPage,
  type AnyPaginateConfig,
  type InferItem,
  type NumberedPage,
  paginate,
  type PageOf,
  paginateConfig,
  type PaginateConfig,
  type PaginatedResponse,
  paginateSelect,
  paginateSelectMap,
  streamRows,
} from 'drizzle-paginate'
import { paginateArray } from 'drizzle-paginate/memory'
import { describe, expectTypeOf, test } from 'vitest'

const notes = pgTable('notes', { id: integer().primaryKey(), title: text().notNull() })
const begin = () => paginateConfig(notes).withLimits(10, 20).withTieBreaker('id')
const db = drizzle(async () => ({ rows: [] }))

interface Note {
  id: number
  title: string
}
const numbered = () => paginate(db, {}, begin().build())
const uncounted = () => paginate(db, {}, begin().withTotals('none').build())
const bounded = () => paginate(db, {}, begin().withTotals({ upTo: 10 }).build())
const estimated = () => paginate(db, {}, begin().withTotals({ upTo: 10, estimate: true }).build())
const byCursor = () => paginate(db, {}, begin().withCursors().build())
const countedByCursor = () => paginate(db, {}, begin().withTotals('exact').withCursors().build())
const summarized = () => paginate(db, {}, begin().withSummary({ rows: count() }).build())
const expressions = () => paginate(db, {}, begin().withFilterExpressions().build())
const mapped = () => paginateSelectMap(db, {}, begin().build(), { id: notes.id }, ({ id }): Note => ({ id, title: '' }))
const inMemory = () => paginateArray([] as Note[], {}, begin().build())

describe('AnyPage takes the page of any list', () => {
  const titles = (page: AnyPage<Note>): string[] => page.items.map(({ title }) => title)
  const generic = <Item>(page: AnyPage<Item>): Item[] => page.items
  test('of each kind', async () => {
    titles(await numbered())
    titles(await uncounted())
    titles(await bounded())
    titles(await estimated())
    titles(await byCursor())
    titles(await countedByCursor())
    titles(await summarized())
    titles(await expressions())
    titles(await mapped())
    titles(inMemory())
    expectTypeOf(generic(await byCursor())).toEqualTypeOf<Note[]>()
  })
  test('with these items, and no others', async () => {
    // @ts-expect-error no title
    titles(await paginateSelect(db, {}, begin().build(), { id: notes.id }))
  })
  test('and reads what all pages have', async () => {
    const page: AnyPage<Note> = await byCursor()
    expectTypeOf(page.meta.hasNextPage).toEqualTypeOf<boolean>()
    expectTypeOf(page.links.next).toEqualTypeOf<string | null>()
    // @ts-expect-error a list with cursors may have none
    expectTypeOf(page.meta.totalItems).toEqualTypeOf<number>()
  })
})

describe('NumberedPage takes the pages by number', () => {
  const total = (page: NumberedPage<Note>): number | null => page.meta.totalItems
  test('whatever their totals', async () => {
    total(await numbered())
    total(await uncounted())
    total(await bounded())
    total(await estimated())
    total(await summarized())
    total(await expressions())
    total(inMemory())
    expectTypeOf<NumberedPage<Note>['meta']['currentPage']>().toEqualTypeOf<number>()
    expectTypeOf<NumberedPage<Note>>().toExtend<AnyPage<Note>>()
    expectTypeOf<PaginatedResponse<Note>>().toExtend<NumberedPage<Note>>()
  })
  test('and none by cursor', async () => {
    // @ts-expect-error it has no page
    total(await byCursor())
    // @ts-expect-error it has no page either
    total(await countedByCursor())
  })
})

describe('PageOf is the page of a list, for a signature', () => {
  const list = begin().withSummary({ rows: count() }).build()
  const byCursors = begin().withCursors().build()
  test('of its own items, with its totals and its summary', () => {
    const answer = (): Promise<PageOf<typeof list>> => paginate(db, {}, list)
    expectTypeOf(answer()).resolves.toEqualTypeOf<Awaited<ReturnType<typeof summarized>>>()
    expectTypeOf<PageOf<typeof list>['meta']['totalItems']>().toEqualTypeOf<number>()
    expectTypeOf<PageOf<typeof list>['summary']>().toEqualTypeOf<{ rows: number }>()
    expectTypeOf<PageOf<typeof byCursors>>().toEqualTypeOf<Awaited<ReturnType<typeof byCursor>>>()
    expectTypeOf<PageOf<typeof list>['items'][number]>().toEqualTypeOf<InferItem<typeof list>>()
  })
  test('of other items', () => {
    const answer = (): Promise<PageOf<typeof list, { id: number }>> => paginateSelect(db, {}, list, { id: notes.id })
    expectTypeOf(answer()).resolves.toExtend<AnyPage<{ id: number }>>()
  })
})

describe('a list whose type does not show its modes', () => {
  const list = begin().build()
  test('promises no total', async () => {
    const any = await paginate(db, {}, list as AnyPaginateConfig)
    expectTypeOf(any.meta.totalItems).toEqualTypeOf<number | null | undefined>()
    const ofNotes = await paginate(db, {}, list as unknown as PaginateConfig<Note>)
    expectTypeOf(ofNotes).toEqualTypeOf<AnyPage<Note>>()
    // @ts-expect-error a page by cursor has no number
    void any.meta.currentPage
  })
})

describe('a function that was declared before', () => {
  const idOf = (row: { id: number }): number => row.id
  const titleOf = (row: typeof notes.$inferSelect): string => row.title
  test('maps the rows of a stream', () => {
    expectTypeOf(streamRows(db, {}, begin().build(), { map: idOf })).toEqualTypeOf<AsyncIterableIterator<number>>()
    expectTypeOf(streamRows(db, {}, begin().build(), { map: titleOf })).toEqualTypeOf<AsyncIterableIterator<string>>()
    const all = (rows: { id: number }[]) => rows.map(idOf)
    expectTypeOf(streamRows(db, {}, begin().build(), { map: { all } })).toEqualTypeOf<AsyncIterableIterator<number>>()
    streamRows(db, {}, begin().build(), { select: { id: notes.id }, map: idOf })
    const whole = streamRows(db, {}, begin().build())
    expectTypeOf(streamRows(db, {}, begin().build(), { select: undefined })).toEqualTypeOf(whole)
    expectTypeOf(streamRows(db, {}, begin().build(), { select: undefined, map: undefined })).toEqualTypeOf(whole)
    // @ts-expect-error no title is selected
    streamRows(db, {}, begin().build(), { select: { id: notes.id }, map: titleOf })
  })
})

describe('{ all } maps a page at once', () => {
  test('and its items are the page', () => {
    const all = (rows: { id: number }[]) => rows.map(({ id }) => String(id))
    expectTypeOf(paginateSelectMap(db, {}, begin().build(), { id: notes.id }, { all })).resolves.toExtend<
      AnyPage<string>
    >()
    const later = paginateSelectMap(
      db,
      {},
      begin().build(),
      { id: notes.id },
      { all: async (rows) => rows.map(({ id }) => [id]) },
    )
    expectTypeOf(later).resolves.toEqualTypeOf<PaginatedResponse<number[]>>()
    const streamed = streamRows(db, {}, begin().build(), {
      map: { all: (rows) => rows.map(({ title }) => title.length) },
    })
    expectTypeOf(streamed).toEqualTypeOf<AsyncIterableIterator<number>>()
  })
  test('from rows of the selection, to a list', () => {
    // @ts-expect-error a row has no title
    void paginateSelectMap(db, {}, begin().build(), { id: notes.id }, { all: (rows) => rows.map(({ title }) => title) })
    // @ts-expect-error not a list
    void paginateSelectMap(db, {}, begin().build(), { id: notes.id }, { all: (rows) => rows.length })
  })
})
