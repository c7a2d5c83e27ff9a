// PgBouncer since 1.21 with `max_prepared_statements`, in transaction mode: it keeps track of prepared statements, so
// names stay on. Runs where `PGBOUNCER_PORT` says that one listens: `node scripts/servers.mjs start pgbouncer` (two
// connections to the server, 200 statements).
import { sql } from 'drizzle-orm'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, pgSchema, text } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListDatabase, paginate, paginateConfig, PaginateQuery, streamRows } from '../../../src/index.js'
import { statementNames } from '../../../src/kept/kept-statement.js'
import { withSettings } from '../../support/settings.js'

const port = Number(process.env['PGBOUNCER_PORT'] ?? 0)
const space = `paginate_prepared_${process.pid}`
// A schema in each name: `search_path` of a session is not the next client's.
const items = pgSchema(space).table('items', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  size: integer('size'),
})
const list = () =>
  paginateConfig(items)
    .withLimits(2, 50)
    .withTieBreaker('id')
    .sortable('size', 'name')
    .filterable('size', '$gte', '$lte', '$in')
    .filterable('id', '$in')
const config = list().build()
const cursors = list().withCursors().build()
const CLIENTS = 6
const QUERIES = [
  '',
  'filter.size=$gte:1',
  'filter.size=$lte:1&page=2',
  'filter.size=$in:0,2&sortBy=size:DESC',
  'limit=10',
].map((query) => PaginateQuery.from(query))

describe.skipIf(port === 0)('Behind PgBouncer with max_prepared_statements, names on', () => {
  const address = { host: '127.0.0.1', port, user: 'postgres', database: 'test' }
  const pool = new pg.Pool({ ...address, max: CLIENTS })
  const { user: username, ...place } = address
  const client = postgres({ ...place, username, max: CLIENTS, onnotice: () => {} })
  pool.on('error', () => {})
  const drivers = [
    ['node-postgres', nodePostgres({ client: pool })],
    ['postgres.js', postgresJs({ client })],
  ] as const

  beforeAll(async () => {
    statementNames.reset()
    await pool.query(`drop schema if exists ${space} cascade; create schema ${space}; create table ${space}.items (id int primary key, name text not null, size int);
      insert into ${space}.items select n, 'item ' || n, n % 3 from generate_series(1, 9) n`)
  })
  afterAll(async () => {
    await pool.query(`drop schema if exists ${space} cascade`)
    await Promise.all([pool.end(), client.end()])
    statementNames.reset()
  })

  const codeOf = (error: unknown): unknown => {
    const { code, cause } = Object(error) as { readonly code?: unknown; readonly cause?: unknown }
    return code ?? (cause === undefined ? String(error) : codeOf(cause))
  }
  /** Codes of the errors among so many calls, six at the same time. */
  async function failures(calls: number, call: (at: number) => Promise<unknown>): Promise<unknown[]> {
    const codes: unknown[] = []
    let next = 0
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let at = next++; at < calls; at = next++)
          await call(at).catch((error: unknown) => void codes.push(codeOf(error)))
      }),
    )
    return codes
  }

  test('clients share two connections of the server, on which statements are prepared', async () => {
    const pids = await Promise.all(
      Array.from({ length: 24 }, () => pool.query<{ pid: number }>('select pg_backend_pid() as pid')),
    )
    expect(new Set(pids.map(({ rows }) => rows[0]?.pid)).size).toBeLessThanOrEqual(2)
    for (let at = 0; at < 20; at++) await paginate(drivers[0][1], QUERIES[1] as PaginateQuery, config)
    const { rows } = await pool.query(`select statement from pg_prepared_statements where statement like '%${space}%'`)
    expect(rows.length).toBeGreaterThan(0)
  })

  describe.each(drivers)('%s', (_name, database) => {
    const db = database as unknown as ListDatabase
    const page = (at: number): Promise<unknown> =>
      paginate(db as never, QUERIES[at % QUERIES.length] as PaginateQuery, config)

    test('600 pages, six at a time, two statements each and together', async () => {
      const expected = await Promise.all(QUERIES.map((_, at) => page(at)))
      const wrong: unknown[] = []
      expect(
        await failures(600, async (at) => {
          const list = withSettings(config, { together: at % 2 === 0 })
          const found = await paginate(db as never, QUERIES[at % QUERIES.length] as PaginateQuery, list)
          if (JSON.stringify(found) !== JSON.stringify(expected[at % QUERIES.length])) wrong.push(found)
        }),
      ).toEqual([])
      expect(wrong).toEqual([])
    })

    test('more shapes than PgBouncer keeps statements of', async () => {
      // 300 shapes: each list of another power of two, order and page size makes its own.
      const orders = ['size:ASC', 'size:DESC', 'name:ASC', 'name:DESC', 'id']
      const shape = (at: number): PaginateQuery => {
        const filters = [
          `filter.size=$gte:${at}`,
          `filter.size=$lte:${at}`,
          `filter.size=$gte:0&filter.size=$lte:${at}`,
          'filter.size=$in:1,2',
        ]
        const sort = orders[at % 5] === 'id' ? '' : `&sortBy=${orders[at % 5]}`
        const more = '&filter.size=$or:$gte:0'.repeat(at % 15)
        return PaginateQuery.from(`${filters[Math.floor(at / 5) % 4]}${more}${sort}`)
      }
      expect(await failures(900, (at) => paginate(db as never, shape(at % 300), config))).toEqual([])
    })

    test('transactions, cursors and streams', async () => {
      const transaction = (at: number): Promise<unknown> =>
        (database as (typeof drivers)[0][1]).transaction(async (inner) => {
          const before = await paginate(inner, QUERIES[at % 5] as PaginateQuery, config)
          expect(JSON.stringify(await paginate(inner, QUERIES[at % 5] as PaginateQuery, config))).toBe(
            JSON.stringify(before),
          )
        })
      expect(await failures(60, transaction)).toEqual([])
      expect(
        await failures(30, async () => {
          const ids: number[] = []
          for (let after: string | null | undefined; after !== null;) {
            const found: { items: { id: number }[]; meta: { nextCursor: string | null } } = await paginate(
              db as never,
              { sortBy: ['size:DESC'], after },
              cursors,
            )
            ids.push(...found.items.map(({ id }) => id))
            after = found.meta.nextCursor
          }
          expect(ids).toHaveLength(9)
          let streamed = 0
          for await (const _ of streamRows(db as never, {}, config, { batchSize: 2 })) streamed++
          expect(streamed).toBe(9)
        }),
      ).toEqual([])
    })

    test('after a column has changed its type calls fail until their names are new, then none does', async () => {
      for (const type of ['bigint', 'integer']) {
        await pool.query(`alter table ${space}.items alter column size type ${type}`)
        const codes = await failures(200, page)
        console.log(`after alter column type: ${codes.length} of 200 failed ${JSON.stringify([...new Set(codes)])}`)
        expect(new Set(codes).size === 0 || codes.every((code) => code === '0A000'), JSON.stringify(codes)).toBe(true)
        expect(await failures(200, page)).toEqual([])
      }
    })

    test('after DISCARD ALL on the connections of the server', async () => {
      await Promise.all(Array.from({ length: 4 }, () => pool.query('discard all')))
      const codes = await failures(200, page)
      console.log(`after discard all: ${codes.length} of 200 failed ${JSON.stringify([...new Set(codes)])}`)
      expect(await failures(200, page)).toEqual([])
      expect(await (database as (typeof drivers)[0][1]).execute(sql`select 1`)).toBeDefined()
    })
  })
})
