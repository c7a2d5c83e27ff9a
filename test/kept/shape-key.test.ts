// Keys of shapes: two requests share a statement if their keys are equal, so every part that changes the text is in the key.
import { expect, test } from 'vitest'
import { resolvedConfig } from '../../src/builder/resolved-config.js'
import { paginateConfig } from '../../src/index.js'
import { shapeKey } from '../../src/kept/kept-shapes.js'
import { makeCursor, orderOf } from '../../src/cursor/position.js'
import { listOf, requestOf, tables } from '../select/lists.js'
import { mysql } from '../sql/lists.js'

const keyOf = (config: object, query: string): readonly number[] | null => shapeKey(requestOf(config, query).shape, () => null)

const long = 'x'.repeat(5000)
/** Each of a shape of its own, in a list of MySQL: there lists have a parameter for each value, and text may be respelled. */
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
])('?%s and ?%s are one shape', (one, other) => {
  expect(keyOf(mysql.list, one)).toEqual(keyOf(mysql.list, other))
})

test('a read without an end, and each way of a page by position, are shapes of their own', () => {
  const numbered = listOf('postgres').build()
  const byCursor = listOf('postgres').withCursors().build()
  const resolved = resolvedConfig(byCursor)
  const cursorOf = (sort: string, ...texts: (string | null)[]): string => {
    const made = makeCursor(texts, orderOf(requestOf(byCursor, sort).plan.sort, resolved), resolved) as { readonly value: string }
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
])('?%s may be kept: %s', (query, isKeepable) => {
  expect(keyOf(mysql.list, query) !== null).toBe(isKeepable)
})
