// Stage run: the options of the paging calls.
import type { SQLWrapper } from 'drizzle-orm'
import type { CallOptions, OptionNames } from '../mistakes/check-options.js'
import type { StatementEvent } from '../types/statement.js'

export interface PaginateOptions<Scope = unknown> {
  /**
   * Adds your own condition (tenancy, row security), AND-ed with everything that a client sends. It is written in
   * parentheses, so no `or` reaches past it. Null, like undefined, means no condition.
   *
   * @throws PaginateConfigError if it is not SQL
   * @example `{ where: eq(articles.tenantId, tenantId) }` becomes `where (tenant_id = $1) and …`
   */
  readonly where?: SQLWrapper | null | undefined
  /**
   * The argument of the functions of `.scopedBy()`. Required by type if one of them has a parameter.
   *
   * @example `{ scope: { tenantId } }`
   */
  readonly scope?: Scope
  /**
   * Sets the path that `links` point to, for an app behind a prefix, or for a query without a path. No effect on a call
   * that makes no links.
   *
   * @default the path of the request; without one all links are null
   * @example `{ path: '/api/articles' }`
   */
  readonly path?: string | undefined
  /** Stops the call before its first statement or between two; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Gets each statement after the database has responded, with its SQL and parameters as they were sent, and its time.
   * For development and tracing. If it throws, the call rejects with that error. An asynchronous one is not awaited, and
   * its rejection is ignored.
   *
   * @example `{ onStatement: ({ kind, milliseconds }) => histogram.record(milliseconds, { kind }) }`
   */
  readonly onStatement?: ((event: StatementEvent) => void) | undefined
}

/** What a call reads that is given no options: its type knows no members before a call infers them. */
export const NO_OPTIONS = /* @__PURE__ */ Object.freeze({}) as never

export const PAGINATE_NAMES: OptionNames<PaginateOptions> = {
  where: true,
  scope: true,
  path: true,
  signal: true,
  onStatement: true,
}

export const pagingCall = (call: string): CallOptions<PaginateOptions> => ({ call, names: PAGINATE_NAMES })
