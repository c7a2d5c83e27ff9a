// The demo's tables on SQLite. `npm run demo:migrations` turns them into the SQL files beside this one.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const countries = sqliteTable('countries', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  nativeName: text('native_name').notNull(),
  continent: text('continent', { enum: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] }).notNull(),
  capital: text('capital'),
  currencies: text('currencies', { mode: 'json' }).$type<string[]>().notNull(),
  languages: text('languages', { mode: 'json' }).$type<string[]>().notNull(),
})

export const languages = sqliteTable('languages', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  nativeName: text('native_name').notNull(),
})

export const countryLanguages = sqliteTable(
  'country_languages',
  {
    countryCode: text('country_code')
      .notNull()
      .references(() => countries.code),
    languageCode: text('language_code')
      .notNull()
      .references(() => languages.code),
  },
  (table) => [primaryKey({ columns: [table.countryCode, table.languageCode] })],
)

export const cities = sqliteTable(
  'cities',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    countryCode: text('country_code')
      .notNull()
      .references(() => countries.code),
    kind: text('kind').notNull(),
    population: integer('population').notNull(),
    latitude: real('latitude').notNull(),
    longitude: real('longitude').notNull(),
  },
  (table) => [
    index('cities_population').on(table.population, table.id),
    // The largest first, and of the same size by id: no index of two ascending columns has this order.
    index('cities_largest').on(sql`${table.population} desc`, table.id),
    index('cities_latitude').on(table.latitude, table.id),
    index('cities_name').on(table.name, table.id),
    index('cities_country').on(table.countryCode),
  ],
)
