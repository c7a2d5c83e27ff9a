// A PostgreSQL server through node-postgres. Every worker has a schema of its own, dropped at its end.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from '../schema/postgres.js'
import { everyTypePostgres } from '../seed-every-type.js'
import { postgresServer } from '../servers.js'
import { shared } from '../shared.js'
import { StatementLog } from '../statement-log.js'
import type { TestEngine } from '../test-database.js'
import { type EngineHandle, seedDatabase, testDatabase } from './seeded.js'

type Handle = EngineHandle & { readonly close: () => Promise<void> }

async function start(): Promise<Handle> {
  const space = `paginate_pg_${process.pid}`
  const { username, ...address } = postgresServer()
  const pool = new pg.Pool({ ...address, user: username, max: 2, options: `-c search_path=${space}` })
  await pool.query(`drop schema if exists "${space}" cascade; create schema "${space}"`)
  const log = new StatementLog()
  const handle: Handle = {
    name: 'node-postgres',
    dialect: 'postgresql',
    db: drizzle({ client: pool, logger: log }),
    schema,
    log,
    everyType: everyTypePostgres,
    execute: async (sql) => void (await pool.query(sql)),
    query: async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows,
    close: async () => {
      await pool.query(`drop schema if exists "${space}" cascade`)
      await pool.end()
    },
  }
  await seedDatabase(handle)
  return handle
}

export const nodePostgres: TestEngine = {
  name: 'node-postgres',
  dialect: 'postgresql',
  isDefault: false,
  open: async () => testDatabase(await shared('node-postgres', start, (handle) => handle.close())),
}
