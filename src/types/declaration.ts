// What the developer wrote, one entry per call, before anything is checked.
import type { Column, SQL, Table } from 'drizzle-orm'
import type { ChildrenOptions } from './children.js'
import type { CursorOptions, NullOrder, Quantifier, ScopeCondition } from './config.js'
import type { BadgeDescription } from './config-description.js'
import type { Selection } from './selection.js'
import type { FilterOperator, SortDirection } from '../vocabulary.js'

export type Selector = Column | SQL | SQL.Aliased

/** Shared by every copy of this package that a program loads, ESM and CommonJS alike. */
export const ROWS: unique symbol = Symbol.for('drizzle-paginate:rows') as never

/** Shared by every copy of this package, as `ROWS` is. */
export const OF_ROWS: unique symbol = Symbol.for('drizzle-paginate:of-rows') as never

/** Rows of another table as `rowsOf()` makes them. */
export interface RowsSource {
  /** How many of them must meet a criterion: `'every'` and `'none'` are for `.filterableMany()` only. */
  readonly quantifier: Quantifier
  readonly table: Table
  readonly on: SQL
  readonly joins: readonly { readonly kind: 'left' | 'inner'; readonly table: Table; readonly on: SQL }[]
  /** `.where()`, AND-ed. */
  readonly conditions: readonly SQL[]
  /** What `build()` makes of them: see src/features/children/rows-of.ts. A program without children bundles none of it. */
  readonly [ROWS]: unknown
}

/** What rows come to, as `.count()` and `.aggregate()` of them make it. */
export interface OfRows {
  readonly [OF_ROWS]: {
    readonly rows: RowsSource
    readonly aggregate: Selector
    readonly valueType: unknown
  }
}

/** An element of a sub-collection, with its value type where it has one. */
interface TypedElement {
  readonly selector: Selector
  readonly valueType: unknown
}
export type ElementSelector = Selector | TypedElement

/** The settings that are one number, by the method that sets them. */
export type NumberSetting =
  'withMinSearchLength' | 'withMaxSearchLength' | 'withMaxSortFields' | 'withMaxOffset' | 'allowUnlimited'

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
      readonly selector: Selector
      readonly valueType: unknown
    }
  | {
      readonly kind: 'children'
      readonly name: string
      readonly rows: RowsSource
      readonly selection: Selection
      readonly options: ChildrenOptions | undefined
    }
  | ({ readonly kind: 'fieldOfRows'; readonly name: string } & OfRows[typeof OF_ROWS])
  | { readonly kind: 'sortable'; readonly names: readonly string[]; readonly nulls: NullOrder | undefined }
  | { readonly kind: 'searchable'; readonly names: readonly string[] }
  | { readonly kind: 'filterable'; readonly name: string; readonly operators: readonly FilterOperator[] }
  | {
      readonly kind: 'filterableMany'
      readonly name: string
      readonly rows: RowsSource
      readonly element: Selector
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
      readonly kind: 'filterableRecord'
      readonly name: string
      readonly rows: RowsSource
      /** By the key that follows the name: the element's column, and what clients may ask of it. */
      readonly fields: { readonly [key: string]: readonly [element: ElementSelector, ...operators: FilterOperator[]] }
    }
  | { readonly kind: 'defaultFilter'; readonly name: string; readonly criteria: unknown }
  | { readonly kind: 'defaultSortBy'; readonly name: string; readonly direction: SortDirection }
  | {
      readonly kind: 'withTieBreaker'
      readonly terms: readonly (readonly [name: string, direction: SortDirection | 'follow'])[]
      readonly assumeUnique: boolean
    }
  | { readonly kind: 'fixedOrder'; readonly terms: readonly unknown[] }
  | { readonly kind: 'withLimits'; readonly defaultLimit: number; readonly maxLimit: number }
  | { readonly kind: 'setting'; readonly method: NumberSetting; readonly value: number }
  | { readonly kind: 'ignoreSearchBy' }
  | { readonly kind: 'withFilterExpressions'; readonly bounds: unknown }
  | { readonly kind: 'select'; readonly shape: unknown }
  | { readonly kind: 'selectable' }
  | { readonly kind: 'omit'; readonly names: readonly string[] }
  | { readonly kind: 'searchWith'; readonly search: unknown }
  | { readonly kind: 'scopedBy'; readonly condition: ScopeCondition }
  | { readonly kind: 'withTotals'; readonly mode: unknown }
  | { readonly kind: 'withCursors'; readonly options: Partial<CursorOptions<boolean>> | undefined }
  | { readonly kind: 'withFacets'; readonly facets: unknown }
  | { readonly kind: 'withSummary'; readonly selection: unknown }

export type Declaration = DeclaredContent & {
  /** False if `.when(false)` comes before it. */
  readonly isEnabled: boolean
  /** Does a `.when()` come before it? Another variant of the list may then not have it. */
  readonly isGated: boolean
  readonly badge: BadgeDescription | null
}

/** What the calls of one kind say. */
export type ContentOf<Kind extends DeclaredContent['kind']> = Extract<DeclaredContent, { readonly kind: Kind }>
export type DeclarationOf<Kind extends Declaration['kind']> = Extract<Declaration, { readonly kind: Kind }>

export const typedElement = (element: ElementSelector): TypedElement =>
  typeof element === 'object' && element !== null && 'selector' in element
    ? element
    : { selector: element, valueType: undefined }

export function ofKind<Kind extends Declaration['kind']>(
  declarations: readonly Declaration[],
  kind: Kind,
): readonly DeclarationOf<Kind>[] {
  return declarations.filter((declaration): declaration is DeclarationOf<Kind> => declaration.kind === kind)
}
