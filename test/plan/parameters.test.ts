import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import type { PaginateConfigOptions } from '../../src/builder/settings.js'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { paginateConfig } from '../../src/index.js'
import { unknownParameters } from '../../src/plan/parameters.js'
import { normalizeQuery, PaginateQuery } from '../../src/request/paginate-query.js'

const cities = pgTable('cities', { id: integer().primaryKey(), name: text().notNull(), population: integer() })
const begin = (settings: PaginateConfigOptions) =>
  paginateConfig(cities, settings)
    .withLimits(10, 20)
    .withTieBreaker('id')
    .sortable('name')
    .searchable('name')
    .filterable('population', '$gt')
const list = (settings: PaginateConfigOptions = {}) => begin(settings).build()

// R21.1.1
test.each([
  ['', list(), []],
  ['page=2&limit=5&sortBy=name:ASC&search=x&searchBy=name&filter.population=$gt:1&filter.x=$eq:1', list(), []],
  [
    'filters.population=$gt:1&q=x&sort=name',
    list(),
    [
      ['filters.population', 'filter.population'],
      ['q', null],
      ['sort', 'sortBy'],
    ],
  ],
  [
    'q=1&q=2&population=3',
    list({ strictParameters: true }),
    [
      ['q', null],
      ['population', 'filter.population'],
    ],
  ],
  ['lang=de&langs=de', list({ ownParameters: ['lang'] }), [['langs', 'lang']]],
  [
    'filter=name=$null&fields=id&after=x&cursor=x',
    list(),
    [
      ['filter', null],
      ['fields', null],
      ['after', null],
      ['cursor', null],
    ],
  ],
  ['filter=name=$null', begin({}).withFilterExpressions().build(), []],
  ['fields=id&field=id', begin({}).selectable().build(), [['field', 'fields']]],
  ['after=x&before=y&page=2', begin({}).withCursors().build(), []],
])('%j has parameters that are not read', (query, config, unknown) => {
  const found = unknownParameters(normalizeQuery(PaginateQuery.from(`?${query}`)), resolvedConfig(config))
  expect(found.map(({ name, near }) => [name, near])).toEqual(unknown)
})
