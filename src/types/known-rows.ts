/** What is known of a page once its rows are read. */
export interface KnownRows<Row> {
  readonly rows: Row[]
  /** Rows in the filtered set; null where that is not known. */
  readonly total: number | null
  /** Rows that are there for sure. */
  readonly atLeast: number
  /** The planner's; null where it was not asked. */
  readonly estimate: number | null
  /** Members of the page that a part of the list has read with it. */
  readonly extra?: { readonly summary: object } | undefined
  /** Is there a row beyond the page, in the direction in which it was read? */
  readonly hasMore: boolean
}
