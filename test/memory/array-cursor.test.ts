// Cursors over an array: the text of each kind of key, the way back, and what is no key of its term.
import {
  customType,
  boolean,
  bigint,
  char,
  date,
  doublePrecision,
  integer,
  interval,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  text,
  time,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readCursor, writeCursor } from '../../src/features/cursors/cursor-text.js'
import {
  defineValueType,
  paginateConfig,
  PaginateQuery,
  PaginateQueryError,
  type PaginateQueryInput,
} from '../../src/index.js'
import { facetArray, filterArray, paginateArray } from '../../src/entries/memory/index.js'

const level = pgEnum('level', ['low', 'high'])
const point = customType<{ data: { x: number } }>({ dataType: () => 'point' })
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const version = defineValueType({
  name: 'version',
  parse: (given) => (/^\d+\.\d+$/.test(given) ? { parts: given.split('.').map(Number) } : null),
  format: (value) => value.parts.join('.'),
  compare: (a, b) => (a.parts[0] ?? 0) - (b.parts[0] ?? 0),
})
/** Without an order of its own. */
const code = defineValueType({ name: 'code', parse: (given) => given })
const items = pgTable('items', {
  id: integer('id').primaryKey(),
  text: text('text'),
  char: char('char', { length: 3 }),
  enum: level('enum'),
  uuid: uuid('uuid'),
  date: date('date'),
  decimal: numeric('decimal'),
  boolean: boolean('boolean'),
  float: doublePrecision('float'),
  integer: integer('integer'),
  bigint: bigint('bigint', { mode: 'bigint' }),
  timestamp: timestamp('timestamp'),
  time: time('time'),
  interval: interval('interval'),
  json: jsonb('json'),
  moment: jsonb('moment'),
  version: text('version'),
  point: point('point'),
  bytes: bytes('bytes'),
  counts: integer('counts').array(),
  names: text('names').array(),
})
const NAMES = [
  'text',
  'char',
  'enum',
  'uuid',
  'date',
  'decimal',
  'boolean',
  'float',
  'integer',
  'bigint',
  'timestamp',
  'time',
  'interval',
  'json',
  'moment',
  'version',
  'counts',
  'names',
  'bytes',
] as const
type Name = (typeof NAMES)[number]

const config = paginateConfig(items)
  .withLimits(1, 100)
  .withTieBreaker('id')
  .field('release', items.version, version)
  .field('code', items.version, code)
  .sortable(...NAMES, 'release', 'code')
  .allowUnlimited(100)
  .withCursors()
  .build()
const UUIDS = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7']

/** Two values of each field in order, and the text of the first in a cursor. */
const values: readonly [field: Name | 'release' | 'code', lesser: unknown, greater: unknown, text: string][] = [
  ['text', 'a', 'b', 'sa'],
  ['char', 'a', 'b', 'sa'],
  ['enum', 'low', 'high', 'slow'],
  ['uuid', UUIDS[0], UUIDS[1], `s${UUIDS[0]}`],
  ['date', '2024-01-01', '2024-01-02', 's2024-01-01'],
  ['decimal', '9.50', '10', 's9.5'],
  ['boolean', false, true, 'bfalse'],
  ['float', 1.5, 2, 'n1.5'],
  ['integer', -5, 7, 'i-5'],
  ['bigint', 5n, 2n ** 60n, 'i5'],
  ['timestamp', new Date(1), new Date(2), 'i10000'],
  ['time', '00:00:01', '00:00:02', 'i10000000'],
  ['interval', '00:00:01', '00:00:02', 'i10000000'],
  ['json', { a: 1 }, { a: 2 }, 'j{"a":1}'],
  ['moment', new Date(1), new Date(2), 'd1970-01-01T00:00:00.001Z'],
  ['release', '1.2', '2.0', 'v1.2'],
  ['code', 'x', 'y', 'sx'],
  ['counts', [9], [10], 'l["i9"]'],
  ['names', ['a', null], ['b'], 'l["sa",null]'],
  ['bytes', Uint8Array.of(9), Uint8Array.of(10), 'j[9]'],
]
const rowsOf = (field: string, ...given: readonly unknown[]) =>
  given.map((value, index) => ({ id: index + 1, [field === 'release' || field === 'code' ? 'version' : field]: value }))
/** Rows whose type tells nothing: accessors are asked for by types only where it does. */
const asRows = (rows: readonly object[]): readonly unknown[] => rows

