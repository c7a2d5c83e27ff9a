import { asc, eq } from 'drizzle-orm'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import { paginate, paginateConfig, PaginateQuery, rowsOf } from 'drizzle-paginate'
import { comments, posts } from './schema.js'

/** The usual way to filter posts by their comments: join them. A post comes once for each comment that fits. */
export async function byHand(db: PgliteDatabase<never>): Promise<number[]> {
  const page = await db
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(comments, eq(comments.postId, posts.id))
    .where(eq(comments.body, 'yes'))
    .orderBy(asc(posts.id))
    .limit(3)
  return page.map(({ id }) => id)
}

const postList = paginateConfig(posts)
  .withLimits(3, 100)
  .withTieBreaker('id')
  .filterableMany('comment', rowsOf(comments, eq(comments.postId, posts.id)), comments.body, '$eq')
  .build()

export async function withList(db: PgliteDatabase<never>): Promise<number[]> {
  const { items } = await paginate(db, PaginateQuery.from('filter.comment=$eq:yes'), postList)
  return items.map(({ id }) => id)
}
