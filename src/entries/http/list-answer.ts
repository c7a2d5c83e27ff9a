// Add-on http: an answer before any server's own response object.
import { isPaginateQueryError } from '../../errors.js'
import type { AnyPage } from '../../types/response.js'
import { linkHeader } from './link-header.js'
import { jsonText } from './json-text.js'
import { problemDetails } from './problem-details.js'

/** A response as every server sends it, ready for a framework that has no adapter here. */
export interface ListAnswer {
  readonly status: 200 | 400
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; leave it out of the response to HEAD. */
  readonly body: string
}

/** The answer of a handler: 304 has no body. */
export type HandledAnswer = Omit<ListAnswer, 'status'> & { readonly status: ListAnswer['status'] | 304 }

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
const PAGE_TYPE = 'application/json; charset=utf-8'

/**
 * Turns a page into status, headers (`content-type`, and `link` if the page has links) and body.
 *
 * @example `const { body, ...head } = pageAnswer(page)`, then `new Response(body, head)`
 */
export function pageAnswer(page: AnyPage): ListAnswer {
  return { status: 200, headers: pageHeaders(page), body: jsonText(page) }
}

export function pageHeaders({ links }: AnyPage): ListAnswer['headers'] {
  const link = linkHeader(links)
  return link === null ? { 'content-type': PAGE_TYPE } : { 'content-type': PAGE_TYPE, link }
}

/**
 * Turns a rejection into status 400 and a problem document.
 *
 * @throws the error itself if it is not a `PaginateQueryError`
 */
export function problemAnswer(error: unknown): ListAnswer {
  if (!isPaginateQueryError(error)) throw error
  return {
    status: error.status,
    headers: { 'content-type': PROBLEM_TYPE },
    body: JSON.stringify(problemDetails(error)),
  }
}
