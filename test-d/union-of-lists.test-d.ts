// One of several configurations: the answer is one of their pages, each with its own meta.
import { count, eq } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pg-proxy'
import {
  configVariants,
  type CursorMeta,
  type CursorPage,
  type NumberedMeta,
  paginate,
  paginateConfig,
  type PaginatedMeta,
  type PaginatedResponse,
  paginateSelect,
  paginateSelectMap,
  summarize,
} from 'drizzle-paginate'
import { createListClient } from 'drizzle-paginate/client'
import { paginateArray } from 'drizzle-paginate/memory'
import { expectTypeOf, test } from 'vitest'
import type { KnownTotals } from '../src/declarations.js'

const notes = pgTable('notes', { id: integer().primaryKey(), title: text().notNull() })
const begin = () => paginateConfig(notes).withLimits(10, 20).withTieBreaker('id')
const db = drizzle(async () => ({ rows: [] }))
const rows: (typeof notes.$inferSelect)[] = []
declare const isDeep: boolean
const numbered = begin().build()
const byCursor = begin().withCursors().build()
const uncounted = begin().withTotals('none').build()
const short = begin().select({ id: true }).withTotals('none').build()

interface Note {
  id: number
  title: string
}
type Numbered<Item> = PaginatedResponse<Item, PaginatedMeta>

test('by number or by cursor', () => {
  const list = isDeep ? byCursor : numbered
  expectTypeOf(paginate(db, {}, list)).resolves.toEqualTypeOf<Numbered<Note> | CursorPage<Note, CursorMeta>>()
  expectTypeOf(paginateSelect(db, {}, list, { id: notes.id })).resolves.toEqualTypeOf<
    Numbered<{ id: number }> | CursorPage<{ id: number }, CursorMeta>
  >()
  expectTypeOf(paginateSelectMap(db, {}, list, { id: notes.id }, ({ id }) => String(id))).resolves.toEqualTypeOf<
    Numbered<string> | CursorPage<string, CursorMeta>
  >()
  expectTypeOf(paginateArray(rows, {}, list)).toEqualTypeOf<Numbered<Note> | CursorPage<Note, CursorMeta>>()
})

test('counted or not, each with its own items', () => {
  expectTypeOf(paginate(db, {}, isDeep ? uncounted : numbered)).resolves.toEqualTypeOf<
    Numbered<Note> | PaginatedResponse<Note, NumberedMeta & KnownTotals>
  >()
  expectTypeOf(paginate(db, {}, isDeep ? short : numbered)).resolves.toEqualTypeOf<
    Numbered<Note> | PaginatedResponse<{ id: number }, NumberedMeta & KnownTotals>
  >()
})

test('variants of a configuration', async () => {
  const variants = configVariants((can: { walk: boolean }) =>
    can.walk ? begin().withCursors().build() : begin().build(),
  )
  const page = await paginate(db, {}, variants({ walk: isDeep }))
  expectTypeOf(page).toEqualTypeOf<Numbered<Note> | CursorPage<Note, CursorMeta>>()
  if ('nextCursor' in page.meta) expectTypeOf(page.meta.nextCursor).toEqualTypeOf<string | null>()
  else expectTypeOf(page.meta.totalItems).toEqualTypeOf<number>()
})

test('a summary that one of them declares may be left out', async () => {
  const summed = begin().withSummary({ n: count() }).build()
  const variants = configVariants((can: { sum: boolean }) => (can.sum ? summed : numbered))
  const either = () => {
    if (isDeep) return summed
    return numbered
  }
  for (const page of [
    await paginate(db, {}, isDeep ? summed : numbered),
    await paginate(db, {}, variants({ sum: isDeep })),
    await paginate(db, {}, either()),
  ]) {
    expectTypeOf(page.summary?.n).toEqualTypeOf<number | undefined>()
    // @ts-expect-error may be left out
    void page.summary.n
  }
  const walked = await paginate(db, {}, isDeep ? begin().withSummary({ n: count() }).withCursors().build() : numbered)
  expectTypeOf(walked.summary?.n).toEqualTypeOf<number | undefined>()
  expectTypeOf((await paginate(db, {}, isDeep ? summed : summed)).summary).toEqualTypeOf<{ n: number }>()
  expectTypeOf(await summarize(db, {}, either())).toEqualTypeOf<{ n: number }>()
  const sent = await createListClient<ReturnType<typeof either>>('/').fetchPage()
  expectTypeOf(sent.summary?.n).toEqualTypeOf<number | undefined>()
  // @ts-expect-error may be left out
  void sent.summary.n
})

test('facets that one of them declares may be left out', async () => {
  const faceted = begin().filterable('title', '$eq').withFacets({ title: true }).build()
  const either = () => (isDeep ? faceted : numbered)
  const sent = await createListClient<ReturnType<typeof either>>('/').fetchPage()
  expectTypeOf(sent.facets?.title[0]?.value).toEqualTypeOf<string | undefined>()
  // @ts-expect-error may be left out
  void sent.facets.title
})

// R20.1.3
test('the scopes of all of them', () => {
  const own = begin()
    .scopedBy(({ id }: { id: number }) => eq(notes.id, id))
    .build()
  const titled = begin()
    .scopedBy(({ title }: { title: string }) => eq(notes.title, title))
    .build()
  const list = isDeep ? own : isDeep ? titled : numbered
  void paginate(db, {}, list, { scope: { id: 1, title: 'a' } })
  // @ts-expect-error -- left out
  void paginate(db, {}, list)
  // @ts-expect-error -- of one of them
  void paginate(db, {}, list, { scope: { id: 1 } })
  // @ts-expect-error -- one of them is scoped
  paginateArray(rows, {}, list)
})
