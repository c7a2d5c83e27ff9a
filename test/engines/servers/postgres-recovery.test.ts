// A connection that lost its prepared statements, or holds them for other columns: at most one call fails, as it would
// with any client that names statements, and then the connection works again. Plain Drizzle names none and never fails.
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, pgEnum, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import { StatementNames, statementNames, type NamedText } from '../../../src/kept/kept-statement.js'
import { postgresServer } from '../../support/servers.js'

const space = `paginate_recovery_${process.pid}`
const { username, ...address } = postgresServer()
const items = pgTable('items', { id: integer('id').primaryKey(), name: text('name').notNull(), size: integer('size') })
const config = paginateConfig(items)
  .withLimits(2, 10)
  .withTieBreaker('id')
  .sortable('size')
  .filterable('size', '$gte')
  .build()
const open = () => new pg.Pool({ ...address, user: username, max: 1, options: `-c search_path=${space}` })
/** One connection for each test: it remembers the names that it was given. */
let pool = open()
let db = drizzle({ client: pool })

beforeAll(async () => {
  await pool.query(`drop schema if exists ${space} cascade; drop schema if exists ${space}_other cascade; create schema ${space}; create schema ${space}_other;
    create table ${space}_other.items (size numeric, name varchar(20) not null, id bigint primary key); insert into ${space}_other.items values (7, 'other', 70)`)
})
beforeEach(async () => {
  statementNames.reset()
  await pool.end()
  pool = open()
  db = drizzle({ client: pool })
  await pool.query(`drop table if exists items; create table items (id int primary key, name text not null, size int);
    insert into items select n, 'item ' || n, n % 3 from generate_series(1, 9) n`)
})
afterEach(() => statementNames.reset())
afterAll(async () => {
  await pool.query(`drop schema if exists ${space} cascade; drop schema if exists ${space}_other cascade`)
  await pool.end()
})

type Ask = () => Promise<{ readonly meta: { readonly totalItems: number } }>

const outside: Ask = () => paginate(db, PaginateQuery.from('filter.size=$gte:0'), config)
const inTransaction: Ask = () =>
  db.transaction((transaction) =>
    paginate(transaction, PaginateQuery.from('filter.size=$gte:0'), config, { where: eq(items.id, items.id) }),
  )

/** Failures among so many calls, one after the other. */
async function failures(ask: Ask, calls: number): Promise<number> {
  let failed = 0
  for (let call = 0; call < calls; call++) await ask().catch(() => void failed++)
  return failed
}

/** What takes from a connection its prepared statements, or what they were prepared for. */
const CHANGES: readonly (readonly [title: string, changes: readonly string[]])[] = [
  ['ALTER COLUMN TYPE', ['alter table items alter column size type bigint, alter column name type varchar(50)']],
  ['DISCARD ALL', ['discard all', `set search_path to ${space}`]],
  ['a search_path whose columns have other types', [`set search_path to ${space}_other`]],
]

describe.each<[string, Ask]>([
  ['in the pool', outside],
  ['in transactions', inTransaction],
])('%s', (_, ask) => {
  test.each(CHANGES)('after %s at most one call fails', async (_title, changes) => {
    expect(await failures(ask, 4)).toBe(0)
    for (const change of changes) await pool.query(change)
    expect(await failures(ask, 6)).toBeLessThanOrEqual(1)
    expect(await failures(ask, 3)).toBe(0)
  })
})

describe('through postgres.js, which names statements of its own', () => {
  let client: postgres.Sql
  beforeEach(() => {
    client = postgres({ ...address, username, max: 1, onnotice: () => {}, connection: { search_path: space } })
  })
  afterEach(() => client.end())

  test.each(CHANGES)('after %s at most one call fails', async (_title, changes) => {
    const other = postgresJs({ client })
    const ask: Ask = () => paginate(other, PaginateQuery.from('filter.size=$gte:0'), config)
    expect(await failures(ask, 4)).toBe(0)
    for (const change of changes) await client.unsafe(change)
    expect(await failures(ask, 6)).toBeLessThanOrEqual(1)
    expect(await failures(ask, 3)).toBe(0)
  })
})

// Its parameters have the type of the schema in which it was prepared.
test.each([
  ['an enum of its own', pgEnum('state', ['open', 'shut'])()],
  ['an enum of its own, read as text', text()],
])('after a search_path with %s at most one call fails', async (_title, column) => {
  for (const schema of [space, `${space}_other`])
    await pool.query(`drop table if exists ${schema}.jobs; drop type if exists ${schema}.state; create type ${schema}.state as enum ('open', 'shut');
      create table ${schema}.jobs (id int primary key, state ${schema}.state); insert into ${schema}.jobs values (1, 'open')`)
  const jobs = pgTable('jobs', { id: integer().primaryKey(), state: column })
  const list = paginateConfig(jobs)
    .withLimits(2, 10)
    .withTieBreaker('id')
    .filterable('state', '$eq')
    .omit('state')
    .build()
  const askIn =
    (schema: string): Ask =>
    () =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql.raw(`set local search_path to ${schema}`))
        return paginate(transaction, PaginateQuery.from('filter.state=$eq:open'), list)
      })
  expect(await failures(askIn(space), 4)).toBe(0)
  expect(await failures(askIn(`${space}_other`), 6)).toBeLessThanOrEqual(1)
  expect(await failures(askIn(`${space}_other`), 3)).toBe(0)
})

test('other errors leave the names as they are, and pass through unchanged', async () => {
  expect(await failures(outside, 4)).toBe(0)
  await pool.query('alter table items rename to gone')
  await expect(outside()).rejects.toThrow()
  await pool.query('alter table gone rename to items')
  expect(await failures(outside, 4)).toBe(0)
})

describe('names', () => {
  const text = (sql: string): NamedText => ({
    isNameable: true,
    runs: 5,
    hasRun: true,
    name: undefined,
    query: { sql },
  })
  const lost = Object.assign(new Error('Failed query'), { cause: { code: '26000' } })

  test('are bounded for the process', () => {
    const names = new StatementNames()
    const given = Array.from({ length: 1000 }, (_, at) => names.nameFor(text(`select ${at}`))).filter(
      (name) => name !== undefined,
    )
    expect(new Set(given).size).toBe(256)
  })

  test('are renewed three times, once for each loss, and then given no more', () => {
    const names = new StatementNames()
    const [statement, other] = [text('select 1'), text('select 2')]
    const seen = new Set<string | undefined>()
    for (let loss = 0; loss < 6; loss++) {
      const [name, another] = [names.nameFor(statement), names.nameFor(other)]
      seen.add(name)
      if (name === undefined || another === undefined) continue
      // Two calls of one generation that fail at the same time are one loss.
      names.renewAfter(lost, name)
      names.renewAfter(lost, another)
    }
    expect([seen.size, seen.has(undefined)]).toEqual([5, true])
  })
})
