// Add-on http: a rejection as a problem document.
import type { PaginateQueryError } from '../errors.js'
import type { PaginateQueryErrorCode } from '../types/error-code.js'

/**
 * RFC 9457, with members of our own: `code`, `parameter` and, where there is more to say than the sentence does,
 * `hint`.
 */
export interface ProblemDetails {
  /** Always `about:blank`: the status says it all, and `code` tells rejections apart. */
  readonly type: 'about:blank'
  readonly title: 'Bad Request'
  readonly status: 400
  /** The sentence of the rejection; names public fields and parameters only. */
  readonly detail: string
  /** Stable, e.g. `filter.operator_not_allowed`. */
  readonly code: PaginateQueryErrorCode
  /** The query parameter at fault, e.g. `filter.status`. */
  readonly parameter: string
  /** How to mend it, e.g. `Did you mean 'status'?`. */
  readonly hint?: string
}

/**
 * The problem document of a rejected request, plain data.
 *
 * @example
 * ```json
 * { "type": "about:blank", "title": "Bad Request", "status": 400,
 *   "detail": "Query parameter 'page' must be a positive integer.", "code": "page.not_positive_integer", "parameter": "page" }
 * ```
 */
export function problemDetails(error: PaginateQueryError): ProblemDetails {
  const { status, message, code, parameter, hint } = error
  const problem = { type: 'about:blank', title: 'Bad Request', status, detail: message, code, parameter } as const
  return hint === undefined ? problem : { ...problem, hint }
}
