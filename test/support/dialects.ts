// The databases that the suite runs on. `DIALECTS=pglite,sqlite` narrows the list or adds servers; without it the embedded
// engines run. Loop over `dialects` with `describe.each`, open once per file in `beforeAll`, close in `afterAll`.
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import type { TestDialect } from './create-tables.js'
import { pglite } from './databases/pglite.js'
import { postgresJs } from './databases/postgres-js.js'
import { sqlite } from './databases/sqlite.js'
import type * as postgresSchema from './schema/postgres.js'
import type { Statement } from './statement-log.js'

/**
 * The logical tables. Typed as the PostgreSQL ones whatever the dialect: names and JavaScript types are the same on all,
 * so one test body serves every engine. Where the dialect's own type counts, import its schema file.
 */
export type TestSchema = Omit<typeof postgresSchema, 'everyType'> & { readonly everyType: typeof postgresSchema.everyType }

export interface TestDatabase {
  readonly name: string
  readonly dialect: TestDialect
  /** A Drizzle database over the seeded data, logging into `statements()`. Typed as PostgreSQL's, as the schema is. */
  readonly db: PgliteDatabase
  readonly schema: TestSchema
  /** Every statement since the last `clear()`, with its parameters. */
  statements(): readonly Statement[]
  clear(): void
  /** Runs one or several statements of raw SQL, unlogged: for tables of a test's own. */
  execute(sql: string): Promise<void>
  /** Runs one raw select, unlogged, and gives the driver's row objects: the second opinion on what is stored. */
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Gives the file's share back. */
  close(): Promise<void>
}

export interface TestEngine {
  readonly name: string
  readonly dialect: TestDialect
  /** Runs on a machine with nothing but Node. */
  readonly isEmbedded: boolean
  open(): Promise<TestDatabase>
}

// Slots: node-postgres, mysql2 and libsql come with their drivers.
export const engines: readonly TestEngine[] = [pglite, sqlite, postgresJs]

const wanted = process.env['DIALECTS']?.split(',').filter((name) => name !== '')
const unknown = wanted?.filter((name) => !engines.some((engine) => engine.name === name)) ?? []
if (unknown.length > 0) {
  throw new Error(`DIALECTS names ${unknown.join(', ')}; known are ${engines.map((engine) => engine.name).join(', ')}.`)
}

/** The engines of this run. */
export const dialects: readonly TestEngine[] = engines.filter((engine) => (wanted ? wanted.includes(engine.name) : engine.isEmbedded))
