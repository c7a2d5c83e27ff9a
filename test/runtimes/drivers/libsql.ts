// libSQL in memory, one connection.
import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { report } from '../support/report.js'

await report({
  engine: 'libsql',
  open: async () => {
    const client = createClient({ url: ':memory:' })
    return {
      dialect: 'sqlite',
      drizzle: () => drizzle({ client }) as never,
      execute: async (statement) => void (await client.execute(statement)),
      close: async () => client.close(),
    }
  },
})
