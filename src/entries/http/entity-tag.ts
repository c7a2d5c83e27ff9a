// Add-on http: answers that a browser need not fetch again (RFC 9110, 8.8.3 and 13.1.2).
import { PaginateConfigError } from '../../errors.js'
import { isClasslessRecord } from '../../request/query-source.js'
import type { MaybePromise } from '../../types/database.js'

/** How clients and proxies may cache the responses of a list. */
export interface CacheOptions<Given extends readonly unknown[]> {
  /**
   * The `Cache-Control` header. With the default, no shared cache stores a response, because the next caller may be
   * another tenant, and a browser asks each time whether its copy is still current.
   *
   * @default `private, no-cache`
   */
  readonly control?: string | undefined
  /**
   * Returns what the response depends on: the time of the last write, or a number that each write raises. It becomes
   * the `ETag`, which is compared before any statement: a client that has it gets a 304.
   *
   * The scope of the list is part of the tag. If callers see different rows under one URL by other means, such as
   * `where` or a `config` by role, put the caller into the version. Null and undefined mean "no version". Any other
   * value that is not text throws a `PaginateConfigError`.
   *
   * @default none: the `ETag` is made from the body, so that a 304 saves only the transfer
   * @example `version: (request) => redis.get('articles:version')`
   */
  readonly version?: ((...given: Given) => MaybePromise<string | null | undefined>) | undefined
}

/** Weak: proxies that compress a body change its bytes, and not what it says. */
export async function entityTag(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `W/"${btoa(String.fromCharCode(...hash.subarray(0, 15)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}"`
}

/**
 * The text of an app's version; null without one.
 *
 * @throws PaginateConfigError for what is not text: a number that was not read, or an object, would be one tag for all
 */
export function versionText(version: unknown): string | null {
  if (version === undefined || version === null) return null
  if (typeof version === 'string' && version !== '') return version
  throw new PaginateConfigError(
    'cache.version needs text that is not empty, or null for no version; return a text that each write changes.',
  )
}

/**
 * A scope as text: equal texts, equal scopes. Null for one that holds anything but plain data, which has no text that
 * tells it from every other.
 */
export function scopeText(scope: unknown, around: readonly unknown[] = []): string | null {
  switch (typeof scope) {
    case 'string':
      return JSON.stringify(scope)
    case 'object':
      if (scope === null) return 'null'
      // One that holds itself has no text.
      if (around.includes(scope) || !isPlainData(scope)) return null
      if (scope instanceof Date) return `date ${scope.getTime()}`
      if (Array.isArray(scope)) return membersText(scope, [...around, scope], (text) => `[${text}]`)
      return membersText(Object.entries(scope).toSorted(byKey).flat(), [...around, scope], (text) => `{${text}}`)
    case 'function':
    case 'symbol':
      return null
    default:
      return `${typeof scope} ${Object.is(scope, -0) ? '-0' : String(scope)}`
  }
}

/**
 * Does the text say all that a condition may read of it? A member under a symbol or behind a getter, one that is not
 * enumerable, and one that an array has next to its elements are not in the text: two tenants would share it.
 */
function isPlainData(scope: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(scope)
  const keys = Reflect.ownKeys(scope)
  if (prototype === Date.prototype) return keys.length === 0
  if (prototype === Array.prototype) {
    // Indexes come before the length, and nothing comes behind it.
    if (keys.pop() !== 'length' || keys.length !== (scope as unknown[]).length) return false
  } else if (!isClasslessRecord(scope) || !(prototype === Object.prototype || holdsNothing(prototype))) return false
  return keys.every((key) => {
    const { enumerable, get, set } = Object.getOwnPropertyDescriptor(scope, key) ?? {}
    return typeof key === 'string' && enumerable === true && get === undefined && set === undefined
  })
}

/** Null, and the prototype of the records that a router or a parser makes. */
const holdsNothing = (prototype: unknown): boolean => Reflect.ownKeys(Object(prototype) as object).length === 0

const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1)

function membersText(
  members: readonly unknown[],
  around: readonly unknown[],
  write: (text: string) => string,
): string | null {
  const texts: string[] = []
  for (const member of members) {
    const text = scopeText(member, around)
    if (text === null) return null
    texts.push(text)
  }
  return write(texts.join())
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
