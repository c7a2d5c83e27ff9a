// Client: one list endpoint, its queries, pages and rejections.
import type { DeclaredFacets, FacetCounts, FacetRange, FacetValue } from '../../features/facets/facet-types.js'
import type { AnyPaginateConfig, InferTraits } from '../../types/paginate-config.js'
import type { PageByTraits, PaginatedLinks } from '../../types/response.js'
import type { ConfigOf, ItemOf, Jsonified, ListSource } from './client-types.js'
import { listQuery, type ListQuery, parseListQuery } from './list-query.js'
import { checkNames, type Names } from './option-names.js'

/** RFC 9457 problem document of a rejection. */
export interface ListProblem {
  readonly type?: string
  readonly title?: string
  readonly status?: number
  /** The rejection's message. */
  readonly detail?: string
  /** Stable, e.g. `filter.operator_not_allowed`. */
  readonly code?: string
  /** The query parameter at fault, e.g. `page` or `filter.status`. */
  readonly parameter?: string
  /** How to fix the request, if more can be said than `detail` says. */
  readonly hint?: string
}

/**
 * A response other than a page: a problem document, an error page, or anything else from a wrong address. The message
 * quotes its beginning.
 */
export class ListRequestError extends Error {
  /** HTTP status. */
  readonly status: number
  /** The problem document; null if the response has none. */
  readonly problem: ListProblem | null

  constructor(status: number, problem: ListProblem | null, message: string | undefined = problem?.detail) {
    // Other frameworks have lists there.
    super(typeof message === 'string' ? message : `Status ${status}`)
    this.name = 'ListRequestError'
    this.status = status
    this.problem = problem
  }
}

/** The part of fetch options that a list needs; the global `fetch` and most replacements fit. */
export interface ListRequestOptions {
  /**
   * Headers of the request. If the client and the call both have a name (in upper or lower case), the header of the
   * call wins.
   */
  readonly headers?: Record<string, string> | undefined
  readonly credentials?: 'include' | 'omit' | 'same-origin' | undefined
  readonly signal?: AbortSignal | undefined
}
/** With `exactOptionalPropertyTypes`, the options of the global `fetch` have no members that are undefined. */
type SentOptions = { readonly [Name in keyof ListRequestOptions]?: NonNullable<ListRequestOptions[Name]> }

/** Options that a client uses for every request. */
export interface ListClientOptions extends Omit<ListRequestOptions, 'headers'> {
  /** Headers of every request, or a function that returns them, for a token that changes. */
  readonly headers?: HeaderRecord | (() => HeaderRecord | Promise<HeaderRecord>) | undefined
  /** @default the global `fetch`, looked up at each request */
  readonly fetch?: ListFetch | undefined
}
const REQUEST_OPTIONS: Names<ListRequestOptions> = { headers: true, credentials: true, signal: true }
export const CLIENT_OPTIONS: Names<ListClientOptions> = { ...REQUEST_OPTIONS, fetch: true }
type HeaderRecord = Record<string, string>

/**
 * Any `fetch`. A response without `text()` and `headers` is enough: they are used only to quote a response that is not
 * a page.
 */
export type ListFetch = (
  url: string,
  options: SentOptions,
) => Promise<{
  readonly ok: boolean
  readonly status: number
  readonly headers?: { get(name: string): string | null }
  json(): Promise<unknown>
  text?(): Promise<string>
}>

/** A page with the links of its neighbours. */
type Linked = { readonly links: PaginatedLinks }

/**
 * A page as the endpoint sends it, by the list's way of paging and counting; with the facets and the summary that the
 * list declares.
 */
export type ClientPage<Source extends ListSource> = PageByTraits<ItemOf<Source>, InferTraits<ConfigOf<Source>>> &
  ([keyof DeclaredFacets<ConfigOf<Source>>] extends [never]
    ? unknown
    : IfDeclared<
        InferTraits<ConfigOf<Source>>['facets'],
        { readonly facets: FacetsInJson<FacetCounts<ConfigOf<Source>, DeclaredFacets<ConfigOf<Source>>>> }
      >) &
  SummaryInJson<InferTraits<ConfigOf<Source>>['summary']>

type SummaryInJson<Summary> = [Summary] extends [null]
  ? unknown
  : unknown extends Summary
    ? unknown
    : IfDeclared<Summary, { readonly summary: Jsonified<Exclude<Summary, null>> }>
/** Of one of several lists, some of which declare it, it may be left out. */
type IfDeclared<Declared, Part> = null extends Declared ? Partial<Part> : Part

/** A bigint is sent as a string of its digits. */
type FacetsInJson<Counts> = {
  readonly [Name in keyof Counts]: Counts[Name] extends readonly FacetValue<infer Value>[]
    ? FacetValue<InJson<Value>>[]
    : Counts[Name] extends FacetRange<infer Value> | null
      ? FacetRange<InJson<Value>> | null
      : never
}
type InJson<Value> = Value extends bigint ? string : Jsonified<Value>

