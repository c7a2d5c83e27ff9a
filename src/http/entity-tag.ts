// Add-on http: answers that a browser need not fetch again (RFC 9110, 8.8.3 and 13.1.2).
import type { MaybePromise } from '../types/database.js'

/** How the answers of a list may be cached. */
export interface CacheOptions<Given extends readonly unknown[]> {
  /**
   * The `Cache-Control` header. Without it no shared cache stores an answer, since the next caller may be somebody
   * else's tenant, and a browser asks each time whether its copy is still the answer.
   *
   * @default `private, no-cache`
   */
  readonly control?: string | undefined
  /**
   * What the answer depends on: the time of the last write, a number that each write raises. It becomes the `ETag`,
   * which is compared before any statement: a client that has it gets 304. Where callers see different rows under one
   * URL, put the caller into it.
   *
   * @default none: the `ETag` is made from the body, so that a 304 saves its transfer and not its statements
   * @example `version: (request) => redis.get('articles:version')`
   */
  readonly version?: ((...given: Given) => MaybePromise<string>) | undefined
}

/** Weak: proxies that compress a body change its bytes, and not what it says. */
export async function entityTag(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `W/"${btoa(String.fromCharCode(...hash.subarray(0, 15)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}"`
}

/** A request's headers: of the web, or Node's. */
export interface RequestHeaders {
  readonly get?: (name: string) => string | null
  readonly 'if-none-match'?: string | undefined
}

export function isFresh(tag: string, headers: RequestHeaders | undefined): boolean {
  // Of Node's record, `get` is a header that a client may have sent.
  const sent = typeof headers?.get === 'function' ? headers.get('if-none-match') : headers?.['if-none-match']
  if (typeof sent !== 'string') return false
  return sent.trim() === '*' || sent.match(/"[^"]*"/g)?.includes(tag.slice('W/'.length)) === true
}
