// Rows of other tables in memory: criteria of one element, filters of the app's own, and children.
import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { paginateConfig, PaginateConfigError, PaginateQuery, rowsOf } from '../../src/index.js'
import { filterArray, facetArray, paginateArray } from '../../src/entries/memory/index.js'

const orders = pgTable('orders', { id: integer().primaryKey(), title: text().notNull(), units: integer() })
const lines = pgTable('lines', {
  id: integer().primaryKey(),
  orderId: integer().notNull(),
  kind: text(),
  units: integer().notNull(),
})
const makers = pgTable('makers', { id: integer().primaryKey(), name: text().notNull(), city: text() })

const rows = [
  {
    id: 1,
    title: 'both in one line',
    units: 3,
    lines: [
      { kind: 'a', units: 5 },
      { kind: 'b', units: 1 },
    ],
  },
  {
    id: 2,
    title: 'each in a line of its own',
    units: 5,
    lines: [
      { kind: 'a', units: 1 },
      { kind: 'b', units: 5 },
    ],
  },
  { id: 3, title: 'the same in all', units: null, lines: [{ kind: 'a', units: 7 }] },
  { id: 4, title: 'no line', units: 5, lines: [] },
  { id: 5, title: 'no lines', units: 1, lines: null },
  { id: 6, title: 'a line without a kind', units: 9, lines: [{ kind: null, units: 5 }, null] },
]
type Row = (typeof rows)[number]
const ofOrder = eq(lines.orderId, orders.id)
const fields = { kind: [lines.kind, '$eq', '$null'], units: [lines.units, '$gte'] } as const
const config = paginateConfig(orders)
  .withLimits(50, 50)
  .withTieBreaker('id')
  .filterable('title', '$ilike')
  .filterableMany('lines', rowsOf(lines, ofOrder), fields)
  .filterableMany('every', rowsOf(lines, ofOrder).every(), fields)
  .filterableMany('none', rowsOf(lines, ofOrder).none(), fields)
  .filterWith('least', 'integer', () => sql`true`, '$eq', '$in', '$btw')
  .withFilterExpressions()
  .build()
const linesOf = (row: Row) => row.lines
const asked: unknown[] = []
const own = {
  values: { every: linesOf, none: linesOf },
  filters: {
    least: ({ units }: Row, criterion: { value?: unknown; values?: readonly unknown[] }) => {
      asked.push(criterion)
      return units !== null && units >= Number(criterion.value ?? criterion.values?.[0])
    },
  },
}
const options = { own } as never
const idsOf = (source: string, given: object = options) =>
  filterArray(rows, PaginateQuery.from(source), config as never, given as never).map(({ id }) => id)

// R20.1
describe('criteria of one element', () => {
  test.each<[source: string, ids: number[]]>([
    ['filter.lines.kind=$eq:a', [1, 2, 3]],
    ['filter.lines.kind=$eq:a&filter.lines.units=$gte:5', [1, 3]],
    ['filter.lines.units=$gte:5&filter.lines.kind=$eq:a&filter.title=$ilike:same', [3]],
    ['filter.lines.kind=$not:$eq:a', [1, 2, 6]],
    ['filter.lines.kind=$eq:b&filter.lines.kind=$or:$null', [1, 2, 6]],
    ['filter.every.kind=$eq:a&filter.every.units=$gte:5', [3, 4, 5]],
    ['filter.every.units=$gte:5', [3, 4, 5]],
    ['filter.every.units=$gte:1', [1, 2, 3, 4, 5]],
    ['filter.none.kind=$eq:a&filter.none.units=$gte:5', [2, 4, 5, 6]],
    ['filter.lines.kind=$eq:a&filter.none.units=$gte:7', [1, 2]],
    ['filter=lines.kind=$eq:a AND lines.units=$gte:5', [1, 3]],
    ['filter=lines.kind=$eq:a AND NOT lines.units=$gte:5', []],
    ['filter=lines.kind=$eq:b OR every.kind=$eq:a', [1, 2, 3, 4, 5]],
  ])('?%s', (source, ids) => {
    expect(idsOf(source)).toEqual(ids)
  })

  test('a field has an accessor of its own where one is given, element by element', () => {
    const values = {
      every: linesOf,
      none: linesOf,
      'lines.kind': ({ id }: Row) => (id === 4 ? ['x', 'a'] : id === 5 ? undefined : null),
    }
    expect(idsOf('filter.lines.kind=$eq:a', { own: { values } })).toEqual([4])
    // Its second element has no units: there is no such line.
    expect(idsOf('filter.lines.kind=$eq:a&filter.lines.units=$gte:1', { own: { values } })).toEqual([])
  })
})

