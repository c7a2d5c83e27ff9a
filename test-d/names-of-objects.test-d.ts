// Columns whose keys are members of every object, such as `constructor`: a record that leaves one out does not have it.
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { facetCounts, type ListDatabase, paginate, paginateConfig } from 'drizzle-paginate'
import { facetArray } from 'drizzle-paginate/memory'
import { expectTypeOf, test } from 'vitest'

const words = pgTable('words', {
  id: integer().primaryKey(),
  constructor: text().notNull(),
  toString: integer().notNull(),
  valueOf: integer().notNull(),
  hasOwnProperty: integer().notNull(),
  order: integer(),
})
declare const db: ListDatabase
const begun = () =>
  paginateConfig(words)
    .withLimits(1, 2)
    .sortable('valueOf', 'constructor')
    .filterable('constructor', '$eq', '$sw')
    .filterable('valueOf', '$eq', '$gte')
    .filterable('order', '$eq')

test('records that leave them out', () => {
  const lists = () => [
    begun().withTieBreaker({ id: 'desc' }).build(),
    begun().withTieBreaker('id').withFacets({ order: true }).build(),
    begun().withTieBreaker('id').select({ id: true }).build(),
    begun().withTieBreaker('id').defaultFilter('order', { $eq: 1 }).build(),
  ]
  expectTypeOf(lists).toBeFunction()
  const list = begun().withTieBreaker('id').build()
  const calls = () => [
    paginate(db, { filters: { order: { $eq: 1 } } }, list),
    facetCounts(db, '', list, { order: true }),
    facetArray([], '', list, { order: true }),
  ]
  expectTypeOf(calls).toBeFunction()
})

test('records that have them', () => {
  const list = begun().withTieBreaker({ constructor: 'desc', valueOf: 'follow', id: 'asc' }).build()
  const calls = () => [
    paginate(db, { filters: { constructor: { $eq: 'a' }, valueOf: { $gte: 1 } } }, list),
    facetCounts(db, '', list, { constructor: true, valueOf: 'range' }),
    begun().withTieBreaker('id').withFacets({ constructor: true, valueOf: 'range' }).build(),
  ]
  expectTypeOf(calls).toBeFunction()
  const wrong = () => [
    // @ts-expect-error -- not a direction
    begun().withTieBreaker({ constructor: 'down', id: 'asc' }),
    // @ts-expect-error -- no comparison is allowed
    facetCounts(db, '', list, { constructor: 'range' }),
    // @ts-expect-error -- not filterable
    begun().withTieBreaker('id').withFacets({ toString: true }),
  ]
  expectTypeOf(wrong).toBeFunction()
})
