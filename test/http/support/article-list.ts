// A small list on SQLite in memory, with a column whose values no JSON number can hold.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from 'drizzle-paginate'

export const articles = sqliteTable('articles', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  status: text('status').notNull(),
  at: integer('at', { mode: 'timestamp_ms' }).notNull(),
  serial: blob('serial', { mode: 'bigint' }).notNull(),
})

export const articleList = paginateConfig(articles, { maxFilterConditions: 2000 })
  .withLimits(2, 10)
  .withTieBreaker('id')
  .sortable('title', 'at')
  .searchable('title')
  .filterable('status', '$eq', '$in')
  .filterable('title', '$eq', '$in', '$ilike')
  .filterable('at', '$gte', '$lt')
  .build()

// The type of the driver's database has its client in it, which is nobody's business here.
export function articleDatabase() {
  const client = new Database(':memory:')
  client.exec('create table articles (id integer primary key, title text, status text, at integer, serial blob)')
  const db = drizzle({ client })
  const titles = ['Ash', 'Birch, silver', 'Cedar', 'Élan "Douglas" <fir>', 'Elm + Oak', 'Fir', 'Ginkgo']
  db.insert(articles)
    .values(
      titles.map((title, index) => ({
        id: index + 1,
        title,
        status: index % 2 === 0 ? 'live' : 'draft',
        at: new Date(Date.UTC(2024, 0, 1 + index)),
        serial: 9007199254740993n + BigInt(index),
      })),
    )
    .run()
  return { db, close: () => void client.close() }
}
