// What a call says at run time about an argument in a wrong place: the sentences that the compiler prints.
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import Database from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql-proxy'
import { drizzle } from 'drizzle-orm/pg-proxy'
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
  streamRows,
} from '../../src/index.js'

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

const DATABASE = "The database must be a Drizzle database or transaction of PostgreSQL, as the configuration's table is; pass one."
const QUERY = 'The query must be a PaginateQuery or a plain record; PaginateQuery.from(source) makes one of a request, a URL or text.'
const UNBUILT = 'The configuration is not built; call .build() at the end of its chain.'
const UNCALLED = 'The configuration is a function made by configVariants(); call it with its flags.'
const CONFIG = 'The configuration must be one that paginateConfig(table)….build() returned; pass one.'

const calls: readonly (readonly [title: string, given: readonly [unknown, unknown, unknown], message: string])[] = [
  ['an unbuilt builder', [db, query, builder], UNBUILT],
  ['a gated builder', [db, query, builder.when(true)], UNBUILT],
  ['uncalled variants', [db, query, variants], UNCALLED],
  ['a table as configuration', [db, query, articles], CONFIG],
  ['no configuration', [db, query, undefined], CONFIG],
  ['query and database swapped', [query, db, config], DATABASE],
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
    ['paginate, by cursor', (database) => (paginate as unknown as AnyCall)(database, query, builder.withCursors().build())],
    ['paginateSelect', (database) => (paginateSelect as unknown as AnyCall)(database, query, config, { id: articles.id })],
    ['facetCounts', (database) => (facetCounts as unknown as AnyCall)(database, query, filterable, { id: true })],
    [
      'streamRows',
      async (database) => {
        for await (const _ of (streamRows as unknown as (...given: readonly unknown[]) => AsyncIterable<unknown>)(database, query, config))
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
  ['nullsFirst', '.nullsFirst() and .nullsLast()'],
  ['nullsLast', '.nullsFirst() and .nullsLast()'],
] as const)('a list given to .%s is refused at once', (method, methods) => {
  const declare = begun[method] as unknown as (names: unknown) => unknown
  const said = `${methods} must get names one by one, not a list; spread it.`
  expect(() => declare.call(begun, ['id', 'title'])).toThrow(new PaginateConfigError(said))
})
