// A reproduction to copy into an issue: one table in memory, one list, one request. Run it with
// `npm run example reproduction`.
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginate, paginateConfig, PaginateQuery } from 'drizzle-paginate'

const books = sqliteTable('books', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  year: integer('year'),
})

export const db = drizzle({ client: new Database(':memory:') })
db.run(sql`create table books (id integer primary key, title text not null, year integer)`)
db.insert(books)
  .values([
    { title: 'Middlemarch', year: 1871 },
    { title: 'Villette', year: 1853 },
    { title: 'The Watsons', year: null },
  ])
  .run()

export const bookList = paginateConfig(books)
  .withLimits(10, 100)
  .withTieBreaker('id')
  .sortable('title', 'year')
  .searchable('title')
  .filterable('year', '$eq', '$gte', '$null')
  .build()

const query = PaginateQuery.from('?filter.year=$gte:1860&filter.year=$or:$null&sortBy=title:ASC')
const page = await paginate(db, query, bookList, {
  path: '/books',
  onStatement: ({ sql: statement, params }) => console.log(statement, params),
})
console.log(JSON.stringify(page, null, 2))
