import type { Column, SQL, SQLWrapper, Table } from 'drizzle-orm'
import type { FilterOperator, SortDirection } from '../vocabulary.js'
import type { MaybePromise } from './database.js'
import type { SearchOrder } from './search-with.js'
import type { ColumnFacts, DecodedValue, FieldValueType } from './value.js'

export type LikeStrategy = 'native' | 'portable'
/** How a page by number is read; each form returns the same rows. */
export type PageForm = 'plain' | 'deferred' | 'reverse' | 'filtered'
export type PageFormSetting = 'auto' | PageForm
/** One end in both directions, or the end of a value: below all others, or above them. */
export type NullOrder = 'first' | 'last' | 'smallest' | 'largest'
export type Quantifier = 'some' | 'every' | 'none'

/**
 * A public name with its column or expression. One object per field of a configuration; stages compare fields by
 * identity.
 */
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
  /** A correlated sub-select (an aggregate of `rowsOf()`): computed for as few rows as can be. */
  readonly subSelect?: SubSelect
  /** Of a sub-select: the tables that it reads, each with what ties it to the row or to the tables before it. */
  readonly rows?: readonly Pick<ResolvedJoin, 'table' | 'on'>[]
  /** Only the rank of a search: the term that its expression was made for. */
  readonly term?: string
  /** Of a rank: it is a distance, the less the better, and written as it is. Null is farther than every number. */
  readonly isDistance?: true
}

/** An aggregate over the rows that belong to a row of the root. */
export interface SubSelect {
  readonly selected: SQL
  /** Its rows: sub-selects with equal ones may be one. */
  readonly source: object | string
  /** The table of the row around it. */
  readonly root: Table
  /** Does it have a row without any of them? An app's own expression may be no aggregate. */
  readonly isAggregate: boolean
  /** Another selection over the same rows, in parentheses. */
  readonly over: (selected: SQL, having?: SQL) => SQL
}

export interface ResolvedJoin {
  readonly prefix: string
  readonly kind: 'left' | 'inner'
  readonly table: Table
  readonly on: SQL
  /** Earlier joins that `on` refers to, transitively, in join order. */
  readonly needs: readonly number[]
}

/** A join as a statement writes it. */
export type JoinedTable = Pick<ResolvedJoin, 'kind' | 'table' | 'on'>

/** A sub-collection: `exists (select 1 from table [inner join …] where on and …)`. */
export interface ResolvedCollection {
  readonly quantifier: Quantifier
  readonly table: Table
  readonly on: SQL
  readonly joins: readonly JoinedTable[]
  /** Joins of the page that `on` refers to, transitively, in join order. */
  readonly needs: readonly number[]
  /**
   * A criterion over its elements as a condition of the row; `having`: over aggregates of all elements, unknown without
   * any element.
   */
  readonly predicate: (write: WriteElement, keyword?: 'and' | 'having') => SQL
}

export type Protect = (expression: SQLWrapper) => SQLWrapper

/** Writes the criterion, or its complement, over the element; the element's expression goes through `protect`. */
export type WriteElement = (isComplement: boolean, protect: Protect) => SQL

export interface FilterableField {
  readonly field: Field
  readonly operators: ReadonlySet<FilterOperator>
  /** Set on a `filterableMany` field: `field.expression` is then the element, `field.isNullable` the element's. */
  readonly collection: ResolvedCollection | null
  /**
   * Set by `.filterWith()`: the app's own condition for a criterion, and the joins that it needs.
   * `field.expression` is then not read.
   */
  readonly own?: (criterion: OwnCriterion) => OwnCondition
  /**
   * Set by a `.filterableMany()` with a record: criteria of all fields with the same object are applied to one and the same element.
   */
  readonly element?: ElementGroup
}

/** By lower-case name; where switched-off declarations count too, one name may stand for another filter in each variant. */
export type FilterVariants = ReadonlyMap<string, readonly FilterableField[]>

/** A criterion as the function of a `.filterWith()` gets it. */
export interface OwnCriterion {
  readonly operator: FilterOperator
  readonly value?: unknown
  readonly values?: readonly unknown[]
}

export interface Criterion {
  /** How it joins the criterion before it, left to right without precedence; of no effect on the first. */
  readonly connector: 'and' | 'or'
  readonly isNegated: boolean
  readonly operator: FilterOperator
  /** `$null`: none; `$btw`: two; `$in` and `$contains` on a collection: one or more; otherwise one. */
  readonly values: readonly DecodedValue[]
}

export interface FieldFilter {
  readonly filterable: FilterableField
  readonly criteria: readonly Criterion[]
  /** The criteria as sent, for `meta.filter`. */
  readonly texts: readonly string[]
}

/** Criteria that a list has itself, without their values. */
export type DefaultFilter = Pick<FieldFilter, 'filterable' | 'texts'>

/** What the fields of one `.filterableMany()` with a record share. */
interface ElementGroup {
  readonly name: string
  /** The key of each field in an element, by the field's name. */
  readonly keys: ReadonlyMap<string, string>
}

/** A condition that the app made for this request. */
export interface OwnCondition {
  readonly where: SQL
  /** As `Field.joins`. */
  readonly joins: readonly number[]
}

export interface SortTerm {
  readonly field: Field
  readonly direction: SortDirection
}

export interface TieBreakerTerm extends SortTerm {
  /** Has it the direction of the order's first term? Its own is then that of an order without others. */
  readonly isFollowing: boolean
}

/** How a list is counted: all rows, no rows, or up to a number of rows. */
export type Totals =
  | 'exact'
  | 'none'
  | {
      readonly upTo: number
      readonly estimate: boolean
    }

/** What `.withFilterExpressions()` allows. */
export interface ExpressionBounds {
  readonly maxTerms: number
  /** Levels of `AND` and `OR`. */
  readonly maxDepth: number
}

/** What wraps the text of a cursor: encryption, a signature. */
export interface CursorSeal {
  readonly seal: (text: string) => MaybePromise<string>
  readonly open: (sealed: string) => MaybePromise<string>
}

/** What `.withCursors()` takes. */
export type CursorOptions<Rows extends boolean> = {
  /**
   * Has a page the cursor of each of its rows, as `meta.cursors`?
   *
   * @default false: only those of its ends
   */
  readonly rows?: Rows | undefined
} & (CursorSeal | { readonly [Member in keyof CursorSeal]?: undefined })

/** What `.select()` resolves to: the item's members, nested for joined prefixes; null selects the root table's row. */
export interface ItemShape {
  readonly [key: string]: Field | ItemShape
}

/** A condition of the app's, of the scope that a call gives. */
export type ScopeCondition = (scope: never) => SQL | undefined

export interface OwnSearch {
  readonly orderedBy: () => SearchOrder
  readonly ask: (term: string) => MaybePromise<HostSearch>
  /** The form of its answer, for those who send no statement: the function is not called for the term. */
  readonly unasked: (term: string) => HostSearch
  /** The fields in which memory looks for words; null if it needs a function of its own. */
  readonly words: readonly Field[] | null
}

/** A search by the app's own condition, for one term. */
export interface HostSearch {
  /** In parentheses; null where every row matches. */
  readonly where: SQL | null
  /** The field `relevance` of this term; null where the app gives neither rank nor distance. */
  readonly rank: Field | null
  /** Is the rank a distance? The default sort does not follow it. */
  readonly isDistance: boolean
  /** Joins that the condition needs, as `Field.joins`. */
  readonly joins: readonly number[]
}
