import { and, eq } from 'drizzle-orm'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import { paginate, paginateConfig, PaginateQuery } from 'drizzle-paginate'
import { posts } from './schema.js'

/**
 * The usual way: a condition for each parameter that is there. `and(undefined)` is no condition, so a wrong name means
 * every row.
 */
export async function byHand(db: PgliteDatabase<never>, search: string): Promise<number> {
  const parameters = new URLSearchParams(search)
  const status = parameters.get('filter.status')
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(status === null ? undefined : eq(posts.status, status)))
  return rows.length
}

const postList = paginateConfig(posts, { strictParameters: true })
  .withLimits(20, 100)
  .withTieBreaker('id')
  .filterable('status', '$eq')
  .build()

export async function withList(db: PgliteDatabase<never>, search: string): Promise<number> {
  const { items } = await paginate(db, PaginateQuery.from(search), postList)
  return items.length
}
