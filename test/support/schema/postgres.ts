// The logical tables of the suite on PostgreSQL. sqlite.ts and mysql.ts hold the same tables with the same JavaScript
// types, so that one test body is right for all; only `everyType` differs per dialect.
import {
  type AnyPgColumn,
  bigint,
  boolean,
  char,
  date,
  doublePrecision,
  inet,
  integer,
  interval,
  json,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  point,
  primaryKey,
  real,
  serial,
  smallint,
  text,
  time,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'

export const articleStatus = pgEnum('article_status', ['draft', 'review', 'published', 'Archived'])
export const mood = pgEnum('mood', ['sad', 'ok', 'happy'])

export const countries = pgTable('countries', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  languages: text('languages').array().notNull(),
})

export const authors = pgTable('authors', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').unique(),
  bio: text('bio'),
  countryCode: text('country_code').references(() => countries.code),
  mentorId: integer('mentor_id').references((): AnyPgColumn => authors.id),
})

export const categories = pgTable('categories', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  parentId: integer('parent_id').references((): AnyPgColumn => categories.id),
  position: integer('position').notNull(),
})

export const articles = pgTable('articles', {
  id: integer('id').primaryKey(),
  publicId: uuid('public_id').notNull(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  body: text('body'),
  status: articleStatus('status').notNull(),
  section: text('section', { enum: ['news', 'Sport', 'culture'] }),
  views: integer('views').notNull(),
  likes: integer('likes'),
  fee: numeric('fee', { precision: 10, scale: 2 }),
  score: doublePrecision('score'),
  isFeatured: boolean('is_featured').notNull(),
  isPinned: boolean('is_pinned'),
  hidden: boolean('hidden').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true, mode: 'date' }),
  tags: text('tags').array().notNull(),
  aliases: text('aliases').array(),
  authorId: integer('author_id').references(() => authors.id),
  editorId: integer('editor_id').references(() => authors.id),
  categoryId: integer('category_id').references(() => categories.id),
})

export const comments = pgTable('comments', {
  id: integer('id').primaryKey(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id),
  authorId: integer('author_id').references(() => authors.id),
  body: text('body').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
})

export const reviews = pgTable('reviews', {
  id: integer('id').primaryKey(),
  articleId: integer('article_id')
    .notNull()
    .references(() => articles.id),
  reviewer: text('reviewer'),
  stars: integer('stars').notNull(),
  approved: boolean('approved'),
})

export const tags = pgTable('tags', {
  id: integer('id').primaryKey(),
  label: text('label').notNull(),
})

export const articleTags = pgTable(
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

/** A root table with a composite primary key and a composite unique index. */
export const memberships = pgTable(
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

/** Every column type and mode that filters understand, and a few that they do not. All but the key are nullable. */
export const everyType = pgTable('every_type', {
  id: integer('id').primaryKey(),
  text: text('text'),
  varchar: varchar('varchar', { length: 20 }),
  char: char('char', { length: 1 }),
  charFive: char('char_five', { length: 5 }),
  inet: inet('inet'),
  boolean: boolean('boolean'),
  uuid: uuid('uuid'),
  smallint: smallint('smallint'),
  integer: integer('integer'),
  bigintNumber: bigint('bigint_number', { mode: 'number' }),
  bigint: bigint('bigint', { mode: 'bigint' }),
  serial: serial('serial'),
  numeric: numeric('numeric', { precision: 30, scale: 10 }),
  numericNumber: numeric('numeric_number', { precision: 12, scale: 4, mode: 'number' }),
  numericBigint: numeric('numeric_bigint', { precision: 30, scale: 0, mode: 'bigint' }),
  real: real('real'),
  double: doublePrecision('double'),
  timestamp: timestamp('timestamp', { mode: 'date' }),
  timestampString: timestamp('timestamp_string', { mode: 'string' }),
  timestampMillis: timestamp('timestamp_millis', { mode: 'date', precision: 3 }),
  timestampSeconds: timestamp('timestamp_seconds', { mode: 'string', precision: 0 }),
  timestamptz: timestamp('timestamptz', { withTimezone: true, mode: 'date' }),
  timestamptzString: timestamp('timestamptz_string', { withTimezone: true, mode: 'string' }),
  date: date('date', { mode: 'string' }),
  dateDate: date('date_date', { mode: 'date' }),
  time: time('time'),
  timeSeconds: time('time_seconds', { precision: 0 }),
  interval: interval('interval'),
  enum: mood('enum'),
  textEnum: text('text_enum', { enum: ['red', 'Green', 'blue'] }),
  varcharEnum: varchar('varchar_enum', { length: 10, enum: ['one', 'two'] }),
  texts: text('texts').array(),
  integers: integer('integers').array(),
  uuids: uuid('uuids').array(),
  json: json('json'),
  jsonb: jsonb('jsonb').$type<string[]>(),
  point: point('point'),
})

export const enums = [articleStatus, mood]
