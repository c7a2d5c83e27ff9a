// testing: what `checkList` takes and what it returns.
import type { SQLWrapper } from 'drizzle-orm'

export interface CheckedTenant<Scope = unknown> {
  /** How failures name it. @default its place in the list */
  readonly name?: string
  /** Adds your own condition to every request. */
  readonly where?: SQLWrapper | null | undefined
  /** Sends the scope of a list with `.scopedBy()` with every request. @default the first tenant's */
  readonly scope?: Scope
  /**
   * Does this row of the root table belong to the tenant? Called with the row as `db.select().from(table)` gives it.
   */
  readonly owns: (row: never) => boolean
}

export interface CheckListOptions<Scope = unknown> {
  /** A condition of the app's own, sent with every request. */
  readonly where?: SQLWrapper | null | undefined
  /** The scope of a list with `.scopedBy()`, sent with every request. @default the first tenant's */
  readonly scope?: Scope
  /** Sends every request for each of these too. No row that `owns` rejects may appear. */
  readonly tenants?: readonly CheckedTenant<Scope>[] | undefined
  /** Sets the number of random requests, in addition to those made from each declaration. @default 200 */
  readonly requests?: number | undefined
  /** Repeats the random requests of a run. @default 1 */
  readonly seed?: number | undefined
  /** Sends only this query string, as a failure names it. The environment variable `CHECK_LIST_ONLY` does the same. */
  readonly only?: string | undefined
  /**
   * Reads up to this many rows whole, to compare them with the in-memory engine. A larger set is checked without it.
   * @default 2000
   */
  readonly maxRows?: number | undefined
  /**
   * Sends no further request after this many seconds, and names what is left out in `notChecked`. It waits for a
   * statement that is running.
   *
   * @default 50
   */
  readonly maxSeconds?: number | undefined
  /** Called between requests, every 5 seconds. @default one line with `console.warn` */
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined
}

/** How far a run is. */
export interface CheckProgress {
  readonly seconds: number
  readonly maxSeconds: number
  /** Requests that are done, of `requests`. One request may need several statements, for its pages and its counts. */
  readonly done: number
  readonly requests: number
}

export type CheckName =
  | 'answers'
  | 'page'
  | 'walk'
  | 'exports'
  | 'laws'
  | 'facets'
  | 'memory'
  | 'search'
  | 'gates'
  | 'tenants'
  | 'rows'
  | 'secrets'

export interface ListCheckFailure {
  /** The rule that was broken. */
  readonly check: CheckName
  /** The query string that shows it; empty if no request is needed to see it. */
  readonly request: string
  readonly message: string
  /** The error, if it is not a rejection. */
  readonly cause?: unknown
}
