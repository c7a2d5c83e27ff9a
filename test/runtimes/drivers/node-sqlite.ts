// Node's own SQLite, from Node 22 on; Drizzle 1.0 has a driver for it.
import { DatabaseSync } from 'node:sqlite'
import { drizzle } from 'drizzle-orm/node-sqlite'
import { report } from '../support/report.js'

await report({
  engine: 'node-sqlite',
  open: async () => {
    const client = new DatabaseSync(':memory:')
    return {
      dialect: 'sqlite',
      drizzle: () => drizzle({ client }) as never,
      execute: async (statement) => client.exec(statement),
      close: async () => client.close(),
    }
  },
})
