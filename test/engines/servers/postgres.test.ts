// What only a PostgreSQL server has: collations of ICU, transactions over a real connection, partitions.
import { asc, eq, sql } from 'drizzle-orm'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer, interval, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { drizzle as postgresJs } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, paginate, paginateConfig, PaginateQuery, type PaginateQueryError } from '../../../src/index.js'
import { postgresServer } from '../../support/servers.js'

const space = `paginate_server_${process.pid}`
const { username, ...address } = postgresServer()

const words = pgTable('words', {
  id: integer('id').primaryKey(),
  c: text('c'),
  icu: text('icu'),
  folded: text('folded'),
})
const events = pgTable(
  'events',
  {
    id: integer('id').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date', precision: 6 }).notNull(),
    name: text('name'),
  },
  (table) => [primaryKey({ columns: [table.id, table.at] })],
)

const pool = new pg.Pool({ ...address, user: username, max: 1, options: `-c search_path=${space}` })
const client = postgres({ ...address, username, max: 1, onnotice: () => {}, connection: { search_path: space } })
const open = () => nodePostgres({ client: pool })
let db: ReturnType<typeof open>

beforeAll(async () => {
  db = open()
  await pool.query(`
    drop schema if exists ${space} cascade; create schema ${space};
    create collation folded (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
    create table words (id int primary key, c text collate "C", icu text collate "en-US-x-icu", folded text collate folded);
    create table events (id int, at timestamptz, name text, primary key (id, at)) partition by range (at);
    create table events_2023 partition of events for values from ('2023-01-01 00:00+00') to ('2024-01-01 00:00+00');
    create table events_2024 partition of events for values from ('2024-01-01 00:00+00') to ('2025-01-01 00:00+00');
    create table spans (id int primary key, span interval not null, list interval[] not null);
    insert into spans select n, n * interval '1 day', array[n * interval '1 day'] from generate_series(1, 5) n;
    insert into events select n, timestamptz '2023-12-31 23:59:50+00' + n * interval '1 second', 'event ' || n from generate_series(1, 20) n;
  `)
  const values = ['a', 'B', 'A', 'b', 'Émile', 'emile', null]
  await db.insert(words).values(values.map((word, index) => ({ id: index + 1, c: word, icu: word, folded: word })))
})
afterAll(async () => {
  await pool.query(`drop schema if exists ${space} cascade`)
  await Promise.all([pool.end(), client.end()])
})

const spans = pgTable('spans', {
  id: integer('id').primaryKey(),
  span: interval('span').notNull(),
  list: interval('list').array().notNull(),
})

// From version 17 on, an interval may be infinite; a server before it refuses to read one.
test.each(['span', 'list', 'untyped'])('a cursor with an infinite interval is read, or refused: %s', async (field) => {
  const { rows } = await pool.query<{ has: boolean }>(
    `select current_setting('server_version_num')::int >= 170000 as has`,
  )
  const list = paginateConfig(spans)
    .field('untyped', sql`${spans.span} + interval '1 day'`)
    .withLimits(2, 10)
    .withTieBreaker('id')
    .sortable('span', 'list', 'untyped')
    .withCursors()
    .build()
  const { meta } = await paginate(db, `sortBy=${field}:ASC`, list)
  const cursor = JSON.parse(Buffer.from(meta.nextCursor as string, 'base64url').toString()) as unknown[]
  cursor[1] = { span: '-infinity', list: '["-infinity"]', untyped: 'interval:-infinity' }[field]
  const forged = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  const page = paginate(db, `sortBy=${field}:ASC&after=${forged}`, list).then(
    ({ items }) => items.map(({ id }) => id),
    (error: unknown) => (error as PaginateQueryError).code,
  )
  expect(await page).toEqual(rows[0]?.has === true ? [1, 2] : 'cursor.invalid')
})

