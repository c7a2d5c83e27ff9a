// Builder: what the rows of `rowsOf()` bring with them, so that a program without them bundles none of it.
import type { Table } from 'drizzle-orm'
import type { ResolvedChildren } from '../types/children-part.js'
import type { Field, FilterableField, SortTerm } from '../types/config.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { type ContentOf, type DeclarationOf, ROWS, type RowsSource } from '../types/declaration.js'
import type { RegisteredValueTypes } from '../values/field-value-type.js'
import type { SetShape } from '../features/shapes/resolve-shape.js'
import { refuse } from '../mistakes/refuse.js'

/** What rows are resolved in. */
export interface RowsContext extends Pick<ResolvedConfig, 'joins' | 'dialect'> {
  readonly root: Table
  readonly registered: RegisteredValueTypes
}

/** What the field of a `.filterableMany()` is made of. */
export interface ElementContext extends RowsContext {
  readonly declaration: ContentOf<'filterableMany'>
  /** Of the field. */
  readonly index: number
}

/** The list that has children. */
export interface ParentList extends RowsContext {
  readonly tieBreaker: readonly SortTerm[]
}

export interface RowsSupport {
  /** The field of a `.count()` or `.aggregate()`. */
  readonly field: (declaration: ContentOf<'fieldOfRows'>, context: RowsContext) => Omit<Field, 'index'>
  readonly element: (context: ElementContext) => FilterableField
  /**
   * The sets of the items, every declared one checked; null where items have none.
   *
   * @param shapes of `.select()`, by lower-case name; null without one: items then have every set
   */
  readonly children: (
    declared: readonly DeclarationOf<'children'>[],
    list: ParentList,
    shapes: ReadonlyMap<string, SetShape> | null,
  ) => ResolvedChildren | null
}

/** @throws PaginateConfigError where the rows were not made by `rowsOf()` */
export function supportOf(rows: RowsSource, sentence: string): RowsSupport {
  const support = (rows as Partial<RowsSource> | null | undefined)?.[ROWS]
  return support === undefined ? refuse(sentence) : (support as RowsSupport)
}
