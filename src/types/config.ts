import type { Column, SQL, SQLWrapper, Table } from 'drizzle-orm'
import type { DialectName } from '../dialect-facts.js'
import type { FilterOperator, SortDirection } from '../vocabulary.js'
import type { Selection } from './selection.js'
import type { MaybePromise } from './database.js'
import type { ColumnFacts, FieldValueType } from './value.js'

export type { DialectName }
export type LikeStrategy = 'native' | 'portable'
export type Quantifier = 'some' | 'every' | 'none'

/** A public name with its column or expression. One object per field of a configuration; stages compare fields by identity. */
export interface Field {
  readonly name: string
  /** Stable number within the configuration, for shape keys. */
  readonly index: number
  readonly expression: Column | SQL
  /** Facts of the column; null for an SQL expression. */
  readonly facts: ColumnFacts | null
  /** Null where the field has no value type: it can be sorted or selected, not filtered or searched. */
  readonly type: FieldValueType | null
  readonly isNullable: boolean
  /** Indices into `ResolvedConfig.joins` that the expression needs, in join order, each join's own needs included. */
  readonly joins: readonly number[]
  /** Where a row object holds it: `['title']`, `['author', 'name']`; null for expressions and sub-collections. */
  readonly path: readonly string[] | null
  /** The rank of a search alone: the term that its expression was made for. */
  readonly term?: string
}

export interface ResolvedJoin {
  readonly prefix: string
  readonly kind: 'left' | 'inner'
  readonly table: Table
  readonly on: SQL
  /** Earlier joins that `on` refers to, transitively, in join order. */
  readonly needs: readonly number[]
}

/** A sub-collection: `exists (select 1 from table [inner join …] where on and …)`. */
export interface ResolvedCollection {
  readonly quantifier: Quantifier
  readonly table: Table
  readonly on: SQL
  readonly joins: readonly { readonly table: Table; readonly on: SQL }[]
  /** Joins of the page that `on` refers to, transitively, in join order. */
  readonly needs: readonly number[]
  /** A criterion over its elements as a condition of the row. */
  readonly predicate: (write: WriteElement) => SQL
}

export type Protect = (expression: SQLWrapper) => SQLWrapper

/** Writes the criterion, or its complement, over the element; the element's expression goes through `protect`. */
export type WriteElement = (isComplement: boolean, protect: Protect) => SQL

export interface FilterableField {
  readonly field: Field
  readonly operators: ReadonlySet<FilterOperator>
  /** Set on a `filterableMany` field: `field.expression` is then the element, `field.isNullable` the element's. */
  readonly collection: ResolvedCollection | null
}

export interface SortTerm {
  readonly field: Field
  readonly direction: SortDirection
}

/** How a list is counted: all rows, no rows, or up to a number of rows. */
export type Totals = 'exact' | 'none' | { readonly upTo: number; readonly estimate: boolean }

/** What wraps the text of a cursor: encryption, a signature. */
export interface CursorSeal {
  readonly seal: (text: string) => MaybePromise<string>
  readonly open: (sealed: string) => MaybePromise<string>
}

/** What `.dto()` resolves to: the item's members, nested for joined prefixes; null selects the root table's row. */
export interface DtoShape {
  readonly [key: string]: Field | DtoShape
}

/** A condition of the host's, of the scope that a call gives. */
export type ScopeCondition = (scope: never) => SQL | undefined

/** The finished configuration as the engine reads it. Deeply frozen. Gated-off declarations are not in it. */
export interface ResolvedConfig {
  readonly dialect: DialectName
  readonly table: Table
  readonly joins: readonly ResolvedJoin[]
  /** `.scopedBy()`, AND-ed. */
  readonly scopes: readonly ScopeCondition[]
  /** Every field, by lower-case name. Names that clients send are resolved by the declarations, never here. */
  readonly fields: ReadonlyMap<string, Field>
  /** Declared and enabled, by lower-case name. */
  readonly sortable: ReadonlyMap<string, Field>
  readonly searchable: ReadonlyMap<string, Field>
  readonly filterable: ReadonlyMap<string, FilterableField>
  readonly defaultSort: readonly SortTerm[]
  readonly tieBreaker: readonly SortTerm[]
  /** Columns of the root table by which the schema shows that a row is found again; null where it shows none. */
  readonly rowKey: readonly Column[] | null
  /** Fields named by `.nullsFirst()` and `.nullsLast()`. */
  readonly nullOrder: ReadonlyMap<Field, 'first' | 'last'>
  readonly defaultLimit: number
  readonly maxLimit: number
  /** Row ceiling of an unlimited read; null where `limit=-1` is refused. */
  readonly unlimitedMaxRows: number | null
  readonly minSearchLength: number
  readonly maxSearchLength: number
  readonly maxSortFields: number
  readonly maxOffset: number | null
  readonly maxFilterConditions: number
  readonly maxFilterValues: number
  readonly ignoreSearchBy: boolean
  /** Names that a strict list lets pass unread; null where it lets all pass. */
  readonly strictParameters: ReadonlySet<string> | null
  readonly likeStrategy: LikeStrategy
  /** Set by `.searchWith()`. */
  readonly searchWith: { readonly isRanked: boolean; readonly search: (term: string) => HostSearch } | null
  readonly dto: DtoShape | null
  /** What a page selects where the host gives no selection of its own: one object for all requests. */
  readonly selection: Selection
  /** Null: a list of cursors that answers no totals. */
  readonly totals: Totals | null
  /** Null: the list is paged by number. */
  readonly cursors: { readonly seal: CursorSeal | null } | null
}

/** A search by the host's own condition, for one term. */
export interface HostSearch {
  /** In parentheses. */
  readonly where: SQL
  /** The field `relevance` of this term; null where the host gives no rank. */
  readonly rank: Field | null
  /** Joins that the condition needs, as `Field.joins`. */
  readonly joins: readonly number[]
}

/** Where a `PaginateConfig` keeps its `ResolvedConfig`; engines of this package read it through `resolvedConfig(config)`. */
export const RESOLVED: unique symbol = Symbol.for('drizzle-paginate:resolved') as never
