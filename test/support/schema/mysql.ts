// The logical tables of the suite on MySQL and MariaDB; see postgres.ts.
import {
  type AnyMySqlColumn,
  bigint,
  boolean,
  char,
  date,
  datetime,
  decimal,
  double,
  float,
  int,
  json,
  mediumint,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  smallint,
  text,
  time,
  timestamp,
  tinyint,
  uniqueIndex,
  varbinary,
  varchar,
  year,
} from 'drizzle-orm/mysql-core'

export const countries = mysqlTable('countries', {
  code: varchar('code', { length: 190 }).primaryKey(),
  name: text('name').notNull(),
  languages: json('languages').$type<string[]>().notNull(),
})

export const authors = mysqlTable('authors', {
  id: int('id').primaryKey(),
  name: text('name').notNull(),
  email: varchar('email', { length: 190 }).unique(),
  bio: text('bio'),
  countryCode: varchar('country_code', { length: 190 }).references(() => countries.code),
  mentorId: int('mentor_id').references((): AnyMySqlColumn => authors.id),
})

export const categories = mysqlTable('categories', {
  id: int('id').primaryKey(),
  name: text('name').notNull(),
  parentId: int('parent_id').references((): AnyMySqlColumn => categories.id),
  position: int('position').notNull(),
})

export const articles = mysqlTable('articles', {
  id: int('id').primaryKey(),
  publicId: char('public_id', { length: 36 }).notNull(),
  slug: varchar('slug', { length: 190 }).notNull().unique(),
  title: text('title').notNull(),
  body: text('body'),
  status: mysqlEnum('status', ['draft', 'review', 'published', 'Archived']).notNull(),
  section: text('section', { enum: ['news', 'Sport', 'culture'] }),
  views: int('views').notNull(),
  likes: int('likes'),
  fee: decimal('fee', { precision: 10, scale: 2 }),
  score: double('score'),
  isFeatured: boolean('is_featured').notNull(),
  isPinned: boolean('is_pinned'),
  hidden: boolean('hidden').notNull(),
  createdAt: datetime('created_at', { mode: 'date', fsp: 3 }).notNull(),
  publishedAt: datetime('published_at', { mode: 'date', fsp: 3 }),
  tags: json('tags').$type<string[]>().notNull(),
  aliases: json('aliases').$type<string[]>(),
  authorId: int('author_id').references(() => authors.id),
  editorId: int('editor_id').references(() => authors.id),
  categoryId: int('category_id').references(() => categories.id),
})

export const comments = mysqlTable('comments', {
  id: int('id').primaryKey(),
  articleId: int('article_id')
    .notNull()
    .references(() => articles.id),
  authorId: int('author_id').references(() => authors.id),
  body: text('body').notNull(),
  createdAt: datetime('created_at', { mode: 'date', fsp: 3 }).notNull(),
})

export const reviews = mysqlTable('reviews', {
  id: int('id').primaryKey(),
  articleId: int('article_id')
    .notNull()
    .references(() => articles.id),
  reviewer: text('reviewer'),
  stars: int('stars').notNull(),
  approved: boolean('approved'),
})

export const tags = mysqlTable('tags', {
  id: int('id').primaryKey(),
  label: text('label').notNull(),
})

export const articleTags = mysqlTable(
  'article_tags',
  {
    articleId: int('article_id')
      .notNull()
      .references(() => articles.id),
    tagId: int('tag_id')
      .notNull()
      .references(() => tags.id),
    weight: int('weight'),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.tagId] })],
)

export const memberships = mysqlTable(
  'memberships',
  {
    orgId: int('org_id').notNull(),
    userId: int('user_id').notNull(),
    seat: int('seat').notNull(),
    nickname: text('nickname'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId] }),
    uniqueIndex('memberships_seat').on(table.orgId, table.seat),
  ],
)

export const everyType = mysqlTable('every_type', {
  id: int('id').primaryKey(),
  text: text('text'),
  varchar: varchar('varchar', { length: 20 }),
  char: char('char', { length: 1 }),
  charFive: char('char_five', { length: 5 }),
  boolean: boolean('boolean'),
  uuid: char('uuid', { length: 36 }),
  tinyint: tinyint('tinyint'),
  tinyintUnsigned: tinyint('tinyint_unsigned', { unsigned: true }),
  smallint: smallint('smallint'),
  mediumint: mediumint('mediumint'),
  integer: int('integer'),
  integerUnsigned: int('integer_unsigned', { unsigned: true }),
  bigintNumber: bigint('bigint_number', { mode: 'number' }),
  bigint: bigint('bigint', { mode: 'bigint' }),
  bigintUnsigned: bigint('bigint_unsigned', { mode: 'bigint', unsigned: true }),
  year: year('year'),
  numeric: decimal('numeric', { precision: 30, scale: 10 }),
  numericNumber: decimal('numeric_number', { precision: 12, scale: 4, mode: 'number' }),
  numericBigint: decimal('numeric_bigint', { precision: 30, scale: 0, mode: 'bigint' }),
  numericWidest: decimal('numeric_widest', { precision: 65, scale: 30 }),
  real: float('real'),
  double: double('double'),
  datetime: datetime('datetime', { mode: 'date', fsp: 6 }),
  timestampString: datetime('timestamp_string', { mode: 'string', fsp: 6 }),
  timestampMillis: datetime('timestamp_millis', { mode: 'date', fsp: 3 }),
  timestampSeconds: datetime('timestamp_seconds', { mode: 'string' }),
  timestamp: timestamp('timestamp', { mode: 'date', fsp: 6 }),
  timestampText: varchar('timestamp_text', { length: 40 }),
  date: date('date', { mode: 'string' }),
  dateDate: date('date_date', { mode: 'date' }),
  time: time('time', { fsp: 6 }),
  timeSeconds: time('time_seconds'),
  enum: mysqlEnum('enum', ['sad', 'ok', 'happy']),
  textEnum: text('text_enum', { enum: ['red', 'Green', 'blue'] }),
  varcharEnum: varchar('varchar_enum', { length: 10, enum: ['one', 'two'] }),
  texts: json('texts').$type<string[]>(),
  integers: json('integers').$type<number[]>(),
  json: json('json'),
  blob: varbinary('blob', { length: 10 }),
})
