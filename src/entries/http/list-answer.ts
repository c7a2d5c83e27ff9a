// Add-on http: an answer before any server's own response object.
import { isPaginateQueryError } from '../../errors.js'
import type { AnyPage, PaginatedLinks } from '../../types/response.js'
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

/** Without a reason, Express's `next` would go on to the next route. Express itself makes an error of such a rejection. */
export const errorOf = (error: unknown, subject = 'A handler'): unknown =>
  error ? error : new Error(`${subject} was rejected without a reason.`)

/** Proxies and clients cut response heads at 4 to 16 kB, and every link repeats the whole request. */
const MAX_LENGTH = 4000

/**
 * The RFC 8288 `Link` header of a page: `first`, `prev`, `next`, `last`, absent ones left out; null without any.
 *
 * Beyond 4,000 characters the header is shortened from the least needed on: `last`, `first`, `prev`. `next` always
 * stays, so that a client who follows it sees every page. The body always has all links.
 *
 * @example `</a?limit=20&page=1>; rel="first", </a?limit=20&page=2>; rel="next", </a?limit=20&page=9>; rel="last"` on
 * page 1
 */
function linkHeader(links: PaginatedLinks): string | null {
  for (let need = LEAST_NEEDED; ; need -= 1) {
    let text = ''
    for (const [member, relation, own] of RELATIONS) {
      const target = links[member]
      // Percent-encoded: it has no `>`, no quote and no line break.
      if (target !== null && own <= need) text += `${text === '' ? '' : ', '}<${target}>; rel="${relation}"`
    }
    if (text.length <= MAX_LENGTH || need === 0) return text === '' ? null : text
  }
}

/** Relations in the order of the header. Where it is too long, those with the highest number go first. */
const RELATIONS = [
  ['first', 'first', 2],
  ['previous', 'prev', 1],
  ['next', 'next', 0],
  ['last', 'last', 3],
] as const
const LEAST_NEEDED = 3
