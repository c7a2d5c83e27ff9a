// A cell of the explorer's page, pressed: the criterion that keeps its row, or none.
import { sql } from 'drizzle-orm'
import * as my from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { type AnyPage, type AnyPaginateConfig, defineValueType, paginateConfig } from 'drizzle-paginate'
import { explorerHandler } from 'drizzle-paginate/explorer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cellCriteria } from '../../src/entries/explorer/cell-criteria.js'
import type { ExplorerRun } from '../../src/entries/explorer/explorer-answer.js'
import { pglite } from '../support/databases/pglite.js'
import type { TestDatabase } from '../support/dialects.js'

const DATE = new Date('2024-02-29T10:00:00.123Z')
const EXACT = '$eq:2024-02-29T10:00:00.123Z'
const MILLISECOND = '$btw:2024-02-29T10:00:00.123Z,2024-02-29T10:00:00.1239999Z'
const BOTH = ['$eq', '$btw'] as const

/** Without the compiler's checks: a column of any dialect, and another value type for it. */
const listOf = (
  table: (at: unknown) => unknown,
  at: unknown,
  operators: readonly string[],
  valueType?: unknown,
): AnyPaginateConfig => {
  const made = table(at) as { at: object }
  const begin = paginateConfig(made as never).withLimits(5, 10) as unknown as Builder
  const tied = begin.withTieBreaker('id')
  const field = valueType === undefined ? tied : tied.field('at', made.at, valueType)
  return field.filterable('at', ...operators).build()
}
interface Builder {
  withTieBreaker(name: string): Builder
  field(name: string, column: object, valueType: unknown): Builder
  filterable(name: string, ...operators: readonly string[]): Builder
  build(): AnyPaginateConfig
}
const pgTable = (at: unknown) => pg.pgTable('notes', { id: pg.integer().primaryKey(), at: at as never })
const myTable = (at: unknown) => my.mysqlTable('notes', { id: my.int().primaryKey(), at: at as never })
const liteTable = (at: unknown) => lite.sqliteTable('notes', { id: lite.integer().primaryKey(), at: at as never })
const moment = defineValueType({
  name: 'moment',
  operators: [...BOTH],
  parse: (text: string) => new Date(text),
  format: (date: Date) => date.toISOString(),
})

describe('a cell with a date', () => {
  test.each<[title: string, config: AnyPaginateConfig, criterion: string | undefined]>([
    ['of microseconds', listOf(pgTable, pg.timestamp(), BOTH), MILLISECOND],
    ['of microseconds and a zone', listOf(pgTable, pg.timestamp({ withTimezone: true }), BOTH), MILLISECOND],
    ['of four digits', listOf(pgTable, pg.timestamp({ precision: 4 }), BOTH), MILLISECOND],
    ['of microseconds, without the range', listOf(pgTable, pg.timestamp(), ['$eq', '$gte', '$null']), undefined],
    ['of microseconds, by a type of its own', listOf(pgTable, pg.timestamp(), BOTH, moment), undefined],
    ['of microseconds, by its day', listOf(pgTable, pg.timestamp(), ['$eq'], 'date'), '$eq:2024-02-29'],
    ['of milliseconds', listOf(pgTable, pg.timestamp({ precision: 3, withTimezone: true }), BOTH), EXACT],
    ['of seconds', listOf(pgTable, pg.timestamp({ precision: 0 }), BOTH), EXACT],
    ['of a day', listOf(pgTable, pg.date({ mode: 'date' }), BOTH), '$eq:2024-02-29'],
    ['of microseconds on MySQL', listOf(myTable, my.datetime({ fsp: 6 }), BOTH), MILLISECOND],
    ['of milliseconds on MySQL', listOf(myTable, my.datetime({ fsp: 3 }), BOTH), EXACT],
    ['of seconds on MySQL', listOf(myTable, my.timestamp(), BOTH), EXACT],
    ['of milliseconds on SQLite', listOf(liteTable, lite.integer({ mode: 'timestamp_ms' }), BOTH), EXACT],
  ])('%s', (_title, config, criterion) => {
    expect(cellCriteria(config, [{ id: 1, at: DATE }])['at']?.[0]).toBe(criterion)
  })

  const at = { fine: pg.timestamp(), whole: pg.timestamp({ precision: 3 }) }
  const moments = pg.pgTable('moments', { id: pg.integer().primaryKey(), ...at })
  test.each([
    ['of a column of microseconds', sql`now()`.mapWith(moments.fine), MILLISECOND],
    ['of a column of milliseconds', sql`now()`.mapWith(moments.whole), EXACT],
    ['of no column', sql<Date>`now()`, MILLISECOND],
  ])('of an expression with the decoder %s', (_title, expression, criterion) => {
    const config = paginateConfig(moments)
      .withLimits(5, 10)
      .withTieBreaker('id')
      .field('at', expression, 'timestamp')
      .filterable('at', ...BOTH)
      .select({ id: true, at: true })
      .build()
    expect(cellCriteria(config, [{ at: DATE }])['at']).toEqual([criterion])
  })
})

