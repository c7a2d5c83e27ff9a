// testing: what checks and advice must know of a dialect.
import type { SQL, SQLWrapper } from 'drizzle-orm'

export interface TestedDialect {
  readonly quote: (name: string) => string
  /** An order places nulls in words of its own, `nulls first`, and not by an expression. */
  readonly writesNullOrder: boolean
  /** An index places nulls too. */
  readonly hasNullsInIndexes: boolean
  /** Inverted indexes for substrings and collections. */
  readonly hasGin: boolean
  /** Decimals are kept as doubles. */
  readonly hasInexactDecimals: boolean
  /** UUIDs are sorted as the in-memory engine sorts them. */
  readonly sortsUuidsAsBytes: boolean
  /** True for a moment with digits that a `Date` cannot hold. Absent where no column has such moments. */
  readonly isFinerThanDate?: (moment: SQLWrapper) => SQL
  /** The database's own plan of a select, in the words of an advice; null where no plan is read. */
  readonly readQueryPlan: ((runner: Runner, select: SQL) => Promise<QueryPlan>) | null
  /**
   * The database's indexes, each as what follows `on` in the statement of a suggestion, without the last bracket. Absent
   * where a plan names the indexes that could be used.
   */
  readonly readIndexes?: (runner: Runner) => Promise<readonly string[]>
}

/**
 * `index`: served; `partly`: an index orders the first term only, or finds the rows of a value that is computed for
 * each row; `scan`: every row is read or sorted.
 */
export type Service = 'index' | 'partly' | 'scan'

export interface TableRead {
  /** Its name or alias in the statement. */
  readonly table: string
  /**
   * What an index is searched by, with the names of its columns; null where the table, or an index of it, is read
   * whole.
   */
  readonly condition: string | null
}

export interface QueryPlan {
  readonly indexes: readonly string[]
  readonly reads: readonly TableRead[]
  /** How the order comes about. */
  readonly order: Service
  readonly cost: number | null
}

/** What a database or a transaction runs a statement with. */
export interface Runner {
  execute?(statement: SQL): PromiseLike<unknown>
  all?(statement: SQL): PromiseLike<unknown>
  transaction?(run: (transaction: Runner) => Promise<unknown>): Promise<unknown>
}