// R9.1.3
describe('a function of elements returns a list', () => {
  const labelled = paginateConfig(orders)
    .withLimits(50, 50)
    .withTieBreaker('id')
    .filterableMany('kind', rowsOf(lines, ofOrder), lines.kind, '$eq')
    .filterableMany(
      'length',
      rowsOf(lines, ofOrder),
      { selector: sql`length(${lines.kind})`.mapWith(Number), valueType: 'integer' },
      '$eq',
    )
    .withFacets({ kind: true })
    .build()
  const sentence = (name: string) =>
    new PaginateConfigError(
      `The function of '${name}' in options.own.values must return a list; return [value] for one value.`,
    )

  test.each<unknown>(['a', 5, { kind: 'a' }, new Set(['a'])])(
    'and not %o, for a page, a filter and facets',
    (value) => {
      const given = { own: { values: { kind: () => value, length: () => [] } } }
      const query = { filters: { kind: '$eq:a' } }
      for (const call of [
        () => paginateArray(rows, query, labelled, given),
        () => filterArray(rows, query, labelled, given),
        () => facetArray(rows, {}, labelled, { kind: true }, given),
      ])
        expect(call).toThrow(sentence('kind'))
      const records = { own: { ...own, values: { ...own.values, every: () => value } } } as never
      expect(() => idsOf('filter.every.kind=$eq:a', records)).toThrow(sentence('every'))
    },
  )

  test('or nothing, for a row without elements', () => {
    for (const value of [null, undefined, []])
      expect(idsOf('filter.lines.kind=$eq:a', { own: { values: { lines: () => value } } })).toEqual([])
  })

  test('whose values are read one by one, as those of the expression', () => {
    const given = { own: { values: { kind: () => [], length: ({ id }: Row) => (id === 1 ? ['2', 3] : [1]) } } }
    const found = (text: string) => filterArray(rows, text, labelled, given).map(({ id }) => id)
    expect([found('filter.length=$eq:2'), found('filter.length=$eq:3')]).toEqual([[1], [1]])
  })
})

describe("a filter of the app's own", () => {
  test.each<[source: string, ids: number[], criteria: object]>([
    ['filter.least=$eq:5', [2, 4, 6], { operator: '$eq', value: 5 }],
    ['filter.least=$not:$eq:5', [1, 3, 5], { operator: '$eq', value: 5 }],
    ['filter.least=$in:5,9', [2, 4, 6], { operator: '$in', values: [5, 9] }],
    ['filter.least=$btw:9,10', [6], { operator: '$btw', values: [9, 10] }],
    ['filter=NOT least=$eq:5', [1, 3, 5], { operator: '$eq', value: 5 }],
  ])('?%s', (source, ids, criterion) => {
    asked.length = 0
    expect(idsOf(source)).toEqual(ids)
    expect(asked[0]).toEqual(criterion)
  })

  test.each([undefined, {}, { least: undefined }, { other: () => true }])(
    'needs a function where it is asked for: %o',
    (filters) => {
      const given = { own: { values: { every: linesOf, none: linesOf }, filters } }
      expect(() => idsOf('filter.least=$eq:5', given)).toThrow(PaginateConfigError)
      expect(() => idsOf('filter.least=$eq:5', given)).toThrow(
        ".filterWith('least') needs a function of its own in memory; give one in options.own.filters.",
      )
      expect(idsOf('filter.lines.kind=$eq:b', given)).toEqual([1, 2])
    },
  )
})

describe('children', () => {
  const withMaker = [
    {
      id: 1,
      title: 'a',
      lines: [{ kind: 'x', units: 1, maker: { name: 'Ada', city: 'Bonn' } }, { kind: 'y', maker: null }, { kind: 'z' }],
    },
    { id: 2, title: 'b', lines: [] },
    { id: 3, title: 'c', lines: 'none' },
    { id: 4, title: 'd' },
  ]
  const begin = () =>
    paginateConfig(orders)
      .withLimits(50, 50)
      .withTieBreaker('id')
      .children('lines', rowsOf(lines, ofOrder).leftJoin(makers, eq(makers.id, lines.id)), {
        kind: lines.kind,
        maker: { city: makers.city },
      })
  const itemsOf = (list: { build(): unknown }, query: object = {}) =>
    (paginateArray(withMaker as never, query as never, list.build() as never) as { items: unknown[] }).items
  const all = [
    { kind: 'x', maker: { city: 'Bonn' } },
    { kind: 'y', maker: null },
    { kind: 'z', maker: null },
  ]

  test("are the row's own, with the declared members; no array is no children", () => {
    expect(itemsOf(begin())).toEqual([
      { id: 1, title: 'a', units: null, lines: all },
      { id: 2, title: 'b', units: null, lines: [] },
      { id: 3, title: 'c', units: null, lines: [] },
      { id: 4, title: 'd', units: null, lines: [] },
    ])
  })

  test('are as many as are declared, under the name of the shape', () => {
    const limited = paginateConfig(orders)
      .withLimits(50, 50)
      .withTieBreaker('id')
      .children('lines', rowsOf(lines, ofOrder), { kind: lines.kind }, { limit: 2 })
      .select({ id: true, LINES: true } as never)
    expect(itemsOf(limited, { limit: 1 })).toEqual([{ id: 1, LINES: [{ kind: 'x' }, { kind: 'y' }] }])
  })

  test('of several sets those that the request asks for', () => {
    const two = begin().children('spares', rowsOf(lines, ofOrder), { kind: lines.kind }).selectable()
    expect(itemsOf(two, { fields: 'spares', limit: 1 })).toEqual([{ spares: [] }])
  })

  test.each<[fields: string, item: object]>([
    ['title', { title: 'a' }],
    ['lines', { lines: all }],
    ['LINES,id', { id: 1, lines: all }],
  ])('are there where the request asks for them: fields=%s', (names, item) => {
    expect(itemsOf(begin().selectable(), { fields: names, limit: 1 })).toEqual([item])
  })
})

