// An export inside `within` waits for a slow client with its transaction open, and PostgreSQL ends that session meanwhile
// (`idle_in_transaction_session_timeout`, `transaction_timeout`, a restart): node-postgres then emits `error` on a client
// that is checked out, which ends a process in which nobody listens.
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ListDatabase, paginateConfig } from 'drizzle-paginate'
import { exportHandler, listHandler } from 'drizzle-paginate/http'
import { type ExportCase, exportServers } from '../../http/support/export-servers.js'
import { postgresServer } from '../../support/servers.js'

const space = `paginate_slow_${process.pid}`
const { username, ...address } = postgresServer()
const notes = pgTable('notes', { id: integer('id').primaryKey(), body: text('body').notNull() })
const config = paginateConfig(notes).withLimits(20, 100).withTieBreaker('id').filterable('id', '$lte').build()
/** How long the server lets a session wait within a transaction. */
const PATIENCE = 300

const admin = new pg.Client({ ...address, user: username })
beforeAll(async () => {
  await admin.connect()
  await admin.query(`drop schema if exists ${space} cascade; create schema ${space}; set search_path = ${space};
    create table notes as select n as id, repeat('x', 400) as body from generate_series(1, 40000) n;
    alter table notes add primary key (id)`)
})
afterAll(async () => {
  await admin.query(`drop schema if exists ${space} cascade`)
  await admin.end()
})

interface Opened {
  readonly db: ListDatabase
  /** What the app's own listener has heard. */
  readonly heard: string[]
  readonly close: () => Promise<unknown>
}

function openPool(hasListener: boolean): Opened {
  const options = `-c search_path=${space} -c idle_in_transaction_session_timeout=${PATIENCE}`
  const pool = new pg.Pool({ ...address, user: username, max: 1, options })
  const heard: string[] = []
  pool.on('error', () => {})
  if (hasListener)
    pool.on('connect', (client) => void client.on('error', (error: Error) => void heard.push(error.message)))
  return { db: nodePostgres({ client: pool }), heard, close: () => pool.end() }
}

const drivers: readonly (readonly [name: string, open: () => Opened])[] = [
  ['node-postgres', () => openPool(false)],
  ['node-postgres with a listener of the app', () => openPool(true)],
  [
    'postgres.js',
    () => {
      const connection = { search_path: space, idle_in_transaction_session_timeout: PATIENCE }
      const client = postgres({ ...address, username, max: 1, onnotice: () => {}, connection })
      return { db: postgresJs({ client }), heard: [], close: () => client.end({ timeout: 1 }) }
    },
  ],
]

type Transactions = {
  transaction<Answer>(run: (tx: ListDatabase & { execute(s: object): unknown }) => Promise<Answer>): Promise<Answer>
}
const withinOf =
  (db: ListDatabase): NonNullable<ExportCase['within']> =>
  (_request, run) =>
    (db as unknown as Transactions).transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.tenant', '1', true)`)
      return run(tx as never)
    })

describe.each(drivers)('A slow reader of an export through %s', (name, open) => {
  test.each(exportServers)('by $name gets a broken file, and the next request is answered', async ({ start }) => {
    const opened = open()
    const seen: unknown[] = []
    const written = vi.spyOn(console, 'error').mockImplementation((error) => void seen.push(error))
    const within = withinOf(opened.db)
    const server = await start({ db: opened.db, config, within, as: 'ndjson', trailer: true, seen })
    let read = ''
    const isWhole = await new Promise<boolean>((resolve) => {
      const slow = connect(server.port, '127.0.0.1', () => slow.write('GET /notes HTTP/1.1\r\nhost: x\r\n\r\n'))
      slow.once('data', () => {
        slow.pause()
        setTimeout(() => slow.resume(), PATIENCE * 4)
      })
      slow.on('data', (data) => (read = (read + data.toString('latin1')).slice(-2000)))
      // A whole body ends with an empty chunk; its connection stays open.
      slow.on('data', () => read.endsWith('\r\n0\r\n\r\n') && resolve(true))
      slow.on('error', () => undefined)
      slow.on('close', () => resolve(false))
    })
    expect(isWhole).toBe(false)
    expect(read).not.toContain('$end')
    const ask = () =>
      fetch(`http://127.0.0.1:${server.port}/notes?filter.id=$lte:1`, { signal: AbortSignal.timeout(5000) }).catch(
        () => new Response(null, { status: 500 }),
      )
    let next = await ask()
    // postgres.js 3.4.9 hands out a connection that the server has just ended, twice at most, and may never answer a call.
    const retries = name === 'postgres.js' ? 2 : 0
    for (let tries = 0; tries < retries && next.status === 500; tries++) next = await ask()
    expect([next.status, (await next.text()).split('\n').length]).toEqual([200, 3])
    if (name.includes('listener')) expect(opened.heard.length).toBeGreaterThan(0)
    await server.close()
    await opened.close()
    written.mockRestore()
  })

  test('that reads nothing at all holds no connection after the session has ended', async () => {
    if (name === 'postgres.js') return
    const opened = open()
    const statuses: number[] = []
    const handler = exportHandler({
      db: opened.db as never,
      config: config as never,
      within: withinOf(opened.db) as never,
      as: 'ndjson',
      onAnswer: ({ status }) => void statuses.push(status),
    })
    const response = await handler(new Request('http://localhost/notes'))
    // Before anybody reads on.
    await vi.waitFor(() => expect(statuses).toEqual([500]), { timeout: PATIENCE * 10 })
    expect((await handler(new Request('http://localhost/notes?filter.id=$lte:1'))).status).toBe(200)
    await expect(response.text()).rejects.toThrow(/idle-in-transaction|terminat|rollback/)
    await opened.close()
  })
})

