import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const authors = pgTable('authors', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  country: text('country'),
})

export const articles = pgTable('articles', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  status: text('status', { enum: ['draft', 'published', 'archived'] }).notNull(),
  views: integer('views').notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }),
  tags: text('tags').array().notNull(),
  hidden: boolean('hidden').notNull(),
  authorId: integer('author_id').references(() => authors.id),
})

export const reviews = pgTable('reviews', {
  id: integer('id').primaryKey(),
  articleId: integer('article_id').notNull(),
  reviewer: text('reviewer').notNull(),
  stars: integer('stars').notNull(),
})

export const topics = pgTable('topics', { id: integer('id').primaryKey(), name: text('name').notNull() })

export const articleTopics = pgTable(
  'article_topics',
  { articleId: integer('article_id').notNull(), topicId: integer('topic_id').notNull() },
  (table) => [primaryKey({ columns: [table.articleId, table.topicId] })],
)

export const countries = pgTable('countries', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  continent: text('continent', { enum: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] }).notNull(),
})

export const cities = pgTable('cities', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  countryCode: text('country_code').notNull(),
  kind: text('kind').notNull(),
  population: integer('population').notNull(),
})