describe.each(values)('%s', (field, lesser, greater, text_) => {
  const rows = asRows(rowsOf(field, greater, null, lesser, lesser))

  test('is held as text', () => {
    const { nextCursor } = paginateArray(
      asRows(rowsOf(field, lesser, greater)),
      { sortBy: [`${field}:ASC`] },
      config,
    ).meta
    expect(readCursor(String(nextCursor))?.texts).toEqual([text_, 'i1'])
  })

  test.each(['ASC', 'DESC'])('is walked %s, both ways', (direction) => {
    const sortBy = [`${field}:${direction}`]
    const all = paginateArray(rows, { sortBy, limit: 100 }, config).items.map(({ id }) => id)
    expect(all).toEqual(direction === 'ASC' ? [2, 3, 4, 1] : [1, 3, 4, 2])
    let page = paginateArray(rows, { sortBy }, config)
    const walked = page.items.map(({ id }) => id)
    while (page.meta.nextCursor !== null) {
      page = paginateArray(rows, { sortBy, after: page.meta.nextCursor }, config)
      walked.push(...page.items.map(({ id }) => id))
    }
    expect(walked).toEqual(all)
    const back = page.items.map(({ id }) => id)
    while (page.meta.previousCursor !== null) {
      page = paginateArray(rows, { sortBy, before: page.meta.previousCursor }, config)
      back.unshift(...page.items.map(({ id }) => id))
    }
    expect(back).toEqual(all)
  })
})

// R13.1.17
describe('filterArray and facetArray', () => {
  const notes = pgTable('notes', { id: integer().primaryKey(), title: text(), kind: text() })
  const list = paginateConfig(notes)
    .withLimits(1, 5)
    .withTieBreaker('id')
    .sortable('title')
    .filterable('kind', '$eq')
    .searchWith(() => ({ where: sql`true`, rank: sql`1` }))
    .withCursors()
    .build()
  const rows = [
    { id: 1, title: 'a', kind: 'x' },
    { id: 2, title: 'b', kind: 'y' },
    { id: 3, title: null, kind: 'y' },
  ]
  const options = { own: { search: ({ id }: { id: number }) => 10 - id } }
  const codeOf = (call: () => unknown): unknown => {
    try {
      call()
      return null
    } catch (error) {
      return (error as PaginateQueryError).code
    }
  }

  test.each<[title: string, query: PaginateQueryInput]>([
    ['a text', { sortBy: ['title:DESC'] }],
    ['relevance', { search: 'x' }],
    ['a number', {}],
  ])('check the cursor of an order by %s, and leave it out', (_title, query) => {
    const { nextCursor: after } = paginateArray(rows, query, list, options).meta
    const next = { ...query, after }
    expect(paginateArray(rows, next, list, options).items).toHaveLength(1)
    expect(filterArray(rows, next, list, options)).toEqual(rows)
    expect(facetArray(rows, next, list, { kind: true }, options)).toEqual(
      facetArray(rows, query, list, { kind: true }, options),
    )
    for (const wrong of [
      { ...query, after: `${after}x` },
      { sortBy: ['title:ASC'], after },
      { ...next, before: after },
    ]) {
      const code = codeOf(() => paginateArray(rows, wrong, list, options))
      expect(code).toMatch(/^cursor\./)
      expect(codeOf(() => filterArray(rows, wrong, list, options))).toBe(code)
      expect(codeOf(() => facetArray(rows, wrong, list, { kind: true }, options))).toBe(code)
    }
  })
})

describe('A cursor with a key', () => {
  const answer = (field: string, ...texts: readonly (string | null)[]): string => {
    const sortBy = [`${field}:ASC`]
    const rows = asRows(rowsOf(field, ...(values.find(([name]) => name === field)?.slice(1, 3) ?? [])))
    const { print } = readCursor(String(paginateArray(rows, { sortBy }, config).meta.nextCursor)) as { print: string }
    try {
      paginateArray(rows, { sortBy, after: writeCursor({ print, texts }) }, config)
      return 'read'
    } catch (error) {
      return error instanceof PaginateQueryError ? error.code : String(error)
    }
  }

  test.each<[field: string, key: string | null]>([
    ...values.map(([field, , , key]) => [field, key] as [string, string]),
    ['text', null],
    ['text', 's'],
    ['boolean', 'btrue'],
    ['integer', 'n5'],
    ['integer', `i${'9'.repeat(400)}`],
    ['float', 'nNaN'],
    ['float', 'n-Infinity'],
    ['json', 's'],
    ['json', 'n1'],
    ['json', 'j[]'],
  ])('of %s that is %s is read', (field, key) => {
    expect(answer(field, key, 'i1')).toBe('read')
  })

  test.each<[field: string, key: string]>([
    ['text', ''],
    ['text', 'xa'],
    ['text', 'i1'],
    ['text', 'Sa'],
    ['char', 'i1'],
    ['enum', 'i1'],
    ['uuid', 'i1'],
    ['date', 'i1'],
    ['decimal', 'i1'],
    ['boolean', 'strue'],
    ['boolean', 'b1'],
    ['boolean', 'b'],
    ['float', 's1'],
    ['float', 'i1'],
    ['float', 'n1.50'],
    ['float', 'n'],
    ['integer', 's1'],
    ['integer', 'i1x'],
    ['integer', 'ix1'],
    ['integer', `i${'9'.repeat(401)}`],
    ['bigint', 's1'],
    ['timestamp', 'n1'],
    ['timestamp', 'd1970-01-01T00:00:00.001Z'],
    ['time', 'n1'],
    ['interval', 'n1'],
    ['json', 'j{'],
    ['json', 'jnull'],
    ['json', 'dnever'],
    ['json', 'vx'],
    ['json', 'j{"toString":1}'],
    ['json', 'l["j{\\"toString\\":1}"]'],
    ['counts', 'i1'],
    ['counts', 'v9'],
    ['counts', 'l["s1"]'],
    ['counts', 'l["i1x"]'],
    ['counts', 'l[1]'],
    ['counts', 'l{}'],
    ['counts', 'l['],
    ['counts', 'j[{"valueOf":1,"toString":1}]'],
    ['names', 'l["i1"]'],
    ['release', 'vx'],
    ['release', 'v'],
    // The type's own order would throw.
    ['release', 'n1'],
  ])('of %s that is %s is refused', (field, key) => {
    expect(answer(field, key, 'i1')).toBe('cursor.invalid')
  })

  test.each<[title: string, ...texts: (string | null)[]]>([
    ['too few', 'sa'],
    ['too many', 'sa', 'i1', 'i1'],
    ['none where a term cannot be null', 'sa', null],
  ])('%s is refused', (_title, ...texts) => {
    expect(answer('text', ...texts)).toBe('cursor.invalid')
  })
})

