import { desc, lt } from 'drizzle-orm'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import { type CursorPage, paginate, paginateConfig } from 'drizzle-paginate'
import { posts } from './schema.js'

/** The usual way: newest first, and the next page begins before the last row's date. */
export async function byHand(db: PgliteDatabase<never>): Promise<number[]> {
  const seen: number[] = []
  let last: Date | null | undefined
  for (;;) {
    const page = await db
      .select()
      .from(posts)
      .where(last ? lt(posts.publishedAt, last) : undefined)
      .orderBy(desc(posts.publishedAt))
      .limit(2)
    seen.push(...page.map(({ id }) => id))
    last = page.at(-1)?.publishedAt
    if (page.length < 2 || last === null) return seen
  }
}

const postList = paginateConfig(posts)
  .withLimits(2, 100)
  .withTieBreaker('id')
  .sortable('publishedAt')
  .defaultSortBy('publishedAt', 'desc')
  .sortable('publishedAt', { nulls: 'last' })
  .withCursors()
  .build()

export async function withList(db: PgliteDatabase<never>): Promise<number[]> {
  const seen: number[] = []
  for (let url: string | null = '/posts'; url !== null;) {
    const page: CursorPage<{ id: number }> = await paginate(db, url, postList)
    seen.push(...page.items.map(({ id }) => id))
    url = page.links.next
  }
  return seen
}
