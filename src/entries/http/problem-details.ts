// Add-on http: a rejection as a problem document.
import type { PaginateQueryError } from '../../errors.js'
import type { PaginateQueryErrorCode } from '../../types/error-code.js'

/**
 * An RFC 9457 problem document, with two members of its own, `code` and `parameter`, and `hint` if more can be said
 * than `detail` says.
 */
export interface ProblemDetails {
  /** Always `about:blank`: `code` tells rejections apart. */
  readonly type: 'about:blank'
  readonly title: 'Bad Request'
  readonly status: 400
  /** The sentence of the rejection; names public fields and parameters only. */
  readonly detail: string
  /** Stable, e.g. `filter.operator_not_allowed`. */
  readonly code: PaginateQueryErrorCode
  /** The query parameter at fault, e.g. `filter.status`. */
  readonly parameter: string
  /** How to fix the request, e.g. `Did you mean 'status'?`. */
  readonly hint?: string
}

/**
 * Returns the problem document of a rejected request, as plain data.
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
