// Rows of an array: what their values match, where they are read from, and the items that are made of them.
import { and, count, eq, min, sql } from 'drizzle-orm'
import { doublePrecision, integer, numeric, pgTable, real, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  defineValueType,
  paginateConfig,
  PaginateConfigError,
  rowsOf,
} from '../../src/index.js'
import { filterArray, facetArray, paginateArray } from '../../src/entries/memory/index.js'

const version = defineValueType({
  name: 'version',
  parse: (given) => (/^\d+\.\d+$/.test(given) ? { parts: given.split('.').map(Number) } : null),
  format: (value) => value.parts.join('.'),
  compare: (a, b) => (a.parts[0] ?? 0) - (b.parts[0] ?? 0) || (a.parts[1] ?? 0) - (b.parts[1] ?? 0),
})
const people = pgTable('people', { id: integer('id').primaryKey(), name: text('name').notNull() })
const tags = pgTable('tags', {
  id: integer('id').primaryKey(),
  itemId: integer('item_id').notNull(),
  name: text('name'),
})
const items = pgTable('items', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  single: real('single'),
  share: real('share'),
  double: doublePrecision('double'),
  release: text('release'),
  releases: text('releases').array(),
  amount: numeric('amount'),
  personId: integer('person_id'),
})
const rows = [
  {
    id: 1,
    title: 'b',
    single: 0.1,
    share: 0.5,
    double: 0.1,
    release: '1.2',
    releases: ['1.2', '1.10'],
    amount: '2',
    person: { id: 1, name: 'Ada' },
  },
  { id: 2, title: 'a', single: 0.2, share: null, release: '1.10', releases: ['2.0'], amount: '2', person: null },
  { id: 3, title: 'a', single: null, share: null, release: null, releases: null, amount: null, person: undefined },
  {
    id: 4,
    title: 'c',
    single: null,
    share: null,
    release: '1.2',
    releases: [null, '1.2'],
    amount: '1',
    person: { id: 2, name: 'Bo' },
  },
]
type Row = (typeof rows)[number]

const ofItem = eq(tags.itemId, items.id)
const begin = () =>
  paginateConfig(items)
    .leftJoin('person', people, eq(people.id, items.personId))
    .field('version', items.release, version)
    .field('versions', items.releases, version)
    .field('shareAsDecimal', items.share, 'decimal')
    .field('badge', items.title)
    .field('ratio', sql<number>`0.1`, 'float')
    .withLimits(50, 50)
    .withTieBreaker('id')
    .sortable('person.name', 'version')
    .searchable('title')
    .filterable('single', '$eq', '$in')
    .filterable('shareAsDecimal', '$eq')
    .filterable('double', '$eq')
    .filterable('ratio', '$eq')
    .filterable('version', '$eq', '$in')
    .filterable('versions', '$contains')
    .filterable('amount', '$eq', '$gte')
    .filterable('title', '$eq')
    .filterable('person.name', '$eq')
    .filterableMany('tag', rowsOf(tags, ofItem), tags.name, '$eq')
    .filterableMany('everyTag', rowsOf(tags, ofItem).every(), tags.name, '$eq')
const config = begin().build()
const accessors = {
  ratio: ({ id }: Row) => id / 10,
  tag: (row: Row) => (row.id === 1 ? ['x'] : undefined),
  everyTag: (row: Row) => (row.id === 1 ? ['x'] : undefined),
}
const ids = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id)
// Types ask for an accessor of each field that they cannot find in a row.
const values = accessors as never

