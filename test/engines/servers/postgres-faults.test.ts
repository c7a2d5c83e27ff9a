// What can go wrong between a process and a PostgreSQL server: the connection is cut, the pool runs dry, the server is
// restarted. The error is the driver's own, no call waits for ever, and the next request works.
import { sql } from 'drizzle-orm'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  PaginateQueryError,
  streamRows,
} from '../../../src/index.js'
import { exportHandler } from '../../../src/entries/http/index.js'
import { statementNames } from '../../../src/kept/kept-statement.js'
import { expectSameError, innermost, thrownBy, thrownUnder, within } from '../faults/faults.js'
import { type ServerPlace, Servers } from './postgres-cluster.js'
import { withSettings } from '../../support/settings.js'

const items = pgTable('items', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  size: integer('size').notNull(),
})
const list = paginateConfig(items)
  .withLimits(5, 100)
  .withTieBreaker('id')
  .sortable('size')
  .filterable('size', '$gte', '$in')
  .searchable('name')
const config = list.build()
const ROWS = 500
/** `FAULT_SECONDS=60` is the run in docs/contributing/evidence.md. */
const seconds = Number(process.env['FAULT_SECONDS'] ?? 6)
const CLIENTS = 16

let servers: Servers
let place: ServerPlace
let admin: pg.Client

beforeAll(async () => {
  servers = new Servers()
  place = await servers.create('alone')
  admin = await adminOf()
  await admin.query(`create table items (id int primary key, name text not null, size int not null);
    insert into items select n, 'item ' || n, n % 7 from generate_series(1, ${ROWS}) n`)
}, 60_000)
beforeEach(() => statementNames.reset())
afterAll(async () => {
  await admin?.end().catch(() => {})
  await servers?.end()
  statementNames.reset()
}, 60_000)

async function adminOf(): Promise<pg.Client> {
  const client = new pg.Client({ ...place, user: 'postgres', database: 'postgres', application_name: 'admin' })
  // The server goes away on purpose.
  client.on('error', () => {})
  await client.connect()
  return client
}

interface Opened {
  readonly db: ListDatabase
  plain(where: ReturnType<typeof sql>): PromiseLike<unknown>
  close(): Promise<unknown>
}

interface Driver {
  readonly name: string
  /**
   * Calls after which a fault is over. postgres.js 3.4.9 hands out a connection that the server has just ended, so the
   * next call or two can fail as well.
   */
  readonly tries: number
  /**
   * postgres.js 3.4.9 never answers some of the calls that were under way when a server went away: without this package
   * and without Drizzle as well (12 and 8 of 16 clients in two runs).
   */
  readonly losesCalls: boolean
  open(connections: number): Opened
}

const drivers: readonly Driver[] = [
  {
    name: 'node-postgres',
    tries: 1,
    losesCalls: false,
    open: (max) => {
      const pool = new pg.Pool({
        ...place,
        user: 'postgres',
        database: 'postgres',
        max,
        connectionTimeoutMillis: 3000,
        application_name: 'list',
      })
      // Without a listener an idle connection that is cut would end the process, as node-postgres documents.
      pool.on('error', () => {})
      const db = nodePostgres({ client: pool })
      return { db, plain: (where) => db.select().from(items).where(where), close: () => pool.end() }
    },
  },
  {
    name: 'postgres.js',
    tries: 3,
    losesCalls: true,
    open: (max) => {
      // Its own query for the types, sent at each connect, would reject without anyone to catch it while the server is
      // away.
      const client = postgres({
        fetch_types: false,
        host: place.host,
        port: place.port,
        username: 'postgres',
        database: 'postgres',
        max,
        onnotice: () => {},
        connect_timeout: 3,
        connection: { application_name: 'list' },
      })
      const db = postgresJs({ client })
      return { db, plain: (where) => db.select().from(items).where(where), close: () => client.end({ timeout: 1 }) }
    },
  },
]

