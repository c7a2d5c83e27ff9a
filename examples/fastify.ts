// A list endpoint in Fastify, paging by itself with the plugin. Run it with `npm run example fastify`.
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginate, paginateConfig } from 'drizzle-paginate'
import { paginatePlugin } from 'drizzle-paginate/fastify'
import { fastify } from 'fastify'

const books = sqliteTable('books', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  author: text('author').notNull(),
  year: integer('year').notNull(),
})

export const db = drizzle({ client: new Database(':memory:') })
db.run(
  sql`create table books (id integer primary key, title text not null, author text not null, year integer not null)`,
)
db.insert(books)
  .values([
    { title: 'Middlemarch', author: 'George Eliot', year: 1871 },
    { title: 'Silas Marner', author: 'George Eliot', year: 1861 },
    { title: 'Bleak House', author: 'Charles Dickens', year: 1853 },
    { title: 'Hard Times', author: 'Charles Dickens', year: 1854 },
    { title: 'Villette', author: 'Charlotte Brontë', year: 1853 },
    { title: 'Shirley', author: 'Charlotte Brontë', year: 1849 },
    { title: 'North and South', author: 'Elizabeth Gaskell', year: 1854 },
  ])
  .run()

export const bookList = paginateConfig(books)
  .withLimits(3, 50)
  .withTieBreaker('id')
  .sortable('title', 'year')
  .searchable('title', 'author')
  .filterable('author', '$eq', '$in')
  .filterable('year', '$gte', '$lte', '$btw')
  .build()

const app = fastify()
await app.register(paginatePlugin)
app.get('/books', async (request, reply) => reply.sendPage(await paginate(db, request, bookList)))

await app.listen({ port: Number(process.env['PORT'] ?? 3000) })
const { port } = app.server.address() as AddressInfo
console.log(`http://localhost:${port}/books?sortBy=year:DESC`)
