// Add-on hono: handlers, and the error handler for routes that page by themselves.
import type { Context, Env, ErrorHandler } from 'hono'
import { answerOf, type ListAnswer, problemAnswer } from '../http/list-answer.js'
import { listRequest } from '../http/list-request.js'
import { type AnyScopeOrNone, type ListOptions, type ListPage, listPage } from '../http/list-source.js'
import type { AnyFacets } from '../http/answered-facets.js'
import { isPaginateQueryError } from '../http/problem-details.js'
import type { DialectName } from '../types/config.js'
import type { FilterableType } from '../types/paginate-config.js'

/** Given to the functions of the options, and to `listHandler`'s own after the bound request. */
export type HonoArguments<E extends Env> = [context: Context<E>]

export type HonoHandler<E extends Env> = (context: Context<E>) => Promise<Response>

/**
 * A handler around a paging call of one's own. A `PaginateQueryError` becomes the 400, every other error goes to `app.onError`.
 *
 * @param page gets the bound request and Hono's context
 * @example
 * ```ts
 * app.get('/articles', listHandler(({ query, request }) => paginateSelect(db, query, articleList, selection, { request })))
 * ```
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as Hono's own Handler: a handler that says no environment fits every app
export function listHandler<E extends Env = any>(page: ListPage<HonoArguments<E>>): HonoHandler<E> {
  return async (context) => send(context, await answerOf(() => page(listRequest(context.req.raw), context)))
}

/**
 * A handler that answers a list endpoint by itself.
 *
 * @example
 * ```ts
 * app.get('/articles', createListHandler({ db, config: articleList }))
 * app.get('/notes', createListHandler({ db: (c: Context<AppEnv>) => drizzle(c.env.DB), config: noteList }))
 * ```
 */
export function createListHandler<
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  E extends Env = any,
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Filterable extends FilterableType = FilterableType,
  const Facets extends AnyFacets = AnyFacets,
>(options: ListOptions<HonoArguments<E>, Dialect, Scope, Filterable, Facets>): HonoHandler<E> {
  return listHandler<E>(listPage(options))
}

/**
 * An `onError` for routes that call `paginate` by themselves: a `PaginateQueryError` becomes the 400, every other error is
 * handed on. (Hono has one error handler, and does not say which it was.)
 *
 * @example `app.onError(paginateErrorHandler((error, c) => c.text('Internal Server Error', 500)))`
 */
export function paginateErrorHandler<E extends Env>(otherwise: ErrorHandler<E>): ErrorHandler<E> {
  return (error, context) => (isPaginateQueryError(error) ? send(context, problemAnswer(error)) : otherwise(error, context))
}

/** Through the context, so that headers set on it are kept. To HEAD, Hono itself leaves the body out. */
export function send<E extends Env>(context: Context<E>, { status, headers, body }: ListAnswer): Response {
  return context.body(body, status, { ...headers })
}
