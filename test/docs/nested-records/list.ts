import { eq } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paginateConfig } from 'drizzle-paginate'

export const countries = sqliteTable('countries', { id: integer('id').primaryKey(), name: text('name').notNull() })
export const publishers = sqliteTable('publishers', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  countryId: integer('country_id'),
})
export const books = sqliteTable('books', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  publisherId: integer('publisher_id'),
})

export const bookList = paginateConfig(books)
  .leftJoin('publisher', publishers, eq(publishers.id, books.publisherId))
  .leftJoin('country', countries, eq(countries.id, publishers.countryId))
  .withLimits(20, 100)
  .withTieBreaker('id')
  .sortable('country.name')
  .filterable('country.name', '$eq', '$null')
  .build()

export const nested = {
  title: books.title,
  publisher: { name: publishers.name, country: { name: countries.name } },
}
