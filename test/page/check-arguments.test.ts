// What a call says at run time about an argument in a wrong place: the sentences that the compiler prints.
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import Database from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql-proxy'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  applyFilters,
  configVariants,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  paginateSelect,
  paginateSelectMap,
  rowsOf,
  streamRows,
} from '../../src/index.js'
import { wrongQuery } from '../../src/types/call-sentences.js'
import { listRequest } from '../../src/entries/http/list-request.js'
import { filterArray, facetArray, paginateArray } from '../../src/entries/memory/index.js'

const articles = pgTable('articles', { id: integer().primaryKey(), title: text().notNull() })
let statements = 0
const db = drizzle(async () => {
  statements += 1
  return { rows: [] }
})
const begun = paginateConfig(articles)
const builder = begun.withLimits(5, 10).withTieBreaker('id')
const config = builder.build()
const variants = configVariants((can: { moderate: boolean }) => builder.when(can.moderate).sortable('id').build())
const query = new PaginateQuery({})
const failing = (): never => {
  throw new Error('read')
}
const unreadable = new Proxy({}, { get: failing, has: failing })

const DATABASE =
  "The database must be a Drizzle database or transaction of PostgreSQL, as the configuration's table is; pass one."
const SWAPPED = 'The arguments are in another order; pass the database first, then the query, then the list.'
const QUERY = wrongQuery
const UNBUILT = 'The configuration is not built; call .build() at the end of its chain.'
const UNCALLED = 'The configuration is a function made by configVariants(); call it with its flags.'
const CONFIG = 'The configuration must be one that paginateConfig(table)….build() returned; pass one.'

const calls: readonly (readonly [title: string, given: readonly [unknown, unknown, unknown], message: string])[] = [
  ['an unbuilt builder', [db, query, builder], UNBUILT],
  ['a gated builder', [db, query, builder.when(true)], UNBUILT],
  ['uncalled variants', [db, query, variants], UNCALLED],
  ['a table as configuration', [db, query, articles], CONFIG],
  ['no configuration', [db, query, undefined], CONFIG],
  ['query and database swapped', [query, db, config], SWAPPED],
  ['query and list swapped', [db, config, query], SWAPPED],
  ['what cannot be read as query', [db, unreadable, config], QUERY],
  ['database and list swapped', [config, query, db], SWAPPED],
  ['no database', [undefined, query, config], DATABASE],
  ['the configuration as query', [db, config, config], QUERY],
]

describe('a call refuses', () => {
  test.each(calls)('%s', async (_title, given, message) => {
    const call = paginate as unknown as (...given: readonly unknown[]) => Promise<unknown>
    const error = await call(...given).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PaginateConfigError)
    expect((error as Error).message).toBe(message)
    expect(statements).toBe(0)
  })
  test('an unbuilt builder in applyFilters', () => {
    expect(() => applyFilters({}, builder as never)).toThrow(new PaginateConfigError(UNBUILT))
  })
})

// R1.2.9: parsed parameters have no `filters`, so that every row would be returned.
describe('a query with members that no query has is refused by every call', () => {
  const filterable = begun.withLimits(5, 10).withTieBreaker('id').filterable('id', '$eq').build()
  const PARSED =
    'The query has members that no PaginateQuery has, which would be lost; bind parsed parameters with PaginateQuery.from(query).'
  type AnyCall = (...given: readonly unknown[]) => unknown
  const rows = [{ id: 1, title: 'a' }]
  const each: readonly (readonly [name: string, call: (given: unknown) => unknown])[] = [
    ['paginate', (given) => (paginate as unknown as AnyCall)(db, given, filterable)],
    ['paginateSelect', (given) => (paginateSelect as unknown as AnyCall)(db, given, filterable, { id: articles.id })],
    ['applyFilters', (given) => (applyFilters as unknown as AnyCall)(given, filterable)],
    ['facetCounts', (given) => (facetCounts as unknown as AnyCall)(db, given, filterable, { id: true })],
    [
      'streamRows',
      (given) =>
        (streamRows as unknown as (...given: readonly unknown[]) => AsyncIterator<unknown>)(
          db,
          given,
          filterable,
        ).next(),
    ],
    ['paginateArray', (given) => (paginateArray as unknown as AnyCall)(rows, given, filterable)],
    ['filterArray', (given) => (filterArray as unknown as AnyCall)(rows, given, filterable)],
    ['facetArray', (given) => (facetArray as unknown as AnyCall)(rows, given, filterable, { id: true })],
  ]
  class ListDto {
    readonly tenant = 'a'
  }
  const made: readonly (readonly [title: string, given: unknown, message: string])[] = [
    ['a record that a framework has parsed', { 'filter.id': '$eq:1' }, PARSED],
    [
      'the same without a prototype',
      Object.assign(Object.create(null) as object, { 'filter.id': '$eq:1', sortBy: 'id:ASC' }),
      PARSED,
    ],
    [
      'a slip that a parser nests as well',
      { filter: { id: '$eq:1' } },
      `The query has no member 'filter'; did you mean 'filters'?`,
    ],
    ['what a parser leaves in brackets', { 'filter[id]': '$eq:1' }, PARSED],
    ['a slip beside a member', { page: 1, limt: 5 }, "The query has no member 'limt'; did you mean 'limit'?"],
    ['a query made of one', new PaginateQuery({ 'filter.id': '$eq:1' } as object), PARSED],
    ['parameters in a Map', new Map([['filter.id', '$eq:1']]), QUERY],
    ['a promise of parameters', Promise.resolve({ 'filter.id': '$eq:1' }), QUERY],
    ['a form', new FormData(), QUERY],
    ['a list', [], QUERY],
    ['an instance of another class', new ListDto(), QUERY],
    ['an instance with hidden members', Object.create({}) as object, QUERY],
  ]
  test.each(each)('%s', async (_name, call) => {
    for (const [title, given, message] of made) {
      const error = await Promise.resolve()
        .then(() => call(given))
        .catch((thrown: unknown) => thrown)
      expect(error, title).toEqual(new PaginateConfigError(message))
    }
    expect(statements).toBe(0)
  })

  test('members that are undefined are absent, and a class may have those of a query', () => {
    class WithGetter {
      get limit(): number {
        return 3
      }
    }
    for (const given of [
      { limit: 3, tenant: undefined },
      Object.assign(Object.create({}) as object, { limit: 3 }),
      new WithGetter(),
    ]) {
      expect((paginateArray as unknown as AnyCall)(rows, given, filterable)).toMatchObject({
        meta: { itemsPerPage: 3 },
      })
    }
  })
})

