// Facets over an array: the counts that a database answers, and their types.
import { eq } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { paginateConfig, PaginateConfigError, PaginateQueryError, rowsOf } from '../../src/index.js'
import { facetArray } from '../../src/entries/memory/index.js'

const articles = sqliteTable('articles', {
  id: integer().primaryKey(),
  status: text({ enum: ['draft', 'live'] }),
  views: integer().notNull(),
  at: integer({ mode: 'timestamp' }),
  tags: text({ mode: 'json' }).$type<string[]>(),
})
const reviews = sqliteTable('reviews', { id: integer().primaryKey(), articleId: integer().notNull(), reviewer: text() })
const list = paginateConfig(articles)
  .withLimits(5, 10)
  .withTieBreaker('id')
  .filterable('id', '$eq')
  .filterable('status', '$eq', '$null')
  .filterable('views', '$eq', '$gte')
  .filterable('at', '$eq')
  .filterable('tags', '$contains')
  .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
  .build()

const rows = [
  { id: 1, status: 'live', views: 5, at: new Date(0), tags: ['a', 'a', 'b'], reviews: ['ann', 'ann'] },
  { id: 2, status: 'draft', views: 1, at: new Date(0), tags: ['b'], reviews: [null, 'bo'] },
  { id: 3, status: 'live', views: 9, at: null, tags: null, reviews: [] },
  { id: 4, status: null, views: 9, at: new Date(1000), tags: [], reviews: ['ann'] },
]
const options = { own: { values: { reviewer: (row: (typeof rows)[number]) => row.reviews } } }

describe('facetArray', () => {
  test('names no row by a number that may be rounded', () => {
    const large = [
      { ...rows[0], views: 2 ** 53 },
      { ...rows[0], views: 2 ** 53 - 1 },
    ] as typeof rows
    expect(facetArray(large, {}, list, { views: true }, options).views.map(({ filter }) => filter)).toEqual([
      '$eq:9007199254740991',
      null,
    ])
  })

  test('counts values, elements, rows of the root and the ends of a field', () => {
    const counts = facetArray(
      rows,
      {},
      list,
      { status: true, views: 'range', at: true, tags: true, reviewer: true },
      options,
    )
    expectTypeOf(counts.status[0]?.value).toEqualTypeOf<'draft' | 'live' | null | undefined>()
    expect(counts).toStrictEqual({
      status: [
        { value: 'live', count: 2, filter: '$eq:live' },
        { value: null, count: 1, filter: '$null' },
        { value: 'draft', count: 1, filter: '$eq:draft' },
      ],
      views: { min: 1, max: 9, count: 4 },
      at: [
        { value: new Date(0), count: 2, filter: '$eq:1970-01-01T00:00:00Z' },
        { value: null, count: 1, filter: null },
        { value: new Date(1000), count: 1, filter: '$eq:1970-01-01T00:00:01Z' },
      ],
      tags: [
        { value: 'b', count: 2, filter: '$contains:b' },
        { value: 'a', count: 1, filter: '$contains:a' },
      ],
      reviewer: [
        { value: 'ann', count: 2, filter: '$eq:ann' },
        { value: null, count: 1, filter: null },
        { value: 'bo', count: 1, filter: '$eq:bo' },
      ],
    })
  })

  test('leaves out the criteria on its own field, keeps the others and the predicate', () => {
    const query = { filters: { status: '$eq:live', views: '$gte:5' } }
    expect(facetArray(rows, query, list, { status: { limit: 1 }, views: true }, options)).toStrictEqual({
      status: [{ value: 'live', count: 2, filter: '$eq:live' }],
      views: [
        { value: 5, count: 1, filter: '$eq:5' },
        { value: 9, count: 1, filter: '$eq:9' },
      ],
    })
    expect(facetArray(rows, query, list, { views: 'range' }, { ...options, where: ({ id }) => id > 3 })).toStrictEqual({
      views: null,
    })
  })

  test('refuses what a page and a facet refuse', () => {
    expect(() => facetArray(rows, { page: 0 }, list, {}, options)).toThrow(PaginateQueryError)
    const loose = facetArray as unknown as (...given: unknown[]) => unknown
    expect(() => loose(rows, {}, list, { id: 'range' }, options)).toThrow(PaginateConfigError)
    expect(() => loose(rows, {}, list, { reviewer: true })).toThrow(/'reviewer' has no place/)
  })
})
