// SQLite in process through libSQL's client: asynchronous, a file per open since `:memory:` is a database per
// connection there.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import * as schema from '../schema/sqlite.js'
import { everyTypeSqlite } from '../seed-every-type.js'
import { StatementLog } from '../statement-log.js'
import type { TestEngine } from '../test-database.js'
import { seedDatabase, testDatabase } from './seeded.js'

export const libsql: TestEngine = {
  name: 'libsql',
  dialect: 'sqlite',
  isDefault: false,
  open: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'paginate-libsql-'))
    const url = `file:${join(directory, 'test.db')}`
    const client = createClient({ url })
    const raw = createClient({ url, intMode: 'bigint' })
    const log = new StatementLog()
    const handle = {
      name: 'libsql',
      dialect: 'sqlite' as const,
      db: drizzle({ client, logger: log }),
      schema,
      log,
      everyType: everyTypeSqlite,
      execute: (sql: string) => raw.executeMultiple(sql),
      query: async (sql: string) => {
        const { columns, rows } = await raw.execute(sql)
        return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])))
      },
    }
    await seedDatabase(handle)
    return testDatabase(handle, async () => {
      client.close()
      raw.close()
      await rm(directory, { recursive: true, force: true })
    })
  },
}
