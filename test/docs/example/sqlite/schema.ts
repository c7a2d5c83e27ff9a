import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const authors = sqliteTable('authors', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  country: text('country'),
})

export const articles = sqliteTable('articles', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  status: text('status', { enum: ['draft', 'published', 'archived'] }).notNull(),
  views: integer('views').notNull(),
  publishedAt: integer('published_at', { mode: 'timestamp_ms' }),
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
  hidden: integer('hidden', { mode: 'boolean' }).notNull(),
  authorId: integer('author_id').references(() => authors.id),
})

export const reviews = sqliteTable('reviews', {
  id: integer('id').primaryKey(),
  articleId: integer('article_id').notNull(),
  reviewer: text('reviewer').notNull(),
  stars: integer('stars').notNull(),
})

export const topics = sqliteTable('topics', { id: integer('id').primaryKey(), name: text('name').notNull() })

export const articleTopics = sqliteTable(
  'article_topics',
  { articleId: integer('article_id').notNull(), topicId: integer('topic_id').notNull() },
  (table) => [primaryKey({ columns: [table.articleId, table.topicId] })],
)
