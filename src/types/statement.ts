// A statement with its values, and the event that an observer gets.
import type { MaybePromise } from './database.js'
import type { Row } from './row.js'
import type { Query } from './sql.js'

export interface Statement<Rows = Row[]> {
  readonly run: () => MaybePromise<Rows>
  /** What `run` sends. */
  readonly query: () => Query
  /** What is done to its rows, where nothing is kept. */
  readonly finish?: Finish
}

/** From Drizzle's rows to items in the page's order; null where they are that already. */
export type Finish = ((rows: Row[]) => Row[]) | null

/** A statement to which the database has responded, or that failed. */
export interface StatementEvent {
  /**
   * `count` of the filtered set, the rows of a `page`, one set of its items' `children`, the `findMany` of
   * `paginateRelational` (`relational`), the planner's `estimate`, a `facet`, a `batch` of a stream, a `summary`, or
   * the `check` for nulls behind the last page by cursor, or of a cursor's value that a page has failed on.
   */
  readonly kind: 'count' | 'page' | 'children' | 'relational' | 'estimate' | 'facet' | 'batch' | 'summary' | 'check'
  readonly sql: string
  /** The parameters as they were sent to the driver, in the order of their places in the statement. */
  readonly params: readonly unknown[]
  /** From the call of the driver to its decoded rows. */
  readonly milliseconds: number
  /** Rows that were read: 1 for a count and a summary, the children of all items for a set, 0 if it failed. */
  readonly rows: number
  /** The error of the driver, if the statement failed. The call rejects with it. */
  readonly error?: unknown
}
