// Keys of shapes: two requests share a statement if their keys are equal, so every part that changes the text is in the
// key.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { paginateConfig, PaginateQuery, rowsOf } from '../../src/index.js'
import { conditionKey } from '../../src/kept/fragment-key.js'
import { shapeKey, TextNumbers } from '../../src/kept/kept-shapes.js'
import { isPromiseLike } from '../../src/basics/maybe-promise.js'
import { askedPlan } from '../../src/plan/create-plan.js'
import { normalizeQuery } from '../../src/request/paginate-query.js'
import { encodePlan } from '../../src/sql/encode-plan.js'
import { makeCursor, orderPrint } from '../../src/features/cursors/cursor-text.js'
import { orderOf } from '../../src/features/positions/position.js'
import { listOf, requestOf, tables } from '../select/lists.js'
import { mysql } from '../sql/lists.js'

const keyOf = (config: object, query: string): readonly number[] | null =>
  shapeKey(requestOf(config, query).shape, () => null)

const long = 'x'.repeat(5000)
/**
 * Each of a shape of its own, in a list of MySQL: there lists have a parameter for each value, and text may be
 * respelled.
 */
const shapes = [
  '',
  'filter.name=$eq:a',
  'filter.title=$eq:a',
  'filter.name=$not:$eq:a',
  "filter.name=$eq:it's",
  `filter.name=$eq:'${long}`,
  'filter.big=$eq:9007199254740993',
  'filter.big=$eq:1',
  'filter.name=$lt:a',
  'filter.name=$lte:a',
  'filter.name=$gt:a',
  'filter.name=$gte:a',
  'filter.name=$btw:a,b',
  'filter.name=$null',
  'filter.name=$not:$null',
  'filter.name=$sw:a',
  'filter.name=$contains:a',
  'filter.name=$in:a',
  'filter.name=$in:a,b',
  'filter.name=$in:a,b,c',
  'filter.tags=$contains:a',
  'filter.amount=$eq:1.005',
  'filter.name=$eq:a&filter.name=$eq:b',
  'filter.name=$eq:a&filter.name=$or:$eq:b',
  'filter.name=$eq:a&filter.title=$eq:b',
  'search=a',
  "search=it's",
  'search=a&searchBy=title',
  'search=a&searchBy=name',
  'search=a&filter.name=$eq:a',
  'sortBy=name:ASC',
  'sortBy=name:DESC',
  'sortBy=count:ASC',
  'sortBy=name:ASC&sortBy=count:ASC',
  'sortBy=count:ASC&sortBy=name:ASC',
  'search=a&sortBy=name:ASC',
  'filter=name=$eq:a',
  'filter=NOT name=$eq:a',
  'filter=name=$not:$eq:a',
  'filter=name=$eq:a AND title=$eq:b',
  'filter=title=$eq:a AND name=$eq:b',
  'filter=name=$eq:a OR title=$eq:b',
  'filter=NOT name=$eq:a OR title=$eq:b',
  'filter=NOT (name=$eq:a OR title=$eq:b)',
  'filter=name=$eq:a OR title=$eq:b AND count=$eq:1',
  'filter=(name=$eq:a OR title=$eq:b) AND count=$eq:1',
  'filter=name=$eq:a&filter.title=$eq:b',
]

test('shapes have keys of their own', () => {
  const keys = shapes.map((query) => [keyOf(mysql.list, query)?.join(), query] as const)
  expect([...new Map(keys).values()]).toEqual(shapes)
})

test.each([
  ['filter.name=$eq:a', 'filter.name=$eq:b'],
  ['filter.name=$in:a,b,c', 'filter.name=$in:a,b,c,d'],
  ['filter.name=$eq:a&filter.id=$eq:1', 'filter.id=$eq:2&filter.name=$eq:b'],
  ['search=a', 'search=b'],
  ['page=2', 'page=3&limit=7'],
  ['filter=name=$eq:a OR count=$eq:1', 'filter=NAME=$EQ:b or (count=$eq:2)'],
])('?%s and ?%s are one shape', (one, other) => {
  expect(keyOf(mysql.list, one)).toEqual(keyOf(mysql.list, other))
})

test('a read without an end, and each way of a page by position, are shapes of their own', () => {
  const numbered = listOf('postgres').build()
  const byCursor = listOf('postgres').withCursors().build()
  const resolved = resolvedConfig(byCursor)
  const cursorOf = (sort: string, ...texts: (string | null)[]): string => {
    const made = makeCursor(texts, orderPrint(orderOf(requestOf(byCursor, sort).plan.sort, resolved)), null) as {
      readonly value: string
    }
    return made.value
  }
  const sort = 'sortBy=views:ASC'
  const keys = [
    keyOf(numbered, sort),
    keyOf(numbered, `${sort}&limit=-1`),
    keyOf(byCursor, sort),
    keyOf(byCursor, `${sort}&limit=-1`),
    keyOf(byCursor, `${sort}&after=${cursorOf(sort, '7', '3')}`),
    keyOf(byCursor, `${sort}&before=${cursorOf(sort, '7', '3')}`),
    keyOf(byCursor, `${sort}&after=${cursorOf(sort, null, '3')}`),
  ].map((key) => key?.join())
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf(byCursor, `${sort}&after=${cursorOf(sort, '8', '4')}`)?.join()).toBe(keys[4])
})

