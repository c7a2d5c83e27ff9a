// PgBouncer in transaction mode: a connection of the server is a client's for one transaction only, and the next client
// gets it with all that was prepared on it. Debian 12 has 1.18, which does not know prepared statements (1.21 does).
import { type ChildProcess, execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, pgSchema, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ListDatabase, paginate, paginateConfig, PaginateQuery, streamRows } from '../../../src/index.js'
import { listHandler, exportHandler } from '../../../src/entries/http/index.js'
import { statementNames } from '../../../src/kept/kept-statement.js'
import { postgresServer } from '../../support/servers.js'
import { findProgram, freePort, startListener, stopListener, temporaryHome } from './postgres-cluster.js'
import { withSettings } from '../../support/settings.js'

const program = findProgram('pgbouncer')
const version =
  program === null
    ? 'not installed: apt-get install pgbouncer'
    : execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0]

const space = `paginate_bouncer_${process.pid}`
const { username, ...address } = postgresServer()
// A schema in each name: `search_path` of a session is not the next client's.
const items = pgSchema(space).table('items', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  size: integer('size'),
})
const config = paginateConfig(items)
  .withLimits(2, 10)
  .withTieBreaker('id')
  .sortable('size')
  .filterable('size', '$gte', '$lte', '$in')
  .build()
const cursorConfig = paginateConfig(items)
  .withLimits(2, 10)
  .withTieBreaker('id')
  .withCursors()
  .sortable('size')
  .filterable('size', '$gte')
  .build()
/** Of the server; clients are more, so that they share. */
const CONNECTIONS = 2
const CLIENTS = 6

