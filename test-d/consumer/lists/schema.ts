import { bigint, boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const authors = pgTable('authors', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  country: text('country'),
})

export const articles = pgTable('articles', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  status: text('status', { enum: ['draft', 'published', 'archived'] }).notNull(),
  views: bigint('views', { mode: 'bigint' }).notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }),
  tags: text('tags').array().notNull(),
  payload: jsonb('payload').$type<{ readonly size: number }>(),
  hidden: boolean('hidden').notNull(),
  authorId: integer('author_id'),
})

export const reviews = pgTable('reviews', {
  id: integer('id').primaryKey(),
  articleId: integer('article_id').notNull(),
  reviewer: text('reviewer'),
})
