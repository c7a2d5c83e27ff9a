// testing: what `checkList` takes and what it returns.
import type { SQL } from 'drizzle-orm'

export interface CheckedTenant<Scope = unknown> {
  /** How failures name it. @default its place in the list */
  readonly name?: string
  /** The app's condition for it, as `paginate` takes it. */
  readonly where?: SQL | null | undefined
  /** The scope of a list with `.scopedBy()`. */
  readonly scope?: Scope
  /**
   * Does this row of the root table belong to the tenant? Called with the row as `db.select().from(table)` gives it.
   */
  readonly owns: (row: never) => boolean
}

export interface CheckListOptions<Scope = unknown> {
  /** A condition of the app's own, sent with every request. */
  readonly where?: SQL | null | undefined
  /** The scope of a list with `.scopedBy()`, sent with every request. @default the first tenant's */
  readonly scope?: Scope
  /** Every request is also put for each of these, and no row that `owns` rejects may appear. */
  readonly tenants?: readonly CheckedTenant<Scope>[] | undefined
  /** Random requests, in addition to those made from each declaration. @default 200 */
  readonly requests?: number | undefined
  /** Repeats the random requests of a run. @default 1 */
  readonly seed?: number | undefined
  /**
   * Puts this one query string and no other: what a failure names. The environment variable `CHECK_LIST_ONLY` does the
   * same.
   */
  readonly only?: string | undefined
  /**
   * Rows that are read whole, to be compared with the in-memory engine; a larger set is checked without it. @default
   * 2000
   */
  readonly maxRows?: number | undefined
  /**
   * Seconds after which no further request is put; what is left out is in `notChecked`. A statement under way is waited
   * for.
   *
   * @default 50
   */
  readonly maxSeconds?: number | undefined
  /** Is called between requests, every 5 seconds. @default one line with `console.warn` */
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined
}

/** How far a run is. */
export interface CheckProgress {
  readonly seconds: number
  readonly maxSeconds: number
  /** Requests that were put, of `requests`; each may be walked and counted in several statements. */
  readonly done: number
  readonly requests: number
}

export type CheckName =
  'answers' | 'page' | 'walk' | 'laws' | 'facets' | 'memory' | 'search' | 'gates' | 'tenants' | 'rows' | 'secrets'

export interface ListCheckFailure {
  /** Which rule was broken. */
  readonly check: CheckName
  /** The query string that shows it; empty where no request is needed to see it. */
  readonly request: string
  readonly message: string
  /** For an error that is no rejection: the error. */
  readonly cause?: unknown
}
