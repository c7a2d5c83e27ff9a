// The demo's list, checked as a user would check one: with `drizzle-paginate/testing`, on rows of the demo.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { checkList } from 'drizzle-paginate/testing'
import { beforeAll, expect, test } from 'vitest'
import { readWorld } from '../../demo/data/read-world.js'
import { cityList, cityScroll } from '../../demo/sqlite/city-list.js'
import { countryList } from '../../demo/sqlite/country-list.js'
import { cities, countries, countryLanguages, languages } from '../../demo/sqlite/schema.js'

const client = new Database(':memory:')
const db = drizzle({ client })

beforeAll(() => {
  migrate(db, { migrationsFolder: 'demo/sqlite/migrations' })
  const world = readWorld()
  db.insert(languages)
    .values([...world.languages])
    .run()
  db.insert(countries)
    .values([...world.countries])
    .run()
  db.insert(countryLanguages)
    .values([...world.countryLanguages])
    .run()
  db.insert(cities).values(world.cities.slice(0, 400)).run()
  client.exec(`insert into cities_words (cities_words) values ('rebuild')`)
})

test('The cities pass; a larger set is checked without memory', { timeout: 240_000 }, async () => {
  const report = await checkList(db, cityList, { requests: 40 })
  expect(report).toMatchObject({ rows: 400, failures: [], notChecked: [] })
  expect(report.comparedWithMemory).toBeGreaterThan(50)
  const { notChecked } = await checkList(db, cityList, { requests: 5, maxRows: 100 })
  expect(notChecked).toEqual(['agreement with memory: more than 100 rows (maxRows)'])
})

test('The cities to scroll through pass, their search by words too', { timeout: 240_000 }, async () => {
  const report = await checkList(db, cityScroll, { requests: 40 })
  expect(report).toMatchObject({ rows: 400, failures: [] })
  // Arrays have no index of words; checkList puts the same search to the database alone.
  expect(report.notChecked).toEqual([
    'agreement with memory for searches by .searchWith(): only a database runs such SQL',
  ])
})

test('The countries pass, with their largest cities', { timeout: 240_000 }, async () => {
  const report = await checkList(db, countryList, { requests: 40 })
  expect(report).toMatchObject({ failures: [], notChecked: [] })
  expect(report.comparedWithMemory).toBeGreaterThan(20)
})
