// The modes of a list in its types: what `meta` holds, and what a dialect cannot tell.
import { max } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable } from 'drizzle-orm/sqlite-core'
import { paginateConfig, type PageOf } from 'drizzle-paginate'
import { expectTypeOf, test } from 'vitest'
import type { InferTraits } from '../src/declarations.js'

const rows = pgTable('rows', { id: integer().primaryKey() })
const begin = () => paginateConfig(rows).withLimits(10, 20).withTieBreaker('id')

// R12.1.11
test('a chain remembers how it is counted and paged', () => {
  const plain = begin().build()
  const none = begin().withTotals('none').build()
  const bounded = begin().withTotals({ upTo: 10 }).build()
  const estimated = begin().withTotals({ upTo: 10, estimate: true }).withCursors().build()
  expectTypeOf<[InferTraits<typeof plain>['totals'], InferTraits<typeof plain>['paging']]>().toEqualTypeOf<
    ['default', 'numbers']
  >()
  expectTypeOf<[InferTraits<typeof none>['totals'], InferTraits<typeof none>['paging']]>().toEqualTypeOf<
    ['none', 'numbers']
  >()
  expectTypeOf<InferTraits<typeof bounded>['totals']>().toEqualTypeOf<'bounded'>()
  expectTypeOf<[InferTraits<typeof estimated>['totals'], InferTraits<typeof estimated>['paging']]>().toEqualTypeOf<
    ['estimated', 'cursor']
  >()
})

test('a chain remembers whether it reads expressions', () => {
  const read = begin().withFilterExpressions().build()
  const gated = begin().when(true).withFilterExpressions({ maxDepth: 2 }).build()
  const both = begin().withFilterExpressions().when(true).withFilterExpressions({ maxDepth: 2 }).build()
  expectTypeOf<InferTraits<ReturnType<ReturnType<typeof begin>['build']>>['expressions']>().toEqualTypeOf<'none'>()
  expectTypeOf<InferTraits<typeof read>['expressions']>().toEqualTypeOf<'declared'>()
  expectTypeOf<InferTraits<typeof gated>['expressions']>().toEqualTypeOf<'gated'>()
  expectTypeOf<InferTraits<typeof both>['expressions']>().toEqualTypeOf<'declared'>()
  expectTypeOf<PageOf<typeof read>['meta']['filterExpression']>().toEqualTypeOf<string | null>()
  expectTypeOf<PageOf<typeof gated>['meta']['filterExpression']>().toEqualTypeOf<string | null | undefined>()
  // @ts-expect-error bounds are numbers
  begin().withFilterExpressions({ maxTerms: '5' })
  // @ts-expect-error no such bound
  begin().withFilterExpressions({ maxTerm: 5 })
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
  const gated = begin().filterable('id', '$eq').when(true)
  // @ts-expect-error -- its facets are those of gated fields
  gated.withFacets({ id: true })
  // @ts-expect-error -- nor has it a summary for some
  gated.withSummary({ most: max(rows.id) })
})
