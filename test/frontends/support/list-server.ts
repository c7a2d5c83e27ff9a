// A server on localhost with the documentation's example: a page, and its three exports.
import { serve } from '@hono/node-server'
import type { AnyPaginateConfig, ListDatabase } from 'drizzle-paginate'
import { listHandler, exportHandler } from 'drizzle-paginate/http'
import { exportOperation, listOperation } from 'drizzle-paginate/openapi'
import { openSqlite } from '../../docs/support/engines.js'

export interface ListServer {
  readonly url: string
  /** The OpenAPI document of all that is served. */
  readonly document: object
  readonly close: () => Promise<void>
}

const FORMATS = ['csv', 'ndjson', 'json'] as const

export async function openListServer(): Promise<ListServer> {
  const engine = await openSqlite()
  const db = engine.db as ListDatabase
  const config = engine.names['articleList'] as AnyPaginateConfig
  const facets = { status: true, views: 'range' } as const
  const handlers: Record<string, (request: Request) => Response | Promise<Response>> = {
    '/articles': listHandler({ db, config, facets } as never),
  }
  const paths: Record<string, object> = {
    '/articles': { get: listOperation(config, { operationId: 'listArticles', facets }) },
  }
  for (const as of FORMATS) {
    handlers[`/articles.${as}`] = exportHandler({ db, config, as, filename: `articles.${as}` } as never)
    const operationId = `articlesAs${as[0]?.toUpperCase()}${as.slice(1)}`
    paths[`/articles.${as}`] = { get: exportOperation(config, { as, operationId }) }
  }
  const answer = (request: Request): Response | Promise<Response> =>
    handlers[new URL(request.url).pathname]?.(request) ?? new Response(null, { status: 404 })
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const starting = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, () => void resolve(starting))
  })
  const { port } = server.address() as { readonly port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    document: { openapi: '3.1.0', info: { title: 'Articles', version: '1' }, paths },
    close: async () => {
      await new Promise((resolve) => void server.close(resolve))
      await engine.close()
    },
  }
}
