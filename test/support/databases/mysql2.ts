// A MariaDB or MySQL server through mysql2, over a real connection. Every worker has a database of its own, dropped at
// its end. Its collation compares text byte by byte, as the suite's other engines do; what other collations do, the
// tests in test/engines/servers say.
import { drizzle } from 'drizzle-orm/mysql2'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import type { TestEngine } from '../test-database.js'
import * as schema from '../schema/mysql.js'
import { everyTypeMysql } from '../seed-every-type.js'
import { mariadbServer } from '../servers.js'
import { shared } from '../shared.js'
import { StatementLog } from '../statement-log.js'
import { type EngineHandle, seedDatabase, testDatabase } from './seeded.js'

type Handle = EngineHandle & { readonly close: () => Promise<void> }

async function start(): Promise<Handle> {
  const { username: user, database: _, ...server } = mariadbServer()
  const space = `paginate_${process.pid}`
  const raw = createPool({ ...server, user, connectionLimit: 1, multipleStatements: true })
  const [versions] = await raw.query<RowDataPacket[]>('select version() as version')
  const collation = String(versions[0]?.['version']).includes('MariaDB') ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin'
  await raw.query(
    `drop database if exists ${space}; create database ${space} character set utf8mb4 collate ${collation}; use ${space}`,
  )
  const pool = createPool({ ...server, user, database: space, connectionLimit: 2 })
  // The suite writes `||` between texts.
  pool.on('connection', (connection) => void connection.query(`set sql_mode = concat(@@sql_mode, ',PIPES_AS_CONCAT')`))
  const log = new StatementLog()
  const handle: Handle = {
    name: 'mysql2',
    dialect: 'mysql',
    db: drizzle({ client: pool, logger: log }),
    schema,
    log,
    everyType: everyTypeMysql,
    execute: async (sql) => void (await raw.query(sql)),
    query: async (sql) => (await raw.query<RowDataPacket[]>(sql))[0],
    close: async () => {
      await raw.query(`drop database if exists ${space}`)
      await Promise.all([pool.end(), raw.end()])
    },
  }
  await seedDatabase(handle)
  return handle
}

export const mysql2: TestEngine = {
  name: 'mysql2',
  dialect: 'mysql',
  isDefault: false,
  open: async () => testDatabase(await shared('mysql2', start, (handle) => handle.close())),
}
