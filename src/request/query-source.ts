// bind: every kind of source a query can come from, walked as (name, value) pairs in query-string order.
import { decodeFormText, toWellFormed } from './decode-form-text.js'

/** Parsed parameters: `URLSearchParams`, or anything that walks like it. */
export interface QueryParameters {
  forEach(visit: (value: string, name: string) => void): void
  getAll(name: string): string[]
}

/** Parsed parameters as a record: name to value, or to values. */
export interface QueryRecord {
  readonly [name: string]: string | readonly string[] | undefined
}

/**
 * What `PaginateQuery.from` reads:
 *
 * | source | read as |
 * |---|---|
 * | string | a query string, with or without its `?`; a path or URL with one: with a `?` before its first `=` or `&`, what follows that `?` |
 * | `URL` | its `search` |
 * | `URLSearchParams` | its pairs |
 * | web `Request`, Node's `IncomingMessage`, a framework's request | the query string of its `url`, absolute or relative |
 * | plain record | its own members, repeated parameters as arrays |
 */
export type QuerySource =
  string | { readonly href: string; readonly search: string } | QueryParameters | { readonly url?: string | undefined } | QueryRecord

/** Receives each pair; values of a record may be anything where its types were not kept. */
export type VisitPair = (name: string, value: unknown) => void

/** Walks the pairs of a source. May throw only what a hostile record throws by itself. */
export function forEachPair(source: unknown, visit: VisitPair): void {
  if (typeof source === 'string') return forEachPairOfText(queryInText(source), visit)
  if (typeof source !== 'object' || source === null) return
  if (isPlainRecord(source)) return forEachPairOfRecord(source, visit)
  const { forEach, getAll, url, search, href } = source as { [key: string]: unknown }
  if (typeof forEach === 'function' && typeof getAll === 'function') {
    return (source as QueryParameters).forEach((value, name) => name !== '' && visit(name, value))
  }
  if (typeof url === 'string') return forEachPairOfText(queryOf(url), visit)
  if (typeof search === 'string' && typeof href === 'string') return forEachPairOfText(search.slice(1), visit)
  forEachPairOfRecord(source, visit)
}

/**
 * Query parsers return `{}`, an object without prototype, or one whose prototype has none (Node's querystring, Fastify):
 * those are records even where a client sent a parameter called `url`. Requests and URLs are instances of a class.
 */
function isPlainRecord(source: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(source)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * Express's `req.url` and whole URLs are given as text too. A `?` before the first `=` and `&` ends a path or is the first
 * character; a later one belongs to a value (`search=what?`). A path without a `?` has no parameters.
 */
function queryInText(text: string): string {
  const question = text.indexOf('?')
  if (question === -1) return /^(?:\/|[a-z][a-z0-9+.-]*:\/\/)[^=&]*$/i.test(text) ? '' : text
  for (let at = 0; at < question; at++) {
    const code = text.charCodeAt(at)
    if (code === EQUALS || code === AMPERSAND) return text
  }
  return queryOf(text)
}

const EQUALS = 0x3d
const AMPERSAND = 0x26

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
    // A parameter without a name is skipped: two `&` in a row, `=x`.
    if (split > start) visit(decode(text.slice(start, split)), decode(text.slice(split + 1, end)))
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
