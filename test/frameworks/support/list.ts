// What a project of the page has as `list.ts`: a database and a list. The page's blocks import it.
import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from 'drizzle-paginate'

export const articles = sqliteTable('articles', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  status: text('status').notNull(),
  views: integer('views').notNull(),
  publishedAt: integer('published_at', { mode: 'timestamp' }),
})

export const db = drizzle(createClient({ url: ':memory:' }))
await db.run(
  sql`create table articles (id integer primary key, title text not null, status text not null, views integer not null, published_at integer)`,
)
await db.insert(articles).values(
  ['Axes', 'Bricks', 'Cogs', 'Drills', 'Edges'].map((title, at) => ({
    title,
    status: at % 2 === 0 ? 'live' : 'draft',
    views: at * 10,
    publishedAt: at === 0 ? null : new Date(Date.UTC(2024, 0, at)),
  })),
)

export const articleList = paginateConfig(articles)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .sortable('title', 'views')
  .searchable('title')
  .filterable('status', '$eq', '$in')
  .filterable('views', '$gte', '$lt')
  .build()
