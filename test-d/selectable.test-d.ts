// Lists whose clients may ask for fewer members: items are partial, and the client takes their names.
import { eq } from 'drizzle-orm'
import { integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { type InferItem, paginate, paginateConfig, rowsOf } from 'drizzle-paginate'
import { listQuery } from 'drizzle-paginate/client'
import { describe, expectTypeOf, test } from 'vitest'

const authors = pgTable('authors', { id: serial().primaryKey(), name: text().notNull() })
const notes = pgTable('notes', {
  id: serial().primaryKey(),
  title: text().notNull(),
  payload: jsonb().$type<{ a: string }>().notNull(),
  authorId: integer(),
})
const lines = pgTable('lines', { id: serial().primaryKey(), noteId: integer().notNull() })
const ready = paginateConfig(notes)
  .leftJoin('author', authors, eq(authors.id, notes.authorId))
  .withLimits(10, 20)
  .withTieBreaker('id')
const shaped = ready
  .children('lines', rowsOf(lines, eq(lines.noteId, notes.id)), { id: lines.id })
  .selectable()
  .select({ id: true, payload: true, author: { id: true, name: true }, lines: true })
  .build()
const db = drizzle(async () => ({ rows: [] }))

describe('.selectable()', () => {
  test('makes items partial, joined records too, whatever is called first', () => {
    interface Item {
      id?: number
      payload?: { a: string }
      author?: { id?: number; name?: string } | null
      lines?: { id: number }[]
    }
    expectTypeOf<InferItem<typeof shaped>>().branded.toEqualTypeOf<Item>()
    const row = ready.omit('payload', 'authorId').selectable().build()
    expectTypeOf<InferItem<typeof row>>().toEqualTypeOf<{ id?: number; title?: string }>()
    const own = ready
      .select({ about: { title: notes.title }, payload: notes.payload })
      .selectable()
      .build()
    expectTypeOf<InferItem<typeof own>>().branded.toEqualTypeOf<{
      about?: { title?: string }
      payload?: { a: string }
    }>()
    listQuery<typeof own>().fields('about', 'about.title', 'payload')
    const gated = ready.when(true).selectable().select({ id: true }).build()
    expectTypeOf<InferItem<typeof gated>>().toEqualTypeOf<{ id?: number }>()
  })
  test('is what a page has', async () => {
    const { items } = await paginate(db, { fields: ['id'] }, shaped)
    expectTypeOf(items[0]?.author?.name).toEqualTypeOf<string | undefined>()
    // @ts-expect-error a member that nobody may have asked for
    expectTypeOf(items[0]!.id).toEqualTypeOf<number>()
  })
  test('lets the client name members', () => {
    listQuery<typeof shaped>().fields('id', 'author', 'author.name', 'lines')
    // @ts-expect-error no member
    listQuery<typeof shaped>().fields('titel')
    // @ts-expect-error JSON is one member
    listQuery<typeof shaped>().fields('payload.a')
    // @ts-expect-error a children set is one too
    listQuery<typeof shaped>().fields('lines.id')
    const rows = ready.selectable().build()
    listQuery<typeof rows>().fields('payload')
    // @ts-expect-error JSON of the row
    listQuery<typeof rows>().fields('payload.a')
    const plain = ready.build()
    // @ts-expect-error the list reads no fields
    listQuery<typeof plain>().fields('id')
  })
})
