// PostgreSQL in process. An instance costs seconds and half a gigabyte: one per worker, shared by all its files.
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { TestEngine } from '../test-database.js'
import * as schema from '../schema/postgres.js'
import { everyTypePostgres } from '../seed-every-type.js'
import { shared } from '../shared.js'
import { StatementLog } from '../statement-log.js'
import { type EngineHandle, seedDatabase, testDatabase } from './seeded.js'
import { startPglite } from '../start-pglite.js'

async function start(): Promise<EngineHandle & { readonly client: PGlite }> {
  const client = await startPglite()
  const log = new StatementLog()
  const handle = {
    name: 'pglite',
    dialect: 'postgresql' as const,
    db: drizzle({ client, logger: log }),
    schema,
    log,
    everyType: everyTypePostgres,
    execute: async (sql: string) => void (await client.exec(sql)),
    query: async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows,
    client,
  }
  await seedDatabase(handle)
  return handle
}

const ofWorker = (): ReturnType<typeof start> => shared('pglite', start, ({ client }) => client.close())

/** The worker's own instance, for suites that need more than a Drizzle database; they drop what they make. */
export const pgliteClient = async (): Promise<PGlite> => (await ofWorker()).client

export const pglite: TestEngine = {
  name: 'pglite',
  dialect: 'postgresql',
  isDefault: true,
  open: async () => testDatabase(await ofWorker()),
}
