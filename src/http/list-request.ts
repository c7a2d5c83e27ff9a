// Add-on http: what a list endpoint reads of a request, whichever server received it.
import { PaginateConfigError } from '../errors.js'
import type { StatementEvent } from '../page/send.js'
import { PaginateQuery } from '../request/paginate-query.js'

/**
 * A web `Request`, Node's `IncomingMessage`, and the requests of Express, Fastify and NestJS, by the two members read
 * here.
 */
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
  /** Aborted when the client has gone: from handlers, in frameworks that have one. */
  readonly signal?: AbortSignal
  /** Reports statements to the handler's `onAnswer` and `onStatement`: from handlers that have one of them. */
  readonly onStatement?: (event: StatementEvent) => void
}

/**
 * Binds a request from its raw URL; a query string that a framework has parsed is not looked at. Never throws on what a
 * client sends.
 *
 * @throws PaginateConfigError for an event or context in place of its request: it has no URL as text
 * @example
 * ```ts
 * const list = listRequest(request)
 * await paginate(db, list.query, articleList, { ...list, where: eq(articles.tenantId, tenantId) })
 * ```
 */
export function listRequest(request: RawRequest): ListRequest {
  const url = request.originalUrl ?? request.url ?? (Object.keys(request).length === 0 ? '' : undefined)
  if (typeof url !== 'string') throw new PaginateConfigError(`listRequest() needs a request with a URL; ${MEND}`)
  return { query: PaginateQuery.from(queryOf(url)), request: url }
}

const MEND = 'pass event.request, c.req.raw, or what your framework calls it.'

/**
 * Called with an event, a handler would find no parameters in it, and answer all rows.
 *
 * @throws PaginateConfigError for what is not a web `Request`
 */
export function assertRequest(request: unknown): void {
  const { url, method, headers } = Object(request) as { readonly [member: string]: unknown }
  const { get } = Object(headers) as { readonly get?: unknown }
  if (typeof url !== 'string' || typeof method !== 'string' || typeof get !== 'function') {
    throw new PaginateConfigError(`The handler must be called with a web Request; ${MEND}`)
  }
}

/** With its `?`: without it, a second one in `/list??page=2` would be taken for the first. */
function queryOf(url: string): string {
  const hash = url.indexOf('#')
  const end = hash === -1 ? url.length : hash
  const question = url.indexOf('?')
  return question === -1 || question > end ? '' : url.slice(question, end)
}
