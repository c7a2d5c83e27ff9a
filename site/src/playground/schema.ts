// The tables that a program of the playground imports: those of the documentation's example, and the cities.
import { integer, pgTable, text } from 'drizzle-orm/pg-core'

export * from '../../../test/docs/example/postgres/schema.js'

export const countries = pgTable('countries', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  continent: text('continent', { enum: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] }).notNull(),
})

export const cities = pgTable('cities', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  countryCode: text('country_code').notNull(),
  kind: text('kind').notNull(),
  population: integer('population').notNull(),
})
