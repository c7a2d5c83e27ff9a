// bind: every kind of source a query can come from, walked as (name, value) pairs in query-string order.
import { toWellFormed } from '../basics/bytes.js'
import type { CopiedMember } from '../types/call-arguments.js'
import type { Sentences, ConfigTypeError } from '../types/type-error.js'

/** Parsed parameters: `URLSearchParams`, or anything that walks like it. */
export interface QueryParameters {
  forEach(visit: (value: string, name: string) => void): void
  getAll(name: string): string[]
}

/** Parsed parameters as a record: name to value, or to values. */
export interface QueryRecord {
  readonly [name: string]: string | readonly string[] | undefined
}

/** A URL, by the two members read here. */
interface UrlLike {
  readonly href: string
  readonly search: string
}

/** A request, or what a framework passes next to it, by its URL. */
interface WithUrl {
  readonly url?: string | UrlLike | undefined
}

/**
 * The sources that `PaginateQuery.from` reads:
 *
 * | source | read as |
 * |---|---|
 * | string | of a path or URL, what follows its first `?`; else a query string: with a `?` before its first `=` or `&`, what follows it |
 * | `URL` | its `search` |
 * | `URLSearchParams` | its pairs |
 * | web `Request`, Node's `IncomingMessage`, a framework's request | the query string of its `url`, absolute or relative |
 * | an event or context with a `url`, `request`, `req` or `node.req` (SvelteKit, h3, Hono, Koa, React Router) | the query string of that request |
 * | an event with a `rawQueryString` (AWS Lambda) | that text |
 * | one whose parameters are parsed (API Gateway's REST events, `query`, `searchParams`) | those |
 * | plain record | its own members, repeated parameters as arrays |
 * | null, undefined | no parameters |
 */
export type QuerySource =
  | string
  | null
  | undefined
  | UrlLike
  | QueryParameters
  | WithUrl
  | { readonly request: WithUrl }
  | { readonly req: WithUrl }
  | { readonly node: { readonly req: WithUrl } }
  | { readonly rawQueryString: string }
  | { readonly queryStringParameters: QueryRecord | null | undefined }
  | QueryRecord

/** Next to the type of a source: what it must be, or the sentence. */
export type CheckedSource<Source> = [Source] extends [QuerySource | KnownParameters<Source>]
  ? [CopiedMember<Exclude<Source, KnownParameters<Source>>>] extends [never]
    ? unknown
    : ConfigTypeError<Sentences['copiedRequest']>
  : ConfigTypeError<Sentences['wrongSource']>
/** A record of parameters whose members are known, as an interface has them: it has no index signature. */
type KnownParameters<Source> = Source extends readonly unknown[] | ((...given: never) => unknown)
  ? never
  : Source extends object
    ? { readonly [Name in keyof Source]: string | readonly string[] | undefined }
    : never

/** Receives each pair; values of a record may be anything where its types were not kept. */
export type VisitPair = (name: string, value: unknown) => void

/**
 * Calls `visit` for each pair of a source; returns false if the value is not a source. Throws only what a hostile
 * record throws by itself.
 */
export function forEachPair(source: unknown, visit: VisitPair): boolean {
  if (typeof source === 'string') forEachPairOfText(queryInText(source), visit)
  // Platforms pass null where a request has no query string.
  else if (source === undefined || source === null) return true
  else if (typeof source !== 'object') return false
  else if (isParameters(source)) source.forEach((value, name) => visit(name, value))
  else {
    const isPlain = isClasslessRecord(source)
    const hasParameters = Object.keys(source).some(isParameter)
    // A parser's record may hold a parameter called `url`, and an `IncomingMessage` a member called `page`.
    const carried = isPlain && hasParameters ? null : carriedQuery(source, isPlain)
    const parsed = carried === null && isPlain && !hasParameters ? parsedQuery(source) : undefined
    if (carried !== null) forEachPairOfText(carried, visit)
    else if (parsed !== undefined) return forEachPair(parsed, visit)
    else if (!hasParameters && isForeign(source, isPlain)) return false
    else forEachPairOfRecord(source, visit)
  }
  return true
}

function isParameters(source: object): source is QueryParameters {
  const { forEach, getAll } = source as { [key: string]: unknown }
  return typeof forEach === 'function' && typeof getAll === 'function'
}

/**
 * Query parsers return `{}`, an object without prototype, or one whose prototype has none (Node's querystring,
 * Fastify): those are records even where a client sent a parameter called `url`. Requests and URLs are instances of a
 * class.
 */
