// A stream in an order that no index serves: after 24 batches one sorted read finds the keys of many rows, and each
// batch is found by its keys. Every row that stays comes once, in order, whatever is written meanwhile.
import Database from 'better-sqlite3'
import { eq, gte, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { type ListDatabase, paginateConfig, rowsOf, type StatementEvent, streamRows } from '../../../src/index.js'
import { pglite } from '../../support/databases/pglite.js'

const TIMEOUT = { timeout: 120_000 }
const ROWS = 26_000
/** 24 batches by position are 12,000 rows. */
const batchSize = 500

const liteRows = sqlite.sqliteTable(
  'streamed',
  {
    id: sqlite.integer('id').primaryKey(),
    place: sqlite.integer('place').notNull(),
    indexed: sqlite.integer('indexed').notNull(),
    kind: sqlite.text('kind'),
  },
  (table) => [sqlite.index('streamed_indexed').on(table.kind, table.indexed, table.id)],
)
const liteParts = sqlite.sqliteTable('streamed_parts', {
  id: sqlite.integer('id').primaryKey(),
  rowId: sqlite.integer('row_id').notNull(),
})
const pgRows = pg.pgTable(
  'streamed',
  {
    org: pg.uuid('org').notNull(),
    id: pg.integer('id').notNull(),
    place: pg.integer('place').notNull(),
    indexed: pg.integer('indexed').notNull(),
    kind: pg.text('kind'),
  },
  (table) => [pg.primaryKey({ columns: [table.org, table.id] })],
)
const CREATE = `create table streamed (id integer primary key, place integer not null, indexed integer not null, kind text);
  create index streamed_indexed on streamed (kind, indexed, id);
  create table streamed_parts (id integer primary key, row_id integer not null)`
const placeOf = (id: number): number => (id * 7919) % 6007

function openLite() {
  const client = new Database(':memory:')
  client.exec(CREATE)
  const insert = client.prepare('insert into streamed values (?, ?, ?, ?)')
  client.transaction(() => {
    for (let id = 1; id <= ROWS; id++) insert.run(id, placeOf(id), id % 100, id % 7 === 0 ? null : `kind ${id % 7}`)
  })()
  return { client, db: drizzle({ client }) }
}

const begin = () =>
  paginateConfig(liteRows)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .sortable('place', 'indexed', 'kind')
    .filterable('indexed', '$gte')

const expected = (isIn: (id: number) => boolean = () => true): number[] =>
  Array.from({ length: ROWS }, (_, at) => at + 1)
    .filter(isIn)
    .sort((a, b) => placeOf(a) - placeOf(b) || a - b)

async function idsOf(
  stream: AsyncIterable<unknown>,
  onRow: (id: number, count: number) => void = () => {},
): Promise<number[]> {
  const ids: number[] = []
  for await (const row of stream) {
    const { id } = row as { id: number }
    ids.push(id)
    onRow(id, ids.length)
  }
  return ids
}

test('Batches double as far as 1 MiB holds them, and are alike with a batchSize or children', TIMEOUT, async () => {
  const { client, db } = openLite()
  const sizes = async (options: object, list: { build(): unknown } = begin()): Promise<number[]> => {
    const read: number[] = []
    const onStatement = ({ kind, rows }: StatementEvent): void => {
      if (kind === 'batch') read.push(rows)
    }
    const query = { sortBy: ['indexed:ASC'] }
    for await (const _ of streamRows(db, query, list.build() as never, { onStatement, ...options } as never));
    return read
  }
  const growing = await sizes({})
  expect(growing.slice(0, 3)).toEqual([1000, 2000, 4000])
  expect(Math.max(...growing)).toBeLessThanOrEqual(32_000)
  expect(new Set((await sizes({ batchSize: 1000 })).slice(0, -1))).toEqual(new Set([1000]))
  const withParts = begin().children('parts', rowsOf(liteParts, eq(liteParts.rowId, liteRows.id)), { id: liteParts.id })
  expect((await sizes({}, withParts)).slice(0, 2)).toEqual([1000, 1000])
  client.close()
})

test('an order without an index is sorted a few times, and each row comes once', TIMEOUT, async () => {
  const { db } = openLite()
  const sent: string[] = []
  const onStatement = ({ sql: text }: StatementEvent): void => void sent.push(text)
  const options = { batchSize, onStatement, where: gte(liteRows.id, 1) }
  expect(
    await idsOf(streamRows(db, { sortBy: ['place:ASC'], filters: { indexed: '$gte:0' } }, begin().build(), options)),
  ).toEqual(expected())
  const byKey = sent.filter((text) => text.includes('json_each'))
  // 24 batches by position, the keys, and the other 28 batches by their keys.
  expect([sent.length, byKey.length]).toEqual([53, 28])
  for (const text of byKey) expect(text).toMatch(/"streamed"\."id" >= \?.*json_each.*"streamed"\."indexed" >= \?/)
})

test.each([
  ['an index on the order, after a column that requests filter by', 'indexed:ASC'],
  ['the order of the key', undefined],
])('%s: batches go on by position', TIMEOUT, async (_title, sortBy) => {
  const { db } = openLite()
  const sent: string[] = []
  const onStatement = ({ sql: text }: StatementEvent): void => void sent.push(text)
  const query = sortBy === undefined ? {} : { sortBy: [sortBy] }
  expect(await idsOf(streamRows(db, query, begin().build(), { batchSize, onStatement }))).toHaveLength(ROWS)
  expect(sent).toHaveLength(53)
  expect(sent.filter((text) => text.includes('json_each'))).toEqual([])
})

test('rows that stay come once while others are inserted, deleted and taken out of the set', TIMEOUT, async () => {
  const { client, db } = openLite()
  const gone = new Set<number>()
  const stay = (id: number): boolean => id % 5 !== 0
  const ids = await idsOf(
    streamRows(db, { sortBy: ['place:ASC'], filters: { indexed: '$gte:0' } }, begin().build(), { batchSize }),
    (id, count) => {
      if (count % 500 !== 250) return
      // Among them the last of a chunk of keys, and rows before and beyond the place of the stream.
      for (const victim of [id - (id % 5), ROWS - (count % 5000) - (ROWS % 5), 5 * Math.ceil(count / 50)]) {
        if (victim < 1 || gone.has(victim)) continue
        gone.add(victim)
        if (victim % 2 === 0) client.prepare('delete from streamed where id = ?').run(victim)
        else client.prepare('update streamed set indexed = -1 where id = ?').run(victim)
      }
      client.prepare('insert into streamed values (?, ?, 1, null)').run(1_000_000 + count, (count * 31) % 6007)
    },
  )
  expect(gone.size).toBeGreaterThan(30)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => id <= ROWS && stay(id))).toEqual(expected(stay))
})

