// What `.omit()` leaves of an item.
import { eq } from 'drizzle-orm'
import { integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { describe, expectTypeOf, test } from 'vitest'
import { type InferItem, type InferSortable, paginateConfig, rowsOf } from '../src/index.js'

const users = pgTable('users', {
  id: serial().primaryKey(),
  name: text().notNull(),
  passwordHash: text().notNull(),
  since: timestamp(),
  payload: jsonb(),
})
const posts = pgTable('posts', { id: serial().primaryKey(), userId: integer().notNull() })
const ready = paginateConfig(users).withLimits(20, 100).withTieBreaker('id')
const postsOf = rowsOf(posts, eq(posts.userId, users.id))

describe('.omit()', () => {
  test('takes columns from the item', () => {
    const list = ready.omit('passwordHash').omit('payload').build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ id: number; name: string; since: Date | null }>()
  })
  test('before and after children', () => {
    const before = ready.omit('passwordHash', 'payload', 'since').children('posts', postsOf, { id: posts.id }).build()
    const after = ready.children('posts', postsOf, { id: posts.id }).omit('passwordHash', 'payload', 'since').build()
    expectTypeOf<InferItem<typeof before>>().toEqualTypeOf<{ id: number; name: string; posts: { id: number }[] }>()
    expectTypeOf<InferItem<typeof after>>().toEqualTypeOf<{ id: number; name: string; posts: { id: number }[] }>()
  })
  test('takes nothing from what clients may ask', () => {
    const list = ready.omit('since').sortable('since').filterable('since', '$gte').build()
    expectTypeOf<InferSortable<typeof list>>().toEqualTypeOf<'since'>()
  })
  test('not beside a shape, and no other names', () => {
    // @ts-expect-error both say what an item is
    ready.select({ id: true }).omit('name')
    // @ts-expect-error both say what an item is
    ready.omit('name').select({ id: true })
    // @ts-expect-error no column
    ready.omit('nam')
    // @ts-expect-error a set is left out by a shape
    ready.children('posts', postsOf, { id: posts.id }).omit('posts')
    // @ts-expect-error an item has the same members for every caller
    ready.when(true).omit('name')
  })
})
