// What each generated client reads of the same four endpoints.

export interface Outcome {
  /** Of `filter.status` with three criteria, sorted by title. */
  readonly titles: readonly string[]
  /** Each may be null, as the types of items say. */
  readonly authors: readonly (string | null)[]
  readonly totalItems: number
  readonly link: string | null
  /** The status and code of a request that the list does not allow. */
  readonly problem: readonly [status: number, code: string]
  readonly csv: string
  readonly ndjson: string
  readonly json: readonly unknown[]
}
