// What a list has whose clients choose the members of an item.
import type { ListPlan } from './plan.js'
import type { NormalizedQuery } from './query.js'
import type { Result } from './result.js'
import type { Selection } from './selection.js'

export interface FieldsPart {
  /** Members of an item that clients may name in `fields`, by lower-case name. */
  readonly names: ReadonlyMap<string, { readonly name: string }>
  /** The members that a request chooses. */
  readonly resolve: (fields: NormalizedQuery['fields']) => Result<Pick<ListPlan, 'fields' | 'toldFields'>>
  /** What a page selects for them; null for all of them. */
  readonly selectionOf: (fields: ListPlan['fields']) => Selection | null
}
