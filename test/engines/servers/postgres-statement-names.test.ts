// Named statements on a PostgreSQL server: which are named, through which drivers, and what keeps them from growing.
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ListDatabase, paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import { statementNames } from '../../../src/kept/kept-statement.js'
import { postgresServer } from '../../support/servers.js'
import { withSettings } from '../../support/settings.js'

const space = `paginate_names_${process.pid}`
const { username, ...address } = postgresServer()
const items = pgTable('items', { id: integer('id').primaryKey(), name: text('name').notNull(), size: integer('size') })
const config = paginateConfig(items)
  .withLimits(2, 10)
  .withTieBreaker('id')
  .sortable('size')
  .searchable('name')
  .filterable('size', '$eq', '$gte', '$in')
  .filterable('name', '$sw')
  .build()

const pool = new pg.Pool({ ...address, user: username, max: 1, options: `-c search_path=${space}` })
const client = postgres({ ...address, username, max: 1, onnotice: () => {}, connection: { search_path: space } })
const unprepared = postgres({
  ...address,
  username,
  max: 1,
  prepare: false,
  onnotice: () => {},
  connection: { search_path: space },
})

beforeAll(async () => {
  // The process has given names to other files' statements.
  statementNames.reset()
  await pool.query(`drop schema if exists ${space} cascade; create schema ${space};
    create table items (id int primary key, name text not null, size int);
    insert into items select n, 'item ' || n, n % 3 from generate_series(1, 9) n`)
})
afterAll(async () => {
  await pool.query(`drop schema if exists ${space} cascade`)
  await Promise.all([pool.end(), client.end(), unprepared.end()])
})

interface Driver {
  readonly name: string
  readonly open: () => ListDatabase
  /** Names of our statements on the one connection. */
  readonly prepared: () => Promise<string[]>
}

const OURS = `select statement from pg_prepared_statements where statement like '%"items"%'`
const drivers: Driver[] = [
  {
    name: 'node-postgres',
    open: () => nodePostgres({ client: pool }),
    prepared: async () => (await pool.query<{ statement: string }>(OURS)).rows.map((row) => row.statement),
  },
  {
    name: 'postgres.js',
    open: () => postgresJs({ client }),
    prepared: async () => (await client.unsafe<{ statement: string }[]>(OURS)).map((row) => row.statement),
  },
]

describe.each(drivers)('$name', ({ open, prepared }) => {
  let before: string[] = []
  afterEach(async () => {
    before = await prepared()
  })
  const run = async (query: string, settings: { namedStatements?: boolean } = {}): Promise<string[]> => {
    const db = open()
    // One list for all three: what is kept is kept by list.
    const list = settings.namedStatements === undefined ? config : withSettings(config, settings)
    for (let i = 0; i < 3; i++) await paginate(db, PaginateQuery.from(query), list)
    return (await prepared()).filter((statement) => !before.includes(statement))
  }

  test.each([
    ['a pooler is said to be in between', 'filter.size=$gte:2', { namedStatements: false }],
    ['a search is planned for its term', 'search=item', {}],
    ['a prefix match is planned for its prefix', 'filter.name=$sw:item', {}],
  ] satisfies [string, string, { namedStatements?: boolean }][])(
    'names nothing where %s',
    async (_, query, settings) => {
      expect(await run(query, settings)).toEqual([])
    },
  )

  test.each([
    ['equality', 'filter.size=$eq:1'],
    ['a list of any length', 'filter.size=$in:1,2'],
    ['a range', 'filter.size=$gte:1&sortBy=size:DESC'],
  ])('names count and page of %s, once', async (_, query) => {
    expect(await run(query)).toHaveLength(2)
  })

  test('names nothing more for another list of the same shape', async () => {
    expect(await run('filter.size=$in:0,1,2,3,4')).toEqual([])
  })
})

test('postgres.js opened with prepare: false is left alone', async () => {
  const db = postgresJs({ client: unprepared })
  for (let i = 0; i < 3; i++) await paginate(db, PaginateQuery.from('filter.size=$eq:1'), config)
  expect((await unprepared.unsafe(OURS)).length).toBe(0)
})
