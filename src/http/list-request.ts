// Add-on http: what a list endpoint reads of a request, whichever server received it.
import { PaginateQuery } from '../request/paginate-query.js'

/** A web `Request`, Node's `IncomingMessage`, and the requests of Express, Fastify and NestJS, by the two members read here. */
export interface RawRequest {
  /** Absolute or relative. */
  readonly url?: string | undefined
  /** The URL before a router or a mount shortened it: preferred where a framework keeps it. */
  readonly originalUrl?: string | undefined
}

/** A list request, bound. It fits the options of the paging calls as it is. */
export interface ListRequest {
  readonly query: PaginateQuery
  /** The URL as the client sent it, mount prefixes included: for `options.request`, so that `links` point there. */
  readonly request: string
}

/**
 * Binds a request from its raw URL; a query string that a framework has parsed is not looked at. Never throws.
 *
 * @example
 * ```ts
 * const list = listRequest(request)
 * await paginate(db, list.query, articleList, { ...list, where: eq(articles.tenantId, tenantId) })
 * ```
 */
export function listRequest(request: RawRequest): ListRequest {
  const url = request.originalUrl ?? request.url ?? ''
  return { query: PaginateQuery.from(queryOf(url)), request: url }
}

/** With its `?`: without it, a second one in `/list??page=2` would be taken for the first. */
function queryOf(url: string): string {
  const hash = url.indexOf('#')
  const end = hash === -1 ? url.length : hash
  const question = url.indexOf('?')
  return question === -1 || question > end ? '' : url.slice(question, end)
}