export function isClasslessRecord(source: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(source)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const PARAMETERS: ReadonlySet<string> = new Set(['page', 'limit', 'sortBy', 'search', 'searchBy', 'after', 'before'])

const isParameter = (name: string): boolean => PARAMETERS.has(name) || name.startsWith('filter')

/** The query string of a URL, a request, or the request that an event carries; null where it has none. */
function carriedQuery(source: object, isPlain: boolean): string | null {
  if (isUrl(source)) return source.search.slice(1)
  const { request, req, node, rawQueryString } = source as { readonly [member: string]: unknown }
  if (typeof rawQueryString === 'string') return rawQueryString
  const carriers = [source, request, req, (node as { readonly req?: unknown } | null | undefined)?.req]
  for (const carrier of carriers) {
    const { url } = Object(carrier) as { readonly url?: unknown }
    if (isUrl(url)) return url.search.slice(1)
    // The `url` of a record may be a parameter of that name: it is an address where it looks like one.
    if (typeof url === 'string' && (!isPlain || carrier !== source || ADDRESS.test(url))) return queryOf(url)
  }
  return null
}

/**
 * Where a host puts parameters that it has parsed; null where a request has none. Undefined where the record is not such
 * an event.
 */
function parsedQuery(source: object): object | null | undefined {
  const members = source as { readonly [member: string]: unknown }
  const name = PARSED.find((member) => typeof members[member] === 'object' && !Array.isArray(members[member]))
  return name === undefined ? undefined : (members[name] as object | null)
}

/** The first of API Gateway's has every value of a parameter, the second its last one. */
const PARSED = ['multiValueQueryStringParameters', 'queryStringParameters', 'searchParams', 'query']

/**
 * The URL or path of a source, as it was given: of what is read by its URL, and of text that begins with one. Null if it
 * has none. May throw only what a hostile record throws by itself.
 */
export function pathIn(source: unknown): string | null {
  if (typeof source === 'string') return isAddress(source) ? source : null
  if (typeof source !== 'object' || source === null || isParameters(source)) return null
  if (isUrl(source)) return source.href
  if (isClasslessRecord(source) && Object.keys(source).some(isParameter)) return null
  const { request, req, node, originalUrl, rawPath } = source as { readonly [member: string]: unknown }
  if (typeof originalUrl === 'string') return originalUrl
  if (typeof rawPath === 'string') return rawPath
  const carriers = [source, request, req, (node as { readonly req?: unknown } | null | undefined)?.req]
  for (const carrier of carriers) {
    const { url } = Object(carrier) as { readonly url?: unknown }
    if (isUrl(url)) return url.href
    if (typeof url === 'string') return ADDRESS.test(url) ? url : null
  }
  return null
}

/** Is it read by the URL that it has, as a request is? */
export function hasAddress(source: object): boolean {
  if (isUrl(source)) return true
  const { url } = source as { readonly url?: unknown }
  return typeof url === 'string' && (!isClasslessRecord(source) || ADDRESS.test(url))
}

/** A path or URL, with parameters or without; not only a query string, which may begin as one if it has no `?`. */
function isAddress(text: string): boolean {
  return ADDRESS.test(text) && !/^[^?]*[=&][^?]*$/.test(text)
}

const ADDRESS = /^(?:\/|[a-z][a-z0-9+.-]*:\/\/)/i

function isUrl(value: unknown): value is UrlLike {
  const { href, search } = Object(value) as { readonly href?: unknown; readonly search?: unknown }
  return typeof href === 'string' && typeof search === 'string'
}

/** What no query parser makes: an instance of a built-in class, or members that are functions or such instances. */
function isForeign(source: object, isPlain: boolean): boolean {
  if (Object.prototype.toString.call(source) !== '[object Object]') return true
  return Object.values(source).some(
    (value) =>
      typeof value === 'function' ||
      (typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        !(isPlain && isClasslessRecord(value as object))),
  )
}

/**
 * Express's `req.url` and whole URLs are given as text too: the first `?` ends their path, which may have `=` and `&`. In
 * other text, a `?` after the first `=` or `&` belongs to a value (`search=what?`). A path without a `?` has no parameters.
 */
function queryInText(text: string): string {
  if (!text.includes('?')) return isAddress(text) ? '' : text
  return ADDRESS.test(text) || !/^[^?]*[=&]/.test(text) ? queryOf(text) : text
}

/** What follows the `?` of a URL or path, without its fragment; `''` if there is no `?`. */
export function queryOf(url: string): string {
  const hash = url.indexOf('#')
  const question = url.indexOf('?')
  // Where the `?` is within the fragment, the end is before the start: the slice is empty.
  return question === -1 ? '' : url.slice(question + 1, hash === -1 ? undefined : hash)
}

function forEachPairOfText(sent: string, visit: VisitPair): void {
  const text = toWellFormed(sent)
  const decode = text.includes('%') || text.includes('+') ? decodeFormText : asItIs
  let equals = text.indexOf('=')
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start)
    if (end === -1) end = text.length
    // Searched again only after one was found, so time stays linear.
    if (equals !== -1 && equals < start) equals = text.indexOf('=', start)
    const split = equals === -1 || equals > end ? end : equals
    // Two `&` in a row are nothing; `=x` is a parameter with an empty name, which a strict list rejects.
    if (end > start) visit(decode(text.slice(start, split)), decode(text.slice(split + 1, end)))
  }
}

const asItIs = (text: string): string => text

function forEachPairOfRecord(record: object, visit: VisitPair): void {
  for (const name of Object.keys(record)) {
    const value: unknown = (record as { readonly [name: string]: unknown })[name]
    if (Array.isArray(value)) for (const entry of value as readonly unknown[]) visitValue(name, entry, visit)
    else visitValue(name, value, visit)
  }
}

/** Schema coercion in a framework may have made numbers of the digits that were sent. */
function visitValue(name: string, value: unknown, visit: VisitPair): void {
  if (value === undefined || value === null) return
  const isCoerced = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
  visit(name, isCoerced ? String(value) : value)
}

// Names and values of a query string, decoded as application/x-www-form-urlencoded (WHATWG URL, section 5.1).

/**
 * `+` is a space, `%XX` are UTF-8 bytes, and bytes that are not UTF-8 read as U+FFFD. Never throws, linear in the text.
 *
 * @param text well-formed
 */
export function decodeFormText(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Next to a broken escape, Node cuts characters beyond ASCII to bytes.
    const escaped = spaced.replace(/&|[^\0-\x7f]+/g, encodeURIComponent)
    return new URLSearchParams(`=${escaped}`).get('') as string
  }
}
