// A small list on SQLite in memory whose rows are as hostile as a page can meet, with a field of every kind of control.
import Database from 'better-sqlite3'
import { count, desc, eq, max } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, numeric, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig, rowsOf } from 'drizzle-paginate'

export const authors = sqliteTable('authors', { id: integer('id').primaryKey(), name: text('name').notNull() })

export const books = sqliteTable('books', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  genre: text('genre', { enum: ['novel', 'essay'] }).notNull(),
  lent: integer('lent', { mode: 'boolean' }).notNull(),
  year: integer('year'),
  authorId: integer('author_id'),
})

export const loans = sqliteTable('loans', {
  id: integer('id').primaryKey(),
  at: integer('at', { mode: 'timestamp_ms' }).notNull(),
  fee: numeric('fee').notNull(),
  note: text('note'),
  bookId: integer('book_id'),
})

const fields = paginateConfig(books)
  .leftJoin('author', authors, eq(authors.id, books.authorId))
  .withLimits(3, 10)
  .allowUnlimited(20)
  .withTieBreaker('id')
  .sortable('title', 'year', 'author.name')
  .searchable('title', 'author.name')
  .filterable('title', '$eq', '$ilike')
  .filterable('genre', '$eq', '$in')
  .filterable('lent', '$eq')
  .filterable('year', '$eq', '$gte', '$lt', '$btw', '$null')
  .select({ id: true, title: true, genre: true, lent: true, year: true, author: { name: true } })

export const bookList = fields.build()

const faceted = fields.withFacets({ title: true, genre: true, lent: true, year: 'range' })

/** The same, with facets. */
export const bookFacets = faceted.build()

/** The same, by cursor; four rows are counted at most. */
export const bookScroll = fields.withCursors().withTotals({ upTo: 4 }).build()

/** The same, with facets. */
export const bookScrollFacets = faceted.withCursors().withTotals({ upTo: 4 }).build()

/** The same, with a summary. */
const summarized = fields.withSummary({ books: count(), newest: max(books.year) })
export const bookSummary = summarized.build()

/** The same, with expressions. */
export const bookExpressions = fields.withFilterExpressions().build()

/** Filtered by what a cell may hold: a timestamp, money, an enum without `$eq`, null. */
export const loanList = paginateConfig(loans)
  .leftJoin('book', books, eq(books.id, loans.bookId))
  .withLimits(10, 10)
  .withTieBreaker('id')
  .filterable('at', '$eq')
  .filterable('fee', '$eq')
  .filterable('note', '$in', '$null')
  .filterable('book.title', '$eq')
  .filterable('book.lent', '$eq')
  .filterable('book.genre', '$in')
  .filterable('book.year', '$eq', '$null')
  .filterableMany('other', rowsOf(authors, eq(authors.id, loans.bookId)), authors.name, '$eq')
  .select({ id: true, at: true, fee: true, note: true, book: { title: true, lent: true, genre: true, year: true } })
  .build()

/** Strict about the names of parameters. */
export const bookStrict = paginateConfig(books, { strictParameters: true })
  .withLimits(3, 10)
  .withTieBreaker('id')
  .filterable('year', '$gte')
  .build()

/** Authors with their books inside, the newest first. */
export const authorList = paginateConfig(authors)
  .withLimits(3, 10)
  .withTieBreaker('id')
  .children(
    'books',
    rowsOf(books, eq(books.authorId, authors.id)),
    { title: books.title, year: books.year },
    { orderBy: [desc(books.year)] },
  )
  .build()

/** The same for one author at a time. */
export const scopedList = fields
  .withFacets({ genre: true })
  .scopedBy((scope: { readonly authorId: number }) => eq(books.authorId, scope.authorId))
  .build()

export const HOSTILE_TITLE = '<img src=x onerror="window.hacked = true"><script>window.hacked = true</script>'

export function bookDatabase() {
  const client = new Database(':memory:')
  client.exec(
    'create table authors (id integer primary key, name text not null);' +
      'create table books (id integer primary key, title text not null, genre text not null, lent integer not null, year integer, author_id integer);' +
      'create table loans (id integer primary key, at integer not null, fee numeric not null, note text, book_id integer)',
  )
  const db = drizzle({ client })
  db.insert(authors)
    .values([
      { id: 1, name: 'George Eliot' },
      { id: 2, name: 'Charlotte Brontë' },
      { id: 3, name: 'Nobody yet' },
    ])
    .run()
  db.insert(books)
    .values([
      { id: 1, title: 'Middlemarch', genre: 'novel', lent: false, year: 1871, authorId: 1 },
      { id: 2, title: 'Silas Marner', genre: 'novel', lent: true, year: 1861, authorId: 1 },
      { id: 3, title: 'Villette', genre: 'novel', lent: false, year: 1853, authorId: 2 },
      { id: 4, title: 'Shirley', genre: 'novel', lent: false, year: 1849, authorId: 2 },
      { id: 5, title: HOSTILE_TITLE, genre: 'essay', lent: false, year: null, authorId: null },
      { id: 6, title: '100 %, _, \\ and "quotes"', genre: 'essay', lent: true, year: 2001, authorId: null },
      { id: 7, title: 'Adam Bede', genre: 'novel', lent: false, year: 1859, authorId: 1 },
    ])
    .run()
  db.insert(loans)
    .values([
      { id: 1, at: new Date('2024-02-29T12:34:56.789Z'), fee: '1.5', note: 'a, b', bookId: 1 },
      { id: 2, at: new Date(0), fee: '0', note: null, bookId: 5 },
      { id: 3, at: new Date(0), fee: '12', note: '', bookId: 6 },
      { id: 4, at: new Date(-1), fee: '0.25', note: 'c', bookId: null },
    ])
    .run()
  return { db, client, close: () => void client.close() }
}