const query = PaginateQuery.from('filter.size=$gte:3&sortBy=size:DESC')
const ask = (db: ListDatabase, asked = query) => within(10_000, Promise.resolve(paginate(db, asked, config)))
const cut = (condition: string) =>
  admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'list' and ${condition}`)

describe.each(drivers)('$name', ({ open, tries, losesCalls }) => {
  let opened: Opened
  beforeEach(() => {
    opened = open(2)
  })
  afterEach(() => opened.close())

  /** The connection is cut while a statement with `pg_sleep` runs. */
  const cutWithin = (call: () => unknown) => thrownUnder(() => cut(`wait_event = 'PgSleep'`), call)
  /** The answer once the fault is over. */
  async function answerOf(db: ListDatabase): Promise<string> {
    for (let at = 1; ; at++) {
      const outcome = await ask(db).catch((error: unknown) => error)
      if (!(outcome instanceof Error)) return JSON.stringify(outcome)
      expectDriverError(outcome)
      if (at === tries) throw outcome
    }
  }
  const slow = sql`(select pg_sleep(8)) is not null`

  test('the connection is cut within a statement', { timeout: 60_000 }, async () => {
    const expected = JSON.stringify(await ask(opened.db))
    const plain = await cutWithin(() => opened.plain(slow))
    for (let at = 0; at < 2; at++) {
      expectSameError(await cutWithin(() => paginate(opened.db, query, config, { where: slow })), plain)
      expect(await answerOf(opened.db)).toBe(expected)
    }
  })

  test('the connection is cut before and between the statements', { timeout: 60_000 }, async () => {
    const expected = JSON.stringify(await ask(opened.db))
    for (let at = 0; at < 5; at++) {
      await cut('true')
      // The driver may know already, and open another connection; or it fails with its own error.
      const outcome = await ask(opened.db).then(
        (page) => JSON.stringify(page),
        (error: unknown) => error,
      )
      if (outcome !== expected) expectDriverError(outcome)
      expect(await answerOf(opened.db)).toBe(expected)
    }
    const stream = streamRows(opened.db, query, config, { batchSize: 10 })
    await stream.next()
    await cut('true')
    const rest = await within(
      10_000,
      (async () => {
        let rows = 1
        for await (const _ of stream) rows++
        return rows
      })(),
    ).catch((error: unknown) => error)
    if (typeof rest === 'number') expect(rest).toBe(JSON.parse(expected).meta.totalItems)
    else expectDriverError(rest)
    expect(await answerOf(opened.db)).toBe(expected)
  })

  test('a statement that the server cancels', async () => {
    const expected = JSON.stringify(await ask(opened.db))
    const cancel = () =>
      admin.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'list' and wait_event = 'PgSleep'`,
      )
    const thrown = await thrownUnder(cancel, () => paginate(opened.db, query, config, { where: slow }))
    expect(innermost(thrown)).toMatchObject({ code: '57014' })
    expect(await answerOf(opened.db)).toBe(expected)
  })

  test(
    'more calls than connections wait for their turn, in two statements and together',
    { timeout: 60_000 },
    async () => {
      const single = open(1)
      const expected = JSON.stringify(await ask(single.db))
      for (const together of [false, true]) {
        const pages = await within(
          20_000,
          Promise.all(Array.from({ length: 64 }, () => paginate(single.db, query, withSettings(config, { together })))),
        )
        expect(new Set(pages.map((page) => JSON.stringify(page)))).toEqual(new Set([expected]))
      }
      await single.close()
    },
  )

  test(
    'a slow reader of a stream and of a file holds no connection, and the rows of one batch',
    { timeout: 60_000 },
    async () => {
      const single = open(1)
      const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
      const { totalItems } = (await ask(single.db)).meta
      let statements = 0
      const counting = countSelects(single.db, () => statements++)
      let rows = 0
      for await (const _ of streamRows(counting, query, config, { batchSize: 50 })) {
        rows++
        // The one connection is free: another call is answered while the reader takes its time.
        if (rows % 60 === 0) await ask(single.db)
        if (rows % 10 === 0) await pause()
        expect(statements).toBeLessThanOrEqual(Math.ceil(rows / 50))
      }
      expect(rows).toBe(totalItems)

      const response = await exportHandler({ db: single.db, config, as: 'ndjson' })(
        new Request('http://localhost/items'),
      )
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      await reader.read()
      await ask(single.db)
      // A reader that leaves ends the stream, and leaves nothing behind.
      await reader.cancel('gone')
      await ask(single.db)
      await single.close()
    },
  )

  test(
    `the server is restarted under ${CLIENTS} clients for ${seconds} seconds`,
    { timeout: seconds * 1000 + 120_000 },
    async () => {
      const many = open(CLIENTS)
      const queries = [
        '',
        'filter.size=$gte:3',
        'filter.size=$in:1,2&page=3',
        'sortBy=size:DESC&limit=50',
        'search=item',
        'page=40&limit=10',
      ].map((text) => PaginateQuery.from(text))
      const expected = new Map<PaginateQuery, string>()
      for (const asked of queries) expected.set(asked, JSON.stringify(await ask(many.db, asked)))
      const end = performance.now() + seconds * 1000
      const figures = { answered: 0, failed: 0, lost: 0, restarts: 0 }
      const codes = new Map<unknown, number>()
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = client; performance.now() < end; turn++) {
          const asked = queries[turn % queries.length] as PaginateQuery
          const outcome = await within(8000, Promise.resolve(paginate(many.db, asked, config))).then(
            (page) => JSON.stringify(page),
            (error: unknown) => error,
          )
          if (typeof outcome === 'string') {
            // A whole page, whatever went on meanwhile.
            expect(outcome).toBe(expected.get(asked))
            figures.answered++
          } else if (losesCalls && isLate(outcome)) figures.lost++
          else {
            expectDriverError(outcome)
            figures.failed++
            const code = (innermost(outcome) as { code?: unknown }).code ?? (innermost(outcome) as Error).message
            codes.set(code, (codes.get(code) ?? 0) + 1)
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
        }
      })
      const restarts = (async () => {
        while (performance.now() < end) {
          await new Promise((resolve) => setTimeout(resolve, 600))
          await servers.stop('alone', figures.restarts % 2 === 0 ? 'immediate' : 'fast')
          await servers.start('alone')
          figures.restarts++
        }
      })()
      await Promise.all([...clients, restarts])
      await admin.end().catch(() => {})
      admin = await adminOf()
      // Connections of the pool that were cut while idle may fail once more; then each call is answered.
      const after = losesCalls ? open(CLIENTS) : many
      await Promise.allSettled(Array.from({ length: CLIENTS * 2 }, () => ask(after.db)))
      const pages = await Promise.all(
        Array.from({ length: CLIENTS * 4 }, (_, at) => ask(after.db, queries[at % queries.length])),
      )
      pages.forEach((page, at) =>
        expect(JSON.stringify(page)).toBe(expected.get(queries[at % queries.length] as PaginateQuery)),
      )
      expect(figures.answered).toBeGreaterThan(0)
      expect(figures.failed).toBeGreaterThan(0)
      console.log(`restarts: ${JSON.stringify({ ...figures, codes: Object.fromEntries(codes) })}`)
      if (after !== many) await after.close()
      await many.close()
    },
  )
})

