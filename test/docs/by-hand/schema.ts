import { relations } from 'drizzle-orm'
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const authors = pgTable('authors', { id: integer('id').primaryKey(), name: text('name').notNull() })
export const posts = pgTable('posts', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  status: text('status').notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }),
  authorId: integer('author_id').notNull(),
})
export const comments = pgTable('comments', {
  id: bigint('id', { mode: 'bigint' }).primaryKey(),
  postId: integer('post_id').notNull(),
  body: text('body').notNull(),
})

export const postRelations = relations(posts, ({ many }) => ({ comments: many(comments) }))
export const commentRelations = relations(comments, ({ one }) => ({
  post: one(posts, { fields: [comments.postId], references: [posts.id] }),
}))
