// The second opinion on the demo's answers: the same data in SQLite, asked in plain SQL, with nothing of the library.
import Database from 'better-sqlite3'
import { readWorld } from '../../demo/data/read-world.js'

export interface PlainCity {
  readonly id: number
  readonly name: string
}

export interface PlainSql {
  /** Rows of `select … from cities city join countries country …` with the given rest. */
  cities(rest: string): PlainCity[]
  count(where: string): number
  /** Cities by the value of an expression, the most frequent first. */
  groups(value: string, rest: string): { value: string; count: number }[]
  close(): void
}

const from = 'from cities city join countries country on country.code = city.country_code'

export function openPlainSql(): PlainSql {
  const client = new Database(':memory:')
  client.exec(`
    create table countries (code text, name text, continent text);
    create table spoken (country_code text, language text);
    create table cities (id integer primary key, name text, country_code text, kind text, population integer);
  `)
  const world = readWorld()
  const nameOf = new Map(world.languages.map(({ code, name }) => [code, name]))
  const country = client.prepare('insert into countries values (@code, @name, @continent)')
  const spoken = client.prepare('insert into spoken values (?, ?)')
  const city = client.prepare('insert into cities values (@id, @name, @countryCode, @kind, @population)')
  client.transaction(() => {
    for (const { code, name, continent } of world.countries) country.run({ code, name, continent })
    for (const { countryCode, languageCode } of world.countryLanguages)
      spoken.run(countryCode, nameOf.get(languageCode))
    for (const { id, name, countryCode, kind, population } of world.cities)
      city.run({ id, name, countryCode, kind, population })
  })()
  return {
    cities: (rest) => client.prepare<[], PlainCity>(`select city.id, city.name ${from} ${rest}`).all(),
    count: (where) => client.prepare<[], number>(`select count(*) ${from} where ${where}`).pluck().get()!,
    groups: (value, rest) =>
      client
        .prepare<[], { value: string; count: number }>(
          `select ${value} as value, count(*) as count ${from} ${rest} group by 1 order by 2 desc, 1`,
        )
        .all(),
    close: () => void client.close(),
  }
}