test.each<[title: string, filters: Record<string, string>, expected: readonly number[]]>([
  ['a single as the nearest one', { single: '$eq:0.1' }, [1]],
  ['several of them', { single: '$in:0.1,0.2' }, [1, 2]],
  ['a double by all of its digits', { double: '$eq:0.1' }, [1]],
  ['a float that is no column by all of its digits', { ratio: '$eq:0.2' }, [2]],
  ['a decimal over a single by its digits', { shareAsDecimal: '$eq:0.5' }, [1]],
  ['a made type by its own order', { version: '$eq:1.2' }, [1, 4]],
  ['one of several', { version: '$in:1.10,3.0' }, [2]],
  ['none of them', { version: '$in:3.0,4.0' }, []],
  ['elements of a made type', { versions: '$contains:1.10,1.2' }, [1]],
  ['one that is beside a null', { versions: '$contains:1.2' }, [1, 4]],
  ['all of the elements that are asked for', { versions: '$contains:1.2,2.0' }, []],
  ['a list that a row does not have, as an empty one', { tag: '$eq:x' }, [1]],
  ['every one of no elements', { everyTag: '$eq:y' }, [2, 3, 4]],
  ['a joined field of no record as null', { 'person.name': '$not:$eq:Ada' }, [2, 3, 4]],
])('matches %s', (_title, filters, expected) => {
  expect(ids(filterArray(rows, { filters }, config, { own: { values } }))).toEqual(expected)
})

test('a record that is absent is sorted as null', () => {
  expect(ids(paginateArray(rows, { sortBy: ['person.name:DESC'] }, config, { own: { values } }).items)).toEqual([
    4, 1, 2, 3,
  ])
})

describe('Options', () => {
  test('are not needed where no field needs an accessor', () => {
    const plain = paginateConfig(people).withLimits(5, 5).withTieBreaker('id').filterable('name', '$eq').build()
    const all = [{ id: 1, name: 'Ada' }]
    expect(filterArray(all, {}, plain)).toEqual(all)
    expect(paginateArray(all, {}, plain).items).toEqual(all)
    expect(facetArray(all, {}, plain, { name: true })).toEqual({
      name: [{ value: 'Ada', count: 1, filter: '$eq:Ada' }],
    })
  })

  test('a scope of SQL asks for a predicate in its place', () => {
    const scoped = paginateConfig(people)
      .withLimits(5, 5)
      .withTieBreaker('id')
      .scopedBy((id: number) => eq(people.id, id))
      .build()
    const all = [
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Bo' },
    ]
    const loose = { paginateArray, filterArray } as unknown as Record<
      string,
      (...given: unknown[]) => { readonly id: number }[]
    >
    for (const where of [undefined, true]) {
      expect(() => loose['paginateArray']?.(all, {}, scoped, { where })).toThrow(PaginateConfigError)
      expect(() => loose['filterArray']?.(all, {}, scoped, { where })).toThrow(PaginateConfigError)
    }
    expect(loose['filterArray']?.(all, {}, scoped, { where: ({ id }: { id: number }) => id === 2 })).toEqual([all[1]])
  })
})

describe('Wrong rows and options in memory', () => {
  const plain = paginateConfig(people).withLimits(5, 5).withTieBreaker('id').build()
  const perScope = paginateConfig(people)
    .leftJoin('tag', tags, ({ scope }: { scope: number }) => and(eq(tags.itemId, people.id), eq(tags.id, scope)))
    .withLimits(5, 5)
    .withTieBreaker('id')
    .build()
  const rowsOfPeople = [{ id: 1, name: 'Ada' }]
  const calls = {
    paginateArray,
    filterArray,
    facetArray: (...[all, query, list, options]: unknown[]) =>
      facetArray(all as never, query as never, list as never, {}, options as never),
  } as unknown as Record<string, (...given: unknown[]) => unknown>

  test.each<[options: unknown, sentence: string]>([
    [null, 'The options must be a plain record'],
    [sql`true`, 'The options must be a plain record'],
    [() => true, 'The options must be a plain record'],
    ['where', 'The options must be a plain record'],
    [{ where: sql`true` }, 'The option where must be a function of a row in memory'],
    [{ where: true }, 'The option where must be a function of a row in memory'],
  ])('%o', (options, sentence) => {
    for (const call of Object.values(calls)) {
      expect(() => call(rowsOfPeople, {}, plain, options)).toThrow(PaginateConfigError)
      expect(() => call(rowsOfPeople, {}, plain, options)).toThrow(sentence)
    }
  })

  test.each([undefined, null, {}, Object.create(null), new Map([[1, { id: 1 }]]), 'rows', () => rowsOfPeople])(
    'rows that are no array: %o',
    (given) => {
      for (const call of Object.values(calls)) {
        expect(() => call(given, {}, plain)).toThrow(PaginateConfigError)
        expect(() => call(given, {}, plain)).toThrow('The rows must be an array; pass one, such as [...map.values()].')
      }
    },
  )

  test.each([undefined, {}, Object.create(null), { where: null }, { where: undefined }])(
    '%o is no condition',
    (options) => {
      for (const call of Object.values(calls)) {
        expect(() => call(rowsOfPeople, {}, plain, options)).not.toThrow()
        // Joined by the scope of a call, which memory cannot apply.
        expect(() => call(rowsOfPeople, {}, perScope, options)).toThrow('rows in memory need the scope as a predicate')
        expect(() => call(rowsOfPeople, {}, perScope, { where: () => true })).not.toThrow()
      }
      expect(filterArray(rowsOfPeople, {}, plain, options as never)).toEqual(rowsOfPeople)
    },
  )
})

