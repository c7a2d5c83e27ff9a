// D1 inside workerd: the worker answers a request with the suite's results.
import { drizzle } from 'drizzle-orm/d1'
import { runSuite } from '../support/suite.js'

interface Environment {
  readonly DB: { readonly prepare: (statement: string) => { readonly run: () => Promise<unknown> } }
}

const worker = {
  fetch: async (_request: Request, { DB }: Environment): Promise<Response> =>
    Response.json(
      await runSuite({
        engine: 'd1',
        open: async () => ({
          dialect: 'sqlite',
          drizzle: () => drizzle(DB as never) as never,
          execute: async (statement) => void (await DB.prepare(statement).run()),
          close: async () => {},
        }),
      }),
    ),
}
export default worker
