// `drizzle()` made for each request, as the recipes of edge hosts have it: as warm as one database kept, and flat in
// memory (bench/parts/database-per-request.mjs measures the time).
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery } from '../../src/index.js'
import { shapeCacheStats } from '../../src/kept/kept-texts.js'
import { keptBytes } from '../../src/kept/kept-shapes.js'
import { forgetShapes } from './forget-shapes.js'

const notes = sqliteTable('notes', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  stars: integer('stars').notNull(),
})
const buildList = () =>
  paginateConfig(notes)
    .withLimits(5, 50)
    .withTieBreaker('id')
    .sortable('title')
    .filterable('stars', '$gte', '$in')
    .searchable('title')
    .build()
const REQUEST = 'filter.stars=$gte:2&sortBy=title:DESC'

let client: Database.Database
beforeAll(() => {
  client = new Database(':memory:')
  client.exec('create table notes (id integer primary key, title text not null, stars integer not null)')
  const insert = client.prepare('insert into notes (title, stars) values (?, ?)')
  for (let index = 0; index < 20; index++) insert.run(`note ${index}`, index % 5)
})
afterAll(() => void client.close())

test('A second database finds what the first has finished', async () => {
  const list = buildList()
  const first = await paginate(drizzle({ client }), PaginateQuery.from(REQUEST), list)
  const before = shapeCacheStats(list)
  const second = await paginate(drizzle({ client }), PaginateQuery.from(REQUEST), list)
  expect(second).toEqual(first)
  const after = shapeCacheStats(list)
  expect(after).toEqual({ ...before, hits: before.hits + 1 })
})

test('What is kept is flat over databases', async () => {
  const list = buildList()
  const ask = () => paginate(drizzle({ client }), PaginateQuery.from(REQUEST), list)
  forgetShapes()
  await ask()
  const [{ size }, bytes] = [shapeCacheStats(list), keptBytes()]
  for (let index = 0; index < 500; index++) await ask()
  expect(shapeCacheStats(list)).toMatchObject({ size, hits: 500 })
  expect(keptBytes()).toBe(bytes)
})
