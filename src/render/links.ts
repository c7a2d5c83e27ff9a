// render: relative URLs to the other pages of the same request.
import { toWellFormed } from '../request/decode-form-text.js'
import { unreadParameters } from '../request/unread-parameters.js'
import type { NormalizedQuery } from '../types/query.js'
import type { CursorMeta, PaginatedLinks } from '../types/response.js'
import { FILTER_PREFIX, UNLIMITED } from '../vocabulary.js'

/**
 * Where links point to: a web `Request` (or anything with a string `url`), a `URL`, or a path. Only its path is used:
 * neither scheme nor host appears in a link, and a query string or fragment is dropped.
 */
export type LinkContext = string | { readonly pathname: string } | { readonly url?: string | undefined }

const NO_LINKS: PaginatedLinks = { first: null, previous: null, next: null, last: null, current: null }

/**
 * The `links` of a page; all null without a context. Parameters are carried as the request sent them, in the order `limit`,
 * `sortBy`, `search`, `searchBy`, `filter.<field>`, the host's own, `page`.
 *
 * @param effectiveLimit - rows per page, null for an unlimited read
 * @param hostParameters - names of parameters that the list does not read and its links keep
 */
export function renderLinks(
  query: NormalizedQuery,
  effectiveLimit: number | null,
  context: LinkContext | undefined,
  meta: NumberedPage,
  hostParameters: readonly string[] | undefined,
): PaginatedLinks {
  const path = pathOf(context)
  if (path === null) return { ...NO_LINKS }
  const prefix = `${path}?${parametersOf(query, effectiveLimit)}${hostParametersOf(query, context, hostParameters)}&page=`
  return {
    first: `${prefix}1`,
    previous: meta.hasPreviousPage ? `${prefix}${meta.currentPage - 1}` : null,
    next: meta.hasNextPage ? `${prefix}${meta.currentPage + 1}` : null,
    last: typeof meta.totalPages === 'number' ? `${prefix}${Math.max(meta.totalPages, 1)}` : null,
    current: `${prefix}${meta.currentPage}`,
  }
}

/** What links of pages by number are made of; without a total there is no last page. */
export interface NumberedPage {
  readonly currentPage: number
  readonly totalPages?: number | null
  readonly hasPreviousPage: boolean
  readonly hasNextPage: boolean
}

/**
 * The `links` of a page by position: the same parameters with `after` or `before` in place of `page`. The last page is a page
 * like any other, found from its end; no link names it.
 */
export function renderCursorLinks(
  query: NormalizedQuery,
  effectiveLimit: number | null,
  context: LinkContext | undefined,
  { previousCursor, nextCursor }: Pick<CursorMeta, 'previousCursor' | 'nextCursor'>,
  hostParameters: readonly string[] | undefined,
): PaginatedLinks {
  const path = pathOf(context)
  if (path === null) return { ...NO_LINKS }
  const kept = hostParameters?.filter((name) => name !== 'after' && name !== 'before')
  const first = `${path}?${parametersOf(query, effectiveLimit)}${hostParametersOf(query, context, kept)}`
  const at = (side: 'after' | 'before', cursor: unknown): string | null => (cursor === null ? null : `${first}&${side}=${encode(cursor)}`)
  return {
    first,
    previous: at('before', previousCursor),
    next: at('after', nextCursor),
    last: null,
    current: at('after', query.after) ?? at('before', query.before) ?? first,
  }
}

function parametersOf(query: NormalizedQuery, effectiveLimit: number | null): string {
  let text = `limit=${effectiveLimit ?? UNLIMITED}`
  for (const entry of query.sortBy) text += `&sortBy=${encode(entry)}`
  if (query.search !== null) text += `&search=${encode(query.search)}`
  for (const entry of query.searchBy) text += `&searchBy=${encode(entry)}`
  for (const { name, criteria } of query.filters) {
    const parameter = `&${FILTER_PREFIX}${encode(name)}=`
    for (const criterion of criteria) text += parameter + encode(criterion)
  }
  return text
}

/** In the order of the names, each value as sent. What a query parser made an object of has no text to carry. */
function hostParametersOf(query: NormalizedQuery, context: LinkContext | undefined, names: readonly string[] | undefined): string {
  if (names === undefined) return ''
  const sent = query.unread.length > 0 ? query.unread : unreadParameters(context)
  let text = ''
  for (const name of new Set(names)) {
    for (const { name: other, value } of sent) {
      if (other === name && typeof value !== 'object') text += `&${encode(name)}=${encode(value)}`
    }
  }
  return text
}

/** What `encodeURIComponent` writes for each ASCII character; null where that is the character. */
const ESCAPES: readonly (string | null)[] = Array.from({ length: 0x80 }, (_, code) => {
  const escaped = encodeURIComponent(String.fromCharCode(code))
  return escaped.length === 1 ? null : escaped
})

/** A query that reached its links was planned, so every value is text; lone surrogates remain in hand-built ones. */
function encode(value: unknown): string {
  const text = String(value)
  let encoded = ''
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) return encodeBeyondAscii(text)
    const escaped = ESCAPES[code] as string | null
    if (escaped === null) continue
    encoded += text.slice(start, at) + escaped
    start = at + 1
  }
  return encoded + text.slice(start)
}

function encodeBeyondAscii(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return encodeURIComponent(toWellFormed(text))
  }
}

function pathOf(context: unknown): string | null {
  if (typeof context === 'string') return cleanPath(context)
  const { pathname, url } = Object(context) as { readonly pathname?: unknown; readonly url?: unknown }
  if (typeof pathname === 'string') return cleanPath(pathname)
  return typeof url === 'string' ? cleanPath(url) : null
}

/** One slash, then characters that a path may hold as they are. Most paths are what they should be. */
const CLEAN_PATH = /^\/(?!\/)[!$-;=@-[\]_a-z~]*$/

/**
 * One slash, then the path. A browser reads `//host`, `/\host` and `/<tab>/host` as another host, so a leading run of
 * slashes is written as one, and characters that do not belong in a URL are escaped.
 */
function cleanPath(sent: string): string {
  const path = sent.replace(/[?#].*/s, '')
  if (CLEAN_PATH.test(path)) return path
  const rest = path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/\\]*/i, '').replace(/^[/\\\0-\x20]+/, '')
  return `/${toWellFormed(rest).replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent)}`
}
