// A PostgreSQL server through postgres.js, over a real connection. Every worker has a schema of its own, dropped at its
// end.
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { TestEngine } from '../test-database.js'
import * as schema from '../schema/postgres.js'
import { everyTypePostgres } from '../seed-every-type.js'
import { postgresServer } from '../servers.js'
import { shared } from '../shared.js'
import { StatementLog } from '../statement-log.js'
import { type EngineHandle, seedDatabase, testDatabase } from './seeded.js'

type Handle = EngineHandle & { readonly close: () => Promise<void> }

async function start(): Promise<Handle> {
  const space = `paginate_${process.pid}`
  const options = { ...postgresServer(), max: 2, onnotice: () => {} }
  const client = postgres({ ...options, connection: { search_path: space } })
  // Drizzle replaces the parsers of the client it is given, so raw questions have a client of their own.
  const raw = postgres({ ...options, max: 1, connection: { search_path: space } })
  await raw.unsafe(`drop schema if exists "${space}" cascade; create schema "${space}"`)
  const log = new StatementLog()
  const handle: Handle = {
    name: 'postgres-js',
    dialect: 'postgresql',
    db: drizzle({ client, logger: log }),
    schema,
    log,
    everyType: everyTypePostgres,
    execute: async (sql) => void (await raw.unsafe(sql)),
    query: async (sql) => [...(await raw.unsafe<Record<string, unknown>[]>(sql))],
    close: async () => {
      await raw.unsafe(`drop schema if exists "${space}" cascade`)
      await Promise.all([client.end(), raw.end()])
    },
  }
  await seedDatabase(handle)
  return handle
}

export const postgresJs: TestEngine = {
  name: 'postgres-js',
  dialect: 'postgresql',
  isDefault: false,
  open: async () => testDatabase(await shared('postgres-js', start, (handle) => handle.close())),
}
