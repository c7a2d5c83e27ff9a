// Add-on http: answers as web `Response`s.
import type { HandledAnswer } from './list-answer.js'

/** The part of a `Request` that decides about a body. */
interface WithMethod {
  readonly method: string
}

export function responseOf({ status, headers, body }: HandledAnswer, { method }: WithMethod): Response {
  return new Response(method === 'HEAD' || status === 304 ? null : body, { status, headers })
}
