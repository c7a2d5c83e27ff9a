import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const articles = sqliteTable('articles', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  status: text('status').notNull(),
  views: integer('views'),
  publishedAt: integer('published_at', { mode: 'timestamp_ms' }),
})