test('a summary is what its functions answer of the filtered rows, whatever the page', () => {
  const summary = {
    count: (all: readonly unknown[]) => all.length,
    first: (all: readonly unknown[]) => ids(all as Row[])[0],
  }
  const summed = begin()
    .withSummary({ count: count(), first: min(items.id) })
    .build()
  const page = paginateArray(rows, { filters: { title: '$eq:a' }, limit: 1, page: 2 }, summed, {
    own: { values, summary },
  })
  expect(ids(page.items)).toEqual([3])
  expect(page).toHaveProperty('summary', { count: 2, first: 2 })
  expect(paginateArray(rows, {}, config, { own: { values } })).not.toHaveProperty('summary')
})

// Every object has a function of these names.
test.each(['constructor', 'toString', 'valueOf'])('A summary named %s needs a function of its own', (name) => {
  const summed = begin()
    .withSummary({ [name]: count() })
    .build()
  const page = (summary: object) => paginateArray(rows, {}, summed, { own: { values, summary } } as never)
  expect(() => page({})).toThrow(`The summary '${name}' needs a function of its own in memory`)
  expect(page({ [name]: (all: readonly Row[]) => all.length })).toMatchObject({ summary: { [name]: 4 } })
})

describe('A search by the host', () => {
  const searched = begin()
    .searchWith(() => ({ where: sql`true`, rank: sql`1` }))
    .build()
  const search = (rank: (row: Row, term: string) => boolean | number) => ({ own: { values, search: rank } })

  test('matches the rows that its function does not refuse, 0 and true among them', () => {
    const options = search(({ id, title }, term) => (title === term ? id === 2 || 0 : false))
    expect(ids(filterArray(rows, { search: 'a' }, searched, options))).toEqual([2, 3])
    expect(ids(filterArray(rows, {}, searched, options))).toEqual([1, 2, 3, 4])
  })

  test('orders by its rank', () => {
    const options = search(({ id }) => (id === 3 ? false : id * (id === 4 ? -1 : 1)))
    expect(ids(paginateArray(rows, { search: 'x', sortBy: ['relevance:DESC'] }, searched, options).items)).toEqual([
      2, 1, 4,
    ])
  })

  test('needs a function in memory', () => {
    expect(() => paginateArray(rows, { search: 'x' }, searched, { own: { values } })).toThrow(
      'needs a function of its own in memory',
    )
    expect(ids(paginateArray(rows, {}, searched, { own: { values } }).items)).toEqual([1, 2, 3, 4])
  })
})

