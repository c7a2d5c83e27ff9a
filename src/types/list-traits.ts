// Builder, compile time: the modes of a list, in one object type that calls, answers and add-ons read.
import type { DialectName } from '../vocabulary.js'

/**
 * The modes of a list, as types. A configuration carries them as its last type parameter and the builder in
 * `Schema['traits']`. They are one object and not parameters of their own because few lists change them: a chain that
 * declares none pays nothing.
 *
 * To add a mode: add a member here and its default to `PlainTraits`. A builder method that sets it returns
 * `ConfigBuilder<WithTraits<TSchema, { readonly totals: 'none' }>, Sortable, Searchable, Filterable, Open>`, and a
 * gated one sets the union of both (`TSchema['traits']['totals'] | 'none'`). A call reads it as
 * `InferTraits<Config>['totals']`. Members are read-only and covariant: every list is assignable to `PaginateConfig`,
 * whose traits are `ListTraits` itself.
 */
export interface ListTraits {
  /** The dialect of the root table; all names if the table's type does not show it. */
  readonly dialect: DialectName
  /** `default`: no `.withTotals()`; exact in a list of pages by number, and left out of a list of cursors. */
  readonly totals: 'default' | 'exact' | 'none' | 'bounded' | 'estimated'
  readonly paging: 'numbers' | 'cursor'
  /** Whether a page of a list with cursors has the cursor of each row. Both, if only run time knows. */
  readonly cursors: 'ends' | 'rows'
  /**
   * Whether the list reads expressions in the parameter `filter`. `gated`: if the condition of its `.when()` is true.
   */
  readonly expressions: 'none' | 'declared' | 'gated'
  /** Whether a client may ask for fewer members of an item. */
  readonly selectable: 'none' | 'declared'
  /** Of such a list: keys of members that are records, whose members a client may name too. */
  readonly records: string
  /** The type of `options.scope`; `unknown` if the list needs none. Several `.scopedBy()` are intersected. */
  readonly scope: unknown
  /** Whether the list has a `.scopedBy()`, with a parameter or without. */
  readonly isScoped: boolean
  /** Whether `.searchWith()` returns a promise, which a call must then wait for. */
  readonly search: 'at once' | 'later'
  /** The facets of `.withFacets()`; null if none are declared. */
  readonly facets: unknown
  /**
   * The type of a page's `summary`, by `.withSummary()`; null if none is declared. Not never: a list without a summary
   * would be a list with each summary, and of one of both the compiler would keep the other.
   */
  readonly summary: unknown
}

/** The traits that a builder starts with. */
export interface PlainTraits<Dialect extends DialectName> extends ListTraits {
  readonly dialect: Dialect
  readonly totals: 'default'
  readonly paging: 'numbers'
  readonly cursors: 'ends'
  readonly expressions: 'none'
  readonly selectable: 'none'
  readonly records: never
  readonly scope: unknown
  readonly isScoped: false
  readonly search: 'at once'
  readonly facets: null
  readonly summary: null
}

/**
 * `Current` with the members of `Changed` instead of its own, and with both scopes. `Changed` must not name `Current`: a
 * declaration would write it twice for each change.
 */
export type ChangedTraits<Current extends ListTraits, Changed extends Partial<ListTraits>> = {
  readonly [Mode in keyof ListTraits]: Changed extends { readonly [Name in Mode]: infer Given extends ListTraits[Mode] }
    ? Mode extends 'scope'
      ? Current[Mode] & Given
      : Given
    : Current[Mode]
}
