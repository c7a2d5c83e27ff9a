// The batches of a stream: their sizes, what an export reads of them, and the options that are refused.
import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { blob, customType, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { batchesOf } from '../../../src/features/streams/stream-rows.js'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import type { Selection } from '../../../src/types/selection.js'
import { paginateConfig, PaginateConfigError, rowsOf, type StatementEvent, streamRows } from '../../../src/index.js'

const rows = sqliteTable('rows', {
  id: integer().primaryKey(),
  words: text(),
  bytes: blob({ mode: 'buffer' }),
  json: text({ mode: 'json' }),
})
const list = paginateConfig(rows).withLimits(10, 100).withTieBreaker('id').filterable('id', '$lte').build()
const COUNT = 4000

const client = new Database(':memory:')
client.exec(`create table rows (id integer primary key, words text, bytes blob, json text)`)
const insert = client.prepare('insert into rows values (?, ?, ?, ?)')
const long = 'x'.repeat(800)
client.transaction(() => {
  for (let id = 1; id <= COUNT; id++) insert.run(id, long, Buffer.from(long), JSON.stringify([{ a: long, b: null }]))
})()
const db = drizzle({ client })
const collect = async <Item>(stream: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = []
  for await (const item of stream) items.push(item)
  return items
}

describe('batches grow as far as 1 MiB holds their values', () => {
  test.each<[title: string, select: object, sizes: readonly number[]]>([
    // 16 bytes for a record and 8 for a number.
    ['of numbers', { id: rows.id }, [1000, 2000, 1000]],
    ['of text', { id: rows.id, words: rows.words }, [1000, 1272, 1272, 456]],
    ['of bytes', { id: rows.id, bytes: rows.bytes }, [1000, 1272, 1272, 456]],
    // A list and a record in it, with a null.
    ['of JSON', { id: rows.id, json: rows.json }, [1000, 1213, 1213, 574]],
    ['of all of them, which never shrink', { ...rows, json: rows.json }, [1000, 1000, 1000, 1000]],
  ])('%s', async (title, select, sizes) => {
    const read: number[] = []
    const onStatement = ({ rows: count }: StatementEvent): void => void read.push(count)
    const { id, words, bytes, json } = select as typeof rows
    const members = title.startsWith('of all') ? { id, words, bytes, json } : select
    const items = await collect(streamRows(db, {}, list, { select: members as { id: typeof rows.id }, onStatement }))
    expect(items.map((item) => item.id)).toEqual(Array.from({ length: COUNT }, (_, at) => at + 1))
    expect(read.filter((count) => count > 0)).toEqual(sizes)
  })
})

test('a value that refers to itself is read', async () => {
  const held = customType<{ data: { readonly id: number; own?: unknown } }>({
    dataType: () => 'integer',
    fromDriver: (id) => {
      const value: { id: number; own?: unknown } = { id: Number(id) }
      return Object.assign(value, { own: value })
    },
  })
  const cyclic = sqliteTable('rows', { id: held().primaryKey() })
  const ofCyclic = paginateConfig(cyclic).withLimits(10, 100).withTieBreaker('id').build()
  const items = await collect(streamRows(db, {}, ofCyclic))
  expect(items.map(({ id }) => id.id)).toEqual(Array.from({ length: COUNT }, (_, at) => at + 1))
})

const parts = sqliteTable('parts', { id: integer().primaryKey(), rowId: integer().notNull() })
client.exec('create table parts (id integer primary key, rowId integer not null); insert into parts values (1, 2)')
const withParts = paginateConfig(rows)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .omit('words', 'bytes', 'json')
  .children('parts', rowsOf(parts, eq(parts.rowId, rows.id)), { id: parts.id })
  .selectable()
  .build()

test.each<[title: string, options: { readonly select?: Selection }, sizes: readonly number[]]>([
  ['of items with children are alike', {}, [1000, 1000, 1000, 1000]],
  ['of columns of such a list grow', { select: { id: rows.id } }, [1000, 2000, 1000]],
])('batches %s', async (_title, options, sizes) => {
  const read: number[] = []
  const onStatement = ({ kind, rows: count }: StatementEvent): void => void (kind === 'batch' && read.push(count))
  const items = await collect(streamRows(db, {}, withParts, { ...options, onStatement }))
  expect(read.filter((count) => count > 0)).toEqual(sizes)
  expect(items[1]).toEqual(options.select === undefined ? { id: 2, parts: [{ id: 1 }] } : { id: 2 })
})

test.each<[fields: string, item: object]>([
  ['id', { id: 2 }],
  ['id,parts', { id: 2, parts: [{ id: 1 }] }],
])('an item has the members that the request chooses: %s', async (fields, item) => {
  const items = await collect(streamRows(db, { fields: fields.split(',') }, withParts))
  expect(items[1]).toEqual(item)
})

test('a file of columns has no children', async () => {
  const { selection: select } = resolvedConfig(withParts)
  const [, second] = await collect(streamRows(db, { fields: ['id', 'parts'] }, withParts, { select }))
  expect(second).toEqual({ id: 2 })
  await expect(collect(streamRows(db, { fields: ['parts'] }, withParts, { select }))).rejects.toMatchObject({
    name: 'PaginateQueryError',
    parameter: 'fields',
  })
})

describe('an export reads batches', () => {
  const small = { filters: { id: '$lte:5' } }
  const sizesOf = async (stream: AsyncIterable<unknown>) =>
    (await collect(batchesOf(stream))).map((batch) => batch.length)

  test('as they are', async () => {
    expect(await sizesOf(streamRows(db, small, list, { batchSize: 2 }))).toEqual([2, 2, 1])
  })
  test('of a step for the whole batch', async () => {
    const map = { all: (batch: readonly { id: number }[]) => batch.map(({ id }) => `#${id}`) }
    expect(await collect(batchesOf(streamRows(db, small, list, { batchSize: 2, map })))).toEqual([
      ['#1', '#2'],
      ['#3', '#4'],
      ['#5'],
    ])
  })
  test('of one row each, where each has a step of its own', async () => {
    const map = ({ id }: { id: number }) => `#${id}`
    expect(await collect(batchesOf(streamRows(db, small, list, { batchSize: 2, map })))).toEqual(
      [1, 2, 3, 4, 5].map((id) => [`#${id}`]),
    )
  })
  test('of one row each, where one was read before', async () => {
    const stream = streamRows(db, small, list, { batchSize: 2 })
    expect((await stream.next()).value).toMatchObject({ id: 1 })
    expect(await sizesOf(stream)).toEqual([1, 1, 1, 1])
  })
  test('of an iterable of its own', async () => {
    const own = (async function* () {
      yield 1
      yield 2
    })()
    expect(await collect(batchesOf(own))).toEqual([[1], [2]])
  })
})

test('a step for each row is waited for', async () => {
  const map = async ({ id }: { id: number }) => `#${id}`
  expect(await collect(streamRows(db, { filters: { id: '$lte:3' } }, list, { map }))).toEqual(['#1', '#2', '#3'])
})

test.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53, '5', null])('a batchSize of %s is refused', async (batchSize) => {
  const stream = streamRows(db, {}, list, { batchSize: batchSize as number })
  await expect(stream.next()).rejects.toThrow(
    new PaginateConfigError(
      `streamRows() needs a batchSize of at least 1, a whole number, not ${String(batchSize)}; correct it.`,
    ),
  )
})

