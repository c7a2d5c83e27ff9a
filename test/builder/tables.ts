// Tables of the builder's tests; nothing is ever run on them.
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

export const authors = pgTable('authors', { id: serial().primaryKey(), name: text().notNull(), country: text() })
export const countries = pgTable('countries', { code: text().primaryKey(), name: text().notNull() })
export const articles = pgTable('articles', {
  id: serial().primaryKey(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  status: text({ enum: ['draft', 'live'] }).notNull(),
  views: integer().notNull(),
  publishedAt: timestamp(),
  tags: text().array().notNull(),
  hidden: boolean().notNull(),
  authorId: integer(),
  payload: jsonb(),
})
export const reviews = pgTable('reviews', {
  id: serial().primaryKey(),
  articleId: integer().notNull(),
  reviewer: text().notNull(),
})
export const tagged = pgTable('tagged', { articleId: integer().notNull(), labelId: integer().notNull() })
export const labels = pgTable('labels', { id: serial().primaryKey(), label: text() })

/** Each way in which a schema shows, or does not show, that columns are unique. */
export const seats = pgTable(
  'seats',
  {
    orgId: integer().notNull(),
    userId: integer().notNull(),
    row: integer().notNull(),
    number: integer().notNull(),
    badge: text().notNull(),
    email: text().notNull(),
    alias: text().notNull(),
    rank: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId] }),
    unique().on(table.row, table.number),
    uniqueIndex('by_badge').on(table.badge),
    uniqueIndex('by_email')
      .on(table.email)
      .where(sql`alias <> ''`),
    uniqueIndex('by_alias').on(sql`lower(${table.alias})`),
    index('by_rank').on(table.rank),
  ],
)
