import type { HostSearch } from './config.js'
import type { MaybePromise } from './database.js'

/**
 * A query in code: any of the members of a `PaginateQuery`. Checked at run time with the same rules as a query string.
 */
export interface PaginateQueryInput {
  /** 1-based. @default 1 */
  readonly page?: number | undefined
  /** Rows per page; `-1` for an unlimited read; absent or null for the configured default. */
  readonly limit?: number | null | undefined
  /** The cursor that a page begins after, in a list with cursors. */
  readonly after?: string | null | undefined
  /** The cursor that a page ends before, in a list with cursors. */
  readonly before?: string | null | undefined
  /** `field:ASC` or `field:DESC` entries, applied in order. */
  readonly sortBy?: readonly string[] | null | undefined
  readonly search?: string | null | undefined
  readonly searchBy?: readonly string[] | null | undefined
  /**
   * Field name to criteria: as values by operator (`{ $in: ['open', 'late'] }`, all of which must hold), or as text
   * with the `$op:` prefix. A member that is undefined, null or an empty list is rejected, because without the filter
   * more rows would match.
   */
  readonly filters?: { readonly [field: string]: string | readonly string[] | object } | undefined
  /**
   * An expression across fields, as the parameter `filter` sends it; absent, null or blank for none. Only lists that
   * declare `.withFilterExpressions()` read it; strict ones without it reject it.
   */
  readonly filterExpression?: string | null | undefined
  /**
   * The members that items have, with commas between them or one by one; none: all. Only lists that declare
   * `.selectable()` read it; strict ones without it reject it.
   */
  readonly fields?: string | readonly string[] | null | undefined
  /** The path of the request, which links point to. */
  readonly path?: string | null | undefined
  /** Parameters of the request that no list reads by these names: a strict list rejects them. */
  readonly unread?: readonly UnreadParameter[] | undefined
}

/** The same with filters that an interface may type, which has no index signature. */
export interface QueryChanges<Filters> extends Omit<PaginateQueryInput, 'filters'> {
  readonly filters?: Filters | undefined
}

/**
 * A number from the query string, or what was sent in its place: remembered by bind, rejected by plan. `too-small` is a
 * `limit` of 0 or below -1 in a query built by hand: out of range there, where a query string's is unreadable.
 */
export type BoundInteger =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly reason: 'not-positive-integer' | 'too-large' | 'too-small' }

/**
 * A request normalised once, as the plan reads it. `filters` keeps the order in which fields first appeared
 * (a record cannot: it sorts integer-like names first). Values may still be of a wrong type where a JavaScript
 * caller built the query by hand; plan rejects them.
 */
export interface NormalizedQuery {
  readonly page: BoundInteger
  /** Does the request name a page? Page 1 counts too. */
  readonly isPageGiven: boolean
  /** Null: absent. */
  readonly after: unknown
  readonly before: unknown
  /** Null: absent. `{ ok: true, value: -1 }` is carried through. */
  readonly limit: BoundInteger | null
  readonly sortBy: readonly unknown[]
  readonly search: unknown
  readonly searchBy: readonly unknown[]
  readonly filters: readonly { readonly name: string; readonly criteria: readonly unknown[] }[]
  /**
   * As sent; null where it is absent or blank. A list where several were sent that are not blank, which plan rejects.
   */
  readonly filterExpression: unknown
  /** As sent; undefined where it is absent or blank. A list as above. */
  readonly fields?: unknown
  /** The URL or path of the request, as it was given; null if the query has none. */
  readonly path: string | null
  /**
   * Parameters that a list does not read, as sent and in that order: for links and strict lists. `after`, `before`,
   * `filter` and `fields` are among them, since not every list reads them.
   */
  readonly unread: readonly UnreadParameter[]
  /** What lists' own searches have returned, by their functions, if the calls of one request share it. */
  readonly searched?: Map<unknown, MaybePromise<HostSearch>>
  /**
   * What was passed instead of a query: the sentence of the `PaginateConfigError` that the run throws. Absent in every
   * other query.
   */
  readonly fault?: string
}

/** A parameter that a list does not read. Its value is text, or what a framework's query parser made of it. */
export interface UnreadParameter {
  readonly name: string
  readonly value: unknown
}
