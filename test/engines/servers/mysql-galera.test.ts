// Lists read from one node of a Galera cluster after a write to another. The three nodes are the test's own.
// `GALERA_PAGES=2000` measures for docs/guides/scaling-out.md what `wsrep_sync_wait` costs.
import { existsSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/mysql2'
import { int, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import type { Pool, RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  facetCounts,
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  PaginateQueryError,
  streamRows,
} from '../../../src/index.js'
import { within } from '../faults/faults.js'
import { hasMariadb, MariadbServers } from './mariadb-servers.js'
import { findProgram, freePort } from './postgres-cluster.js'

/** `GALERA_LIBRARY`: where the provider is, if not where Debian has it. */
const library = process.env['GALERA_LIBRARY'] ?? '/usr/lib/galera/libgalera_smm.so'
const missing = [
  [hasMariadb, 'mariadb-server'],
  [existsSync(library), 'galera-4'],
  [findProgram('rsync') !== null, 'rsync'],
].flatMap(([isThere, name]) => (isThere ? [] : [name]))
/** Six servers for both lines are much for a small machine: CI starts them with its matrix of servers alone. */
const isLeftOut = process.env['CI'] !== undefined && process.env['CLUSTERS'] === undefined
const reason = isLeftOut
  ? ' (CLUSTERS=1 runs it in CI)'
  : missing.length > 0
    ? ` (apt-get install ${missing.join(' ')})`
    : ''
// The reporter names no suite that it skips.
if (reason !== '') console.warn(`No Galera cluster${reason}`)
const pages = Number(process.env['GALERA_PAGES'] ?? 0)

const items = mysqlTable('items', {
  id: int('id').primaryKey(),
  name: varchar('name', { length: 60 }).notNull(),
  size: int('size').notNull(),
})
const list = () =>
  paginateConfig(items)
    .withLimits(7, 1000)
    .withTieBreaker('id')
    .sortable('name', 'size')
    .searchable('name')
    .filterable('name', '$eq', '$sw')
    .filterable('size', '$eq', '$in', '$gte')
const config = list().build()
const cursors = list().withCursors().build()
/** Rows of a write that a node needs some time to apply. */
const BATCH = 2000

describe.skipIf(reason !== '')(`A Galera cluster of three nodes${reason}`, () => {
  const servers = new MariadbServers()
  const ports: number[] = []
  const admins: Pool[] = []

  async function status(node: number, name: string): Promise<string | undefined> {
    const [rows] = await (admins[node] as Pool).query<RowDataPacket[]>('show status like ?', [name])
    return rows[0]?.['Value'] as string | undefined
  }
  async function until(isTrue: () => Promise<boolean>): Promise<void> {
    for (const end = performance.now() + 60_000; !(await isTrue().catch(() => false));) {
      if (performance.now() > end) throw new Error('Not within a minute.')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  beforeAll(async () => {
    // The first node makes the cluster. Each of the others copies its data by rsync.
    const group: string[] = []
    for (const node of [0, 1, 2]) {
      const [own, transfer, receive] = [await freePort(), await freePort(), await freePort()]
      const provider = [
        `gmcast.listen_addr=tcp://127.0.0.1:${own}`,
        `base_port=${own}`,
        `ist.recv_addr=127.0.0.1:${transfer}`,
        'gcache.size=16M',
        // A busy machine is no lost node.
        'evs.suspect_timeout=PT10S',
        'evs.inactive_timeout=PT20S',
        'evs.install_timeout=PT20S',
      ]
      const { port, admin } = await servers.start(`node${node}`, [
        '--wsrep-on=ON',
        `--wsrep-provider=${library}`,
        `--wsrep-provider-options=${provider.join(';')}`,
        '--wsrep-cluster-name=paginate',
        `--wsrep-cluster-address=gcomm://${group.join(',')}`,
        `--wsrep-node-address=127.0.0.1:${own}`,
        '--wsrep-sst-method=rsync',
        `--wsrep-sst-receive-address=127.0.0.1:${receive}`,
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
      ])
      group.push(`127.0.0.1:${own}`)
      ports.push(port)
      admins.push(admin)
      await until(async () => (await status(node, 'wsrep_local_state_comment')) === 'Synced')
    }
    const [first] = admins as [Pool, Pool, Pool]
    await first.query(
      `create database paginate; use paginate; create table items (id int primary key, name varchar(60) not null, size int not null) charset utf8mb4 collate utf8mb4_bin;
       insert into items select seq, concat('item ', seq % 100), seq % 7 from seq_1_to_300`,
    )
  }, 240_000)
  afterAll(() => servers.end(), 60_000)

  /** A pool of one connection, whose session waits for earlier writes, or not. */
  function open(node: number, syncWait: 0 | 1) {
    const pool = servers.open(ports[node] as number, { database: 'paginate', connectionLimit: 1 })
    pool.on('connection', (connection) => void connection.query(`set session wsrep_sync_wait = ${syncWait}`))
    return drizzle({ client: pool })
  }
  let size = 100
  /** Rows of a size of their own, in one transaction. */
  async function write(db: ReturnType<typeof open>, rows = BATCH): Promise<number> {
    size++
    await db
      .insert(items)
      .values(Array.from({ length: rows }, (_, at) => ({ id: size * BATCH + at, name: 'fresh', size })))
    return size
  }
  const total = async (db: ListDatabase, of: number): Promise<number> =>
    (await paginate(db, { filters: { size: `$eq:${of}` } }, config)).meta.totalItems

  test('three nodes have one state', async () => {
    expect(await Promise.all([0, 1, 2].map((node) => status(node, 'wsrep_cluster_size')))).toEqual(['3', '3', '3'])
  })

  test('pages, facets, streams and walks by cursor are the same from each node', async () => {
    const nodes = [0, 1, 2].map((node) => open(node, 1))
    const rowsOf = async (db: ListDatabase): Promise<number[]> => {
      const found: number[] = []
      for await (const { id } of streamRows(db, { filters: { size: '$in:1,2' } }, config, { batchSize: 20 }))
        found.push(id)
      return found
    }
    const seen = await Promise.all(
      nodes.map(async (db) => [
        ...(await Promise.all(
          ['', 'page=3', 'sortBy=size:DESC&page=2', 'search=item 1', 'filter.size=$gte:3&filter.name=$sw:item 2'].map(
            (query) => paginate(db, PaginateQuery.from(query), config),
          ),
        )),
        await facetCounts(db, {}, config, { size: 'range', name: true }),
        await rowsOf(db),
      ]),
    )
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    // One walk over all nodes in turn.
    const walked: number[] = []
    let after: string | null = null
    let turn = 0
    do {
      const query: { sortBy: string[]; limit: number; after: string | null } = {
        sortBy: ['size:DESC'],
        limit: 50,
        after,
      }
      const page = await paginate(nodes[turn++ % 3] as (typeof nodes)[0], query, cursors)
      walked.push(...page.items.map(({ id }) => id))
      after = page.meta.nextCursor
    } while (after !== null)
    expect(walked.length).toBe(300)
    expect(new Set(walked).size).toBe(300)
  })

  test('with wsrep_sync_wait a list from a second node has what was written to the first', async () => {
    const [writer, waiting] = [open(0, 0), open(1, 1)]
    for (let turn = 0; turn < 10; turn++) expect(await total(waiting, await write(writer))).toBe(BATCH)
  })

  test('a transaction waits where its session was told to before it began', async () => {
    const [writer, reader] = [open(0, 0), open(1, 1)]
    for (let turn = 0; turn < 5; turn++) {
      const of = await write(writer)
      const answer = await reader.transaction(async (tx) => [
        await total(tx, of),
        (await paginate(tx, { filters: { size: `$eq:${of}` } }, cursors)).items.length,
      ])
      expect(answer).toEqual([BATCH, 7])
    }
  })

  test('a node cut off from the others fails with its own error, and answers again when it is back', async () => {
    const [db, other] = [open(2, 0), open(1, 0)]
    const before = await paginate(db, {}, config)
    await (admins[2] as Pool).query(`set global wsrep_provider_options = 'gmcast.isolate=1'`)
    await until(async () => (await status(2, 'wsrep_cluster_status')) !== 'Primary')
    const error: unknown = await within(10_000, Promise.resolve(paginate(db, {}, config))).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(Error)
    for (const kind of [PaginateQueryError, PaginateConfigError]) expect(error).not.toBeInstanceOf(kind)
    const { errno, cause } = error as { errno?: number; cause?: { errno?: number } }
    expect(errno ?? cause?.errno).toBe(1047) // WSREP has not yet prepared node for application use
    await until(async () => (await status(1, 'wsrep_cluster_size')) === '2')
    expect(await paginate(other, {}, config)).toEqual(before)
    await (admins[2] as Pool).query(`set global wsrep_provider_options = 'gmcast.isolate=0'`)
    await until(async () => (await status(2, 'wsrep_local_state_comment')) === 'Synced')
    expect(await paginate(db, {}, config)).toEqual(before)
  }, 200_000)

  test.skipIf(pages === 0)('what it costs', { timeout: 600_000 }, async () => {
    const [writer, plain, waiting] = [open(0, 0), open(1, 0), open(1, 1)]
    const median = (times: number[]): number =>
      Math.round((times.toSorted((a, b) => a - b)[times.length >> 1] as number) * 100) / 100
    for (const rows of [0, 1, 100, BATCH]) {
      const turns = rows === BATCH ? pages / 20 : pages
      const stale = { without: 0, with: 0 }
      const times: { without: number[]; with: number[] } = { without: [], with: [] }
      for (let turn = 0; turn < turns; turn++) {
        for (const reader of ['without', 'with'] as const) {
          const of = rows === 0 ? size : await write(writer, rows)
          const started = performance.now()
          const found = await total(reader === 'with' ? waiting : plain, of)
          times[reader].push(performance.now() - started)
          if (rows > 0 && found !== rows) stale[reader]++
        }
      }
      console.log(
        JSON.stringify({
          rows,
          pages: turns,
          stale,
          median: { without: median(times.without), with: median(times.with) },
        }),
      )
    }
  })
})
