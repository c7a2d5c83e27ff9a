// The databases that the suite runs on. `DIALECTS=pglite,sqlite` narrows the list or adds servers; without it the
// embedded engines run. Loop over `dialects` with `describe.each`, open once per file in `beforeAll`, close in
// `afterAll`.
import { libsql } from './databases/libsql.js'
import { mysql2 } from './databases/mysql2.js'
import { nodePostgres } from './databases/node-postgres.js'
import { pglite } from './databases/pglite.js'
import { postgresJs } from './databases/postgres-js.js'
import { sqlite } from './databases/sqlite.js'
import type { TestEngine } from './test-database.js'

export type { TestDatabase, TestEngine, TestSchema } from './test-database.js'

export const engines: readonly TestEngine[] = [pglite, sqlite, libsql, postgresJs, nodePostgres, mysql2]

const wanted = process.env['DIALECTS']?.split(',').filter((name) => name !== '')
const unknown = wanted?.filter((name) => !engines.some((engine) => engine.name === name)) ?? []
if (unknown.length > 0) {
  throw new Error(`DIALECTS names ${unknown.join(', ')}; known are ${engines.map((engine) => engine.name).join(', ')}.`)
}

/** The engines of this run. */
export const dialects: readonly TestEngine[] = engines.filter((engine) =>
  wanted ? wanted.includes(engine.name) : engine.isDefault,
)
