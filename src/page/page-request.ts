// Stage run: what a page is read from, and what was read.
import type { SQL } from 'drizzle-orm'
import type { PageForm } from '../select/page-form.js'
import type { SearchForm } from '../select/split-search.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { Row } from '../types/row.js'
import type { Selection } from '../types/selection.js'
import type { KnownRows } from './known-rows.js'
import type { StatementEvent } from './observe-statement.js'

export interface PageRequest {
  readonly config: ResolvedConfig
  readonly plan: ListPlan
  readonly selection: Selection
  readonly where: SQL | undefined
  readonly signal: AbortSignal | undefined
  /** Null: chosen from the total. */
  readonly pageForm: PageForm | null
  /** Null: chosen by the time that the plain one took. */
  readonly searchForm: SearchForm | null
  readonly namedStatements: boolean
  /** Are count and page sent at the same time? */
  readonly together: boolean
  readonly onStatement: ((event: StatementEvent) => void) | undefined
}

export type PageResult = KnownRows<Row>

/** What is known where the total is. */
export const counted = (rows: Row[], total: number, hasMore: boolean): PageResult => ({
  rows,
  total,
  atLeast: total,
  estimate: null,
  hasMore,
})
