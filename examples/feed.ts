// A feed, newest first, read by cursor: rows that arrive meanwhile move nothing. Run it with `npm run example feed`.
import { serve } from '@hono/node-server'
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from 'drizzle-paginate'
import { listHandler } from 'drizzle-paginate/http'

const posts = sqliteTable(
  'posts',
  {
    id: integer('id').primaryKey(),
    author: text('author').notNull(),
    text: text('text').notNull(),
    at: integer('at', { mode: 'timestamp_ms' }).notNull(),
  },
  // In the order of the feed, tie-breaker included: each page costs the same, however far down it lies.
  (table) => [index('posts_newest').on(sql`${table.at} desc`, table.id)],
)

export const db = drizzle({ client: new Database(':memory:') })
db.run(sql`create table posts (id integer primary key, author text not null, text text not null, at integer not null)`)
db.run(sql`create index posts_newest on posts (at desc, id)`)
const noon = Date.UTC(2026, 0, 1, 12)
db.insert(posts)
  .values(
    Array.from({ length: 8 }, (_, at) => ({
      author: at % 3 === 0 ? 'ada' : 'grace',
      text: `Post ${at + 1}`,
      at: new Date(noon + at * 60_000),
    })),
  )
  .run()

export const feed = paginateConfig(posts)
  .withLimits(3, 50)
  .withTieBreaker('id')
  .sortable('at')
  .defaultSortBy('at', 'desc')
  .filterable('author', '$eq', '$in')
  .withCursors()
  .withTotals('none')
  .build()

const list = listHandler({ db, config: feed })

async function answer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return list(request)
  db.insert(posts)
    .values({ author: 'ada', text: await request.text(), at: new Date() })
    .run()
  return new Response(null, { status: 201 })
}

serve({ fetch: answer, port: Number(process.env['PORT'] ?? 3000) }, ({ port }) => {
  console.log(`http://localhost:${port}/posts`)
})
