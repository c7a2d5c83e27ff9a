// Add-on express: handlers and the error handler, for Express 4 and 5 alike.
import type { Request as TypedRequest } from 'express'
import { answerList, type HandlerOptions, type ListSource, pageSource } from '../http/answer-list.js'
import { errorOf, type HandledAnswer, problemAnswer } from '../http/list-answer.js'
import { type AnyScopeOrNone, type ListOptions, type ListPage, listSource } from '../http/list-source.js'
import { isPaginateQueryError } from '../../errors.js'
import type { DialectName } from '../../vocabulary.js'

/**
 * Express's request. A name of this entry, so that the declarations of an app name no package that the app does not
 * have.
 */
export interface ExpressRequest extends TypedRequest {}

/** A request as far as it is read here; the types of both majors fit. */
export interface ReadRequest {
  readonly method: string
  /** Mount prefixes included. */
  readonly originalUrl: string
  readonly headers?: { readonly 'if-none-match'?: string | undefined }
}

/** Express's response, as far as it is used here. */
export interface ExpressResponse {
  readonly headersSent: boolean
  status(code: number): unknown
  setHeader(name: string, value: string): unknown
  send(body: string): unknown
}

type Next = (error?: unknown) => void

/** The arguments of the functions in the options, and of the function of `pageHandler` after the request. */
export type ExpressArguments<Request extends ReadRequest = ExpressRequest> = [request: Request]

export type ExpressHandler<Request extends ReadRequest> = (
  request: Request,
  response: ExpressResponse,
  next: Next,
) => void

/**
 * Makes a handler around your own paging call. A `PaginateQueryError` becomes the 400, and every other error goes to
 * `next`, also in Express 4, which does not wait for promises.
 *
 * @example
 * ```ts
 * app.get('/articles', pageHandler((list) => paginateSelect(db, list, articleList, selection)))
 * ```
 */
export function pageHandler<Request extends ReadRequest = ExpressRequest>(
  page: ListPage<ExpressArguments<Request>>,
  options: HandlerOptions<ExpressArguments<Request>> = {},
): ExpressHandler<Request> {
  return handlerOf(pageSource(page, options), options)
}

function handlerOf<Request extends ReadRequest>(
  source: ListSource<ExpressArguments<Request>>,
  options: HandlerOptions<ExpressArguments<Request>>,
): ExpressHandler<Request> {
  return (request, response, next) => {
    answerList(source, options, [request], request)
      .then((answer) => send(response, answer))
      .catch((error: unknown) => next(errorOf(error)))
  }
}

/**
 * Makes a handler that serves a list.
 *
 * @example `app.get('/articles', listHandler({ db, config: articleList }))`
 */
export function listHandler<
  Request extends ReadRequest = ExpressRequest,
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
>(options: ListOptions<ExpressArguments<Request>, Dialect, Scope, Item, Found>): ExpressHandler<Request> {
  return handlerOf<Request>(listSource(options), options)
}

/**
 * Makes an error handler for routes that call `paginate` by themselves: a `PaginateQueryError` becomes the 400, and
 * every other error goes to the next error handler. Use it after the routes.
 *
 * @example `app.use(paginateErrorHandler())`
 */
export function paginateErrorHandler(): (
  error: unknown,
  request: unknown,
  response: ExpressResponse,
  next: Next,
) => void {
  // Express tells an error handler by its four parameters.
  return (error, _request, response, next) => {
    if (isPaginateQueryError(error) && !response.headersSent) send(response, problemAnswer(error))
    else next(error)
  }
}

/** To HEAD, Express itself leaves the body out. */
export function send(response: ExpressResponse, { body, ...head }: HandledAnswer): void {
  setHead(response, head)
  response.send(body)
}

export function setHead(
  response: ExpressResponse,
  { status, headers }: Pick<HandledAnswer, 'status' | 'headers'>,
): void {
  response.status(status)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
