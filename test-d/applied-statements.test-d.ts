// Which options a filtered set takes, which statements `.applyTo()` takes, and that it keeps their types.
import { eq, gt } from 'drizzle-orm'
import type { drizzle as liteDrizzle } from 'drizzle-orm/better-sqlite3'
import { int, mysqlTable } from 'drizzle-orm/mysql-core'
import type { drizzle as myDrizzle } from 'drizzle-orm/mysql2'
import { integer, type PgSelect, pgTable, text } from 'drizzle-orm/pg-core'
import type { drizzle } from 'drizzle-orm/pg-proxy'
import { integer as liteInteger, sqliteTable } from 'drizzle-orm/sqlite-core'
import {
  applyFilters,
  type ApplyFiltersOptions,
  type FilteredSet,
  type InferFilterable,
  paginateConfig,
} from 'drizzle-paginate'
import { expectTypeOf, test } from 'vitest'

const columns = { id: integer().primaryKey(), title: text().notNull() }
const notes = pgTable('notes', columns)
const authors = pgTable('authors', columns)
declare const set: FilteredSet
declare const db: ReturnType<typeof drizzle>
const { id } = notes

test('a statement with a condition, and one without', async () => {
  expectTypeOf(await set.applyTo(db.delete(notes)).returning({ id })).toEqualTypeOf<{ id: number }[]>()
  expectTypeOf(await set.applyTo(db.delete(notes).where(gt(id, 5))).returning({ id })).toEqualTypeOf<{ id: number }[]>()
  expectTypeOf(await set.applyTo(db.delete(notes).where(gt(id, 5)).returning({ id }))).toEqualTypeOf<{ id: number }[]>()
  const update = db.update(notes).set({ title: 'a' })
  expectTypeOf(await set.applyTo(update).returning({ id })).toEqualTypeOf<{ id: number }[]>()
  expectTypeOf(await set.applyTo(update.where(gt(id, 5))).returning({ id })).toEqualTypeOf<{ id: number }[]>()
  const select = db.select({ id }).from(notes)
  expectTypeOf(await set.applyTo(select)).toEqualTypeOf<{ id: number }[]>()
  expectTypeOf(await set.applyTo(select.where(gt(id, 5))).orderBy(...set.orderBy)).toEqualTypeOf<{ id: number }[]>()
  expectTypeOf(await set.applyTo(select.where(gt(id, 5)).$dynamic())).toEqualTypeOf<{ id: number }[]>()
  const joined = select.leftJoin(authors, eq(authors.id, id)).where(gt(id, 5))
  expectTypeOf(await set.applyTo(joined).limit(1)).toEqualTypeOf<{ id: number }[]>()
  expectTypeOf(set.applyTo(joined)).toEqualTypeOf(joined)
})

test('of every dialect', () => {
  const rows = mysqlTable('rows', { id: int().primaryKey() })
  const own = sqliteTable('rows', { id: liteInteger().primaryKey() })
  const take = (my: ReturnType<typeof myDrizzle>, lite: ReturnType<typeof liteDrizzle>) => [
    set.applyTo(my.delete(rows).where(eq(rows.id, 1))).orderBy(rows.id),
    set.applyTo(my.update(rows).set({ id: 1 }).where(eq(rows.id, 1))),
    set.applyTo(my.select().from(rows).where(eq(rows.id, 1))).limit(1),
    set.applyTo(lite.delete(own).where(eq(own.id, 1))).returning(),
    set.applyTo(lite.update(own).set({ id: 1 }).where(eq(own.id, 1))).returning(),
    set.applyTo(lite.select().from(own).where(eq(own.id, 1))).limit(1),
  ]
  expectTypeOf(take).toBeFunction()
})

test('of a function that takes any select', () => {
  const filtered = <Select extends PgSelect>(select: Select): Select => set.applyTo(select)
  expectTypeOf(filtered).toBeFunction()
})

test('and nothing else', () => {
  const wrong = () => [
    // @ts-expect-error -- an insert has no rows to filter
    set.applyTo(db.insert(notes).values({ id: 1, title: 'a' })),
    // @ts-expect-error -- not a statement
    set.applyTo(notes),
    // @ts-expect-error -- not a statement
    set.applyTo({}),
    // @ts-expect-error -- not begun
    set.applyTo(db.update(notes)),
    // @ts-expect-error -- not begun
    set.applyTo(db.select()),
  ]
  expectTypeOf(wrong).toBeFunction()
})

test('options that a function of the app passes on', () => {
  const list = paginateConfig(notes).withLimits(5, 10).withTieBreaker('id').filterable('title', '$eq').build()
  const matching = (request: Request, options?: ApplyFiltersOptions) => applyFilters(request, list, options)
  const without = (request: Request, options: ApplyFiltersOptions<InferFilterable<typeof list>>) =>
    applyFilters(request, list, { ...options, where: gt(id, 5) })
  expectTypeOf(matching).returns.toEqualTypeOf<FilteredSet>()
  expectTypeOf(without).parameter(1).toExtend<{ readonly except?: readonly 'title'[] | undefined }>()
  // @ts-expect-error -- not filterable
  const wrong: ApplyFiltersOptions<InferFilterable<typeof list>> = { except: ['id'] }
  expectTypeOf(wrong).toBeObject()
})
