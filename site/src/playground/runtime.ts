// A program of the playground, run: its list behind the explorer's own handler, over PGlite. In a worker, and in Node
// when the site is built.
import * as drizzleOrm from 'drizzle-orm'
import * as pgCore from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import type { PGlite } from '@electric-sql/pglite'
import * as library from 'drizzle-paginate'
import { explorerHandler } from 'drizzle-paginate/explorer'
import * as http from 'drizzle-paginate/http'
import * as search from 'drizzle-paginate/search'
import { explainList } from 'drizzle-paginate/testing'
import * as schema from './schema'

export interface Runtime {
  /** @param compiled - CommonJS, as compile() of language.ts makes it */
  load(compiled: string): void
  /** The explorer's answer to `?explorer=…`. */
  ask(search: string): Promise<{ readonly status: number; readonly body: string }>
  explain(): Promise<string>
}

const modules: Readonly<Record<string, unknown>> = {
  'drizzle-orm': drizzleOrm,
  'drizzle-orm/pg-core': pgCore,
  'drizzle-paginate': library,
  'drizzle-paginate/http': http,
  'drizzle-paginate/search': search,
  './schema': schema,
  './schema.js': schema,
}

interface Exports {
  readonly list?: { describe?: unknown }
  readonly where?: unknown
  readonly scope?: unknown
  readonly facets?: unknown
}

/** @param client - with the tables of schema.ts and their rows */
export async function openRuntime(client: PGlite): Promise<Runtime> {
  await client.exec(`set time zone 'UTC'`)
  const db = drizzle({ client })
  let exported: Exports = {}
  let handler: ((request: Request) => Promise<Response>) | null = null
  const list = (): never => {
    if (exported.list?.describe === undefined)
      throw new Error('Export a built list: export const list = paginateConfig(…)….build()')
    return exported.list as never
  }
  return {
    load(compiled) {
      handler = null
      exported = {}
      const own: Record<string, unknown> = {}
      const require = (name: string): unknown => {
        if (name in modules) return modules[name]
        throw new Error(`The playground has no module '${name}'; it has ${Object.keys(modules).join(', ')}.`)
      }
      // The program of the reader, in a worker without a document: what a playground is for.
      // oxlint-disable-next-line no-new-func
      new Function('exports', 'require', 'db', compiled)(own, require, db)
      exported = own
      const { where, scope, facets } = exported
      const options = { db, config: list(), path: '/list', title: 'Explorer', enabled: true, where, scope, facets }
      handler = explorerHandler(options as never)
    },
    async ask(search) {
      if (handler === null) throw new Error('The program has not run.')
      const response = await handler(new Request(`http://localhost/${search}`))
      return { status: response.status, body: await response.text() }
    },
    async explain() {
      const { where, scope } = exported
      const advice = String(await explainList(db as never, list(), { where, scope } as never))
      // What to do before what was found.
      const at = advice.indexOf('Indexes that would serve')
      return at === -1 ? advice : `${advice.slice(at).trim()}\n\n${advice.slice(0, at).trim()}`
    },
  }
}
