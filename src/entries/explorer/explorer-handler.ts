// Add-on explorer: the handler. One path: the page itself, and under `?explorer=…` its script, style and data.
import type { OptionNames } from '../../mistakes/check-options.js'
import { checkHandler } from '../http/answer-list.js'
import type { FetchHandler } from '../http/list-handler.js'
import { assertRequest } from '../http/list-request.js'
import {
  findConfig,
  findOption,
  LIST_OPTIONS,
  type AnyListOptions,
  type ListOptions,
  type PerRequest,
  type AnyScopeOrNone,
} from '../http/list-source.js'
import type { DialectName } from '../../vocabulary.js'
import type { ExplorerAbout, ExplorerLink } from './explorer-answer.js'
import { runFacets, runPage } from './explorer-run.js'
import { pageFiles } from './page-files.js'

interface ExplorerPage<Given extends readonly unknown[]> {
  /** The path of the list, for the request URL that is shown and for `links`. Not the path of the explorer. */
  readonly path: PerRequest<string, Given>
  /** The page's heading. @default the path */
  readonly title?: string | undefined
  /**
   * The path of the list's export (see `exportHandler`). The page links to it with the current search, filters and
   * sort.
   *
   * @default none
   * @example `exportPath: '/articles.csv'`
   */
  readonly exportPath?: PerRequest<string | undefined, Given> | undefined
  /**
   * Other pages that the heading links to: the explorers of other lists, your documentation.
   *
   * @default none
   * @example `links: [{ title: 'Authors', href: '/explorer/authors' }]`
   */
  readonly links?: readonly ExplorerLink[] | undefined
  /**
   * Switches the page on or off. The page shows SQL, parameters and errors of the database: it is for development.
   *
   * @default true where `process.env.NODE_ENV` is 'development' or 'test'
   */
  readonly enabled?: boolean | undefined
}

/** The options of `listHandler`, so that both can share one object, and those of the page. */
export type ExplorerOptions<
  Given extends readonly unknown[] = [request: Request],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
> = ListOptions<Given, Dialect, Scope, Item, Found> & ExplorerPage<Given>
type AnyExplorerOptions<Given extends readonly unknown[]> = AnyListOptions<Given> & ExplorerPage<Given>

const EXPLORER_OPTIONS: OptionNames<AnyExplorerOptions<[]>> = {
  ...LIST_OPTIONS,
  title: true,
  exportPath: true,
  links: true,
  enabled: true,
}

/** The marker comes first in the query string; the rest is the list's own. */
const MARKER = '?explorer='

/**
 * Makes a page to look at a list with, as a fetch handler: choose fields, operators, sort and search, and see the
 * request URL, the statements with their parameters and times, the rows and the JSON. It works for any configuration.
 *
 * Mount it on its own path, for GET. The page's query string is that of the list, so any state of it is a link.
 *
 * If it is off (see `enabled`), every request gets a 404. It does not check who the caller is.
 *
 * @throws PaginateConfigError for an option that it does not have
 * @throws (the handler rejects with) whatever an option that is a function throws
 * @example
 * ```ts
 * const list = { db, config: articleList, path: '/articles' }
 * app.get('/articles', (c) => listHandler(list)(c.req.raw))
 * app.get('/explorer', (c) => explorerHandler(list)(c.req.raw))
 * ```
 */
export function explorerHandler<
  Rest extends readonly unknown[] = [],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
>(options: ExplorerOptions<[request: Request, ...rest: Rest], Dialect, Scope, Item, Found>): FetchHandler<Rest> {
  checkHandler('explorerHandler()', options, EXPLORER_OPTIONS)
  return explorer(options)
}

function explorer<Rest extends readonly unknown[]>(
  options: AnyExplorerOptions<[request: Request, ...rest: Rest]>,
): FetchHandler<Rest> {
  return async (request, ...rest) => {
    assertRequest(request)
    if (!(options.enabled ?? isDevelopment())) return plain(404, isSilent(options) ? 'Not Found' : OFF)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'Method Not Allowed', { allow: 'GET, HEAD' })
    const response = await answer(options, [request, ...rest])
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
}

async function answer<Given extends readonly [Request, ...unknown[]]>(
  options: AnyExplorerOptions<Given>,
  given: Given,
): Promise<Response> {
  const { search } = new URL(given[0].url, 'http://localhost')
  if (!search.startsWith(MARKER)) return respond('text/html', pageFiles.html)
  const [part, ...query] = search.slice(MARKER.length).split('&')
  if (part === 'style') return respond('text/css', pageFiles.style)
  if (part === 'script') return respond('text/javascript', pageFiles.script)
  if (part === 'about') return respond('application/json', JSON.stringify(await about(options, given)))
  if (part === 'run') return respond('application/json', JSON.stringify(await runPage(options, given, query.join('&'))))
  if (part === 'facets')
    return respond('application/json', JSON.stringify(await runFacets(options, given, query.join('&'))))
  return plain(404, 'Not Found')
}

async function about<Given extends readonly unknown[]>(
  options: AnyExplorerOptions<Given>,
  given: Given,
): Promise<ExplorerAbout> {
  const config = await findConfig(options, given)
  const path = await findOption(options.path, given)
  const exportPath = await findOption(options.exportPath, given)
  return { title: options.title ?? path, path, exportPath, links: options.links, description: config.describe() }
}

const environment = (): string | undefined => (typeof process === 'undefined' ? undefined : process.env['NODE_ENV'])

/** A name that is not known may be production's. */
const isDevelopment = (): boolean => ['development', 'test'].includes(environment() ?? '')

const isSilent = ({ enabled }: { readonly enabled?: boolean | undefined }): boolean =>
  enabled === false || environment() === 'production'

const OFF =
  "The explorer is off: NODE_ENV is neither 'development' nor 'test'. Set NODE_ENV, or the option enabled: true."

/**
 * Allows only the handler's own scripts, styles and connections, so that no row or URL can add one. `data:` is the
 * empty icon.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const COMMON = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function respond(type: string, body: string): Response {
  return new Response(body, { headers: { ...COMMON, 'content-type': `${type}; charset=utf-8` } })
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...COMMON, ...headers, 'content-type': 'text/plain; charset=utf-8' },
  })
}
