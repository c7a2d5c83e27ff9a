// Drizzle's SQLite proxy over JSON, as over HTTP: parameters and rows go through `JSON.stringify`.
import Database from 'better-sqlite3'
import * as proxy from 'drizzle-orm/sqlite-proxy'
import { report } from '../support/report.js'

interface Call {
  readonly sql: string
  readonly params: readonly unknown[]
  readonly isArray: boolean
}

await report({
  engine: 'sqlite-proxy',
  open: async () => {
    const client = new Database(':memory:')
    const answer = async (call: Call): Promise<unknown[]> => {
      const { sql, params, isArray } = JSON.parse(JSON.stringify(call)) as Call
      return JSON.parse(
        JSON.stringify(
          client
            .prepare(sql)
            .raw(isArray)
            .all(...params),
        ),
      ) as unknown[]
    }
    // One function on 0.45, an object of functions on 1.0.
    const old = async (sql: string, params: unknown[]) => ({ rows: await answer({ sql, params, isArray: true }) })
    const executors = {
      all: (sql: string, params: unknown[], mode: string) => answer({ sql, params, isArray: mode === 'array' }),
      get: async (sql: string, params: unknown[], mode: string) =>
        (await answer({ sql, params, isArray: mode === 'array' }))[0],
      run: (sql: string, params: unknown[]) => answer({ sql, params, isArray: false }),
    }
    const drizzle = proxy.drizzle as unknown as (remote: unknown) => never
    return {
      dialect: 'sqlite',
      drizzle: () => drizzle(Object.assign(old, executors)),
      execute: async (statement) => void client.exec(statement),
      close: async () => void client.close(),
    }
  },
})
