// What a configuration says about itself: plain JSON-safe data, for documentation, OpenAPI and typed clients.
import type { FilterOperator, SortDirection } from '../vocabulary.js'
import type { Quantifier, Totals } from './config.js'

/** Presentation only, as `.showBadge()` gave it. */
export interface BadgeDescription {
  readonly label: string
  readonly style?: string
}

/** The members of every described declaration. */
export interface DeclarationDescription {
  /** Public name, as the configuration spells it. */
  readonly name: string
  readonly badge?: BadgeDescription
  /** Only under `includeDisabled`: false if `.when(false)` switched the declaration off. */
  readonly enabled?: boolean
}

export interface FilterableFieldDescription extends DeclarationDescription {
  /** The value type's public name: `text`, `integer`, `enum`, a made type's own name … */
  readonly type: string
  /** The operators allowed, as the tokens clients send. */
  readonly operators: FilterOperator[]
  /** Members of an enum, or of a collection's enum elements. */
  readonly values?: string[]
  /** Criteria that apply where a request has none on the field (`.defaultFilter()`), as requests write them. */
  readonly default?: string[]
  /** The value type of a collection's elements. */
  readonly elementType?: string
  /** Present on a sub-collection. */
  readonly many?: true
  /** Which elements of a sub-collection must satisfy a criterion. */
  readonly quantifier?: Quantifier
}

export interface SortDescription extends DeclarationDescription {
  readonly direction: SortDirection
}

/** A term of an order that clients cannot ask for. */
export interface FixedOrderDescription {
  /** The field; null for an expression that no field has. */
  readonly name: string | null
  readonly direction: SortDirection
}

/** Rows of another table inside each item, under the name of the member. */
export interface ChildrenDescription extends DeclarationDescription {
  /** Children of one item at most; null: all. */
  readonly limit: number | null
}

/** The result of `config.describe()`. The tie-breaker is not in it. */
export interface ConfigDescription {
  /** Rows per page if a request has no limit. */
  readonly defaultLimit: number
  /** The most rows a request may ask for in a page. */
  readonly maxLimit: number
  readonly sortableFields: DeclarationDescription[]
  readonly searchableFields: DeclarationDescription[]
  readonly filterableFields: FilterableFieldDescription[]
  /** The order of a request without a sort, in the order applied. */
  readonly defaultSort: SortDescription[]
  /** Present if requests without a sort have an order that clients cannot ask for (order terms). */
  readonly fixedOrder?: FixedOrderDescription[]
  /** Present if the tie-breaker has the direction of the first term of the order. */
  readonly tieBreakerDirection?: 'follow'
  /** The most rows of an unlimited read; null if `limit=-1` is rejected. */
  readonly unlimitedMaxRows: number | null
  /** Characters of a trimmed search term. */
  readonly minSearchLength: number
  readonly maxSearchLength: number
  readonly maxSortFields: number
  /** Rows that may be skipped; null without a ceiling. */
  readonly maxOffset: number | null
  /** Criteria over all fields of a request. */
  readonly maxFilterConditions: number
  /** Values in one list. */
  readonly maxFilterValues: number
  readonly ignoreSearchByInQueryParam: boolean
  /**
   * How `search` matches if it has a condition of your own; `ranked`: `sortBy=relevance:DESC` is a sort. Absent:
   * substrings.
   */
  readonly searchWith?: 'condition' | 'ranked'
  /** The bounds of an expression in the parameter `filter`; absent if the list reads none. */
  readonly filterExpressions?: { readonly maxTerms: number; readonly maxDepth: number }
  /** Members of an item that `fields` may name; absent if the list reads no `fields`. */
  readonly selectableFields?: DeclarationDescription[]
  /** Other parameters that a strict list accepts; absent if it accepts all. */
  readonly strictParameters?: string[]
  /** Present if items have children. */
  readonly children?: ChildrenDescription[]
  /** Pages by `page`, or by `after` and `before`. */
  readonly paging: 'numbers' | 'cursor'
  /** Whether a page has the cursor of each row; absent if it has none. */
  readonly rowCursors?: true
  /** How `meta` reports the number of rows. A list with cursors without totals has `none` too. */
  readonly totals: Totals
}
