// The SQLite of a Durable Object inside workerd: the object answers a request with the suite's results.
import { DurableObject } from 'cloudflare:workers'
import { drizzle } from 'drizzle-orm/durable-sqlite'
import { runSuite } from '../support/suite.js'

interface Storage {
  readonly sql: { readonly exec: (statement: string) => unknown }
}

export class Lists extends DurableObject {
  override async fetch(): Promise<Response> {
    const storage = this.ctx.storage as Storage
    const results = await runSuite({
      engine: 'durable-sqlite',
      open: async () => ({
        dialect: 'sqlite',
        drizzle: () => drizzle(storage as never) as never,
        execute: async (statement) => void storage.sql.exec(statement),
        close: async () => {},
      }),
    })
    return Response.json(results)
  }
}

interface Environment {
  readonly LISTS: {
    readonly idFromName: (name: string) => unknown
    readonly get: (id: unknown) => { readonly fetch: (request: Request) => Promise<Response> }
  }
}

const worker = {
  fetch: (request: Request, { LISTS }: Environment): Promise<Response> =>
    LISTS.get(LISTS.idFromName('lists')).fetch(request),
}
export default worker
