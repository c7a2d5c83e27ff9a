// Bun's own SQLite.
import { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { report } from '../support/report.js'

await report({
  engine: 'bun-sqlite',
  open: async () => {
    const client = new Database(':memory:')
    return {
      dialect: 'sqlite',
      drizzle: () => drizzle({ client }) as never,
      execute: async (statement) => void client.run(statement),
      close: async () => client.close(),
    }
  },
})
