// A stream in an order that no index serves: when it begins to find batches by their keys, and what of a row that is
// gone by then. Larger streams are in test/engines/paging/streams-by-key.test.ts.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { beforeEach, expect, test } from 'vitest'
import { paginateConfig, type StatementEvent, streamRows } from '../../../src/index.js'

const rows = sqliteTable('rows', { id: integer().primaryKey(), place: integer().notNull() })
const list = paginateConfig(rows).withLimits(10, 100).withTieBreaker('id').sortable('place').build()
const COUNT = 10_500
const placeOf = (id: number): number => (id * 7919) % 6007
const inOrder = Array.from({ length: COUNT }, (_, at) => at + 1).sort((a, b) => placeOf(a) - placeOf(b) || a - b)
const query = { sortBy: ['place:ASC'] }

const client = new Database(':memory:')
const db = drizzle({ client })
client.exec('create table rows (id integer primary key, place integer not null)')
const insert = client.prepare('insert or replace into rows values (?, ?)')
const fill = client.transaction(() => {
  for (const id of inOrder) insert.run(id, placeOf(id))
})
let events: StatementEvent[] = []
const onStatement = (event: StatementEvent): void => void events.push(event)
beforeEach(() => {
  fill()
  events = []
})
const isByKey = ({ sql }: StatementEvent): boolean => sql.includes('json_each')

test.each<[batchSize: number, byPosition: number, byKey: number]>([
  // 24 batches are 10,080 rows.
  [420, 24, 1],
  // 24 batches are too few rows, so 50 are read.
  [200, 50, 3],
  // All rows have come before.
  [500, 22, 0],
])('of batches of %i, %i are read by position and %i by their keys', async (batchSize, byPosition, byKey) => {
  const ids: number[] = []
  for await (const { id } of streamRows(db, query, list, { batchSize, onStatement })) ids.push(id)
  expect(ids).toEqual(inOrder)
  expect(events.filter(isByKey)).toHaveLength(byKey)
  // The keys themselves are one more statement by position.
  expect(events.filter((event) => !isByKey(event))).toHaveLength(byPosition + (byKey > 0 ? 1 : 0))
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['batch']))
  if (byKey > 0) expect(events[byPosition]?.rows).toBe(COUNT - byPosition * batchSize)
})

test('a row that is deleted after its key was read is left out', async () => {
  const last = inOrder.at(-1) as number
  const ids: number[] = []
  for await (const { id } of streamRows(db, query, list, { batchSize: 200, onStatement })) {
    ids.push(id)
    if (ids.length === 10_001) client.prepare('delete from rows where id = ?').run(last)
  }
  expect(events.filter(isByKey).map((event) => event.rows)).toEqual([200, 200, 99])
  expect(ids).toEqual(inOrder.slice(0, -1))
})

test('a signal stops it between batches of keys', async () => {
  const abort = new AbortController()
  let count = 0
  const read = async (): Promise<void> => {
    for await (const _ of streamRows(db, query, list, { batchSize: 200, signal: abort.signal, onStatement }))
      if (++count === 10_001) abort.abort(new Error('enough'))
  }
  await expect(read()).rejects.toThrow('enough')
  expect(events.filter(isByKey)).toHaveLength(1)
})
