import { boolean, datetime, int, json, mysqlTable, text, varchar } from 'drizzle-orm/mysql-core'

export const authors = mysqlTable('authors', {
  id: int('id').primaryKey(),
  name: varchar('name', { length: 200 }).notNull(),
  country: varchar('country', { length: 2 }),
})

export const articles = mysqlTable('articles', {
  id: int('id').primaryKey(),
  title: varchar('title', { length: 200 }).notNull(),
  status: varchar('status', { length: 20, enum: ['draft', 'published', 'archived'] }).notNull(),
  views: int('views').notNull(),
  publishedAt: datetime('published_at', { fsp: 3 }),
  tags: json('tags').$type<string[]>().notNull(),
  hidden: boolean('hidden').notNull(),
  authorId: int('author_id'),
})

export const reviews = mysqlTable('reviews', {
  id: int('id').primaryKey(),
  articleId: int('article_id').notNull(),
  reviewer: text('reviewer').notNull(),
  stars: int('stars').notNull(),
})
