// Add-on fastify: route handlers, with or without the plugin.
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  answerList,
  type HandledRequest,
  type HandlerOptions,
  type ListSource,
  pageSource,
} from '../http/answer-list.js'
import { type AnyScopeOrNone, type ListOptions, type ListPage, listSource } from '../http/list-source.js'
import type { DialectName } from '../../vocabulary.js'
import { Readable } from 'node:stream'
import type { HandledAnswer } from '../http/list-answer.js'

/** The arguments of the functions in the options, and of the function of `pageHandler` after the request. */
export type FastifyArguments<Request extends FastifyRequest = FastifyRequest> = [request: Request]

export type FastifyHandler<Request extends FastifyRequest> = (
  request: Request,
  reply: FastifyReply,
) => Promise<FastifyReply>

/**
 * Makes a handler around your own paging call. A `PaginateQueryError` becomes the 400, and every other error goes to
 * Fastify's error handler.
 *
 * @example
 * ```ts
 * app.get('/articles', pageHandler((list) => paginateSelect(db, list, articleList, selection)))
 * ```
 */
export function pageHandler<Request extends FastifyRequest>(
  page: ListPage<FastifyArguments<Request>>,
  options: HandlerOptions<FastifyArguments<Request>> = {},
): FastifyHandler<Request> {
  return handlerOf(pageSource(page, options), options)
}

function handlerOf<Request extends FastifyRequest>(
  source: ListSource<FastifyArguments<Request>>,
  options: HandlerOptions<FastifyArguments<Request>>,
): FastifyHandler<Request> {
  return async (request, reply) =>
    sendAnswer(reply, await answerList(source, options, [request], requestOf(request), signalOf(request)))
}

/** Its members are getters of a prototype. */
export const requestOf = ({ url, originalUrl, headers }: FastifyRequest): HandledRequest => ({
  url,
  originalUrl,
  headers: { 'if-none-match': headers['if-none-match'] },
})

/** Not every Fastify 5 has it. */
export const signalOf = (request: FastifyRequest): AbortSignal | undefined =>
  (request as { readonly signal?: AbortSignal }).signal

/**
 * Makes a handler that serves a list.
 *
 * @example `app.get('/articles', listHandler({ db, config: articleList }))`
 */
export function listHandler<
  Request extends FastifyRequest,
  Dialect extends DialectName = DialectName,
  Scope = AnyScopeOrNone,
  Item = unknown,
  Found = unknown,
>(options: ListOptions<FastifyArguments<Request>, Dialect, Scope, Item, Found>): FastifyHandler<Request> {
  return handlerOf<Request>(listSource(options), options)
}

/** As text that is JSON already: a response schema does not apply. To HEAD, Fastify itself leaves the body out. */
export function sendAnswer(reply: FastifyReply, { status, headers, body }: HandledAnswer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(status === 304 ? noBody(reply) : body)
}

/**
 * Empty text would be `text/plain` of the length 0, and a cache would take both for those of the page. Fastify's own
 * route for HEAD says that length of nothing too, and none of a stream.
 */
const noBody = ({ request }: FastifyReply): Readable | undefined =>
  request.method === 'HEAD' ? Readable.from([]) : undefined
