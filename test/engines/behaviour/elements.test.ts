// `$eq` on a collection: one element is exactly the value, whatever is in it.
import { sql } from 'drizzle-orm'
import { json as mysqlJson, mysqlTable, int } from 'drizzle-orm/mysql-core'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { checkList } from '../../../src/entries/testing/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const ROWS = [
  { id: 1, tags: ['a,b', 'c'], marks: [1, 20] },
  { id: 2, tags: ['a', 'b'], marks: [2] },
  { id: 3, tags: ['a, b', '', '"', "'", '\\', '{a}', 'null', 'é🎉'], marks: [] },
  { id: 4, tags: [], marks: [12] },
  { id: 5, tags: null, marks: null },
] as const

const tables = {
  postgresql: pgTable('held', { id: integer().primaryKey(), tags: text().array(), marks: integer().array() }),
  sqlite: sqliteTable('held', {
    id: sqliteInteger().primaryKey(),
    tags: sqliteText({ mode: 'json' }).$type<string[]>(),
    marks: sqliteText({ mode: 'json' }).$type<number[]>(),
  }),
  mysql: mysqlTable('held', {
    id: int().primaryKey(),
    tags: mysqlJson().$type<string[]>(),
    marks: mysqlJson().$type<number[]>(),
  }),
} as const
const CREATE = {
  postgresql: `create table held (id integer primary key, tags text[], marks integer[])`,
  sqlite: 'create table held (id integer primary key, tags text, marks text)',
  mysql: 'create table held (id int primary key, tags json, marks json)',
}

describe.each(dialects)('elements on $name', (engine) => {
  let database: TestDatabase
  const table = tables[engine.dialect]
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(CREATE[engine.dialect])
    await (database.db as never as { insert(into: unknown): { values(rows: unknown): Promise<unknown> } })
      .insert(table)
      .values(ROWS)
  })
  afterAll(async () => {
    await database.execute('drop table if exists held')
    await database.close()
  })

  const list = paginateConfig(table as (typeof tables)['sqlite'])
    .withLimits(10, 10)
    .withTieBreaker('id')
    .withFilterExpressions()
    .filterable('tags', '$contains', '$eq', '$null')
    .filterable('marks', '$contains', '$eq')
    .select({ id: true })
    .build()

  // R4.3.15
  test.each<[request: string, ids: readonly number[]]>([
    ['filter.tags=$eq:a,b', [1]],
    ['filter.tags=$contains:a,b', [2]],
    ['filter.tags=$eq:a', [2]],
    ['filter.tags=$eq:A', []],
    ['filter.tags=$eq:a, b', [3]],
    ['filter.tags=$eq:', [3]],
    ['filter.tags=$eq:"', [3]],
    ["filter.tags=$eq:'", [3]],
    ['filter.tags=$eq:\\', [3]],
    ['filter.tags=$eq:{a}', [3]],
    ['filter.tags=$eq:null', [3]],
    ['filter.tags=$eq:é🎉', [3]],
    ['filter.tags=$not:$eq:a,b', [2, 3, 4, 5]],
    ['filter.tags=$eq:a,b&filter.tags=$or:$eq:b', [1, 2]],
    ['filter=tags="$eq:a,b" OR tags=$null', [1, 5]],
    ['filter=NOT tags="$eq:a,b" AND marks=$eq:2', [2]],
    ['filter.marks=$eq:2', [2]],
    ['filter.marks=$eq:20', [1]],
  ])('%s', async (request, ids) => {
    const source = PaginateQuery.from(request.replaceAll(/[%\\"'{} é🎉]/gu, encodeURIComponent))
    const found = (items: readonly { readonly id: number }[]): number[] => items.map(({ id }) => id)
    expect(found((await paginate(database.db, source, list as never)).items as never)).toEqual(ids)
    expect(found(paginateArray(ROWS as never, source, list as never).items as never)).toEqual(ids)
  })

  test('checkList finds nothing', async () => {
    const { failures } = await checkList(database.db, list as AnyPaginateConfig as never, { requests: 30 })
    expect(failures).toEqual([])
  })
})

// Names of the columns that statements read elements from.
const NAMED = ['value', 'type', 'json', 'path', 'v', 'j'] as const
const named = {
  postgresql: { table: pgTable('named_lists', { id: integer().primaryKey() }), type: 'jsonb' },
  sqlite: { table: sqliteTable('named_lists', { id: sqliteInteger().primaryKey() }), type: 'text' },
  mysql: { table: mysqlTable('named_lists', { id: int().primaryKey() }), type: 'json' },
} as const

describe.each(dialects)('an expression of a list on $name', (engine) => {
  let database: TestDatabase
  const { table, type } = named[engine.dialect]
  const quote = engine.dialect === 'mysql' ? '`' : '"'
  const columns = NAMED.map((name) => `${quote}${name}${quote} ${type}`).join(', ')
  const row = (id: number, list: string): string => `(${id}, ${NAMED.map(() => `'${list}'`).join(', ')})`
  beforeAll(async () => {
    database = await engine.open()
    await database.execute(
      `create table named_lists (id integer primary key, ${columns}); insert into named_lists values ${row(1, '["a", "b"]')}, ${row(2, '["b"]')}, ${row(3, '{}')}`,
    )
  })
  afterAll(async () => {
    await database.execute('drop table if exists named_lists')
    await database.close()
  })

  test.each(NAMED)('reads the column %s by its name alone', async (name) => {
    const list = paginateConfig(table as (typeof named)['sqlite']['table'])
      .field('tags', sql`${sql.identifier(name)}`, 'collection')
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('tags', '$contains', '$eq')
      .build()
    const found = async (query: string): Promise<number[]> =>
      (await paginate(database.db, query, list as never)).items.map((item) => (item as { id: number }).id)
    expect(await found('filter.tags=$contains:a,b')).toEqual([1])
    expect(await found('filter.tags=$eq:b')).toEqual([1, 2])
    expect(await found('filter.tags=$not:$eq:a')).toEqual([2, 3])
    expect(await found('filter.tags=$eq:a&filter.tags=$or:$eq:b')).toEqual([1, 2])
  })
})
