// What a test sees of an engine.
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import type { TestDialect } from './create-tables.js'
import type * as postgresSchema from './schema/postgres.js'
import type { Statement } from './statement-log.js'

/**
 * The logical tables. Typed as the PostgreSQL ones whatever the dialect: names and JavaScript types are the same on
 * all, so one test body serves every engine. Where the dialect's own type counts, import its schema file.
 */
export type TestSchema = typeof postgresSchema

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
  /** Runs where DIALECTS says nothing: embedded, and a kind of its own. */
  readonly isDefault: boolean
  open(): Promise<TestDatabase>
}