describe('Facets', () => {
  const counts = (facets: object, query: object = {}, more: object = {}) =>
    facetArray(rows, query, config, facets as { title: true }, { ...more, own: { values } }) as Record<string, unknown>

  test('values of a made type that are equal are one', () => {
    expect(counts({ version: true })).toEqual({
      version: [
        { value: '1.2', count: 2, filter: '$eq:1.2' },
        { value: null, count: 1, filter: null },
        { value: '1.10', count: 1, filter: '$eq:1.10' },
      ],
    })
  })

  test('the order of the rows decides nothing but which of equal values is shown', () => {
    const [found, reversed] = [rows, rows.toReversed()].map(
      (all) => facetArray(all, {}, config, { version: true, amount: true }, { own: { values } }) as unknown,
    )
    expect(reversed).toEqual(found)
    // One of null and one of a value: null is first.
    const two = [{ id: 1, title: 'a' }, { id: 2 }] as unknown as Row[]
    for (const all of [two, two.toReversed()]) {
      const { title } = facetArray(all, {}, config, { title: true }, { own: { values } }) as {
        title: { value: unknown }[]
      }
      expect(title.map(({ value }) => value)).toEqual([null, 'a'])
    }
  })

  test('criteria of the own field are left out, and those of others kept', () => {
    const query = { filters: { title: '$eq:a', amount: '$eq:2' } }
    expect(counts({ title: true, amount: true }, query)).toEqual({
      title: [
        { value: 'a', count: 1, filter: '$eq:a' },
        { value: 'b', count: 1, filter: '$eq:b' },
      ],
      amount: [
        { value: null, count: 1, filter: null },
        { value: '2', count: 1, filter: '$eq:2' },
      ],
    })
  })

  test('a range leaves rows without a value out of its count', () => {
    expect(counts({ amount: 'range' })).toEqual({ amount: { min: '1', max: '2', count: 3 } })
  })

  test('no row is looked at for no facet', () => {
    const where = (): boolean => {
      throw new Error('looked at')
    }
    expect(facetArray(rows, {}, config, {}, { where, own: { values } })).toEqual({})
  })
})

test('a record of an item is null where its join finds nothing, and only if all of it is of that join', () => {
  const shaped = begin()
    .field('person.badge', items.title)
    .select({ id: true, person: { name: true } })
    .build()
  const mixed = begin()
    .field('person.badge', items.title)
    .select({ id: true, person: { name: true, badge: true } })
    .build()
  expect(paginateArray(rows.slice(1), {}, shaped, { own: { values } }).items).toEqual([
    { id: 2, person: null },
    { id: 3, person: null },
    { id: 4, person: { name: 'Bo' } },
  ])
  expect(
    paginateArray(rows.slice(1), {}, mixed, {
      own: { values: { ...accessors, 'person.badge': ({ title }: Row) => title } as never },
    }).items,
  ).toEqual([
    { id: 2, person: { name: null, badge: 'a' } },
    { id: 3, person: { name: null, badge: 'a' } },
    { id: 4, person: { name: 'Bo', badge: 'c' } },
  ])
})

test('no estimate of an empty page, and none under a scope', () => {
  const bounded = { upTo: 2, estimate: true } as const
  const estimateOf = (config: AnyPaginateConfig, query: object = { limit: 1 }) =>
    (
      paginateArray(rows, query, config, { own: { values }, where: () => true } as never).meta as {
        totalItemsEstimate?: unknown
      }
    ).totalItemsEstimate
  expect(estimateOf(begin().withTotals(bounded).build())).toBe(4)
  expect(estimateOf(begin().withTotals(bounded).build(), { limit: 1, page: 9 })).toBeNull()
  const scoped = begin().scopedBy(() => sql`1 = 1`)
  expect(estimateOf(scoped.withTotals(bounded).build())).toBeNull()
})

test.each<[limit: number, expected: object]>([
  [2, { totalItems: null, totalItemsAtLeast: 3, totalItemsEstimate: 4 }],
  [1, { totalItems: null, totalItemsAtLeast: 3, totalItemsEstimate: 4 }],
  [50, { totalItems: 4, totalItemsAtLeast: 4, totalItemsEstimate: null }],
])('an estimate is exact where the total is not told: %i a page', (limit, expected) => {
  const estimated = begin().withTotals({ upTo: 2, estimate: true }).build()
  expect(paginateArray(rows, { limit }, estimated, { own: { values } }).meta).toMatchObject(expected)
  const told = begin().withTotals({ upTo: 2 }).build()
  expect(paginateArray(rows, { limit }, told, { own: { values } }).meta).not.toHaveProperty('totalItemsEstimate')
})

