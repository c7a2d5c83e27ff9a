// Every stage: the two error classes. Messages live in refusals.ts.
import type { PaginateQueryErrorCode } from './types/error-code.js'
import type { Refusal } from './types/result.js'

/**
 * A client's mistake. Raised before any statement is sent, with the exceptions in docs/reference/errors.md. `status` is
 * always 400.
 *
 * @example
 * ```ts
 * try {
 *   await paginate(db, { page: 0 }, config)
 * } catch (error) {
 *   if (error instanceof PaginateQueryError) error.code // 'page.not_positive_integer'
 * }
 * ```
 */
export class PaginateQueryError extends Error {
  static {
    Object.defineProperty(this.prototype, 'name', { value: 'PaginateQueryError', configurable: true, writable: true })
  }
  /** HTTP status: always 400. */
  readonly status = 400 as const
  /** Stable code, e.g. `filter.operator_not_allowed`; listed in docs/reference/errors.md. */
  readonly code: PaginateQueryErrorCode
  /** The query parameter at fault: `page`, `limit`, `sortBy`, `search`, `searchBy`, `filter` or `filter.<field>`. */
  readonly parameter: string
  /**
   * One sentence that says how to fix the request, such as `Did you mean 'status'?`; absent if the message says all. It
   * names only fields of this variant of the configuration, never a gated field.
   */
  declare readonly hint?: string

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.code = refusal.code
    this.parameter = refusal.parameter
    if (refusal.hint !== undefined) this.hint = refusal.hint
  }
}

/**
 * Tells whether an error is a client's mistake, also for an error of a second copy of this package (one ESM, one
 * CommonJS).
 */
export function isPaginateQueryError(error: unknown): error is PaginateQueryError {
  if (error instanceof PaginateQueryError) return true
  if (!(error instanceof Error) || error.name !== 'PaginateQueryError') return false
  const { status, code, parameter } = error as Partial<PaginateQueryError>
  return status === 400 && typeof code === 'string' && typeof parameter === 'string'
}

/**
 * A developer's mistake in a configuration or in its use. `build()` throws it, and the message names the declaration at
 * fault. A client never causes it.
 */
export class PaginateConfigError extends Error {
  static {
    Object.defineProperty(this.prototype, 'name', { value: 'PaginateConfigError', configurable: true, writable: true })
  }
  /** The name that was probably meant, as `Did you mean 'title'?`; absent if no name is near. */
  declare readonly hint?: string

  constructor(message: string, { hint, ...options }: ErrorOptions & { readonly hint?: string | undefined } = {}) {
    super(message, options)
    if (hint !== undefined) this.hint = hint
  }
}

const MAX_QUOTED = 64

/** Client text as quoted in a message: shortened past 64 characters, control characters shown as escapes. */
export function quoted(text: string): string {
  return `'${escaped(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)}'`
}

/** A name of a client's, as data: shortened past 256 characters, as no declared name is. */
export function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
}

const MAX_NAME = 256

/** Control characters, ends of lines and lone surrogates as `\u0000`: a log or a terminal must not read them. */
function escaped(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
