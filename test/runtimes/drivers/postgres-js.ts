// A PostgreSQL server through postgres.js.
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { address, createSpace, dropSpace, space } from '../support/postgres-space.js'
import { report } from '../support/report.js'

await report({
  engine: 'postgres-js',
  open: async () => {
    const { user: username, ...rest } = address
    const client = postgres({ ...rest, username, max: 3, onnotice: () => {}, connection: { search_path: space } })
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
