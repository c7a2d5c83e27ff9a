// Add-on http: answers as web `Response`s.
import type { MaybePromise } from '../types/database.js'
import type { AnyPage } from '../types/response.js'
import { answerOf, type HandledAnswer, pageAnswer, problemAnswer } from './list-answer.js'
import { listRequest, type ListRequest } from './list-request.js'

/** The part of a `Request` that decides about a body. */
interface WithMethod {
  readonly method: string
}

/**
 * A page as a `Response`: JSON, with a `Link` header where the page has links.
 *
 * @param request the request it answers: to HEAD without a body
 */
export function pageResponse(page: AnyPage, request?: WithMethod): Response {
  return responseOf(pageAnswer(page), request)
}

/**
 * A rejection as a `Response`: 400, `application/problem+json`.
 *
 * @param request the request it answers: to HEAD without a body
 * @throws the error itself where it is no `PaginateQueryError`
 */
export function problemResponse(error: unknown, request?: WithMethod): Response {
  return responseOf(problemAnswer(error), request)
}

/**
 * Binds a request and answers it, with the page or with the problem document of a rejection. Methods are not looked at,
 * except that HEAD goes without a body.
 *
 * @throws whatever `page` throws (rejects), except a `PaginateQueryError`
 * @example
 * ```ts
 * await paginateResponse(request, ({ query, request }) => paginateSelect(db, query, articleList, selection, { request }))
 * ```
 */
export async function paginateResponse(
  request: Request,
  page: (list: ListRequest) => MaybePromise<AnyPage>,
): Promise<Response> {
  return responseOf(await answerOf(() => page(listRequest(request))), request)
}

export function responseOf({ status, headers, body }: HandledAnswer, request: WithMethod | undefined): Response {
  return new Response(request?.method === 'HEAD' || status === 304 ? null : body, { status, headers })
}
