// Time in place of requests:
// `SOAK_MINUTES=10 DIALECTS=node-postgres npx vitest run --project '0.45*' test/engines/servers/postgres-soak.test.ts`.
// Pools with connections that the server closes when they are idle, a statement_timeout, killed connections, a full
// disk for a tablespace, and a standby that is promoted half-way while its primary ends. Nothing may hang, no page may
// be wrong, errors are the driver's, memory is flat.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, describe, expect, test } from 'vitest'
import {
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  PaginateQueryError,
  streamRows,
} from '../../../src/index.js'
import { within } from '../faults/faults.js'
import { asServerUser, Servers } from './postgres-cluster.js'
import { withSettings } from '../../support/settings.js'

const minutes = Number(process.env['SOAK_MINUTES'] ?? 0)
const CLIENTS = 8
const items = pgTable('items', { id: integer('id').primaryKey(), name: text('name').notNull(), size: integer('size') })
const list = () =>
  paginateConfig(items)
    .withLimits(5, 50)
    .withTieBreaker('id')
    .sortable('size')
    .searchable('name')
    .filterable('size', '$gte', '$in')
const config = list().build()
const cursors = list().withCursors().build()
const QUERIES = [
  '',
  'filter.size=$gte:3',
  'filter.size=$in:1,2&page=3',
  'search=item 1&sortBy=size:DESC',
  'sortBy=size:DESC&limit=50',
].map((query) => PaginateQuery.from(query))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heap = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
const isRoot = userInfo().uid === 0

