// SQLite as WebAssembly, in memory.
import initSqlJs from 'sql.js'
import { drizzle } from 'drizzle-orm/sql-js'
import { report } from '../support/report.js'

await report({
  engine: 'sql-js',
  open: async () => {
    const { Database } = await initSqlJs()
    const client = new Database()
    return {
      dialect: 'sqlite',
      drizzle: () => drizzle(client as never) as never,
      execute: async (statement) => void client.run(statement),
      close: async () => client.close(),
    }
  },
})
