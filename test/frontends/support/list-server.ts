// A server on localhost with the documentation's example: a page, and its three exports.
import { serve } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { type ListDatabase, paginateConfig } from 'drizzle-paginate'
import { listHandler, exportHandler } from 'drizzle-paginate/http'
import { exportOperation, listOperation } from 'drizzle-paginate/openapi'
import { articles, authors } from '../../docs/example/sqlite/schema.js'
import { openSqlite } from '../../docs/support/engines.js'

export interface ListServer {
  readonly url: string
  /** The OpenAPI document of all that is served. */
  readonly document: object
  readonly close: () => Promise<void>
}

/** The documentation's list, with facets. */
const config = paginateConfig(articles, { strictParameters: true })
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .withLimits(20, 100)
  .withTieBreaker('id')
  .sortable('publishedAt', 'title', 'author.name')
  .searchable('title', 'author.name')
  .filterable('status', '$eq', '$in')
  .filterable('views', '$gte', '$lte', '$btw')
  .filterable('tags', '$contains')
  .withFacets({ status: true, views: 'range' })
  .select({ id: true, title: true, publishedAt: true, author: { name: true } })
  .build()

const FORMATS = ['csv', 'ndjson', 'json'] as const

export async function openListServer(): Promise<ListServer> {
  const engine = await openSqlite()
  const db = engine.db as ListDatabase
  const handlers: Record<string, (request: Request) => Response | Promise<Response>> = {
    '/articles': listHandler({ db, config } as never),
  }
  const paths: Record<string, object> = {
    '/articles': { get: listOperation(config, { operationId: 'listArticles' }) },
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
