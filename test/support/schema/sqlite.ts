// The logical tables of the suite on SQLite; see postgres.ts.
import {
  type AnySQLiteColumn,
  blob,
  integer,
  numeric,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

export const countries = sqliteTable('countries', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  languages: text('languages', { mode: 'json' }).$type<string[]>().notNull(),
})

export const authors = sqliteTable('authors', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').unique(),
  bio: text('bio'),
  countryCode: text('country_code').references(() => countries.code),
  mentorId: integer('mentor_id').references((): AnySQLiteColumn => authors.id),
})

export const categories = sqliteTable('categories', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  parentId: integer('parent_id').references((): AnySQLiteColumn => categories.id),
  position: integer('position').notNull(),
})

export const articles = sqliteTable('articles', {
  id: integer('id').primaryKey(),
  publicId: text('public_id').notNull(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  body: text('body'),
  status: text('status', { enum: ['draft', 'review', 'published', 'Archived'] }).notNull(),
  section: text('section', { enum: ['news', 'Sport', 'culture'] }),
  views: integer('views').notNull(),
  likes: integer('likes'),
  fee: numeric('fee'),
  score: real('score'),
  isFeatured: integer('is_featured', { mode: 'boolean' }).notNull(),
  isPinned: integer('is_pinned', { mode: 'boolean' }),
  hidden: integer('hidden', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
  publishedAt: integer('published_at', { mode: 'timestamp_ms' }),
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
  aliases: text('aliases', { mode: 'json' }).$type<string[]>(),
  authorId: integer('author_id').references(() => authors.id),
  editorId: integer('editor_id').references(() => authors.id),
  categoryId: integer('category_id').references(() => categories.id),
})

export const comments = sqliteTable('comments', {
  id: integer('id').primaryKey(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id),
  authorId: integer('author_id').references(() => authors.id),
  body: text('body').notNull(),
  createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
})

export const reviews = sqliteTable('reviews', {
  id: integer('id').primaryKey(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id),
  reviewer: text('reviewer'),
  stars: integer('stars').notNull(),
  approved: integer('approved', { mode: 'boolean' }),
})

export const tags = sqliteTable('tags', {
  id: integer('id').primaryKey(),
  label: text('label').notNull(),
})

export const articleTags = sqliteTable(
  'article_tags',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id),
    tagId: integer('tag_id')
      .notNull()
      .references(() => tags.id),
    weight: integer('weight'),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.tagId] })],
)

export const memberships = sqliteTable(
  'memberships',
  {
    orgId: integer('org_id').notNull(),
    userId: integer('user_id').notNull(),
    seat: integer('seat').notNull(),
    nickname: text('nickname'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId] }),
    uniqueIndex('memberships_seat').on(table.orgId, table.seat),
  ],
)

export const everyType = sqliteTable('every_type', {
  id: integer('id').primaryKey(),
  text: text('text'),
  textEnum: text('text_enum', { enum: ['red', 'Green', 'blue'] }),
  boolean: integer('boolean', { mode: 'boolean' }),
  integer: integer('integer'),
  timestamp: integer('timestamp', { mode: 'timestamp' }),
  timestampMillis: integer('timestamp_millis', { mode: 'timestamp_ms' }),
  numeric: numeric('numeric'),
  numericNumber: numeric('numeric_number', { mode: 'number' }),
  numericBigint: numeric('numeric_bigint', { mode: 'bigint' }),
  real: real('real'),
  uuid: text('uuid'),
  timestampText: text('timestamp_text'),
  date: text('date'),
  time: text('time'),
  texts: text('texts', { mode: 'json' }).$type<string[]>(),
  integers: text('integers', { mode: 'json' }).$type<number[]>(),
  json: text('json', { mode: 'json' }),
  blob: blob('blob', { mode: 'buffer' }),
})
