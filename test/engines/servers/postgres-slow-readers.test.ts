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
import { exportHandler } from 'drizzle-paginate/http'
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
