import type { Column, SQL, Table } from 'drizzle-orm'
import type { DialectName } from '../vocabulary.js'
import type {
  Field,
  DefaultFilter,
  FilterableField,
  ItemShape,
  LikeStrategy,
  NullOrder,
  OwnSearch,
  PageFormSetting,
  ResolvedJoin,
  ScopeCondition,
  SortTerm,
  TieBreakerTerm,
  Totals,
} from './config.js'
import type { ResolvedChildren } from './children-part.js'
import type { CursorsPart } from './cursors-part.js'
import type { Estimate } from './estimate.js'
import type { ExpressionsPart } from './expressions-part.js'
import type { FacetRequest } from './facets.js'
import type { FieldsPart } from './fields-part.js'
import type { ScopeAnswers } from './scope-answers.js'
import type { Selection } from './selection.js'
import type { SummaryPart } from './summary-part.js'
import type { ReadTogether } from './together-part.js'

/** A list of which joins, sub-collections or fields are functions of the scope. */
export interface ScopedList {
  /** What the functions answer for a scope, in the order of the declarations. */
  readonly ask: (scope: unknown) => readonly SQL[]
  /** The list with these answers instead of its functions. */
  readonly bind: (answers: readonly SQL[]) => ResolvedConfig
  /**
   * The list for the scope of one call.
   *
   * @throws PaginateConfigError where the scope is left out, or a function does not return SQL
   */
  readonly list: (scope: unknown) => ResolvedConfig
}

/** The finished configuration as the engine reads it. Deeply frozen. Gated-off declarations are not in it. */
export interface ResolvedConfig {
  readonly dialect: DialectName
  readonly table: Table
  readonly joins: readonly ResolvedJoin[]
  /** `.scopedBy()`, AND-ed. */
  readonly scopes: readonly ScopeCondition[]
  /** Set where joins, sub-collections or fields are functions of the scope. */
  readonly scoped: ScopedList | null
  /** Set in the list of one call whose fragments have slots instead of values of its scope. */
  readonly answers: ScopeAnswers | null
  /** Every field, by lower-case name. Names that clients send are resolved by the declarations, never here. */
  readonly fields: ReadonlyMap<string, Field>
  /** Declared and enabled, by lower-case name. */
  readonly sortable: ReadonlyMap<string, Field>
  readonly searchable: ReadonlyMap<string, Field>
  readonly filterable: ReadonlyMap<string, FilterableField>
  readonly defaultSort: readonly SortTerm[]
  /** `.defaultFilter()`: each applies where the request has no criterion on its field, and is read then. */
  readonly defaultFilters: readonly DefaultFilter[]
  readonly tieBreaker: readonly TieBreakerTerm[]
  /** Is the default sort one of order terms, which no client can ask for? */
  readonly hasFixedOrder: boolean
  /** Columns of the root table by which the schema shows that a row is found again; null where it shows none. */
  readonly rowKey: readonly Column[] | null
  /** Fields whose `.sortable()` or default order says where their nulls come. */
  readonly nullOrder: ReadonlyMap<Field, NullOrder>
  readonly defaultLimit: number
  readonly maxLimit: number
  /** Row ceiling of an unlimited read; null where `limit=-1` is rejected. */
  readonly unlimitedMaxRows: number | null
  readonly minSearchLength: number
  readonly maxSearchLength: number
  readonly maxSortFields: number
  readonly maxOffset: number | null
  readonly maxFilterConditions: number
  readonly maxFilterValues: number
  /** Set by `.withFilterExpressions()`; null where `filter` is a parameter that the list does not read. */
  readonly expressions: ExpressionsPart<ResolvedConfig> | null
  readonly ignoreSearchBy: boolean
  /** Is a parameter that nobody reads rejected? */
  readonly strictParameters: boolean
  /** Parameters of the app's own: a strict list lets them through, and links carry them. */
  readonly ownParameters: readonly string[]
  readonly likeStrategy: LikeStrategy
  readonly namedStatements: boolean
  /** Set where the app's settings say so. */
  readonly together: ReadTogether<ResolvedConfig> | null
  readonly pageForm: PageFormSetting
  /** Set by `.searchWith()`. */
  readonly searchWith: OwnSearch | null
  readonly shape: ItemShape | null
  /** Set by `.children()`; null where items have none. */
  readonly children: ResolvedChildren | null
  /** What an item is: one object for all requests. */
  readonly selection: Selection
  /** What a page selects where the app gives no selection: that, and the keys by which children are found. */
  readonly pageSelection: Selection
  /** Set by `.selectable()`; null where `fields` is a parameter that the list does not read. */
  readonly selectable: FieldsPart | null
  /** Set by `.withFacets()`, of enabled fields; null where none is declared. */
  readonly facets: readonly FacetRequest[] | null
  /** Set by `.withSummary()`. */
  readonly summary: SummaryPart<ResolvedConfig> | null
  /** Null: a list with cursors without totals. */
  readonly totals: Totals | null
  /** Null where the list asks for none, and under `.scopedBy()`: the planner's statistics are of the whole table. */
  readonly estimate: Estimate<ResolvedConfig> | null
  /** Set by `.withCursors()`; null where the list is paged by number. */
  readonly cursors: CursorsPart<ResolvedConfig> | null
}

/**
 * Where a `PaginateConfig` keeps its `ResolvedConfig`; engines of this package read it through
 * `resolvedConfig(config)`.
 */
export const RESOLVED: unique symbol = Symbol.for('drizzle-paginate:resolved') as never