test('what an accessor of an expression answers is read by the type of the field, but for null', () => {
  const counted = paginateConfig(people)
    .field('votes', sql<number>`(select count(*) from votes)`, 'integer')
    .withLimits(5, 5)
    .withTieBreaker('id')
    .sortable('votes')
    .select({ votes: true })
    .build()
  const all = ['1', null, '10', undefined, '2'].map((votes, id) => ({ id, name: 'a', votes }))
  const page = paginateArray(all, { sortBy: ['votes:DESC'] }, counted, {
    own: { values: { votes: (row: (typeof all)[number]) => row.votes } },
  } as never)
  expect(page.items).toEqual([10, 2, 1, null, null].map((votes) => ({ votes })))
})

describe('What an accessor of an expression answers as text', () => {
  const started = paginateConfig(people)
    .field('start', sql<Date>`(select min(at) from visits)`, 'timestamp')
    .field('size', sql<number>`(select sum(size) from visits)`, 'integer')
    .withLimits(5, 5)
    .withTieBreaker('id')
    .sortable('start', 'size')
    .filterable('start', '$eq', '$in', '$gt', '$lte')
    .filterable('size', '$eq', '$gt')
    .select({ id: true, start: true, size: true })
    .build()
  const all = [
    { id: 1, name: 'a', start: '2024-05-31 08:00:00.123457', size: '9007199254740993' },
    { id: 2, name: 'b', start: '2024-05-31T08:00:00.123456Z', size: 9007199254740992n },
    { id: 3, name: 'c', start: new Date('2024-05-31T08:00:00.123Z'), size: '2.5' },
    { id: 4, name: 'd', start: null, size: null },
  ]
  const own = { values: { start: (row: object) => member(row, 'start'), size: (row: object) => member(row, 'size') } }
  const member = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]

  test.each<[filters: Record<string, string>, expected: number[]]>([
    [{ start: '$eq:2024-05-31T08:00:00.123456' }, [2]],
    [{ start: '$in:2024-05-31T08:00:00.123,2024-05-31T08:00:00.123457Z' }, [1, 3]],
    [{ start: '$not:$gt:2024-05-31T08:00:00.123456' }, [2, 3, 4]],
    [{ start: '$lte:2024-05-31T08:00:00.1234565' }, [2, 3]],
    [{ size: '$eq:9007199254740993' }, [1]],
    [{ size: '$gt:9007199254740992' }, [1]],
    [{ size: '$not:$gt:2' }, [4]],
  ])('is compared by all of its digits: %j', (filters, expected) => {
    expect(ids(filterArray(all, { filters }, started, { own } as never))).toEqual(expected)
  })

  test.each([
    ['start:ASC', [4, 3, 2, 1]],
    ['size:DESC', [1, 2, 3, 4]],
  ])('is sorted by all of its digits: %s', (sortBy, expected) => {
    const page = paginateArray(all, { sortBy: [sortBy] }, started, { own } as never)
    expect(page.items.map(({ id }) => id)).toEqual(expected)
  })

  test('is in items as a database answers it', () => {
    const [item] = paginateArray(all, {}, started, { own } as never).items
    expect(item).toEqual({ id: 1, start: new Date('2024-05-31T08:00:00.123Z'), size: 9007199254740992 })
  })

  test('is a value of a facet, whose criterion finds its rows', () => {
    const { start } = facetArray(all, {}, started, { start: true }, { own } as never)
    expect(start.map(({ value }) => value instanceof Date || value === null)).toEqual([true, true, true, true])
    const found = start.map(({ filter }) => filter).filter((filter) => filter !== null)
    expect(found).toHaveLength(3)
    for (const filter of found) {
      expect(filterArray(all, { filters: { start: filter } }, started, { own } as never)).toHaveLength(1)
    }
  })
})

test.each<[sortBy: string, ids: number[]]>([
  ['amount:ASC', [4, 1, 2, 3]],
  ['amount:DESC', [3, 1, 2, 4]],
])('nullsLargest sorts nulls above every value: %s', (sortBy, expected) => {
  const list = begin().sortable('amount').sortable('amount', { nulls: 'largest' }).build()
  expect(ids(paginateArray(rows, { sortBy: [sortBy] }, list, { own: { values } }).items)).toEqual(expected)
})
