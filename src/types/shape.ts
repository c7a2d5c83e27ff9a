// The shape of a request: everything that decides the text of its statements, and nothing else. Plain data without one
// of the client's values, so no such value can reach the SQL: a criterion says in which slots of the list of values its
// own are. What the app's own functions answered for the request is in it as it is.
import type { Field, FilterableField, OwnCondition, SortTerm } from './config.js'
import type { KeyForm, OrderTerm, Position } from './position.js'
import type { LikeForm, Spelling } from './sql.js'
import type { Tree } from './tree.js'

/**
 * How a criterion is written once its values are encoded.
 *
 * | form | SQL | values |
 * |---|---|---|
 * | `eq` `lt` `lte` `gt` `gte` | `x = ?` … | 1 |
 * | `btw` | `x >= ? and x <= ?` | 2 |
 * | `null` `present` | `x is null`, `x is not null` | 0 |
 * | `never` | `1 = 0` | 0 |
 * | `in` | a list in one parameter | 1 |
 * | `each` | a list with one parameter per value | any |
 * | `holds` `holds-any` | a collection holds each value of a list, or one | 1 |
 * | `starts-with` `ends-with` `contains` | `x like ?` | 1 |
 * | `own` | the app's own condition | 0 |
 * | `starts-with-long` `ends-with-long` `contains-long` | a text match for terms that are too long for the dialect's plain LIKE | 1 |
 */
export const CRITERION_FORMS = [
  'eq',
  'lt',
  'lte',
  'gt',
  'gte',
  'btw',
  'null',
  'present',
  'never',
  'in',
  'each',
  'holds',
  'holds-any',
  'starts-with',
  'starts-with-long',
  'ends-with',
  'ends-with-long',
  'contains',
  'contains-long',
  'own',
] as const
export type CriterionForm = (typeof CRITERION_FORMS)[number]

export interface CriterionShape {
  /** How it joins the criterion before it, left to right without precedence; of no effect on the first. */
  readonly isOr: boolean
  readonly isNegated: boolean
  readonly form: CriterionForm
  /** The first of its values in the list of values. */
  readonly slot: number
  readonly slotCount: number
  /** How the text in its slots was respelled for the driver; null where it is bound as it is. */
  readonly spelling: Spelling | null
  /**
   * Of a `.filterWith()`. It holds the criterion's values: they take slots of their own where the text is cached.
   */
  readonly own?: OwnCondition
}

export interface FilterShape {
  readonly filterable: FilterableField
  readonly criteria: readonly CriterionShape[]
}

export type ExpressionShape = Tree<readonly FilterShape[]>

export interface SearchShape {
  readonly fields: readonly Field[]
  readonly form: LikeForm
  readonly slot: number
  readonly spelling: Spelling | null
}

/** How the value of one term of a position is bound; null for a null. */
export type KeySlot = { readonly form: KeyForm; readonly slot: number } | null

export interface Shape {
  /** By the fields' numbers: fields are AND-ed, so one order lets equal requests share a statement. */
  readonly filters: readonly FilterShape[]
  /** AND-ed with the filters. */
  readonly expression: ExpressionShape | null
  readonly search: SearchShape | null
  /**
   * The app's own condition for a term, instead of a match in fields. It holds the term, as a rank in `order`
   * does.
   */
  readonly ownSearch: OwnCondition | null
  /** The whole order, tie-breaker included; terms of a page by position say how their values are held. */
  readonly order: readonly (SortTerm | OrderTerm)[]
  /** Set for a page by position; `keys` is null on the first page. */
  readonly walk: {
    readonly order: readonly OrderTerm[]
    readonly side: Position['side']
    readonly keys: readonly KeySlot[] | null
  } | null
  /** An unlimited read has no offset. */
  readonly isUnlimited: boolean
}
