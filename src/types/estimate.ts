// What a list has that asks the planner for the number of rows it does not count.
import type { SQL } from 'drizzle-orm'
import type { ListDatabase, MaybePromise } from './database.js'
import type { ListPlan } from './plan.js'
import type { Selection } from './selection.js'
import type { Query } from './sql.js'

/** Null where the database has no way to ask. */
export type Estimate<List> = (db: ListDatabase, set: EstimatedSet<List>) => EstimateStatement | null

interface EstimatedSet<List> {
  readonly config: List
  readonly plan: ListPlan
  readonly selection: Selection
  readonly where: SQL | undefined
}

interface EstimateStatement {
  /** The number of rows; null for an answer of a form that is not known. */
  readonly run: () => MaybePromise<readonly [number | null]>
  /** What `run` sends. */
  readonly query: () => Query
}
