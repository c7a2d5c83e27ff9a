// PostgreSQL in process: migrates, loads, answers.
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { cityHandlers } from '../city-handlers.js'
import type { CityService } from '../city-service.js'
import type { CityRow, World } from '../data/read-world.js'
import type { Progress } from '../progress.js'
import { cityList, cityScroll } from './city-list.js'
import { countryList } from './country-list.js'
import { countries, countryLanguages, languages } from './schema.js'

const batch = 5_000

export async function openPglite(migrationsFolder: string, world: World, progress: Progress): Promise<CityService> {
  const client = await PGlite.create()
  const db = drizzle({ client })
  await migrate(db, { migrationsFolder })
  await db.insert(languages).values([...world.languages])
  await db.insert(countries).values([...world.countries])
  await db.insert(countryLanguages).values([...world.countryLanguages])
  const rebuildIndexes = await dropIndexes(client)
  for (let from = 0; from < world.cities.length; from += batch) {
    const rows = world.cities.slice(from, from + batch)
    await copyCities(client, rows)
    progress(from + rows.length, world.cities.length)
  }
  await rebuildIndexes()
  await client.exec('analyze')
  return {
    title: 'PGlite (PostgreSQL in process)',
    ...(await cityHandlers(db, { list: cityList, scroll: cityScroll, countries: countryList })),
    close: async () => await client.close(),
  }
}

/** An index is built faster over rows that are there than it is kept while they come. */
async function dropIndexes(client: PGlite): Promise<() => Promise<unknown>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'cities' and indexname <> 'cities_pkey'`,
  )
  await client.exec(rows.map(({ name }) => `drop index ${name};`).join('\n'))
  return () => client.exec(rows.map(({ definition }) => `${definition};`).join('\n'))
}

/** COPY loads a batch ten times as fast as an insert with its parameters. */
async function copyCities(client: PGlite, rows: readonly CityRow[]): Promise<void> {
  const lines = rows.map((city) =>
    [city.id, escaped(city.name), city.countryCode, city.kind, city.population, city.latitude, city.longitude].join(
      '\t',
    ),
  )
  const blob = new Blob([lines.join('\n'), '\n'])
  const columns = 'id, name, country_code, kind, population, latitude, longitude'
  await client.query(`copy cities (${columns}) from '/dev/blob'`, [], { blob })
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** As COPY's text format wants it. */
const escaped = (text: string): string => text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
