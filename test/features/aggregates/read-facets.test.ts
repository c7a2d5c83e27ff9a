// What a host asks for: the limits of a facet, and each refusal as it is worded.
import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { readFacets } from '../../../src/features/aggregates/read-facets.js'
import { type AnyPaginateConfig, paginateConfig, PaginateConfigError } from '../../../src/index.js'

const items = pg.pgTable('items', {
  id: pg.integer('id').primaryKey(),
  name: pg.text('name'),
  views: pg.integer('views'),
  size: pg.integer('size'),
  tags: pg.text('tags').array(),
  marks: pg.text('marks').array(),
})
const list = paginateConfig(items)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .filterable('name', '$eq')
  .filterable('views', '$gte')
  .filterable('size', '$in', '$btw')
  .filterable('tags', '$contains')
  .filterable('marks', '$null')
  .filterWith('person', 'text', () => sql`true`, '$eq')
  .build()
const read = (facets: unknown) =>
  readFacets(resolvedConfig(list as AnyPaginateConfig).filterable, facets, 'facetCounts()')

test.each<[option: unknown, limit: number | null]>([
  [true, 100],
  [{}, 100],
  [{ limit: undefined }, 100],
  [{ limit: 1 }, 1],
  [{ limit: 1000 }, 1000],
  ['range', null],
])('a facet of %j', (option, limit) => {
  expect(read({ SIZE: option }).map((facet) => [facet.name, facet.filterable.field.name, facet.limit])).toEqual([
    ['SIZE', 'size', limit],
  ])
})

const LIMITS = "The facet 'name' must be true, 'range' or { limit } with a whole number from 1 to 1000; correct it."
const RECORD = 'facetCounts() needs a record of facets, such as { status: true }; pass one.'
test.each<[facets: unknown, message: string]>([
  [null, RECORD],
  ['name', RECORD],
  [undefined, RECORD],
  [7, RECORD],
  [['name'], RECORD],
  [{ name: null }, LIMITS],
  [{ name: 10 }, LIMITS],
  [{ name: 'values' }, LIMITS],
  [{ name: { limit: 0 } }, LIMITS],
  [{ name: { limit: 1001 } }, LIMITS],
  [{ name: { limit: 1.5 } }, LIMITS],
  [{ name: { limit: '5' } }, LIMITS],
  [{ name: { range: true } }, LIMITS],
  [{ name: { limt: 5 } }, "The facet 'name' has no option 'limt'; did you mean 'limit'?"],
  [{ id: true }, "facetCounts() names 'id', which needs a filterable field; declare it with .filterable('id', …)."],
  [{ person: true }, "The facet 'person' has no values to count: its filter is a condition; leave it out."],
  [{ views: true }, "The facet 'views' needs a field that grants '$eq' or '$in'; grant it, or leave the facet out."],
  [
    { marks: true },
    "The facet 'marks' needs a field that grants '$eq' or '$contains'; grant it, or leave the facet out.",
  ],
  [
    { name: 'range' },
    "The facet 'name' as a range needs a field that grants '$lt' or '$lte' or '$gt' or '$gte' or '$btw'; grant it, or leave the facet out.",
  ],
])('facets %j are refused', (facets, message) => {
  expect(() => read(facets)).toThrow(new PaginateConfigError(message))
})

test('an empty record asks for no facet, and neither does a member that is left out', () => {
  for (const facets of [{}, { name: false }, { name: undefined, nope: false }]) expect(read(facets)).toEqual([])
})
