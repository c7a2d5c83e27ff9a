/**
 * What every call that takes a query accepts instead of a `PaginateQuery`: a plain partial of one.
 * Checked at run time with the same rules as a query string.
 */
export interface PaginateQueryInput {
  /** 1-based. @default 1 */
  readonly page?: number | undefined
  /** Rows per page; `-1` for an unlimited read; absent or null for the configured default. */
  readonly limit?: number | null | undefined
  /** `field:ASC` or `field:DESC` entries, applied in order. */
  /** The cursor that a page begins after, in a list with cursors. */
  readonly after?: string | null | undefined
  /** The cursor that a page ends before, in a list with cursors. */
  readonly before?: string | null | undefined
  readonly sortBy?: readonly string[] | undefined
  readonly search?: string | null | undefined
  readonly searchBy?: readonly string[] | undefined
  /** Field name to criteria, each with its `$op:` prefix; one criterion may be a plain string. */
  readonly filters?: { readonly [field: string]: string | readonly string[] | undefined } | undefined
}

/**
 * A number from the query string, or what was sent in its place: remembered by bind, refused by plan.
 * `too-small` is a `limit` of 0 or below -1 in a query built by hand: out of range there, where a query string's is unreadable.
 */
export type BoundInteger =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly reason: 'not-positive-integer' | 'too-large' | 'too-small' }

/**
 * A request normalised once, as the plan reads it. `filters` keeps the order in which fields first appeared
 * (a record cannot: it sorts integer-like names first). Values may still be of a wrong type where a JavaScript
 * caller built the query by hand; plan refuses them.
 */
export interface NormalizedQuery {
  readonly page: BoundInteger
  /** Does the request name a page, be it the first? */
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
   * Parameters that a list does not read, as sent and in that order: for links and strict lists. Empty in a query built by hand.
   * `after` and `before` are among them, since a list of pages by number does not read them.
   */
  readonly unread: readonly UnreadParameter[]
}

/** A parameter that a list does not read. Its value is text, or what a framework's query parser made of it. */
export interface UnreadParameter {
  readonly name: string
  readonly value: unknown
}