test('a term that is too long for LIKE is another shape', () => {
  const { articles } = tables.sqlite
  const list = paginateConfig(articles).withLimits(10, 100).withTieBreaker('id').searchable('title').build()
  expect(keyOf(list, 'search=a')).not.toEqual(keyOf(list, `search=${'x'.repeat(60)}`))
})

test.each<[query: string, isKeepable: boolean]>([
  ['', true],
  ['filter.encoded=$eq:1.2', true],
  ['filter.layered=$eq:1.2', true],
  // The column's encoder may answer SQL.
  ['filter.version=$eq:1.2', false],
  ['filter=NOT version=$eq:1.2', false],
  ['filter=version=$eq:1.2 OR name=$eq:a', false],
  ['filter=name=$eq:a AND version=$eq:1.2', false],
])('?%s may be kept: %s', (query, isKeepable) => {
  expect(keyOf(mysql.list, query) !== null).toBe(isKeepable)
})

test('criteria of one element are another shape than those of several', () => {
  const { articles, authors } = tables.postgres
  const list = paginateConfig(articles)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .filterableMany('by', rowsOf(authors, eq(authors.id, articles.authorId)), {
      name: [authors.name, '$eq'],
      city: [authors.cityId, '$eq'],
    })
    .withFilterExpressions()
    .build()
  const queries = ['by.name=$eq:a AND by.city=$eq:1', 'by.name=$eq:a AND NOT NOT by.city=$eq:1', 'by.name=$eq:a'].map(
    (text) => `filter=${text}`,
  )
  expect(new Set(queries.map((query) => keyOf(list, query)?.join())).size).toBe(queries.length)
})

describe("what a list's own functions answer", () => {
  const { articles } = tables.postgres
  const begin = () => paginateConfig(articles).withLimits(10, 100).withTieBreaker('id').searchable('title')
  const condition = sql`length(${articles.title}) > 1`
  const order = sql`length(${articles.title})`
  const numbers = new TextNumbers(1_000_000)
  const asked = (config: object, query: string, isNumbered = true): string | undefined => {
    const resolved = resolvedConfig(config as never)
    const planned = askedPlan(normalizeQuery(PaginateQuery.from(query)), resolved, null)
    if (isPromiseLike(planned) || !planned.ok) throw new Error(query)
    return shapeKey(encodePlan(planned.value, resolved).shape, (own) => {
      const { key } = conditionKey(own)
      return isNumbered && key !== null ? numbers.numberOf(key) : null
    })?.join()
  }
  const lists = {
    'a search by substrings': begin().build(),
    'a condition': begin()
      .searchWith(() => condition)
      .build(),
    'another condition': begin()
      .searchWith(() => sql`${articles.views} > 1`)
      .build(),
    'a rank': begin()
      .searchWith(() => ({ where: condition, rank: order }))
      .build(),
    'a distance': begin()
      .searchWith(() => ({ where: condition, distance: order }))
      .build(),
    'a distance of all rows': begin()
      .searchWith(() => ({ distance: order }))
      .build(),
    'another distance': begin()
      .searchWith(() => ({ where: condition, distance: sql`${articles.views}` }))
      .build(),
  }

  test('is a part of the key, and its term is not', () => {
    const keys = Object.values(lists).map((list) => asked(list, 'search=a'))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain(undefined)
    for (const [at, list] of Object.values(lists).entries()) expect(asked(list, 'search=b')).toBe(keys[at])
    expect(asked(lists['a rank'], 'search=a&sortBy=relevance:ASC')).not.toBe(
      asked(lists['a rank'], 'search=a&sortBy=relevance:DESC'),
    )
  })

  test('is not kept where its text has no number', () => {
    const kept = Object.entries(lists).filter(([, list]) => asked(list, 'search=a', false) !== undefined)
    expect(kept.map(([name]) => name)).toEqual(['a search by substrings'])
    for (const list of Object.values(lists)) expect(asked(list, '', false)).toBeDefined()
  })

  test('of a filter too, in an expression as well', () => {
    const of = (text: string) =>
      begin()
        .filterWith('of', 'integer', ({ value }) => sql`${sql.raw(text)} = ${value}`)
        .withFilterExpressions()
        .build()
    for (const query of ['filter.of=$eq:1', 'filter=NOT of=$eq:1']) {
      expect(asked(of('views'), query)).toBe(asked(of('views'), query.replace('1', '2')))
      expect(asked(of('views'), query)).not.toBe(asked(of('id'), query))
      expect(asked(of('views'), query, false)).toBeUndefined()
    }
  })
})
