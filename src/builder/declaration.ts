// Builder: what the developer wrote, one entry per call, before anything is checked.
import type { Column, SQL, Table } from 'drizzle-orm'
import type { ChildrenOptions } from '../types/children.js'
import type { CursorSeal, LikeStrategy, Quantifier, ScopeCondition } from '../types/config.js'
import type { Selection } from '../types/selection.js'
import type { FilterOperator, SortDirection } from '../vocabulary.js'

export interface Badge {
  readonly label: string
  readonly style?: string
}

/** Shared by every copy of this package that a program loads, ESM and CommonJS alike. */
export const ELEMENT_FIELD: unique symbol = Symbol.for('drizzle-paginate:element-field') as never

/** Shared by every copy of this package, as `ELEMENT_FIELD` is. */
export const ROWS: unique symbol = Symbol.for('drizzle-paginate:rows') as never

/** Rows of another table as `rowsOf()` hands them over. */
export interface RowsSource {
  readonly table: Table
  readonly on: SQL
  readonly joins: readonly { readonly kind: 'left' | 'inner'; readonly table: Table; readonly on: SQL }[]
  /** `.where()`, AND-ed. */
  readonly conditions: readonly SQL[]
  /** What `build()` makes of them: see src/children/rows-of.ts. A program without children bundles none of it. */
  readonly [ROWS]: unknown
}

/** A sub-collection as `some()`, `every()` and `none()` hand it over. */
export interface CollectionSource {
  readonly quantifier: Quantifier
  readonly table: Table
  readonly on: SQL
  readonly joins: readonly { readonly table: Table; readonly on: SQL }[]
  /** Makes the field of a `.filterableMany()`: see element-field.ts. */
  readonly [ELEMENT_FIELD]: unknown
}

export type ElementSelector =
  Column | SQL | SQL.Aliased | { readonly selector: Column | SQL | SQL.Aliased; readonly valueType: unknown }

/** The settings that are one number, by the method that sets them. */
export type NumberSetting =
  | 'withMinSearchLength'
  | 'withMaxSearchLength'
  | 'withMaxSortFields'
  | 'withMaxOffset'
  | 'withMaxFilterConditions'
  | 'withMaxFilterValues'
  | 'allowUnlimited'

/** One call on the builder. */
export type DeclaredContent =
  | {
      readonly kind: 'join'
      readonly method: 'leftJoin' | 'innerJoin'
      readonly prefix: string
      readonly table: Table
      readonly on: SQL
      readonly options: unknown
    }
  | {
      readonly kind: 'field'
      readonly name: string
      readonly selector: Column | SQL | SQL.Aliased
      readonly valueType: unknown
    }
  | {
      readonly kind: 'children'
      readonly name: string
      readonly rows: RowsSource
      readonly selection: Selection
      readonly options: ChildrenOptions
    }
  | {
      readonly kind: 'fieldOfRows'
      readonly method: 'countOf' | 'aggregateOf'
      readonly name: string
      readonly rows: RowsSource
      /** Null: `count(*)`. */
      readonly aggregate: Column | SQL | SQL.Aliased | null
      readonly valueType: unknown
    }
  | { readonly kind: 'sortable'; readonly names: readonly string[] }
  | { readonly kind: 'searchable'; readonly names: readonly string[] }
  | { readonly kind: 'filterable'; readonly name: string; readonly operators: readonly FilterOperator[] }
  | {
      readonly kind: 'filterableMany'
      readonly name: string
      readonly collection: CollectionSource
      readonly element: Column | SQL | SQL.Aliased
      readonly valueType: unknown
      readonly operators: readonly FilterOperator[]
    }
  | {
      readonly kind: 'filterWith'
      readonly name: string
      readonly valueType: unknown
      readonly condition: (criterion: never) => unknown
      readonly operators: readonly FilterOperator[]
    }
  | {
      readonly kind: 'filterableEach'
      readonly name: string
      readonly collection: CollectionSource
      /** By the key that follows the name: the element's column, and what clients may ask of it. */
      readonly fields: { readonly [key: string]: readonly [element: ElementSelector, ...operators: FilterOperator[]] }
    }
  | { readonly kind: 'defaultFilter'; readonly name: string; readonly criterion: string }
  | { readonly kind: 'defaultSortBy'; readonly name: string; readonly direction: SortDirection }
  | {
      readonly kind: 'withTieBreaker'
      readonly terms: readonly (readonly [name: string, direction: SortDirection])[]
      readonly assumeUnique: boolean
      /** Of all terms, in place of their own. */
      readonly direction: unknown
    }
  | { readonly kind: 'defaultOrderBy'; readonly terms: readonly unknown[] }
  | { readonly kind: 'withLimits'; readonly defaultLimit: number; readonly maxLimit: number }
  | { readonly kind: 'setting'; readonly method: NumberSetting; readonly value: number }
  | { readonly kind: 'ignoreSearchBy' }
  | { readonly kind: 'strictParameters'; readonly allowed: readonly string[] }
  | { readonly kind: 'withFilterExpressions'; readonly bounds: unknown }
  | { readonly kind: 'withLikeStrategy'; readonly strategy: LikeStrategy }
  | { readonly kind: 'nulls'; readonly method: NullMethod; readonly names: readonly string[] }
  | { readonly kind: 'select'; readonly shape: unknown }
  | { readonly kind: 'selectable' }
  | { readonly kind: 'omit'; readonly names: readonly string[] }
  | { readonly kind: 'expose'; readonly names: readonly string[] }
  | { readonly kind: 'searchWith'; readonly search: unknown }
  | { readonly kind: 'scopedBy'; readonly condition: ScopeCondition }
  | { readonly kind: 'withTotals'; readonly mode: unknown }
  | { readonly kind: 'withCursors'; readonly seal: Partial<CursorSeal> | undefined }

export type NullMethod = 'nullsFirst' | 'nullsLast' | 'nullsSmallest' | 'nullsLargest'

export type Declaration = DeclaredContent & {
  /** False where `.when(false)` stood before it. */
  readonly isEnabled: boolean
  readonly badge: Badge | null
}

/** The declarations of one kind. */
export type DeclarationOf<Kind extends Declaration['kind']> = Extract<Declaration, { readonly kind: Kind }>

/** An element of a sub-collection, with its value type where it has one. */
export function typedElement(element: ElementSelector): {
  readonly selector: Column | SQL | SQL.Aliased
  readonly valueType: unknown
} {
  return typeof element === 'object' && element !== null && 'selector' in element
    ? (element as { readonly selector: Column | SQL | SQL.Aliased; readonly valueType: unknown })
    : { selector: element as Column | SQL | SQL.Aliased, valueType: undefined }
}
