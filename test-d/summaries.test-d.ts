// What `summarize` answers: the aggregates of its call, or else those of the list.
import { count, max, type SQL, sum } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { type AnyPaginateConfig, type ListDatabase, paginateConfig, summarize } from 'drizzle-paginate'
import { expectTypeOf, test } from 'vitest'

const orders = pgTable('orders', { id: integer().primaryKey(), total: integer().notNull() })
const begin = paginateConfig(orders).withLimits(10, 20).withTieBreaker('id')
const bare = begin.build()
const summed = begin.withSummary({ n: count(), most: max(orders.total) }).build()
declare const db: ListDatabase

test('a call without aggregates answers those of the list', async () => {
  type Declared = { n: number; most: number | null }
  expectTypeOf(await summarize(db, {}, summed)).toEqualTypeOf<Declared>()
  expectTypeOf(await summarize(db, {}, summed, undefined, {})).toEqualTypeOf<Declared>()
  expectTypeOf(await summarize(db, {}, summed, { all: sum(orders.total) })).toEqualTypeOf<{ all: string | null }>()
  expectTypeOf(await summarize(db, {}, bare, { all: sum(orders.total) })).toEqualTypeOf<{ all: string | null }>()
})

test('aggregates typed by an interface', async () => {
  interface Aggregates {
    n: SQL<number>
    most?: SQL<number | null>
  }
  interface Wrong {
    n: number
  }
  type Answer = { n: number; most?: number | null }
  const aggregates: Aggregates = { n: count() }
  const wrong: Wrong = { n: 5 }
  expectTypeOf(await summarize(db, {}, bare, aggregates)).toEqualTypeOf<Answer>()
  expectTypeOf(await summarize(db, {}, begin.withSummary(aggregates).build())).toEqualTypeOf<Answer>()
  // @ts-expect-error -- a number is no aggregate
  void summarize(db, {}, bare, wrong)
  // @ts-expect-error -- nor here
  begin.withSummary(wrong)
})

test('a list that declares none is asked for some', () => {
  // @ts-expect-error -- none is declared
  void summarize(db, {}, bare)
  // @ts-expect-error -- nor here
  void summarize(db, {}, bare, undefined, {})
  // @ts-expect-error -- no aggregate is named
  void summarize(db, {}, bare, {})
  // @ts-expect-error -- nor here
  begin.withSummary({})
  // @ts-expect-error -- a number is no aggregate
  void summarize(db, {}, bare, { n: 5 })
})

test('a column by itself is no aggregate', () => {
  const column = { n: orders.total }
  // @ts-expect-error -- the value of an arbitrary row
  void summarize(db, {}, bare, { n: orders.total })
  // @ts-expect-error -- nor from a const
  void summarize(db, {}, bare, column)
  // @ts-expect-error -- nor next to one
  begin.withSummary({ most: max(orders.total), n: orders.total })
  // @ts-expect-error -- nor there
  begin.withSummary(column)
})

test('a list whose type does not show whether it declares some is taken', () => {
  void summarize(db, {}, bare as AnyPaginateConfig)
  void summarize(db, {}, Math.random() > 1 ? summed : bare)
  const anySummary = <Config extends AnyPaginateConfig>(list: Config) => summarize(db, {}, list)
  void anySummary(summed)
})
