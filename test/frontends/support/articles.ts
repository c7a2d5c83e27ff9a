// The documentation's example with 60 articles.
import type { ListDatabase } from 'drizzle-paginate'
import { articles } from '../../docs/example/sqlite/schema.js'
import { openSqlite } from '../../docs/support/engines.js'

const WORDS = ['Plans', 'Locks', 'Views', 'Keys', 'Pages', 'Joins', 'Nulls', 'Sorts', 'Trees']

export async function openArticles() {
  const engine = await openSqlite()
  const more = Array.from({ length: 54 }, (_, at) => ({
    id: at + 7,
    title: `${WORDS[at % WORDS.length]} ${at + 7}`,
    status: (['published', 'draft', 'archived'] as const)[at % 3],
    views: (at * 37) % 1000,
    publishedAt: new Date(Date.UTC(2024, at % 12, 1 + (at % 28))),
    tags: ['sql'],
    hidden: false,
    authorId: 1 + (at % 3),
  }))
  await (engine.db as unknown as { insert(table: unknown): { values(rows: unknown): PromiseLike<unknown> } })
    .insert(articles)
    .values(more)
  return { ...engine, db: engine.db as ListDatabase }
}
