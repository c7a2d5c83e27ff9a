// What a configuration says about itself: plain JSON-safe data, for documentation, OpenAPI and typed clients.
import type { FilterOperator, SortDirection } from '../vocabulary.js'
import type { Quantifier, Totals } from './config.js'

/** Presentation only, as `.showBadge()` gave it. */
export interface BadgeDescription {
  readonly label: string
  readonly style?: string
}

/** What every described declaration has. */
export interface DeclarationDescription {
  /** Public name, as the configuration spells it. */
  readonly name: string
  readonly badge?: BadgeDescription
  /** Only under `includeDisabled`: false where `.when(false)` switched the declaration off. */
  readonly enabled?: boolean
}

export interface FilterableFieldDescription extends DeclarationDescription {
  /** The value type's public name: `text`, `integer`, `enum`, a made type's own name … */
  readonly type: string
  /** The operators granted, as the tokens clients send. */
  readonly operators: FilterOperator[]
  /** Members of an enum, or of a collection's enum elements. */
  readonly values?: string[]
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

/** What `config.describe()` returns. The tie-breaker is not in it. */
export interface ConfigDescription {
  /** Rows per page where a request names no limit. */
  readonly defaultLimit: number
  /** The most rows a request may ask for in a page. */
  readonly maxLimit: number
  readonly sortableFields: DeclarationDescription[]
  readonly searchableFields: DeclarationDescription[]
  readonly filterableFields: FilterableFieldDescription[]
  /** In the order applied, where a request names no sort. */
  readonly defaultSort: SortDescription[]
  /** The most rows of an unlimited read; null where `limit=-1` is refused. */
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
  /** How `search` matches where it has a condition of the host's own; `ranked`: `sortBy=relevance:DESC` is a sort. Absent: substrings. */
  readonly searchWith?: 'condition' | 'ranked'
  /** Other parameters that a strict list lets pass; absent where it lets all pass. */
  readonly strictParameters?: string[]
  /** Pages by `page`, or by `after` and `before`. */
  readonly paging: 'numbers' | 'cursor'
  /** How `meta` answers the number of rows. A list of cursors without totals has `none` too. */
  readonly totals: Totals
}