describe.skipIf(minutes === 0)(`${minutes} minutes on servers that fail`, () => {
  const servers = new Servers()
  let mount: string | undefined
  afterAll(async () => {
    if (mount !== undefined) execFileSync('umount', ['-l', mount])
    await servers.end()
  }, 60_000)

  test('nothing hangs, nothing is wrong, memory is flat', { timeout: (minutes + 3) * 60_000 }, async () => {
    const settings = ['idle_session_timeout=3s', 'statement_timeout=1500ms']
    const primary = await servers.create('primary', settings)
    const [program, args] = asServerUser(
      'psql',
      '-h',
      primary.host,
      '-p',
      String(primary.port),
      '-U',
      'postgres',
      '-v',
      'ON_ERROR_STOP=1',
    )
    const asAdmin = (sql: string): string =>
      execFileSync(program, [...args, '-c', sql], { encoding: 'utf8', stdio: 'pipe' })
    asAdmin(`create table items (id int primary key, name text not null, size int)`)
    asAdmin(`insert into items select n, 'item ' || n, n % 7 from generate_series(1, 3000) n`)
    const standby = await servers.createStandby('primary', 'standby')
    if (isRoot) {
      // A disk of four megabytes, which a writer fills.
      mount = join(servers.home, 'small')
      mkdirSync(mount)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=777', 'tmpfs', mount])
      execFileSync('chown', ['postgres', mount])
    }

    const poolTo = ({ port }: { readonly port: number }) => {
      const pool = new pg.Pool({
        host: '127.0.0.1',
        port,
        user: 'postgres',
        database: 'postgres',
        max: CLIENTS,
        idleTimeoutMillis: 0,
      })
      pool.on('error', () => {})
      const client = postgres({
        host: '127.0.0.1',
        port,
        username: 'postgres',
        database: 'postgres',
        max: CLIENTS,
        onnotice: () => {},
      })
      return {
        pool,
        client,
        databases: [nodePostgres({ client: pool }), postgresJs({ client })] as const,
        end: () => Promise.all([pool.end(), client.end({ timeout: 5 })]),
      }
    }
    let to = poolTo(primary)
    const expected = await Promise.all(
      QUERIES.map(async (query) => JSON.stringify(await paginate(to.databases[0], query, config))),
    )

    const figures = {
      answered: 0,
      failed: 0,
      wrong: 0,
      cursorPages: 0,
      streamedRows: 0,
      killed: 0,
      timedOut: 0,
      fullDisks: 0,
      promotions: 0,
    }
    const codes = new Map<string, number>()
    const heaps: number[] = []
    const end = performance.now() + minutes * 60_000
    const isOver = (): boolean => performance.now() >= end

    async function ask(turn: number): Promise<void> {
      const db = to.databases[turn % 2] as (typeof to.databases)[0]
      try {
        if (turn % 23 === 0) {
          let rows = 0
          for await (const { id } of streamRows(db, QUERIES[1] as PaginateQuery, config, { batchSize: 500 }))
            rows += id > 0 ? 1 : 0
          figures.streamedRows += rows
          if (rows !== 1714) figures.wrong++
        } else if (turn % 11 === 0) {
          const { items: found } = await paginate(db, { sortBy: ['size:DESC'] }, cursors)
          figures.cursorPages++
          if (found.length !== 5 || found.some(({ size }) => size !== 6)) figures.wrong++
        } else {
          const at = turn % QUERIES.length
          const page = JSON.stringify(
            await paginate(db, QUERIES[at] as PaginateQuery, withSettings(config, { together: turn % 3 === 0 })),
          )
          if (page !== expected[at]) figures.wrong++
        }
        figures.answered++
      } catch (error) {
        for (const kind of [PaginateQueryError, PaginateConfigError, TypeError, RangeError])
          expect(error).not.toBeInstanceOf(kind)
        expect(String((error as Error).message)).not.toMatch(/^No answer within/)
        figures.failed++
        const { code, cause } = error as { code?: unknown; cause?: { code?: unknown; message?: string } }
        const name = String(code ?? cause?.code ?? cause?.message ?? error)
        codes.set(name, (codes.get(name) ?? 0) + 1)
        await pause(20)
      }
    }
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = client; !isOver(); turn += CLIENTS) {
        await within(20_000, ask(turn))
        // Long enough now and then for the server to close what is idle.
        await pause(turn % 400 < CLIENTS ? 4000 : 5)
      }
    })

    const troubles = (async () => {
      let isPromoted = false
      for (let round = 0; !isOver(); round++) {
        await pause(5000)
        heaps.push(heap())
        const place = isPromoted ? standby : primary
        const admin = new pg.Client({ host: '127.0.0.1', port: place.port, user: 'postgres', database: 'postgres' })
        admin.on('error', () => {})
        await admin.connect()
        if (round % 3 === 0) {
          const { rowCount } = await admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
          )
          figures.killed += rowCount ?? 0
        } else if (round % 3 === 1) {
          const slow = await within(10_000, admin.query('select pg_sleep(5)')).catch(
            (error: unknown) => (error as { code?: unknown }).code,
          )
          if (slow === '57014') figures.timedOut++
        } else if (mount !== undefined && !isPromoted) {
          await admin.query(`set statement_timeout = 0`)
          await admin.query(`create tablespace small location '${mount}'`).catch(() => {})
          // A table of its own each time: a disk that was full may have lost the file of an earlier one.
          const big = `big_${round}`
          await admin.query(`create table ${big} (id int, filler text) tablespace small`).catch(() => {})
          const full = await admin
            .query(`insert into ${big} select n, repeat('x', 1000) from generate_series(1, 20000) n`)
            .catch((error: { code?: unknown }) => error.code)
          if (full === '53100') figures.fullDisks++
          await admin.query(`drop table if exists ${big}`).catch(() => {})
          // A checkpoint frees the files; the full disk may refuse it once.
          await admin.query('checkpoint').catch(() => {})
          await admin.query('drop tablespace small').catch(() => {})
        }
        await admin.end()
        if (!isPromoted && performance.now() > end - minutes * 30_000) {
          // The primary ends at once; the application's second address is promoted and used.
          await servers.stop('primary', 'immediate')
          const promote = new pg.Client({
            host: '127.0.0.1',
            port: standby.port,
            user: 'postgres',
            database: 'postgres',
          })
          await promote.connect()
          await promote.query('select pg_promote()')
          await promote.end()
          const before = to
          to = poolTo(standby)
          isPromoted = true
          figures.promotions++
          void before.end().catch(() => {})
        }
      }
    })()
    await Promise.all([...clients, troubles])
    for (let at = 0; at < 20; at++)
      expect(JSON.stringify(await paginate(to.databases[0], QUERIES[at % 5] as PaginateQuery, config))).toBe(
        expected[at % 5],
      )
    await to.end()
    const rounded = heaps.map((megabytes) => Math.round(megabytes * 10) / 10)
    console.log(
      JSON.stringify({
        ...figures,
        codes: Object.fromEntries(codes),
        heap: [rounded[1], rounded[Math.floor(rounded.length / 2)], rounded.at(-1)],
      }),
    )
    expect(figures).toMatchObject({ wrong: 0, promotions: 1 })
    expect(figures.answered).toBeGreaterThan(figures.failed)
    // The first rounds warm up; from then on the heap does not grow by a quarter.
    const [early, late] = [rounded[Math.floor(rounded.length / 4)] as number, rounded.at(-1) as number]
    expect(late).toBeLessThan(early * 1.25 + 5)
  })
})