describe.skipIf(program === null)(`Behind PgBouncer (${version}) in transaction mode`, () => {
  const direct = new pg.Pool({ ...address, user: username, max: 1 })
  let bouncer: ChildProcess
  let home: string
  let port: number
  let pool: pg.Pool

  beforeAll(async () => {
    await direct.query(`drop schema if exists ${space} cascade; create schema ${space}; create table ${space}.items (id int primary key, name text not null, size int);
      insert into ${space}.items select n, 'item ' || n, n % 3 from generate_series(1, 9) n`)
    home = temporaryHome('pgbouncer')
    port = await freePort()
    const { host, password, database } = address
    writeFileSync(
      join(home, 'pgbouncer.ini'),
      `[databases]
${database} = host=${host} port=${address.port} user=${username}${password === '' ? '' : ` password=${password}`} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 100
`,
    )
    bouncer = await startListener(program as string, [join(home, 'pgbouncer.ini')], home, port)
  })
  beforeEach(() => {
    statementNames.reset()
    pool = new pg.Pool({ host: '127.0.0.1', port, user: username, database: address.database, max: CLIENTS })
    pool.on('error', () => {})
  })
  afterEach(async () => {
    await pool.end()
    statementNames.reset()
  })
  afterAll(async () => {
    await stopListener(bouncer)
    await direct.query(`drop schema if exists ${space} cascade`)
    await direct.end()
    if (home !== undefined) rmSync(home, { recursive: true, force: true })
  })

  const QUERIES = [
    '',
    'filter.size=$gte:1',
    'filter.size=$lte:1&page=2',
    'filter.size=$in:0,2&sortBy=size:DESC',
    'limit=10',
  ].map((query) => PaginateQuery.from(query))
  const ask = (db: ListDatabase, at: number, list = config) =>
    paginate(db, QUERIES[at % QUERIES.length] as PaginateQuery, list)

  /** Codes of the errors among so many calls, so many of them at the same time. */
  async function failures(calls: number, atOnce: number, call: (at: number) => Promise<unknown>): Promise<unknown[]> {
    const codes: unknown[] = []
    let next = 0
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let at = next++; at < calls; at = next++)
          await call(at).catch((error: unknown) => void codes.push(codeOf(error)))
      }),
    )
    return codes
  }

  const codeOf = (error: unknown): unknown => {
    let at = error as { cause?: unknown; code?: unknown } | undefined
    while (at !== undefined && at.code === undefined) at = at.cause as typeof at
    return at?.code ?? error
  }

  test('connections of the server are shared, or the rest says nothing', async () => {
    const pids = await Promise.all(
      Array.from({ length: CLIENTS * 4 }, () => pool.query<{ pid: number }>('select pg_backend_pid() as pid')),
    )
    expect(new Set(pids.map(({ rows }) => rows[0]?.pid)).size).toBeLessThanOrEqual(CONNECTIONS)
  })

  describe('with namedStatements: false no call fails', () => {
    const unnamed = withSettings(config, { namedStatements: false })

    test('through node-postgres, many at once', async () => {
      expect(await failures(300, CLIENTS * 2, (at) => ask(nodePostgres({ client: pool }), at, unnamed))).toEqual([])
    })

    test('in transactions', async () => {
      const db = nodePostgres({ client: pool })
      expect(
        await failures(100, CLIENTS, (at) => db.transaction((transaction) => ask(transaction, at, unnamed))),
      ).toEqual([])
    })

    test('by cursors', async () => {
      const db = nodePostgres({ client: pool })
      const walks = Array.from({ length: CLIENTS }, async () => {
        const ids: number[] = []
        for (let after: string | undefined; ;) {
          const { items: rows, meta } = await paginate(
            db,
            { sortBy: ['size:DESC'], ...(after !== undefined && { after }) },
            withSettings(cursorConfig, { namedStatements: false }),
          )
          ids.push(...rows.map(({ id }) => id))
          if (meta.nextCursor === null) return ids
          after = meta.nextCursor
        }
      })
      for (const ids of await Promise.all(walks)) expect(ids).toEqual([2, 5, 8, 1, 4, 7, 3, 6, 9])
    })

    test('as streams, as files and as pages of a handler', async () => {
      const db = nodePostgres({ client: pool })
      const handler = exportHandler({ db, config: unnamed, as: 'csv' })
      const list = listHandler({ db, config: unnamed })
      const read = async (at: number): Promise<void> => {
        if (at % 3 === 0)
          return void (await (await list(new Request('http://localhost/items?filter.size=$gte:1'))).text())
        if (at % 2 === 0)
          return void (await (await handler(new Request('http://localhost/items?filter.size=$gte:1'))).text())
        for await (const _ of streamRows(db, QUERIES[1] as PaginateQuery, unnamed, { batchSize: 1 }));
      }
      expect(await failures(60, CLIENTS, read)).toEqual([])
      expect(await pool.query('select name from pg_prepared_statements')).toMatchObject({ rows: [] })
    })

    // postgres.js sends the next statement before the answer to the last one; PgBouncer hands such a connection on too
    // early, and the call waits for ever, with plain Drizzle too (https://github.com/porsager/postgres/issues/970).
    test('through postgres.js with prepare: false and max_pipeline: 0', async () => {
      const client = postgres({
        host: '127.0.0.1',
        port,
        username,
        database: address.database,
        max: CLIENTS,
        prepare: false,
        max_pipeline: 0,
        onnotice: () => {},
      } as postgres.Options<Record<string, never>>)
      expect(await failures(300, CLIENTS * 2, (at) => ask(postgresJs({ client }), at, unnamed))).toEqual([])
      expect(await failures(300, CLIENTS * 2, (at) => ask(postgresJs({ client }), at))).toEqual([])
      await client.end()
    })

    test.each([
      [
        'ALTER COLUMN TYPE',
        `alter table ${space}.items alter column size type bigint`,
        `alter table ${space}.items alter column size type int`,
      ],
      ['DISCARD ALL on every connection', 'discard all', null],
      ['another search_path on every connection', 'set search_path to pg_catalog', 'reset search_path'],
    ])('after %s', async (_title, change, back) => {
      const db = nodePostgres({ client: pool })
      const everywhere = (statement: string) =>
        Promise.all(Array.from({ length: CONNECTIONS * 2 }, () => pool.query(statement)))
      expect(await failures(60, CLIENTS, (at) => ask(db, at, unnamed))).toEqual([])
      await everywhere(change)
      expect(await failures(60, CLIENTS, (at) => ask(db, at, unnamed))).toEqual([])
      if (back !== null) await everywhere(back)
    })
  })

  describe('with names', () => {
    test('two clients in turn, who share a connection: some call fails, at most four do, and then none', async () => {
      const other = new pg.Pool({ host: '127.0.0.1', port, user: username, database: address.database, max: 1 })
      const databases = [nodePostgres({ client: pool }), nodePostgres({ client: other })]
      const inTurn = (at: number) => ask(databases[at % 2] as ListDatabase, at >> 1)
      const lost = await failures(300, 1, inTurn)
      expect(lost.length).toBeGreaterThan(0)
      expect(lost.length).toBeLessThanOrEqual(4)
      expect(await failures(100, 1, inTurn)).toEqual([])
      await other.end()
    })

    test('many at once: a failure says that a statement is not there, or is there already; then none fails', async () => {
      const db = nodePostgres({ client: pool })
      const lost = await failures(600, CLIENTS, (at) => ask(db, at))
      for (const code of lost) expect(['26000', '42P05']).toContain(code)
      expect(lost.length).toBeLessThanOrEqual(4 * CLIENTS)
      expect(await failures(200, CLIENTS, (at) => ask(db, at))).toEqual([])
    })

    test('in transactions: then none fails', async () => {
      const db = nodePostgres({ client: pool })
      const lost = await failures(600, CLIENTS, (at) => db.transaction((transaction) => ask(transaction, at)))
      expect(lost.length).toBeLessThanOrEqual(4 * CLIENTS)
      expect(await failures(200, CLIENTS, (at) => db.transaction((transaction) => ask(transaction, at)))).toEqual([])
    })
  })

  test('PgBouncer goes away and comes back: the calls between fail, the next ones do not', async () => {
    const db = nodePostgres({ client: pool })
    const unnamed = withSettings(config, { namedStatements: false })
    expect(await failures(20, CLIENTS, (at) => ask(db, at, unnamed))).toEqual([])
    await stopListener(bouncer)
    expect(await failures(10, 2, (at) => ask(db, at, unnamed))).toHaveLength(10)
    bouncer = await startListener(program as string, [join(home, 'pgbouncer.ini')], home, port)
    expect(await failures(60, CLIENTS, (at) => ask(db, at, unnamed))).toEqual([])
  })
})
