// Add-on http: what a list endpoint reads of a request, whichever server received it.
import { PaginateConfigError } from '../../errors.js'
import type { PaginateOptions } from '../../page/options.js'
import { normalizeQuery, OBSERVED, PaginateQuery } from '../../request/paginate-query.js'

/**
 * A web `Request`, Node's `IncomingMessage`, and the requests of Express, Fastify and NestJS, by the two members read
 * here.
 */
export interface RawRequest {
  /** Absolute or relative. */
  readonly url?: string | undefined
  /** The URL before a router or a mount shortened it: its path is preferred where a framework keeps it. */
  readonly originalUrl?: string | undefined
}

/**
 * A request in a form that every call takes, with its URL, and with the abort signal and the observers of the
 * handler. `paginate(db, list, articleList)` is the whole call; `{ ...list, limit: 3 }` is the same request with another
 * limit.
 */
export interface ListRequest {
  /** The path as the client sent it, mount prefixes included, with the query string as the host left it. */
  readonly url: string
  readonly query: PaginateQuery
  /** Aborted when the client has gone; absent in frameworks that have none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Binds a request from its raw URL; a query string that a framework has parsed is not looked at. Never throws on what a
 * client sends.
 *
 * @param options of every call with it
 * @throws PaginateConfigError for an event or context instead of its request: it has no URL as text
 */
export function listRequest(
  request: RawRequest,
  options: Pick<PaginateOptions, 'signal' | 'onStatement'> = {},
): ListRequest {
  const url = addressOf(request) ?? (Object.keys(request).length === 0 ? '' : undefined)
  if (typeof url !== 'string') throw new PaginateConfigError(`The handler needs a request with a URL; ${MEND}`)
  const query = PaginateQuery.from({ url: url.startsWith('?') ? `/${url}` : url })
  // Enumerable, so that a copy with other members (`{ ...list, limit: 3 }`) is the same request.
  return {
    url,
    query,
    signal: options.signal,
    [OBSERVED]: Object.defineProperty({ ...options }, 'asked', { value: { url, query } }),
  } as ListRequest
}

/** A host that rewrites a URL, as Fastify's `rewriteUrl` does, may change its parameters: those are the request's then. */
function addressOf({ url, originalUrl }: RawRequest): string | undefined {
  if (typeof url !== 'string' || typeof originalUrl !== 'string' || originalUrl === url) return originalUrl ?? url
  return originalUrl.replace(AFTER_PATH, '') + (AFTER_PATH.exec(url)?.[0] ?? '')
}

const AFTER_PATH = /[?#].*$/s

/** From now on the calls that take this request share what a list's own search returns: a page and its facets. */
export function shareSearch(list: ListRequest): void {
  Object.assign(normalizeQuery(list), { searched: new Map() })
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