// R20.1.7: what is not SQL would be bound as a value, and `where (true)` returns every row.
describe('options and conditions that are something else are refused by every call', () => {
  const filterable = begun.withLimits(5, 10).withTieBreaker('id').filterable('id', '$eq').build()
  const scoped = builder.scopedBy(({ id }: { id: number }) => eq(articles.id, id)).build()
  const OPTIONS = 'The options must be a plain record, such as { where: eq(table.column, value) }; pass one.'
  const WHERE = 'The option where must be an SQL condition; pass one, or null to have no condition.'
  const PREDICATE = 'The option where must be a function of a row in memory; pass one, or null to have no condition.'
  const ofHandler = listRequest({ url: '/articles' }, { onStatement: () => undefined })
  type AnyCall = (...given: readonly unknown[]) => unknown
  const rows = [{ id: 1, title: 'a' }]
  const each: readonly (readonly [name: string, call: (options: unknown) => unknown])[] = [
    ['paginate', (options) => (paginate as unknown as AnyCall)(db, query, filterable, options)],
    ['paginate, scoped', (options) => (paginate as unknown as AnyCall)(db, query, scoped, options)],
    [
      'paginateSelect',
      (options) => (paginateSelect as unknown as AnyCall)(db, query, filterable, { id: articles.id }, options),
    ],
    [
      'paginateSelectMap',
      (options) =>
        (paginateSelectMap as unknown as AnyCall)(db, query, filterable, { id: articles.id }, () => 1, options),
    ],
    ['paginate, of a handler', (options) => (paginate as unknown as AnyCall)(db, ofHandler, filterable, options)],
    [
      'streamRows, of a handler',
      (options) =>
        (streamRows as unknown as (...given: readonly unknown[]) => AsyncIterator<unknown>)(
          db,
          ofHandler,
          filterable,
          options,
        ).next(),
    ],
    ['applyFilters', (options) => (applyFilters as unknown as AnyCall)(query, filterable, options)],
    ['facetCounts', (options) => (facetCounts as unknown as AnyCall)(db, query, filterable, { id: true }, options)],
    [
      'streamRows',
      (options) =>
        (streamRows as unknown as (...given: readonly unknown[]) => AsyncIterator<unknown>)(
          db,
          query,
          filterable,
          options,
        ).next(),
    ],
  ]
  const inMemory: typeof each = [
    ['paginateArray', (options) => (paginateArray as unknown as AnyCall)(rows, query, filterable, options)],
    ['filterArray', (options) => (filterArray as unknown as AnyCall)(rows, query, filterable, options)],
    ['facetArray', (options) => (facetArray as unknown as AnyCall)(rows, query, filterable, { id: true }, options)],
  ]
  const condition = eq(articles.id, 1)
  const options: readonly (readonly [title: string, options: unknown])[] = [
    ['a condition', condition],
    ['null', null],
    ['text', 'id = 1'],
    ['true', true],
    ['a function', () => condition],
    ['a list', [condition]],
    ['a request', new Request('http://localhost/')],
  ]
  const conditions: readonly (readonly [title: string, where: unknown])[] = [
    ['text', 'id = 1'],
    ['true', true],
    ['false', false],
    ['a number', 1],
    ['a record', { id: 1 }],
    ['a column', articles.id],
    ['a function', () => condition],
    ['a promise', Promise.resolve(condition)],
  ]
  const thrownBy = (call: () => unknown): Promise<unknown> =>
    Promise.resolve()
      .then(call)
      .catch((thrown: unknown) => thrown)

  test.each([...each, ...inMemory])('%s, of options', async (_name, call) => {
    for (const [title, given] of options)
      expect(await thrownBy(() => call(given)), title).toEqual(new PaginateConfigError(OPTIONS))
    expect(statements).toBe(0)
  })
  test.each(each)('%s, of a condition', async (_name, call) => {
    const scope = { id: 1 }
    for (const [title, where] of conditions) {
      expect(await thrownBy(() => call({ where, scope })), title).toEqual(new PaginateConfigError(WHERE))
    }
    expect(statements).toBe(0)
  })
  test.each(inMemory)('%s, of a predicate', async (_name, call) => {
    for (const where of [condition, true, 'id = 1']) {
      expect(await thrownBy(() => call({ where }))).toEqual(new PaginateConfigError(PREDICATE))
    }
  })
  test.each([
    ...each.map(([name, call]) => [name, call, { scope: { id: 1 } }] as const),
    ...inMemory.map(([name, call]) => [name, call, {}] as const),
  ])('%s takes null and undefined as no condition', async (_name, call, beside) => {
    for (const where of [null, undefined])
      expect(await thrownBy(() => call({ where, ...beside }))).not.toBeInstanceOf(PaginateConfigError)
    statements = 0
  })
  test('null is no condition beside a scope', () => {
    expect(applyFilters({}, scoped, { where: null, scope: { id: 1 } }).where).toEqual(
      applyFilters({}, scoped, { scope: { id: 1 } }).where,
    )
  })
})