export interface ListClient<Source extends ListSource> {
  /** Returns an empty query of this list. */
  query(): ListQuery<Source>
  /** Reads a query back from a URL, a link or a query string. */
  parse(source: string | URL | URLSearchParams): ListQuery<Source>
  /** Returns the URL of a query. */
  url(query?: ListQuery<Source>): string
  /**
   * Reads a page.
   *
   * @throws ListRequestError (rejects) if the endpoint rejects the request, with its problem document, and if the
   * response is not a page
   * @throws the signal's reason (rejects) if the request is cancelled
   * @throws TypeError (rejects) for an option of another name
   */
  fetchPage(query?: ListQuery<Source>, options?: ListRequestOptions): Promise<ClientPage<Source>>
  /**
   * Returns the query of the page after this one, by its link (a page or a cursor); null on the last page. @throws
   * Error if the endpoint sent no links
   */
  next(page: Linked): ListQuery<Source> | null
  /**
   * Returns the query of the page before this one; null on the first page. @throws Error if the endpoint sent no links
   */
  previous(page: Linked): ListQuery<Source> | null
}

/**
 * Makes a client of one list endpoint, with the types of its configuration. `import type` adds none of its code to the
 * bundle.
 *
 * @param endpoint the URL or path of the list. Its own parameters, such as `?lang=de`, are sent with every query
 * @param options for every request. `fetch` is the global one by default
 * @throws TypeError for an option of another name, and for an endpoint with a `#`
 * @example
 * ```ts
 * import type { articleList } from '../server/article-list.js'
 *
 * const articles = createListClient<typeof articleList>('/articles')
 * let query: ListQuery<typeof articleList> | null = articles.query().filter('status', '$eq', 'published')
 * while (query) {
 *   const page = await articles.fetchPage(query)
 *   query = articles.next(page)
 * }
 * ```
 */
export function createListClient<Source extends ListSource = AnyPaginateConfig>(
  endpoint: string,
  options: ListClientOptions = {},
): ListClient<Source> {
  checkNames('createListClient', options, CLIENT_OPTIONS)
  // What follows a `#` is never sent: the query would be lost, and the page would be of all rows.
  if (typeof endpoint !== 'string' || endpoint.includes('#'))
    throw new TypeError(`createListClient() takes a URL or path as a string, without '#'; it got '${endpoint}'.`)
  const { fetch: given, headers: defaultHeaders, ...defaults } = options
  const follow = ({ links }: Linked, name: 'next' | 'previous'): ListQuery<Source> | null => {
    if (links.current === null) throw new Error('No links: paginate needs the request, or options.path.')
    const link = links[name]
    if (link === null) return null
    // Those of the endpoint come first, and `url` adds them again.
    const own = pairsOf(endpoint).map(String)
    const isOwn = (pair: string): boolean => own.includes(pair) && own.splice(own.indexOf(pair), 1).length > 0
    return parseListQuery(new URLSearchParams(pairsOf(link).filter((pair) => !isOwn(`${pair}`))))
  }
  const url = (query?: ListQuery<Source>): string => {
    const text = `${query ?? ''}`
    return endpoint + (text && (endpoint.includes('?') ? '&' : '?') + text)
  }
  return {
    query: listQuery,
    parse: parseListQuery,
    url,
    next: (page) => follow(page, 'next'),
    previous: (page) => follow(page, 'previous'),
    fetchPage: async (query, options) => {
      checkNames('fetchPage', options, REQUEST_OPTIONS)
      const signal = options?.signal ?? defaults.signal
      try {
        const own = typeof defaultHeaders === 'function' ? await defaultHeaders() : defaultHeaders
        const headers: HeaderRecord = {}
        // In lower case: `Accept` of the call takes the place of the client's `accept`.
        for (const record of [own, options?.headers])
          for (const name in record) headers[name.toLowerCase()] = record[name]!
        const sent: Record<string, unknown> = { ...options, headers }
        // A member that is undefined is as absent: it does not switch off the client's own.
        for (const name in defaults) sent[name] ??= defaults[name as keyof typeof defaults]
        signal?.throwIfAborted()
        const page = await readPage(await (given ?? globalThis.fetch)(url(query), sent))
        signal?.throwIfAborted()
        return page as ClientPage<Source>
      } catch (error) {
        // Some replacements of `fetch` reject with an error of their own.
        throw signal?.aborted ? signal.reason : error
      }
    },
  }
}

/** The parameters of a URL or path; of one without any, its last letter, which no list reads. */
const pairsOf = (url: string): [string, string][] => [...new URLSearchParams(url.slice(url.indexOf('?')))]

/** @throws ListRequestError for anything but a page */
async function readPage(response: Awaited<ReturnType<ListFetch>>): Promise<unknown> {
  const { ok, status } = response
  // An answer that is not JSON, a proxy's error page for one, has no problem document.
  const text = await (response.text?.() ?? response.json().then(JSON.stringify))
  let answer: { items?: unknown; meta?: unknown } | null = null
  try {
    answer = JSON.parse(text)
  } catch {}
  if (!ok) throw new ListRequestError(status, typeof answer === 'object' ? (answer as ListProblem | null) : null)
  if (Array.isArray(answer?.items) && answer.meta) return answer
  const type = response.headers?.get('content-type') ?? 'no content type'
  throw new ListRequestError(
    status,
    null,
    `The endpoint answered no page: status ${status}, ${type}, '${text.slice(0, 80)}'.`,
  )
}
