// Random lists with many features at once, each asked in every way that there is: pages, walks, streams, handlers,
// `applyFilters` in statements of one's own, facets and summaries give the rows that the rows themselves say.
// `WAYS_SEED=7` asks the one list of that seed.
import { alias as mysqlAlias } from 'drizzle-orm/mysql-core'
import { alias as pgAlias } from 'drizzle-orm/pg-core'
import { alias as sqliteAlias } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTableSql, type TestDialect } from '../../support/create-tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { runs } from '../../support/property-runs.js'
import { Random } from '../differential/random.js'
import { askEveryWay } from './ask-every-way.js'
import { randomCase } from './random-list.js'
import { randomData, wayTables, type WayTables } from './tables.js'

type Alias = (table: unknown, name: string) => WayTables['rows']
const aliases = { postgresql: pgAlias, sqlite: sqliteAlias, mysql: mysqlAlias } as unknown as Record<TestDialect, Alias>
const LISTS_OF_A_DATABASE = 10
const MOST_FAILURES = 3
const wanted = process.env['WAYS_SEED']
const seeds = wanted === undefined ? Array.from({ length: runs(150) }, (_, at) => at + 1) : [Number(wanted)]

describe.each(dialects)('Every way of asking, on $name', ({ dialect, open }) => {
  const tables = wayTables[dialect]
  const aliased = aliases[dialect](tables.rows, 'other_rows')
  const all = [tables.owners, tables.parts, tables.rows]
  const drop = ['way_owners', 'way_parts', 'way_rows'].map((name) => `drop table if exists ${name}`).join('; ')
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    await database.execute(`${drop}; ${all.map((table) => createTableSql(dialect, table)).join('; ')}`)
  })
  afterAll(async () => {
    await database.execute(drop)
    await database.close()
  })

  test(`${seeds.length} random lists`, { timeout: 60_000 + seeds.length * 5_000 }, async () => {
    let ways = 0
    const failures: string[] = []
    for (const seed of seeds) {
      if (failures.length >= MOST_FAILURES) break
      const ofData = new Random(Math.floor(seed / LISTS_OF_A_DATABASE) + 1_000_000)
      const data = randomData(ofData)
      if (seed % LISTS_OF_A_DATABASE === 0 || seed === seeds[0])
        for (const name of ['owners', 'parts', 'rows'] as const) {
          await database.db.delete(tables[name])
          if (data[name].length > 0) await database.db.insert(tables[name]).values(data[name] as never)
        }
      const random = new Random(seed)
      const wayCase = randomCase(random, dialect, tables, data)
      const asked = await askEveryWay(random, database, tables, aliased, wayCase)
      ways += asked.ways
      const asRequested = decodeURIComponent(String(wayCase.request))
      for (const { way, got, expected } of asked.differences)
        failures.push(
          `WAYS_SEED=${seed}, ${way} of ?${asRequested}: ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`,
        )
    }
    expect(failures.join('\n')).toBe('')
    expect(ways).toBeGreaterThan(seeds.length * 15)
  })
})
