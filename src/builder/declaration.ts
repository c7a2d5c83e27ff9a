// Builder: what the developer wrote, one entry per call, before anything is checked.
import type { Column, SQL, Table } from 'drizzle-orm'
import type { CursorSeal, LikeStrategy, Quantifier, ScopeCondition } from '../types/config.js'
import type { FilterOperator, SortDirection } from '../vocabulary.js'

export interface Badge {
  readonly label: string
  readonly style?: string
}

/** Shared by every copy of this package that a program loads, ESM and CommonJS alike. */
export const ELEMENT_FIELD: unique symbol = Symbol.for('drizzle-paginate:element-field') as never

/** A sub-collection as `some()`, `every()` and `none()` hand it over. */
export interface CollectionSource {
  readonly quantifier: Quantifier
  readonly table: Table
  readonly on: SQL
  readonly joins: readonly { readonly table: Table; readonly on: SQL }[]
  /** Makes the field of a `.filterableMany()`: see element-field.ts. */
  readonly [ELEMENT_FIELD]: unknown
}

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
    }
  | { readonly kind: 'field'; readonly name: string; readonly selector: Column | SQL | SQL.Aliased; readonly valueType: unknown }
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
  | { readonly kind: 'defaultSortBy'; readonly name: string; readonly direction: SortDirection }
  | {
      readonly kind: 'withTieBreaker'
      readonly terms: readonly (readonly [name: string, direction: SortDirection])[]
      readonly assumeUnique: boolean
    }
  | { readonly kind: 'withLimits'; readonly defaultLimit: number; readonly maxLimit: number }
  | { readonly kind: 'setting'; readonly method: NumberSetting; readonly value: number }
  | { readonly kind: 'ignoreSearchBy' }
  | { readonly kind: 'strictParameters'; readonly allowed: readonly string[] }
  | { readonly kind: 'withLikeStrategy'; readonly strategy: LikeStrategy }
  | { readonly kind: 'nulls'; readonly method: 'nullsFirst' | 'nullsLast'; readonly names: readonly string[] }
  | { readonly kind: 'dto'; readonly shape: unknown }
  | { readonly kind: 'searchWith'; readonly search: unknown }
  | { readonly kind: 'scopedBy'; readonly condition: ScopeCondition }
  | { readonly kind: 'withTotals'; readonly mode: unknown }
  | { readonly kind: 'withCursors'; readonly seal: Partial<CursorSeal> | undefined }

export type Declaration = DeclaredContent & {
  /** False where `.when(false)` stood before it. */
  readonly isEnabled: boolean
  readonly badge: Badge | null
}

/** The declarations of one kind. */
export type DeclarationOf<Kind extends Declaration['kind']> = Extract<Declaration, { readonly kind: Kind }>
