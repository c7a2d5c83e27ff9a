import type { ListTraits } from './list-traits.js'

/** The result of a paging call: plain objects, JSON-safe if the items are. */
export interface PaginatedResponse<Item, Meta = PaginatedMeta> {
  /** Rows of the page; `[]` past the end. */
  readonly items: Item[]
  readonly meta: Meta
  readonly links: PaginatedLinks
}

/** The parts of the request that were applied to the rows of a page. */
export interface AppliedMeta {
  /** Rows on this page. */
  readonly itemCount: number
  /** The effective limit; for an unlimited read the number of rows it holds. */
  readonly itemsPerPage: number
  /** `field:ASC` or `field:DESC`; the default sort if the request has none; without the tie-breaker. */
  readonly sortBy: string[]
  /** The trimmed term, or null. */
  readonly search: string | null
  readonly searchBy: string[]
  /** Criteria as sent, under the configured spelling of their fields. */
  readonly filter: Record<string, string[]>
  readonly hasPreviousPage: boolean
  readonly hasNextPage: boolean
}

/** The part of `meta` that a list with `.withFilterExpressions()` adds. */
export interface ExpressionMeta {
  /** The expression that was applied, in canonical spelling; null if the request sent none. */
  readonly filterExpression: string | null
}

/** What `meta` has in a list with `.selectable()`. */
export interface FieldsMeta {
  /** The members that the request asked for, as the list spells them; `[]` for all of them. */
  readonly fields: string[]
}

/** Totals of a list that counts all of its rows. */
export interface ExactTotals {
  /** Rows in the filtered set. */
  readonly totalItems: number
  /** 0 for an empty set. */
  readonly totalPages: number
}

/** Totals of a list that counts no rows (`.withTotals('none')`), or some (`{ upTo }`). */
export interface KnownTotals {
  /** Rows in the filtered set; null if that is not known. */
  readonly totalItems: number | null
  /** 0 for an empty set; null if the total is not known. */
  readonly totalPages: number | null
  /** The set has at least as many rows. Equal to the total if it is known. */
  readonly totalItemsAtLeast: number
}

/** Totals of a list that asks the planner if it has not counted (`{ upTo, estimate: true }`). */
export interface EstimatedTotals extends KnownTotals {
  /** The planner's number, `totalItemsAtLeast` or more; null if the total is known. */
  readonly totalItemsEstimate: number | null
}

/** The `meta` of a page by number, without totals. */
export interface NumberedMeta extends AppliedMeta {
  /** 1-based. */
  readonly currentPage: number
}

/** The `meta` of a page by number whose total is counted. */
export interface PaginatedMeta extends NumberedMeta, ExactTotals {}

/** The `meta` of a page by cursor, without totals. */
export interface CursorMeta extends AppliedMeta {
  /** For `before`: the position of the first row; null on the first page. */
  readonly previousCursor: string | null
  /** For `after`: the position of the last row; null on the last page. */
  readonly nextCursor: string | null
}

/** The `meta` of a list with `.withCursors({ rows: true })`. */
export interface RowCursorsMeta {
  /** The position of each row, in the order of `items`: for `after` and `before`. */
  readonly cursors: string[]
}

/** The page of a list with cursors. `links.last` is always null. */
export interface CursorPage<Item, Meta = CursorMeta> extends PaginatedResponse<Item, Meta> {}

/** The `meta` of a page of any list, whose totals may be null or left out. */
export type AnyMeta = (NumberedMeta | CursorMeta) & Partial<KnownTotals>

/**
 * A page of any list, by number or by cursor, whatever its totals: for functions of your own that read items.
 *
 * @example `const idsOf = (page: AnyPage<{ id: number }>): number[] => page.items.map(({ id }) => id)`
 */
export type AnyPage<Item = unknown> = PaginatedResponse<Item, AnyMeta>

/**
 * A page by number of any list, whatever its totals: `totalItems` and `totalPages` may be null, as in a list with
 * `.withTotals('none')`. For functions that read them or `currentPage`. A list that counts all its rows returns a
 * `PaginatedResponse<Item>`.
 *
 * @example
 * `const pagesOf = ({ meta }: NumberedPage<unknown>): string => (meta.totalPages === null ? 'many' : String(meta.totalPages))`
 */
export type NumberedPage<Item = unknown> = PaginatedResponse<Item, NumberedMeta & (ExactTotals | KnownTotals)>

/** Relative URLs, or null; all null if the call knows no path. */
export interface PaginatedLinks {
  readonly first: string | null
  readonly previous: string | null
  readonly next: string | null
  readonly last: string | null
  readonly current: string | null
}

/** The page of a list by its modes. If the type of a list does not show them, the page of any list. */
export type PageByTraits<Item, Traits extends ListTraits> = [Traits['paging']] extends ['cursor']
  ? CursorPage<
      Item,
      WithFields<WithExpression<WithRowCursors<CursorMetaOf<Traits['totals']>, Traits>, Traits['expressions']>, Traits>
    >
  : [Traits['paging']] extends ['numbers']
    ? PaginatedResponse<
        Item,
        WithFields<WithExpression<NumberedMetaOf<Traits['totals']>, Traits['expressions']>, Traits>
      >
    : AnyPage<Item>

type WithFields<Meta, Traits extends ListTraits> = [Traits['selectable']] extends ['declared']
  ? Meta & FieldsMeta
  : Meta

type WithRowCursors<Meta, Traits extends ListTraits> = [Traits['cursors']] extends ['ends']
  ? Meta
  : [Traits['cursors']] extends ['rows']
    ? Meta & RowCursorsMeta
    : Meta & Partial<RowCursorsMeta>

type WithExpression<Meta, Expressions extends ListTraits['expressions']> = [Expressions] extends ['declared']
  ? Meta & ExpressionMeta
  : [Expressions] extends ['gated']
    ? Meta & Partial<ExpressionMeta>
    : Meta

type NumberedMetaOf<Totals extends ListTraits['totals']> = [Totals] extends ['default' | 'exact']
  ? PaginatedMeta
  : WithTotals<NumberedMeta, Totals>

type CursorMetaOf<Totals extends ListTraits['totals']> = 'default' extends Totals
  ? CursorMeta
  : WithTotals<CursorMeta, Totals>

type WithTotals<Meta, Totals> = [Totals] extends ['exact']
  ? Meta & ExactTotals
  : [Totals] extends ['estimated']
    ? Meta & EstimatedTotals
    : Meta & KnownTotals
