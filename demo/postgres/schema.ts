// The demo's tables on PostgreSQL. `npm run demo:migrations` turns them into the SQL files beside this one.
import { doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { fullTextDocument } from 'drizzle-paginate/search'

export const countries = pgTable('countries', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  nativeName: text('native_name').notNull(),
  continent: text('continent', { enum: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] }).notNull(),
  capital: text('capital'),
  currencies: text('currencies').array().notNull(),
  languages: text('languages').array().notNull(),
})

export const languages = pgTable('languages', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  nativeName: text('native_name').notNull(),
})

export const countryLanguages = pgTable(
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

export const cities = pgTable(
  'cities',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    countryCode: text('country_code')
      .notNull()
      .references(() => countries.code),
    kind: text('kind').notNull(),
    population: integer('population').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
  },
  (table) => [
    index('cities_population').on(table.population, table.id),
    // The largest first, and of the same size by id: no index of two ascending columns has this order.
    index('cities_largest').on(table.population.desc().nullsFirst(), table.id),
    index('cities_latitude').on(table.latitude, table.id),
    index('cities_name').on(table.name, table.id),
    index('cities_country').on(table.countryCode),
    index('cities_words').using('gin', fullTextDocument([table.name], { language: 'simple' })),
  ],
)
