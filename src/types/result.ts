import type { PaginateQueryErrorCode } from './error-code.js'

/** An expected rejection is a value inside the engine; the public entry turns it into a `PaginateQueryError`. */
export interface Refusal {
  readonly code: PaginateQueryErrorCode
  /** The query parameter at fault, e.g. `page`, `sortBy`, `filter.status`. */
  readonly parameter: string
  readonly message: string
  /** How to fix it, if more can be said than the message says. */
  readonly hint?: string
}

export type Result<Value> = { readonly ok: true; readonly value: Value } | Rejected

interface Rejected {
  readonly ok: false
  readonly refusal: Refusal
}

export const rejected = (refusal: Refusal): Rejected => ({ ok: false, refusal })