test.each<[title: string, selection: unknown]>([
  ['a list of names', ['id']],
  ['names', { id: 'id' }],
  ['a count of rows', { id: articles.id, n: rowsOf(articles, eq(articles.id, 1)).count() }],
  ['a count of rows in a nested record', { article: { n: rowsOf(articles, eq(articles.id, 1)).count() } }],
  ['names in a nested record', { article: { id: true } }],
  ['an empty record', {}],
  ['nothing', undefined],
])('a selection that is %s is refused', async (_title, selection) => {
  const error = new PaginateConfigError(
    'The selection must be a record of columns and SQL expressions, as db.select() takes it; pass one.',
  )
  type AnyCall = (...given: readonly unknown[]) => Promise<unknown>
  await expect((paginateSelect as unknown as AnyCall)(db, query, config, selection)).rejects.toThrow(error)
  await expect((paginateSelectMap as unknown as AnyCall)(db, query, config, selection, () => 1)).rejects.toThrow(error)
  if (selection === undefined) return
  const stream = (streamRows as unknown as (...given: readonly unknown[]) => AsyncIterator<unknown>)(
    db,
    query,
    config,
    { select: selection },
  )
  await expect(stream.next()).rejects.toThrow(error)
  expect(statements).toBe(0)
})

// R18.1.1: a database of another dialect would be sent SQL that it reads otherwise, or not at all.
describe('a database of another dialect is refused before any statement', () => {
  const sqlite = drizzleSqlite({ client: new Database(':memory:'), logger: { logQuery: () => (statements += 1) } })
  const mysql = drizzleMysql(async () => {
    statements += 1
    return { rows: [] }
  })
  const filterable = begun.withLimits(5, 10).withTieBreaker('id').filterable('id', '$eq').build()
  type AnyCall = (...given: readonly unknown[]) => Promise<unknown>
  const made: readonly (readonly [string, (database: unknown) => Promise<unknown>])[] = [
    ['paginate', (database) => (paginate as unknown as AnyCall)(database, query, config)],
    [
      'paginate, by cursor',
      (database) => (paginate as unknown as AnyCall)(database, query, builder.withCursors().build()),
    ],
    [
      'paginateSelect',
      (database) => (paginateSelect as unknown as AnyCall)(database, query, config, { id: articles.id }),
    ],
    ['facetCounts', (database) => (facetCounts as unknown as AnyCall)(database, query, filterable, { id: true })],
    [
      'streamRows',
      async (database) => {
        for await (const _ of (streamRows as unknown as (...given: readonly unknown[]) => AsyncIterable<unknown>)(
          database,
          query,
          config,
        ))
          break
      },
    ],
  ]
  test.each(made)('%s', async (_title, call) => {
    for (const database of [sqlite, mysql]) {
      const error = await call(database).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(PaginateConfigError)
      expect((error as Error).message).toBe(DATABASE)
    }
    expect(statements).toBe(0)
  })
  test('a transaction of another dialect too', async () => {
    const { answer } = sqlite.transaction((tx) => ({ answer: (paginate as unknown as AnyCall)(tx, query, config) }))
    await expect(answer).rejects.toThrow(new PaginateConfigError(DATABASE))
    expect(statements).toBe(0)
  })
})

test.each([
  ['sortable', '.sortable()'],
  ['searchable', '.searchable()'],
] as const)('a list given to .%s is refused at once', (method, methods) => {
  const declare = begun[method] as unknown as (names: unknown) => unknown
  const said = `${methods} must get names one by one, not a list or a column; spread a list, and name the field of a column.`
  expect(() => declare.call(begun, ['id', 'title'])).toThrow(new PaginateConfigError(said))
})