type AnyWithin = NonNullable<ExportCase['within']>
/** What a `within` does with the error of its transaction. */
const handling: readonly (readonly [title: string, around: (transaction: AnyWithin) => AnyWithin])[] = [
  [
    'wraps the error',
    (transaction) => async (request, run) => {
      try {
        return await transaction(request, run)
      } catch (error) {
        throw new Error('unavailable', { cause: error })
      }
    },
  ],
  ['swallows the error', (transaction) => (request, run) => transaction(request, run).then(null, () => null as never)],
  [
    'tries again',
    (transaction) => (request, run) => transaction(request, run).then(null, () => transaction(request, run)),
  ],
]

// An error that nobody catches, as of a driver that writes to a closed socket, fails the whole run.
describe.each(drivers)('A lost connection of %s, where `within`', (_name, open) => {
  test.each(handling)('%s: between two batches of an export', async (_title, around) => {
    const { db, close } = open()
    const ends: number[] = []
    const response = await exportHandler({
      db: db as never,
      config: config as never,
      within: around(withinOf(db)) as never,
      as: 'ndjson',
      onAnswer: ({ status }) => void ends.push(status),
    })(new Request('http://localhost/notes'))
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await vi.waitFor(() => expect(ends).toEqual([500]), { timeout: PATIENCE * 10 })
    await expect(reader.read()).rejects.toThrow()
    await close()
  })

  test.each(handling)('%s: within a statement and in `map`', async (title, around) => {
    // Of a try that was given up while it was idle, nobody knows whether its connection is lost or its time was up.
    const places = title === 'tries again' ? (['statement'] as const) : (['statement', 'map'] as const)
    for (const place of places) {
      const { db, close } = open()
      let calls = 0
      const cut: AnyWithin = (request, run) =>
        withinOf(db)(request, async (tx) => {
          const isFirst = calls++ === 0
          const [{ pid }] = (await (tx as never as { execute(s: object): Promise<never> })
            .execute(sql`select pg_backend_pid() as pid`)
            .then((answer: { rows?: unknown }) => answer.rows ?? answer)) as [{ pid: number }]
          if (isFirst) setTimeout(() => void admin.query('select pg_terminate_backend($1)', [pid]), 50)
          return run(tx)
        })
      const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 200))
      const handler = listHandler({
        db: db as never,
        config: config as never,
        within: around(cut) as never,
        where: () => (place === 'statement' && calls === 0 ? sql`(select pg_sleep(0.2)) is not null` : null),
        map: (item) => (place === 'map' && calls === 1 ? pause().then(() => item) : item),
      })
      // postgres.js 3.4.9 hands out a connection that the server has just ended: a second try may fail as well.
      await handler(new Request('http://localhost/notes')).catch((error: unknown) =>
        expect(error).toBeInstanceOf(Error),
      )
      await pause()
      await close()
    }
  })
})

test.each(drivers)(
  'A `within` of %s that goes on elsewhere after its own time limit leaves no transaction open',
  async (_name, open) => {
    const { db, close } = open()
    const other = open()
    const late = (): Promise<never> =>
      new Promise((_resolve, reject) => setTimeout(() => reject(new Error('too late')), 50))
    const within: AnyWithin = (request, run) =>
      Promise.race([withinOf(db)(request, run), late()]).then(null, () => run(other.db as never))
    const handler = listHandler({
      db: db as never,
      config: config as never,
      within: within as never,
      where: () => sql`(select pg_sleep(0.2)) is not null`,
    })
    // The pool has one connection.
    for (const _ of [1, 2]) expect((await handler(new Request('http://localhost/notes'))).status).toBe(200)
    await vi.waitFor(() => (db as never as { execute(query: object): Promise<unknown> }).execute(sql`select 1`))
    await close()
    await other.close()
  },
  PATIENCE * 10,
)

test('A `within` that tries again leaves no listener on its connection', async () => {
  const pool = new pg.Pool({ ...address, user: username, max: 1, options: `-c search_path=${space}` })
  const db = nodePostgres({ client: pool })
  let calls = 0
  const once = withinOf(db)
  const twice: AnyWithin = (request, run) =>
    once(request, async (tx) => {
      const answer = await run(tx)
      if (calls++ % 2 === 0) throw new Error('could not serialize')
      return answer
    }).then(null, () => once(request, run))
  const response = await listHandler({ db: db as never, config: config as never, within: twice as never })(
    new Request('http://localhost/notes'),
  )
  expect([response.status, calls]).toEqual([200, 1])
  const client = await pool.connect()
  expect(client.listenerCount('error')).toBe(0)
  client.release()
  await pool.end()
})