test('a page before the first row is empty, and knows of the rows after it', () => {
  const rows = asRows(rowsOf('text', 'a', 'b'))
  const { print } = readCursor(String(paginateArray(rows, {}, config).meta.nextCursor)) as { print: string }
  const page = paginateArray(rows, { before: writeCursor({ print, texts: ['i1'] }) }, config)
  expect(page.items).toEqual([])
  expect(page.meta).toMatchObject({ itemCount: 0, previousCursor: null, nextCursor: null })
})

test.each(['after', 'before'] as const)('%s with an unlimited read is refused by its name', (side) => {
  const rows = asRows(rowsOf('text', 'a', 'b'))
  const cursor = paginateArray(rows, {}, config).meta.nextCursor
  expect(() => paginateArray(rows, new PaginateQuery({ limit: -1, [side]: cursor }), config)).toThrow(
    `Query parameter '${side}' must be absent`,
  )
})

test('a key that makes a cursor too long is refused', () => {
  const rows = asRows(rowsOf('text', 'a'.repeat(9000), 'b'))
  expect(() => paginateArray(rows, { sortBy: ['text:ASC'] }, config)).toThrow('too long for a cursor')
})

test('a seal that must be waited for is a mistake of the configuration, whichever way it is met', () => {
  const opened = paginateConfig(items)
    .withLimits(1, 100)
    .withTieBreaker('id')
    .withCursors({ seal: (given) => given, open: async (given) => given })
    .build()
  const rows = asRows(rowsOf('text', 'a', 'b'))
  const { nextCursor } = paginateArray(rows, {}, opened).meta
  expect(() => paginateArray(rows, { after: nextCursor }, opened)).toThrow('must be synchronous in memory')
})

// R13.1.6
test('values of mixed kinds have one order', () => {
  const mixed = [2, 'a', true, null, { a: 1 }, [1], 'B', 10, Number.NaN, { a: 2 }, '1', false, 1n, 'true', 0, [], '']
  const rows = mixed.map((json, id) => ({ id, json }))
  for (const direction of ['ASC', 'DESC']) {
    const whole = paginateArray(rows as never, { limit: 100, sortBy: [`json:${direction}`] }, config).items.map(
      ({ id }) => id,
    )
    const ids: number[] = []
    let after: string | null = null
    do {
      const page: { items: readonly { id: number }[]; meta: { nextCursor: string | null } } = paginateArray(
        rows as never,
        { limit: 1, sortBy: [`json:${direction}`], after },
        config,
      )
      ids.push(...page.items.map(({ id }) => id))
      after = page.meta.nextCursor
    } while (after !== null && ids.length <= rows.length)
    expect(ids).toEqual(whole)
    expect(new Set(ids).size).toBe(rows.length)
  }
  const sorted = paginateArray(rows as never, { limit: 100, sortBy: ['json:ASC'] }, config).items
  expect(sorted.map(({ json }) => (typeof json === 'bigint' ? 1 : json))).toEqual([
    null,
    false,
    true,
    0,
    1,
    2,
    10,
    Number.NaN,
    '',
    '1',
    'a',
    'B',
    'true',
    [],
    [1],
    { a: 1 },
    { a: 2 },
  ])
})

test('a row without a value that the schema rules out names its field', () => {
  const strict = pgTable('strict', { id: integer('id').primaryKey(), text: text('text').notNull() })
  const list = paginateConfig(strict).withLimits(1, 100).withTieBreaker('id').sortable('text').withCursors().build()
  const rows = [
    { id: 1, text: null },
    { id: 2, text: 'a' },
  ]
  expect(() => paginateArray(rows as never, { sortBy: ['text:ASC'] }, list)).toThrow(
    "The sort key 'text' of a row is null, which the schema rules out; correct the schema, or give the field another value type.",
  )
})
