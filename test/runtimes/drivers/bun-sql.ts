// A PostgreSQL server through Bun's own client.
import { SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'
import { address, createSpace, dropSpace, space } from '../support/postgres-space.js'
import { report } from '../support/report.js'

await report({
  engine: 'bun-sql',
  open: async () => {
    const { host, port, user, password, database } = address
    const client = new SQL({
      adapter: 'postgres',
      hostname: host,
      port,
      username: user,
      password,
      database,
      max: 3,
      connection: { search_path: space },
    })
    await client.unsafe(dropSpace)
    await client.unsafe(createSpace)
    return {
      dialect: 'postgresql',
      drizzle: () => drizzle({ client }) as never,
      execute: async (statement) => void (await client.unsafe(statement)),
      close: async () => {
        await client.unsafe(dropSpace)
        await client.end()
      },
    }
  },
})
