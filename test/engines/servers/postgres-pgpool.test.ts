// pgpool-II over a primary and two standbys: it sends reads to any of them, each statement by itself.
import { type ChildProcess, execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ListDatabase, paginate, paginateConfig, PaginateQuery } from '../../../src/index.js'
import { statementNames } from '../../../src/kept/kept-statement.js'
import { within } from '../faults/faults.js'
import {
  findProgram,
  freePort,
  type ServerPlace,
  Servers,
  startListener,
  stopListener,
  temporaryHome,
} from './postgres-cluster.js'
import { withSettings } from '../../support/settings.js'

/** `node scripts/servers.mjs start pgpool` installs a newer one than Debian's stable, and says what to set. */
const program = process.env['PGPOOL_PROGRAM'] ?? findProgram('pgpool')
const version =
  program === null ? 'not installed: apt-get install pgpool2' : /pgpool-II version (\S+)/.exec(versionOf(program))?.[1]

function versionOf(path: string): string {
  return execFileSync('sh', ['-c', `${path} --version 2>&1`], { encoding: 'utf8' })
}

const items = pgTable('items', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  size: integer('size').notNull(),
})
const config = paginateConfig(items)
  .withLimits(2, 10)
  .withTieBreaker('id')
  .sortable('size')
  .filterable('size', '$gte', '$in')
  .searchable('name')
  .build()
const CLIENTS = 6

describe.skipIf(program === null)(`Behind pgpool-II (${version})`, () => {
  let servers: Servers
  let places: ServerPlace[]
  let home: string
  let port: number
  let pooler: ChildProcess
  let pool: pg.Pool

  beforeAll(async () => {
    servers = new Servers()
    const primary = await servers.create('primary')
    places = [
      primary,
      await servers.createStandby('primary', 'standby1'),
      await servers.createStandby('primary', 'standby2'),
    ]
    home = temporaryHome('pgpool')
    port = await freePort()
    const backends = places.map(
      ({ host, port: at }, index) =>
        `backend_hostname${index} = '${host}'\nbackend_port${index} = ${at}\nbackend_weight${index} = 1\nbackend_flag${index} = 'DISALLOW_TO_FAILOVER'`,
    )
    writeFileSync(
      join(home, 'pgpool.conf'),
      `backend_clustering_mode = 'streaming_replication'
listen_addresses = '127.0.0.1'
port = ${port}
socket_dir = '${home}'
pcp_listen_addresses = ''
pcp_socket_dir = '${home}'
pcp_port = ${await freePort()}
wd_ipc_socket_dir = '${home}'
pid_file_name = '${join(home, 'pgpool.pid')}'
logdir = '${home}'
num_init_children = 12
max_pool = 1
load_balance_mode = on
statement_level_load_balance = on
sr_check_user = 'postgres'
sr_check_database = 'postgres'
sr_check_period = 1
delay_threshold = 0
${backends.join('\n')}
`,
    )
    writeFileSync(join(home, 'pcp.conf'), '')
    writeFileSync(join(home, 'pool_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
    pooler = await startListener(
      program as string,
      ['-n', '-f', join(home, 'pgpool.conf'), '-F', join(home, 'pcp.conf'), '-a', join(home, 'pool_hba.conf')],
      home,
      port,
    )
    const direct = new pg.Client({ ...primary, user: 'postgres', database: 'postgres' })
    await direct.connect()
    await direct.query(
      `create table items (id int primary key, name text not null, size int not null); insert into items select n, 'item ' || n, n % 3 from generate_series(1, 9) n`,
    )
    await direct.end()
    pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: CLIENTS })
    for (const place of places.slice(1)) await caughtUp(place)
  }, 120_000)
  beforeEach(() => statementNames.reset())
  afterAll(async () => {
    await pool?.end()
    await stopListener(pooler)
    await servers?.end()
    if (home !== undefined) rmSync(home, { recursive: true, force: true })
    statementNames.reset()
  }, 60_000)

  async function caughtUp(place: ServerPlace): Promise<void> {
    const client = new pg.Client({ ...place, user: 'postgres', database: 'postgres' })
    await client.connect()
    for (let tries = 0; tries < 200; tries++) {
      const { rows } = await client.query(`select 1 from pg_class where relname = 'items'`)
      if (rows.length > 0) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    await client.end()
  }

  const QUERIES = [
    '',
    'filter.size=$gte:1',
    'filter.size=$in:0,2&sortBy=size:DESC',
    'search=item&limit=10',
    'page=2',
  ].map((query) => PaginateQuery.from(query))
  /** Errors among so many calls, and the answers that differ from the primary's. */
  async function run(
    db: ListDatabase,
    calls: number,
    settings: { namedStatements?: boolean } = {},
  ): Promise<unknown[]> {
    const list = withSettings(config, settings)
    const direct = new pg.Pool({ ...places[0], user: 'postgres', database: 'postgres', max: 1 })
    const expected = await Promise.all(
      QUERIES.map(async (query) => JSON.stringify(await paginate(nodePostgres({ client: direct }), query, config))),
    )
    await direct.end()
    const wrong: unknown[] = []
    let next = 0
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let at = next++; at < calls; at = next++) {
          const which = at % QUERIES.length
          const answer = await within(
            10_000,
            Promise.resolve(paginate(db, QUERIES[which] as PaginateQuery, list)),
          ).then(
            (page) => JSON.stringify(page),
            (error: unknown) => error,
          )
          if (answer !== expected[which]) wrong.push(answer)
        }
      }),
    )
    return wrong
  }

  test('reads go to all three servers', async () => {
    const ports = new Set<number>()
    for (let at = 0; at < 200 && ports.size < 3; at++) {
      const { rows } = await pool.query<{ port: string }>(`select current_setting('port') as port from items limit 1`)
      ports.add(Number(rows[0]?.port))
    }
    expect([...ports].sort()).toEqual(places.map((place) => place.port).sort())
  })

  test.each([
    ['with names', {}],
    ['with namedStatements: false', { namedStatements: false }],
  ] as const)('every page is right, %s, through node-postgres', async (_, settings) => {
    expect(await run(nodePostgres({ client: pool }), 400, settings)).toEqual([])
  })

  test.each([
    ['with prepared statements', true],
    ['with prepare: false', false],
  ] as const)('every page is right through postgres.js %s, one call a connection', async (_, prepare) => {
    const client = postgres({
      host: '127.0.0.1',
      port,
      username: 'postgres',
      database: 'postgres',
      max: CLIENTS,
      prepare,
      fetch_types: false,
      onnotice: () => {},
    })
    expect(await run(postgresJs({ client }), 400)).toEqual([])
    await client.end({ timeout: 5 })
  })

  test('in a transaction a row that was written a moment ago is in the page', async () => {
    const db = nodePostgres({ client: pool })
    for (let at = 0; at < 20; at++) {
      const total = await db.transaction(async (tx) => {
        await tx.insert(items).values({ id: 1000 + at, name: 'fresh', size: 50 + at })
        return (await paginate(tx, PaginateQuery.from(`filter.size=$gte:${50 + at}`), config)).meta.totalItems
      })
      expect(total).toBe(1)
    }
  })
})
