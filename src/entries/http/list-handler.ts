// Add-on http: list endpoints of fetch-style servers.
import { PROBLEM_TYPE, type HandledAnswer } from './list-answer.js'
import { answerList, type HandlerOptions, type ListSource, pageSource } from './answer-list.js'
import { assertRequest } from './list-request.js'
import { type AnyScopeOrNone, type ListOptions, type ListPage, listSource } from './list-source.js'
import type { DialectName } from '../../vocabulary.js'

/**
 * A handler for Next.js, Bun, Deno, Cloudflare Workers and others.
 *
 * @param Rest what the server passes after the request @default nothing
 */
export type FetchHandler<Rest extends readonly unknown[] = []> = (request: Request, ...rest: Rest) => Promise<Response>

/**
 * Makes a fetch handler around your own paging call. It serves GET and HEAD, and responds to every other method with
 * 405.
 *
 * @param page gets the request in a form that every call takes, then the handler's own arguments
 * @param options `onAnswer`, `onStatement` and `cache`, which need a call with the bound request
 * @throws (the handler rejects with) whatever `page` throws, except a `PaginateQueryError`, which becomes the 400
 * @example
 * ```ts
 * export const GET = pageHandler((list) => paginateSelect(db, list, articleList, selection))
 * ```
 * @see listHandler for a plain `paginate`
 */
export function pageHandler<Rest extends readonly unknown[] = []>(
  page: ListPage<[request: Request, ...rest: Rest]>,
  options: HandlerOptions<[request: Request, ...rest: Rest]> = {},
): FetchHandler<Rest> {
  return handlerOf<Rest>(pageSource(page, options), options)
}

function handlerOf<Rest extends readonly unknown[]>(
  source: ListSource<[request: Request, ...rest: Rest]>,
  options: HandlerOptions<[request: Request, ...rest: Rest]>,
): FetchHandler<Rest> {
  return async (request, ...rest) => {
    assertRequest(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
    return responseOf(await answerList(source, options, [request, ...rest], request, request.signal), request)
  }
}

/**
 * Makes a fetch handler that serves a list.
 *
 * @throws (the handler rejects with) whatever the driver or an option throws
 * @example
 * ```ts
 * // app/api/articles/route.ts of a Next.js project
 * export const GET = listHandler({ db, config: articleList })
 * ```
 */
export function listHandler<
  Rest extends readonly unknown[] = [],
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
>(options: ListOptions<[request: Request, ...rest: Rest], Dialect, Scope, Item, Found>): FetchHandler<Rest> {
  return handlerOf<Rest>(listSource(options), options)
}

export function methodNotAllowed(subject = 'A list'): Response {
  const problem = {
    type: 'about:blank',
    title: 'Method Not Allowed',
    status: 405,
    detail: `${subject} answers GET and HEAD.`,
  }
  return new Response(JSON.stringify(problem), {
    status: 405,
    headers: { 'content-type': PROBLEM_TYPE, allow: 'GET, HEAD' },
  })
}

/** The part of a `Request` that decides about a body. */
interface WithMethod {
  readonly method: string
}

export function responseOf({ status, headers, body }: HandledAnswer, { method }: WithMethod): Response {
  return new Response(method === 'HEAD' || status === 304 ? null : body, { status, headers })
}
