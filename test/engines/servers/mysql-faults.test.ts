// What can go wrong between a process and a MariaDB or MySQL server: connections are killed, the pool runs dry.
// The error is the driver's own, no call waits for ever, and the next request works.
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/mysql2'
import { int, mysqlTable, text } from 'drizzle-orm/mysql-core'
import { createConnection, createPool, type Connection, type Pool } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  PaginateQueryError,
} from '../../../src/index.js'
import { mariadbServer } from '../../support/servers.js'
import { expectSameError, innermost, thrownBy, thrownUnder, within } from '../faults/faults.js'
import { withSettings } from '../../support/settings.js'

const { host, port, username: user, password, database } = mariadbServer()
const address = { host, port, user, password, database }
const NAME = `paginate_faults_${process.pid}`
const items = mysqlTable(NAME, {
  id: int('id').primaryKey(),
  name: text('name').notNull(),
  size: int('size').notNull(),
})
const config = paginateConfig(items)
  .withLimits(5, 100)
  .withTieBreaker('id')
  .sortable('size')
  .filterable('size', '$gte', '$in')
  .searchable('name')
  .build()
const seconds = Number(process.env['FAULT_SECONDS'] ?? 4)
const CLIENTS = 16

let admin: Connection
let pool: Pool
let db: ListDatabase
beforeAll(async () => {
  admin = await createConnection({ ...address, multipleStatements: true })
  const rows = Array.from({ length: 300 }, (_, at) => `(${at + 1}, 'item ${at + 1}', ${at % 7})`)
  await admin.query(
    `drop table if exists ${NAME}; create table ${NAME} (id int primary key, name text not null, size int not null); insert into ${NAME} values ${rows.join(', ')}`,
  )
  pool = createPool({ ...address, connectionLimit: CLIENTS })
  db = drizzle({ client: pool })
})
afterAll(async () => {
  await pool.end()
  await admin.query(`drop table if exists ${NAME}`)
  await admin.end()
})

const query = PaginateQuery.from('filter.size=$gte:3&sortBy=size:DESC')
const ask = (on: ListDatabase, asked = query) => within(10_000, Promise.resolve(paginate(on, asked, config)))

/** Connections of the pool, by what they run; other suites use the server too. */
async function kill(ids: readonly number[]): Promise<number> {
  for (const id of ids) await admin.query(`kill connection ${id}`).catch(() => {})
  return ids.length
}
async function idsRunning(text: string): Promise<number[]> {
  const [rows] = await admin.query(
    `select id from information_schema.processlist where id <> connection_id() and info like '%${text}%' and info like '%${NAME}%'`,
  )
  return (rows as { id: number }[]).map(({ id }) => id)
}
/** Of the pool, whatever they do. */
async function idsOfPool(): Promise<number[]> {
  const internal = (
    pool.pool as unknown as { _allConnections: { toArray?(): { threadId: number }[] } & Iterable<{ threadId: number }> }
  )._allConnections
  return (internal.toArray?.() ?? [...internal]).map(({ threadId }) => threadId)
}

function expectDriverError(error: unknown): void {
  expect(error).toBeInstanceOf(Error)
  for (const kind of [PaginateQueryError, PaginateConfigError, TypeError, RangeError])
    expect(error).not.toBeInstanceOf(kind)
  expect((error as Error).message).not.toMatch(/^No answer within/)
}

describe('mysql2', () => {
  test('the connection is killed within a statement', { timeout: 60_000 }, async () => {
    const slow = sql`sleep(8) = 0`
    const killed = (call: () => unknown) => thrownUnder(async () => kill(await idsRunning('sleep(8)')), call)
    const expected = JSON.stringify(await ask(db))
    const plain = await killed(() => drizzle({ client: pool }).select().from(items).where(slow))
    for (let at = 0; at < 2; at++) {
      expectSameError(await killed(() => paginate(db, query, config, { where: slow })), plain)
      expect(JSON.stringify(await ask(db))).toBe(expected)
    }
  })

  test(
    `connections are killed under ${CLIENTS} clients for ${seconds} seconds`,
    { timeout: seconds * 1000 + 60_000 },
    async () => {
      const queries = [
        '',
        'filter.size=$gte:3',
        'filter.size=$in:1,2&page=3',
        'sortBy=size:DESC&limit=50',
        'search=item',
      ].map((text) => PaginateQuery.from(text))
      const expected = new Map<PaginateQuery, string>()
      for (const asked of queries) expected.set(asked, JSON.stringify(await ask(db, asked)))
      const end = performance.now() + seconds * 1000
      const figures = { answered: 0, failed: 0, killed: 0 }
      const codes = new Map<unknown, number>()
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = client; performance.now() < end; turn++) {
          const asked = queries[turn % queries.length] as PaginateQuery
          const outcome = await ask(db, asked).then(
            (page) => JSON.stringify(page),
            (error: unknown) => error,
          )
          if (typeof outcome === 'string') {
            expect(outcome).toBe(expected.get(asked))
            figures.answered++
            continue
          }
          expectDriverError(outcome)
          figures.failed++
          const { code } = innermost(outcome) as { code?: unknown }
          codes.set(code, (codes.get(code) ?? 0) + 1)
        }
      })
      const killing = (async () => {
        while (performance.now() < end) {
          await new Promise((resolve) => setTimeout(resolve, 300))
          figures.killed += await kill(await idsOfPool())
        }
      })()
      await Promise.all([...clients, killing])
      await Promise.allSettled(Array.from({ length: CLIENTS * 2 }, () => ask(db)))
      const pages = await Promise.all(
        Array.from({ length: CLIENTS * 4 }, (_, at) => ask(db, queries[at % queries.length])),
      )
      pages.forEach((page, at) =>
        expect(JSON.stringify(page)).toBe(expected.get(queries[at % queries.length] as PaginateQuery)),
      )
      expect(figures.answered).toBeGreaterThan(0)
      expect(figures.failed).toBeGreaterThan(0)
      console.log(`kills: ${JSON.stringify({ ...figures, codes: Object.fromEntries(codes) })}`)
    },
  )

  test('a pool that has run dry: its error passes through, and the next request works', async () => {
    const small = createPool({ ...address, connectionLimit: 1, waitForConnections: false })
    const on = drizzle({ client: small })
    const expected = JSON.stringify(await ask(on))
    const held = await small.getConnection()
    const plain = await thrownBy(() => on.select().from(items))
    for (const together of [false, true])
      expectSameError(
        await within(
          5000,
          thrownBy(() => paginate(on, query, withSettings(config, { together }))),
        ),
        plain,
      )
    held.release()
    expect(JSON.stringify(await ask(on))).toBe(expected)
    await small.end()
  })

  test('more calls than connections wait for their turn, in two statements and together', async () => {
    const small = createPool({ ...address, connectionLimit: 1 })
    const on = drizzle({ client: small })
    const expected = JSON.stringify(await ask(on))
    for (const together of [false, true]) {
      const pages = await within(
        20_000,
        Promise.all(Array.from({ length: 64 }, () => paginate(on, query, withSettings(config, { together })))),
      )
      expect(new Set(pages.map((page) => JSON.stringify(page)))).toEqual(new Set([expected]))
    }
    await small.end()
  })
})
