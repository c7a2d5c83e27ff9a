// Kept: what is kept of one shape.
import type { ListSql } from '../sql/compile-plan.js'
import type { SearchClock } from './search-clock.js'
import type { StatementText } from './statement-text.js'

/** Fragments for statements of the host's own, with places for values. */
export type ShapeFragments = Pick<ListSql, 'where' | 'orderBy' | 'whereJoins' | 'orderJoins'>

/** Each text is rendered when it is first run. */
export interface ShapeTexts {
  count: StatementText | undefined
  splitCount: StatementText | undefined
  /** By the form of the page. */
  readonly pages: Map<string, StatementText>
  /** Null where the search cannot be told in two parts. */
  readonly clock: SearchClock | null
  readonly isMergeable: boolean
  readonly isPlainOnly: boolean
}
