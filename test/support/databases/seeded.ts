// What every engine shares: making the tables, filling them, and telling statements of the test from those of the
// set-up.
import { is, Table } from 'drizzle-orm'
import { createEnumSql, createTableSql, type TestDialect } from '../create-tables.js'
import * as seed from '../seed.js'
import type { StatementLog } from '../statement-log.js'
import type { TestDatabase, TestSchema } from '../test-database.js'

export interface EngineHandle {
  readonly name: string
  readonly dialect: TestDialect
  /** A Drizzle database of the engine; typed by its own driver. */
  readonly db: unknown
  readonly schema: unknown
  readonly log: StatementLog
  /** Literal rows of `everyType`. */
  readonly everyType: string
  readonly execute: (sql: string) => Promise<void>
  readonly query: (sql: string) => Promise<Record<string, unknown>[]>
}

interface Inserter {
  insert(table: Table): { values(rows: readonly unknown[]): PromiseLike<unknown> }
}

/** Makes and fills the suite's tables in an empty database or schema. */
export async function seedDatabase(handle: EngineHandle): Promise<void> {
  const schema = handle.schema as TestSchema
  const ddl: string[] = handle.dialect === 'postgresql' ? schema.enums.map(createEnumSql) : []
  for (const table of Object.values(schema)) if (is(table, Table)) ddl.push(createTableSql(handle.dialect, table))
  await handle.execute(ddl.join(';\n'))
  for (const name of seed.logicalTables) await (handle.db as Inserter).insert(schema[name]).values(seed[name])
  await handle.execute(handle.everyType)
}

/** One file's view of a seeded database: shared data, a statement log that starts empty. */
export function testDatabase(handle: EngineHandle, close: () => Promise<void> = async () => {}): TestDatabase {
  handle.log.clear()
  return {
    name: handle.name,
    dialect: handle.dialect,
    db: handle.db as TestDatabase['db'],
    schema: handle.schema as TestSchema,
    statements: () => [...handle.log.entries],
    clear: () => handle.log.clear(),
    execute: handle.execute,
    query: handle.query,
    close,
  }
}