test.each([
  ['of a bigint', pg.bigint({ mode: 'number' }), 2 ** 53, null],
  ['of a numeric', pg.numeric({ mode: 'number' }), 2 ** 60, null],
  ['of a bigint, exact', pg.bigint({ mode: 'number' }), 2 ** 53 - 1, '$eq:9007199254740991'],
  ['of floats, which are themselves', pg.doublePrecision(), 2 ** 53, '$eq:9007199254740992'],
])('a cell with a number that may be rounded: %s', (_title, at, value, criterion) => {
  const criteria = cellCriteria(listOf(pgTable, at, ['$eq']), [{ id: 1, at: value }])
  expect(criteria['at']?.[0] ?? null).toBe(criterion)
})

test.each([
  ['as parse reads it', 1, '$eq:5'],
  ['in another form', 10, undefined],
])('a cell with a value that a made type binds %s', (_title, factor, criterion) => {
  const as = { type: 'integer', value: (given: number) => BigInt(given * factor) } as const
  const tenths = defineValueType({ name: 'tenths', operators: ['$eq'], parse: Number, as })
  const config = listOf(pgTable, pg.integer(), ['$eq'], tenths)
  expect(cellCriteria(config, [{ id: 1, at: 5 }])['at']?.[0]).toBe(criterion)
})

describe('a cell of a list with a shape', () => {
  const notes = lite.sqliteTable('notes', {
    id: lite.integer().primaryKey(),
    title: lite.text(),
    slug: lite.text(),
    data: lite.text({ mode: 'json' }),
  })
  const upper = sql<string>`upper(${notes.title})`
  const fields = paginateConfig(notes)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .field('upper', upper, 'text')
    .field('data.x', sql<string>`${notes.data} ->> 'x'`, 'text')
    .filterable('title', '$eq')
    .filterable('upper', '$eq')
    .filterable('data.x', '$eq')
  const item = { id: 1, title: 'a', upper: 'A', data: { x: 'x', name: 'y' } }
  test.each<[title: string, config: AnyPaginateConfig, criteria: object]>([
    ['has the criterion of a field', fields.build(), { title: ['$eq:a'] }],
    [
      'has those of fields that are taken',
      fields.select({ id: true, title: true, upper: true }).build(),
      { title: ['$eq:a'], upper: ['$eq:A'] },
    ],
    [
      'has those of what the fields are',
      fields.select({ id: true, title: notes.title, upper }).build(),
      { title: ['$eq:a'], upper: ['$eq:A'] },
    ],
    [
      'has none of another column or expression',
      fields.select({ id: true, title: notes.slug, upper: sql<string>`lower(${notes.title})` }).build(),
      {},
    ],
  ])('%s', (_title, config, criteria) => expect(cellCriteria(config, [item])).toEqual(criteria))
})

describe('a pressed cell', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await pglite.open()
    await database.execute(`create table pressed (id int primary key, at timestamp, zoned timestamptz, text timestamp);
      insert into pressed select id, at, at at time zone 'UTC', at from (values
        (1, timestamp '2024-02-29 10:00:00.123456'), (2, '2024-02-29 10:00:00.123'), (3, '2024-02-29 10:00:00.123999'),
        (4, '2024-02-29 10:00:00.124'), (5, '1969-12-31 23:59:59.999999'), (6, '1970-01-01 00:00:00'), (7, null)
      ) as given (id, at)`)
  })
  afterAll(async () => {
    await database.execute('drop table pressed')
    await database.close()
  })
  const pressed = pg.pgTable('pressed', {
    id: pg.integer().primaryKey(),
    at: pg.timestamp(),
    zoned: pg.timestamp({ withTimezone: true }),
    text: pg.timestamp({ mode: 'string' }),
  })
  const list = paginateConfig(pressed)
    .withLimits(20, 100)
    .withTieBreaker('id')
    .filterable('at', '$btw', '$null')
    .filterable('zoned', '$btw', '$eq', '$null')
    .filterable('text', '$eq', '$null')
    .build()
  const run = async (query: string): Promise<ExplorerRun> => {
    const explorer = explorerHandler({ db: database.db, config: list, path: '/pressed', enabled: true } as never)
    return (await (await explorer(new Request(`http://localhost/?explorer=run&${query}`))).json()) as ExplorerRun
  }
  const idsOf = ({ body }: ExplorerRun): number[] =>
    (JSON.parse(body) as AnyPage<{ id: number }>).items.map(({ id }) => id)

  test.each([
    ['at', [[1, 2, 3], [1, 2, 3], [1, 2, 3], [4], [5], [6], [7]]],
    ['zoned', [[1, 2, 3], [1, 2, 3], [1, 2, 3], [4], [5], [6], [7]]],
    ['text', [[1], [2], [3], [4], [5], [6], [7]]],
  ])('of %s keeps its row, and those that show the same', async (field, kept) => {
    const { criteria } = await run('')
    const found = await Promise.all(
      (criteria[field] ?? []).map(async (criterion) =>
        idsOf(await run(`filter.${field}=${encodeURIComponent(criterion ?? '')}`)),
      ),
    )
    expect(found).toEqual(kept)
  })
})