test('a wrong step is refused before anything is read', async () => {
  const sent: string[] = []
  const onStatement = ({ sql: text }: StatementEvent): void => void sent.push(text)
  await expect(streamRows(db, {}, list, { map: 5 as never, onStatement }).next()).rejects.toThrow(PaginateConfigError)
  expect(sent).toEqual([])
})

test('an aborted signal stops a stream before its first statement', async () => {
  const sent: string[] = []
  const onStatement = ({ sql: text }: StatementEvent): void => void sent.push(text)
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(streamRows(db, {}, list, { signal, onStatement }).next()).rejects.toThrow('gone')
  expect(sent).toEqual([])
})

test('a distance is sorted by its value, without an index that may end before the rows do', async () => {
  const near = paginateConfig(rows)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .searchWith(({ term }) => ({ where: sql`${rows.id} <= 5`, distance: sql`abs(${rows.id} - ${Number(term)})` }))
    .build()
  const sent: string[] = []
  const onStatement = ({ sql: text }: StatementEvent): void => void sent.push(text)
  const items = await collect(streamRows(db, { search: '3' }, near, { select: { id: rows.id }, onStatement }))
  expect(items.map(({ id }) => id)).toEqual([3, 2, 4, 1, 5])
  expect(sent[0]).toMatch(/order by .*abs\(.*\) \+ 0/)
})

test('the order of a window function is refused with its reason', async () => {
  const ranked = paginateConfig(rows)
    .withLimits(10, 100)
    .withTieBreaker('id')
    .field('place', sql<number>`rank() over (order by ${rows.words})`, 'integer')
    .sortable('place')
    .build()
  await expect(streamRows(db, { sortBy: ['place:ASC'] }, ranked).next()).rejects.toThrow(
    "streamRows() cannot read in the order of 'place', a window function, whose value changes with the rows that are read; stream without it.",
  )
})

test('a window function of a sub-query is over all of its rows, in every batch', async () => {
  const ranked = db
    .select({ id: rows.id, place: sql<number>`row_number() over (order by ${rows.id} desc)`.as('place') })
    .from(rows)
    .as('ranked')
  const ofRanked = paginateConfig(ranked).withLimits(10, 100).withTieBreaker('id', { assumeUnique: true })
  for (const list of [ofRanked.build(), ofRanked.select({ id: true, place: ranked.place }).withCursors().build()]) {
    for (const select of [undefined, { id: ranked.id, place: ranked.place }]) {
      const items = await collect(streamRows(db, {}, list, { batchSize: 1500, select }))
      expect(items[COUNT - 1]).toEqual({ id: COUNT, place: 1 })
    }
  }
})