test('with children, and stopped between batches', TIMEOUT, async () => {
  const { client, db } = openLite()
  client.exec(`insert into streamed_parts select id, id from streamed where id % 2 = 0`)
  const list = begin()
    .children('parts', rowsOf(liteParts, eq(liteParts.rowId, liteRows.id)), { id: liteParts.id })
    .build()
  const abort = new AbortController()
  const seen: number[] = []
  const read = async (): Promise<void> => {
    for await (const { id, parts } of streamRows(db, { sortBy: ['place:DESC'] }, list, {
      batchSize,
      signal: abort.signal,
    })) {
      expect(parts).toEqual(id % 2 === 0 ? [{ id }] : [])
      seen.push(id)
      if (seen.length === 12_700) abort.abort(new Error('enough'))
    }
  }
  await expect(read()).rejects.toThrow('enough')
  expect(seen).toHaveLength(13_000)
})

test('keys of two columns, nulls and a selection on PostgreSQL', TIMEOUT, async () => {
  const database = await pglite.open()
  await database.execute(`create table streamed (org uuid not null, id integer not null, place integer not null, indexed integer not null, kind text, primary key (org, id));
    insert into streamed select ('00000000-0000-0000-0000-00000000000' || n % 3)::uuid, n, (n * 7919) % 6007, n % 100, case when n % 7 = 0 then null else 'kind ' || n % 7 end
    from generate_series(1, ${ROWS}) n`)
  try {
    const list = paginateConfig(pgRows)
      .withLimits(10, 100)
      .withTieBreaker('org', 'id')
      .sortable('kind', 'place')
      .build()
    const sent: string[] = []
    const options = {
      select: { id: pgRows.id, place: pgRows.place },
      onStatement: ({ sql: text }: StatementEvent): void => void sent.push(text),
      batchSize,
    }
    const db = database.db as ListDatabase
    const rows: unknown[] = []
    for await (const row of streamRows(db as never, { sortBy: ['kind:DESC', 'place:ASC'] }, list, options as never))
      rows.push(row)
    const { rows: plain } = (await (
      database.db as unknown as { execute(text: unknown): PromiseLike<{ rows: unknown[] }> }
    ).execute(sql`select id, place from streamed order by kind desc, place, org, id`)) as { rows: unknown[] }
    expect(rows).toEqual(plain)
    expect(sent.some((text) => text.includes('unnest'))).toBe(true)
  } finally {
    await database.execute('drop table streamed')
    await database.close()
  }
})
