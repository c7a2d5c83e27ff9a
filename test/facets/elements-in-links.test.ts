// Each value of a collection's facet can be chosen: `$contains` with its text finds the rows that were counted.
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
} from '../../src/index.js'
import { facetArray } from '../../src/memory/index.js'
import { pglite } from '../support/databases/pglite.js'

const ROWS = [
  { id: 1, tags: ['plain', 'with, comma', ''] },
  { id: 2, tags: ['plain', ' blank ', '%', ','] },
  { id: 3, tags: ['with, comma', 'ü'] },
]
const VALUES = ['plain', ' blank ', '%', 'ü']

const liteTable = sqlite.sqliteTable('tagged', {
  id: sqlite.integer('id').primaryKey(),
  tags: sqlite.text('tags', { mode: 'json' }).$type<string[]>().notNull(),
})
const pgArrays = pg.pgTable('tagged', { id: pg.integer('id').primaryKey(), tags: pg.text('tags').array().notNull() })

const listOf = (table: typeof liteTable) =>
  paginateConfig(table).withLimits(10, 10).withTieBreaker('id').filterable('tags', '$contains').build()

async function check(db: ListDatabase, table: unknown): Promise<void> {
  const list = listOf(table as typeof liteTable)
  const { tags } = await facetCounts(db as never, {}, list, { tags: true })
  expect(tags.map(({ value }) => value).sort()).toEqual([...VALUES].sort())
  for (const { value, count } of tags) {
    const text = encodeURIComponent(`$contains:${encodeFilterValue(list, 'tags', value as never)}`)
    const page = await paginate(db as never, PaginateQuery.from(`filter.tags=${text}`), list)
    expect(page.meta.totalItems, String(value)).toBe(count)
  }
  expect(
    facetArray(ROWS, {}, list, { tags: true })
      .tags.map(({ value }) => value)
      .sort(),
  ).toEqual([...VALUES].sort())
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
