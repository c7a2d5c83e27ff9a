import { asc, eq } from 'drizzle-orm'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import { paginate, paginateConfig, PaginateQuery, rowsOf } from 'drizzle-paginate'
import { comments, posts } from './schema.js'
import type * as schema from './schema.js'

/** The usual way: `with`. Drizzle 0.45 reads it as JSON, and a number in JSON has 53 bits. */
export async function byHand(db: PgliteDatabase<typeof schema>): Promise<string[]> {
  const [post] = await db.query.posts.findMany({ with: { comments: true }, orderBy: asc(posts.id), limit: 1 })
  return (post?.comments ?? []).map(({ id }) => String(id)).sort()
}

const postList = paginateConfig(posts)
  .withLimits(1, 100)
  .withTieBreaker('id')
  .children('comments', rowsOf(comments, eq(comments.postId, posts.id)), { id: comments.id })
  .build()

export async function withList(db: PgliteDatabase<typeof schema>): Promise<string[]> {
  const { items } = await paginate(db, new PaginateQuery(), postList)
  return (items[0]?.comments ?? []).map(({ id }) => String(id))
}
