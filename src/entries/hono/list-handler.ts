// Add-on hono: handlers, and the error handler for routes that page by themselves.
import type { Context, Env, ErrorHandler, TypedResponse } from 'hono'
import type { ClientPage, Jsonified } from '../client/index.js'
import { answerList, type HandlerOptions, type ListSource, pageSource } from '../http/answer-list.js'
import { type HandledAnswer, problemAnswer } from '../http/list-answer.js'
import type { ListRequest } from '../http/list-request.js'
import { type AnyScopeOrNone, type ItemOfEither, type ListOptions, listSource } from '../http/list-source.js'
import type { ProblemDetails } from '../http/problem-details.js'
import { isPaginateQueryError } from '../../errors.js'
import type { DialectName } from '../../vocabulary.js'
import type { MaybePromise } from '../../types/database.js'
import type { ListTraits } from '../../types/list-traits.js'
import type { Describe, FilterableType, PaginateConfig } from '../../types/paginate-config.js'
import type { AnyPage } from '../../types/response.js'

/** The arguments of the functions in the options, and of the function of `pageHandler` after the request. */
export type HonoArguments<E extends Env> = [context: Context<E>]

/** The type of a response in Hono's client: the page as JSON, or the problem document. */
export type HonoAnswer<Page> = Response &
  (TypedResponse<Page, 200, 'json'> | TypedResponse<ProblemDetails, 400, 'json'>)

/**
 * What Hono's client may send. Names and criteria are checked by the list; [the typed client](/client) has them in its
 * types.
 */
interface HonoInput {
  readonly in: { readonly query?: { readonly [parameter: string]: string | string[] } }
  readonly out: object
}

/**
 * A handler for Hono. `Page` is the type of its response for `hc`; nothing at run time reads it.
 *
 * @example
 * ```ts
 * const app = new Hono().get('/articles', listHandler({ db, config: articleList }))
 * const response = await hc<typeof app>('/').articles.$get({ query: { 'filter.status': '$eq:live' } })
 * if (response.ok) (await response.json()).items[0]?.title // string
 * ```
 */
export type HonoHandler<E extends Env, Page = unknown> = (
  context: Context<E, string, HonoInput>,
) => Promise<HonoAnswer<Page>>

/** Where a handler infers the filters and the modes of its list from. */
interface OfPage<Filterable extends FilterableType, Traits extends ListTraits> {
  readonly describe: Describe<{ readonly filterable: Filterable; readonly traits: Traits }>
}

/** The page of a list as JSON; of a list whose type does not show its facets, without them. */
type PageInJson<Item, Filterable extends FilterableType, Traits extends ListTraits> = ClientPage<
  PaginateConfig<Item, string, string, Filterable, string, Traits>
>

/** The page of what a function of the request returns, or of one of several lists. */
type PageOfEither<Item, Filterable extends FilterableType, Traits extends ListTraits, Found> = unknown extends Found
  ? PageInJson<Item, Filterable, Traits>
  : Awaited<Found> extends infer List
    ? List extends PaginateConfig<unknown, string, string, infer Filters extends FilterableType, string, infer Modes>
      ? PageInJson<Item, Filters, Modes>
      : never
    : never

/**
 * Makes a handler around your own paging call. A `PaginateQueryError` becomes the 400, and every other error goes to
 * `app.onError`.
 *
 * @param page gets the bound request and Hono's context
 * @param options `onAnswer`, `onStatement` and `cache`
 * @example
 * ```ts
 * app.get('/articles', pageHandler((list) => paginateSelect(db, list, articleList, selection)))
 * ```
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as Hono's own Handler: a handler that says no environment fits every app
export function pageHandler<E extends Env = any, Page extends AnyPage = AnyPage>(
  page: (list: ListRequest, ...given: HonoArguments<E>) => MaybePromise<Page>,
  options: HandlerOptions<HonoArguments<E>> = {},
): HonoHandler<E, Jsonified<Page>> {
  return handlerOf(pageSource(page, options), options)
}

function handlerOf<E extends Env, Page>(
  source: ListSource<HonoArguments<E>>,
  options: HandlerOptions<HonoArguments<E>>,
): HonoHandler<E, Page> {
  return async (context) => {
    const { raw } = context.req
    return send(context, await answerList(source, options, [context], raw, raw.signal))
  }
}

/**
 * Makes a handler that serves a list.
 *
 * @example
 * ```ts
 * app.get('/articles', listHandler({ db, config: articleList }))
 * app.get('/notes', listHandler({ db: (c: Context<AppEnv>) => drizzle(c.env.DB), config: noteList }))
 * ```
 */
export function listHandler<
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  E extends Env = any,
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Filterable extends FilterableType = FilterableType,
  Item = unknown,
  Found = unknown,
  Traits extends ListTraits = ListTraits,
  Sent = ItemOfEither<Item, Found>,
>(
  options: ListOptions<HonoArguments<E>, Dialect, Scope, Item, Found, Sent, OfPage<Filterable, Traits>>,
): HonoHandler<E, PageOfEither<Sent, Filterable, Traits, Found>> {
  return handlerOf(listSource(options), options)
}

/**
 * Makes an `onError` for routes that call `paginate` by themselves: a `PaginateQueryError` becomes the 400.
 *
 * @param otherwise handles every other error, because an app of Hono has one error handler. @default as Hono without an
 * error handler
 * @example `app.onError(paginateErrorHandler())`
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as pageHandler
export function paginateErrorHandler<E extends Env = any>(otherwise: ErrorHandler<E> = unhandled): ErrorHandler<E> {
  return (error, context) =>
    isPaginateQueryError(error) ? send(context, problemAnswer(error)) : otherwise(error, context)
}

/** What Hono does where no error handler is set; it does not export it. */
const unhandled: ErrorHandler = (error, context) => {
  if ('getResponse' in error) {
    const response = error.getResponse()
    return context.newResponse(response.body, response)
  }
  console.error(error)
  return context.text('Internal Server Error', 500)
}

/** Through the context, so that headers set on it are kept. To HEAD, Hono itself leaves the body out. */
// oxlint-disable-next-line typescript/no-explicit-any -- a context of any route
export function send(context: Context<any, any, any>, { status, headers, body }: HandledAnswer): any {
  return status === 304 ? context.body(null, status, { ...headers }) : context.body(body, status, { ...headers })
}
