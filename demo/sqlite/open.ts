// SQLite in process: migrates, loads, answers.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { sql } from 'drizzle-orm'
import { cityHandlers } from '../city-handlers.js'
import type { CityService } from '../city-service.js'
import type { World } from '../data/read-world.js'
import type { Progress } from '../progress.js'
import { cityList, cityScroll } from './city-list.js'
import { countryList } from './country-list.js'
import { cities, countries, countryLanguages, languages } from './schema.js'

const batch = 5_000

export async function openSqlite(migrationsFolder: string, world: World, progress: Progress): Promise<CityService> {
  const client = new Database(':memory:')
  const db = drizzle({ client })
  migrate(db, { migrationsFolder })
  db.insert(languages)
    .values([...world.languages])
    .run()
  db.insert(countries)
    .values([...world.countries])
    .run()
  db.insert(countryLanguages)
    .values([...world.countryLanguages])
    .run()
  const insert = db
    .insert(cities)
    .values({
      id: sql.placeholder('id'),
      name: sql.placeholder('name'),
      countryCode: sql.placeholder('countryCode'),
      kind: sql.placeholder('kind'),
      population: sql.placeholder('population'),
      latitude: sql.placeholder('latitude'),
      longitude: sql.placeholder('longitude'),
    })
    .prepare()
  for (let from = 0; from < world.cities.length; from += batch) {
    const rows = world.cities.slice(from, from + batch)
    db.transaction(() => {
      for (const city of rows) insert.run({ ...city })
    })
    progress(from + rows.length, world.cities.length)
  }
  client.exec(`insert into cities_words (cities_words) values ('rebuild')`)
  client.exec('analyze')
  return {
    title: 'SQLite (better-sqlite3, in memory)',
    ...(await cityHandlers(db, { list: cityList, scroll: cityScroll, countries: countryList })),
    close: async () => void client.close(),
  }
}