describe('facets of elements', () => {
  const tagged = pgTable('tagged', { id: integer().primaryKey(), tags: text().array(), units: integer() })
  const labels = pgTable('labels', {
    id: integer().primaryKey(),
    of: integer().notNull(),
    names: text().array(),
    weight: integer(),
  })
  const ofTagged = eq(labels.of, tagged.id)
  const list = paginateConfig(tagged)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .filterable('tags', '$contains')
    .filterable('units', '$eq', '$gte', '$null')
    .filterableMany('names', rowsOf(labels, ofTagged), labels.names, '$contains')
    .filterableMany('weight', rowsOf(labels, ofTagged), labels.weight, '$eq', '$gte')
    .build()
  const given = [
    { id: 1, tags: ['b', 'a', 'b', '', 'x,y', null], units: 2 },
    { id: 2, tags: ['b'], units: null },
    { id: 3, tags: 'b', units: undefined },
    { id: 4, tags: null, units: 10 },
    { id: 5, tags: ['c', 'a'], units: 2 },
  ]
  const values = {
    names: ({ id }: { id: number }) => (id === 1 ? [['m', 'n'], null, ['m']] : id === 2 ? [['n', 'o']] : null),
    weight: ({ id }: { id: number }) => (id === 1 ? [3, 9, null] : id === 2 ? [1] : id === 3 ? [null] : undefined),
  }
  const countsOf = (facets: object) =>
    facetArray(given, {}, list as never, facets as never, { own: { values } } as never) as unknown
  const valuesOf = (...found: [value: unknown, count: number, filter?: string | null][]) =>
    found.map(([value, count, filter = `$contains:${String(value)}`]) => ({ value, count, filter }))

  test.each<[title: string, facet: object, answer: object]>([
    // An empty text and one with a comma are no elements that a request could name.
    [
      'elements count once a row, the most frequent first',
      { tags: true },
      { tags: valuesOf(['a', 2], ['b', 2], ['c', 1]) },
    ],
    ['as many as are asked for', { tags: { limit: 1 } }, { tags: valuesOf(['a', 2]) }],
    [
      'nulls count where rows hold one value',
      { units: true },
      { units: valuesOf([null, 2, '$null'], [2, 2, '$eq:2'], [10, 1, '$eq:10']) },
    ],
    [
      'nulls count where there is an element',
      { weight: true },
      { weight: valuesOf([null, 2, null], [1, 1, '$eq:1'], [3, 1, '$eq:3'], [9, 1, '$eq:9']) },
    ],
    ['elements of lists of other rows', { names: true }, { names: valuesOf(['n', 2], ['m', 1], ['o', 1]) }],
    ['the ends, of rows with a value', { units: 'range' }, { units: { min: 2, max: 10, count: 3 } }],
    ['the ends of elements', { weight: 'range' }, { weight: { min: 1, max: 9, count: 2 } }],
  ])('%s', (_title, facet, answer) => {
    expect(countsOf(facet)).toEqual(answer)
  })
})

// R15.1.3
test('a facet of a field of records counts the rows that hold its values', () => {
  const facets = { 'lines.kind': true, 'lines.units': 'range', 'every.kind': true }
  const values = { ...own.values, every: linesOf, none: linesOf }
  const countsOf = (query: object, more: object = {}) =>
    facetArray(
      rows,
      query as never,
      config as never,
      facets as never,
      { own: { ...own, values: { ...values, ...more } } } as never,
    )
  const kinds = [
    { value: 'a', count: 3, filter: '$eq:a' },
    { value: 'b', count: 2, filter: '$eq:b' },
    { value: null, count: 1, filter: '$null' },
  ]
  expect(countsOf({})).toEqual({
    'lines.kind': kinds,
    'lines.units': { min: 1, max: 7, count: 4 },
    'every.kind': kinds,
  })
  // Its own accessor has the elements of its field alone.
  expect(countsOf({}, { 'lines.kind': ({ id }: Row) => (id === 4 ? ['x', 'x'] : null) })).toMatchObject({
    'lines.kind': [{ value: 'x', count: 1, filter: '$eq:x' }],
  })
})
