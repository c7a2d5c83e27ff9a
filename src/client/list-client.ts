// Client: one list endpoint, its queries, pages and refusals.
import type { FacetCounts, FacetRange, FacetValue } from '../types/facets.js'
import type { AnyPaginateConfig, InferTraits } from '../types/paginate-config.js'
import type { PageOf, PaginatedLinks } from '../types/response.js'
import type { ConfigOf, ItemOf, Jsonified, ListSource } from './client-types.js'
import { listQuery, type ListQuery, parseListQuery } from './list-query.js'

/** RFC 9457 problem document of a refusal. */
export interface ListProblem {
  readonly type?: string
  readonly title?: string
  readonly status?: number
  /** The refusal's message. */
  readonly detail?: string
  /** Stable, e.g. `filter.operator_not_allowed`. */
  readonly code?: string
  /** The query parameter at fault, e.g. `page` or `filter.status`. */
  readonly parameter?: string
}

/** An answer other than a page. */
export class ListRequestError extends Error {
  /** HTTP status. */
  readonly status: number
  /** The problem document; null where the answer held none. */
  readonly problem: ListProblem | null

  constructor(status: number, problem: ListProblem | null) {
    super(problem?.detail ?? `Status ${status}`)
    this.name = 'ListRequestError'
    this.status = status
    this.problem = problem
  }
}

/** The part of fetch options that a list needs; the global `fetch` and most replacements fit. */
export interface ListRequestOptions {
  /** Of the client and of the call together; where both have a name, in any case, the call's counts. */
  readonly headers?: Record<string, string>
  readonly credentials?: 'include' | 'omit' | 'same-origin'
  readonly signal?: AbortSignal
}

/** Any `fetch`. */
export type ListFetch = (
  url: string,
  options: ListRequestOptions,
) => Promise<{
  readonly ok: boolean
  readonly status: number
  json(): Promise<unknown>
}>

/** A page with the links of its neighbours. */
type Linked = { readonly links: PaginatedLinks }

/** A page as the endpoint sends it, by the list's way of paging and counting; with `facets` where the client is typed by them. */
export type ClientPage<Source extends ListSource, Facets> = [Facets] extends [never]
  ? PageOf<ItemOf<Source>, InferTraits<ConfigOf<Source>>>
  : PageOf<ItemOf<Source>, InferTraits<ConfigOf<Source>>> & { readonly facets: FacetsInJson<FacetCounts<ConfigOf<Source>, Facets>> }

/** A bigint is sent as a string of its digits. */
type FacetsInJson<Counts> = {
  readonly [Name in keyof Counts]: Counts[Name] extends readonly FacetValue<infer Value>[]
    ? FacetValue<InJson<Value>>[]
    : Counts[Name] extends FacetRange<infer Value> | null
      ? FacetRange<InJson<Value>> | null
      : never
}
type InJson<Value> = Value extends bigint ? string : Jsonified<Value>

export interface ListClient<Source extends ListSource, Facets = never> {
  /** An empty query of this list. */
  query(): ListQuery<Source>
  /** Reads a query back from a URL, a link or a query string. */
  parse(source: string | URL | URLSearchParams): ListQuery<Source>
  /** The URL of a query. */
  url(query?: ListQuery<Source>): string
  /**
   * Asks for a page.
   *
   * @throws ListRequestError (rejects) where the endpoint refuses, with its problem document
   */
  fetchPage(query?: ListQuery<Source>, options?: ListRequestOptions): Promise<ClientPage<Source, Facets>>
  /** The query of the page after this one, by its link (a page or a cursor); null on the last. @throws Error where the endpoint sent no links */
  next(page: Linked): ListQuery<Source> | null
  /** The query of the page before this one; null on the first. @throws Error where the endpoint sent no links */
  previous(page: Linked): ListQuery<Source> | null
}

/**
 * A client of one list endpoint, typed by its configuration alone: `import type` brings none of its code along.
 *
 * @param endpoint the URL or path of the list; parameters of its own, such as `?lang=de`, go along with every query
 * @param options of every request; `fetch` is the global one by default
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
export function createListClient<Source extends ListSource = AnyPaginateConfig, Facets = never>(
  endpoint: string,
  { fetch: send = globalThis.fetch, ...defaults }: ListRequestOptions & { readonly fetch?: ListFetch } = {},
): ListClient<Source, Facets> {
  const follow = ({ links }: Linked, name: 'next' | 'previous'): ListQuery<Source> | null => {
    if (links.current === null) throw new Error('No links: paginate needs the request.')
    const link = links[name]
    return link === null ? null : parseListQuery(link)
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
      const headers: Record<string, string> = {}
      // In lower case: `Accept` of the call takes the place of the client's `accept`.
      for (const given of [defaults, options]) for (const name in given?.headers) headers[name.toLowerCase()] = given.headers[name]!
      const response = await send(url(query), { ...defaults, ...options, headers })
      // An answer that is not JSON, a proxy's error page for one, has no problem document.
      if (!response.ok) throw new ListRequestError(response.status, (await response.json().catch(() => null)) as ListProblem | null)
      return (await response.json()) as ClientPage<Source, Facets>
    },
  }
}
