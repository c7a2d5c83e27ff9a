// SQLite in process, synchronous. A database takes milliseconds: one per file.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { TestEngine } from '../test-database.js'
import * as schema from '../schema/sqlite.js'
import { everyTypeSqlite } from '../seed-every-type.js'
import { StatementLog } from '../statement-log.js'
import { seedDatabase, testDatabase } from './seeded.js'

export const sqlite: TestEngine = {
  name: 'sqlite',
  dialect: 'sqlite',
  isDefault: true,
  open: async () => {
    const client = new Database(':memory:')
    const log = new StatementLog()
    const handle = {
      name: 'sqlite',
      dialect: 'sqlite' as const,
      db: drizzle({ client, logger: log }),
      schema,
      log,
      everyType: everyTypeSqlite,
      execute: async (sql: string) => void client.exec(sql),
      query: async (sql: string) => client.prepare<[], Record<string, unknown>>(sql).all(),
    }
    await seedDatabase(handle)
    return testDatabase(handle, async () => void client.close())
  },
}
