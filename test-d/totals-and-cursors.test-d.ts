// The modes of a list in its types: what `meta` holds, and what a dialect cannot tell.
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable } from 'drizzle-orm/sqlite-core'
import { paginateConfig, type InferTraits } from 'drizzle-paginate'
import { expectTypeOf, test } from 'vitest'

const rows = pgTable('rows', { id: integer().primaryKey() })
const begin = () => paginateConfig(rows).withLimits(10, 20).withTieBreaker('id')

// R12.1.11
test('a chain remembers how it is counted and paged', () => {
  const plain = begin().build()
  const none = begin().withTotals('none').build()
  const bounded = begin().withTotals({ upTo: 10 }).build()
  const estimated = begin().withTotals({ upTo: 10, estimate: true }).withCursors().build()
  expectTypeOf<[InferTraits<typeof plain>['totals'], InferTraits<typeof plain>['paging']]>().toEqualTypeOf<['default', 'numbers']>()
  expectTypeOf<[InferTraits<typeof none>['totals'], InferTraits<typeof none>['paging']]>().toEqualTypeOf<['none', 'numbers']>()
  expectTypeOf<InferTraits<typeof bounded>['totals']>().toEqualTypeOf<'bounded'>()
  expectTypeOf<[InferTraits<typeof estimated>['totals'], InferTraits<typeof estimated>['paging']]>().toEqualTypeOf<
    ['estimated', 'cursor']
  >()
})

test('what is refused', () => {
  // @ts-expect-error -- no such mode
  begin().withTotals('some')
  // @ts-expect-error -- no bound
  begin().withTotals({})
  const lite = paginateConfig(sqliteTable('s', { id: sqliteInteger().primaryKey() }))
  lite.withTotals({ upTo: 10 })
  // @ts-expect-error -- SQLite's planner tells no estimate
  lite.withTotals({ upTo: 10, estimate: true })
  // @ts-expect-error -- both functions or neither
  begin().withCursors({ seal: (text: string) => text })
  // @ts-expect-error -- a list is paged in one way, whoever asks
  begin().when(true).withCursors()
})