describe('node-postgres', () => {
  test('a pool that has run dry: its error passes through, and the next request works', async () => {
    const pool = new pg.Pool({ ...place, user: 'postgres', database: 'postgres', max: 2, connectionTimeoutMillis: 150 })
    const db = nodePostgres({ client: pool })
    const expected = JSON.stringify(await ask(db))
    const held = [await pool.connect(), await pool.connect()]
    const plain = await thrownBy(() => db.select().from(items))
    for (const together of [false, true])
      expectSameError(
        await within(
          5000,
          thrownBy(() => paginate(db, query, withSettings(config, { together }))),
        ),
        plain,
      )
    for (const client of held) client.release()
    expect(JSON.stringify(await ask(db))).toBe(expected)
    await pool.end()
  })
})

const isLate = (error: unknown): boolean => (error as Error).message.startsWith('No answer within')

function expectDriverError(error: unknown): void {
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(PaginateQueryError)
  expect(error).not.toBeInstanceOf(PaginateConfigError)
  // A mistake of our own would be one of these. A call that waited for ever is known by its text.
  expect(error).not.toBeInstanceOf(TypeError)
  expect(error).not.toBeInstanceOf(RangeError)
  expect((error as Error).message).not.toMatch(/^No answer within/)
}

/** Counts the selects that are begun on a database. */
function countSelects<Database extends ListDatabase>(db: Database, count: () => void): Database {
  const session = (db as unknown as { session: { prepareQuery(...given: unknown[]): unknown } }).session
  const counted = new Proxy(session, {
    get: (target, key) => {
      if (key === 'prepareQuery') return (...given: unknown[]) => (count(), target.prepareQuery(...given))
      const member = Reflect.get(target, key, target) as unknown
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return new Proxy(db, { get: (target, key) => (key === 'session' ? counted : Reflect.get(target, key, target)) })
}