describe('collations', () => {
  const wordList = paginateConfig(words)
    .field('foldedLike', sql<string | null>`${words.folded} collate "und-x-icu"`, 'text')
    .withLimits(10, 10)
    .withTieBreaker('id')
    .sortable('c', 'icu', 'folded')
    .sortable('folded', { nulls: 'first' })
    .filterable('c', '$eq', '$in', '$gt', '$btw', '$ilike')
    .filterable('icu', '$eq', '$in', '$gt', '$btw', '$ilike')
    .filterable('folded', '$eq', '$in', '$gt', '$btw', '$ilike')
    .filterable('foldedLike', '$ilike', '$sw')
    .build()
  const ids = async (query: string): Promise<number[]> =>
    (await paginate(db, PaginateQuery.from(query), wordList)).items.map(({ id }) => id)

  test.each([
    // Code points, and a dictionary's order.
    ['sortBy=c:ASC', [3, 2, 1, 4, 6, 5, 7]],
    ['sortBy=icu:ASC', [1, 3, 4, 2, 6, 5, 7]],
    // Case and accents are no difference: the tie-breaker decides, and nulls stand where they were put.
    ['sortBy=folded:ASC', [7, 1, 3, 2, 4, 5, 6]],
    ['filter.c=$gt:a', [4, 5, 6]],
    ['filter.icu=$gt:a', [2, 3, 4, 5, 6]],
    ['filter.icu=$btw:a,B', [1, 2, 3, 4]],
    ['filter.c=$eq:émile', []],
    ['filter.icu=$eq:EMILE', []],
    ['filter.folded=$eq:EMILE', [5, 6]],
    ['filter.folded=$in:A,x', [1, 3]],
    ['filter.folded=$not:$in:A,x', [2, 4, 5, 6, 7]],
    ['filter.c=$ilike:MILE', [5, 6]],
    ['filter.icu=$ilike:É', [5]],
    ['filter.foldedLike=$ilike:é', [5]],
    ['filter.foldedLike=$sw:b', [2, 4]],
  ])('%s gives %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  test('a pattern over a nondeterministic collation is the error of the server, passed on', async () => {
    await expect(ids('filter.folded=$ilike:a')).rejects.toMatchObject({ cause: { code: '0A000' } })
  })
})

describe('a partitioned table', () => {
  const eventList = paginateConfig(events)
    .withLimits(4, 50)
    .withTieBreaker('id', 'at')
    .sortable('at', 'name')
    .filterable('at', '$gte', '$lt', '$btw')
    .build()

  test('is one list, whatever partition a row lies in', async () => {
    const seen: number[] = []
    for (let page = 1; page <= 5; page++) {
      const { items, meta } = await paginate(db, PaginateQuery.from(`sortBy=at:DESC&page=${page}`), eventList)
      expect(meta.totalItems).toBe(20)
      seen.push(...items.map(({ id }) => id))
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index))
  })

  test('reads those partitions alone that a range on the key leaves', async () => {
    const { where } = applyFilters(PaginateQuery.from('filter.at=$gte:2024-01-01T00:00:00Z'), eventList)
    const plan = await db.execute(sql`explain select * from ${events} where ${where}`)
    const lines = JSON.stringify((plan as unknown as { rows: unknown }).rows)
    expect(lines).toContain('events_2024')
    expect(lines).not.toContain('events_2023')
  })
})

describe.each([
  ['node-postgres', () => nodePostgres({ client: pool })],
  ['postgres.js', () => postgresJs({ client }) as unknown as ReturnType<typeof open>],
])('a transaction of %s', (_name, connect) => {
  const wordList = paginateConfig(words).withLimits(10, 10).withTieBreaker('id').filterable('c', '$eq', '$in').build()
  const total = async (on: ReturnType<typeof open>, query = 'filter.c=$in:new,a'): Promise<number> =>
    (await paginate(on, PaginateQuery.from(query), wordList)).meta.totalItems

  test('sees its own rows, and the database afterwards does not after a rollback', async () => {
    const database = connect()
    const rollback = new Error('rolled back')
    await expect(
      database.transaction(async (tx) => {
        await tx.insert(words).values({ id: 100, c: 'new' })
        expect(await total(tx as never)).toBe(2)
        await tx.transaction(async (nested) => {
          await nested.insert(words).values({ id: 101, c: 'new' })
          expect(await total(nested as never)).toBe(3)
        })
        throw rollback
      }),
    ).rejects.toBe(rollback)
    expect(await total(database)).toBe(1)
  })

  test('goes on after a refused request, and counts and reads one snapshot when it is repeatable', async () => {
    const database = connect()
    await database.transaction(
      async (tx) => {
        await expect(total(tx as never, 'filter.c=$gt:a')).rejects.toMatchObject({
          code: 'filter.operator_not_allowed',
        })
        expect(await total(tx as never)).toBe(1)
        const [row] = await tx.select().from(words).where(eq(words.id, 1)).orderBy(asc(words.id))
        expect(row?.c).toBe('a')
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  })
})
