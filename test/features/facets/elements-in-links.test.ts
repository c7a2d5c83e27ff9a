// Each value of a collection's facet can be chosen: its criterion finds the rows that were counted.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import {
  encodeFilterValue,
  facetCounts,
  type ListDatabase,
  paginate,
  paginateConfig,
  PaginateQuery,
} from '../../../src/index.js'
import { facetArray } from '../../../src/entries/memory/index.js'
import { pglite } from '../../support/databases/pglite.js'

const ROWS = [
  { id: 1, tags: ['plain', 'with, comma', ''] },
  { id: 2, tags: ['plain', ' blank ', '%', ','] },
  { id: 3, tags: ['with, comma', 'ü'] },
]
/** Without `$eq`, no operator can name an element with a comma, and none that is empty. */
const IN_LISTS = ['plain', ' blank ', '%', 'ü']
const ALL = [...IN_LISTS, 'with, comma', '', ',']

const liteTable = sqlite.sqliteTable('tagged', {
  id: sqlite.integer('id').primaryKey(),
  tags: sqlite.text('tags', { mode: 'json' }).$type<string[]>().notNull(),
})
const pgArrays = pg.pgTable('tagged', { id: pg.integer('id').primaryKey(), tags: pg.text('tags').array().notNull() })

const begin = (table: typeof liteTable) => paginateConfig(table).withLimits(10, 10).withTieBreaker('id')

const inLists = (table: typeof liteTable) => begin(table).filterable('tags', '$contains').build()
type ListOfTags = ReturnType<typeof inLists>

async function check(db: ListDatabase, table: unknown): Promise<void> {
  const root = table as typeof liteTable
  await checkList(db, inLists(root), IN_LISTS)
  await checkList(db, begin(root).filterable('tags', '$contains', '$eq').build() as never, ALL)
}

async function checkList(db: ListDatabase, list: ListOfTags, values: readonly string[]): Promise<void> {
  const { tags } = await facetCounts(db as never, {}, list, { tags: true })
  expect(tags.map(({ value }) => value).sort()).toEqual([...values].sort())
  for (const { value, count, filter } of tags) {
    expect(filter?.endsWith(`:${encodeFilterValue(list, 'tags', value as never)}`)).toBe(true)
    const sent = PaginateQuery.from(`filter.tags=${encodeURIComponent(filter as string)}`)
    const page = await paginate(db as never, sent, list)
    expect(page.meta.totalItems, String(value)).toBe(count)
  }
  const inMemory = facetArray(ROWS, {}, list, { tags: true }).tags
  expect(inMemory.map(({ value, count, filter }) => JSON.stringify({ value, count, filter })).sort()).toEqual(
    tags.map(({ value, count, filter }) => JSON.stringify({ value, count, filter })).sort(),
  )
}

test('on SQLite, in JSON', async () => {
  const client = new Database(':memory:')
  client.exec('create table tagged (id integer primary key, tags text not null)')
  const db = drizzle({ client })
  db.insert(liteTable).values(ROWS).run()
  await check(db, liteTable)
})

test('on PostgreSQL, in arrays', async () => {
  const database = await pglite.open()
  await database.execute('create table tagged (id integer primary key, tags text[] not null)')
  try {
    const { db } = database as unknown as {
      db: { insert(of: unknown): { values(rows: unknown): PromiseLike<unknown> } }
    }
    await db.insert(pgArrays).values(ROWS)
    await check(database.db, pgArrays)
  } finally {
    await database.execute('drop table tagged')
    await database.close()
  }
})
