// A PostgreSQL server through node-postgres.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { address, createSpace, dropSpace, settings } from '../support/postgres-space.js'
import { report } from '../support/report.js'

await report({
  engine: 'node-postgres',
  open: async () => {
    const client = new pg.Pool({ ...address, max: 3, options: settings })
    await client.query(dropSpace)
    await client.query(createSpace)
    return {
      dialect: 'postgresql',
      drizzle: () => drizzle({ client }) as never,
      execute: async (statement) => void (await client.query(statement)),
      close: async () => {
        await client.query(dropSpace)
        await client.end()
      },
    }
  },
})
