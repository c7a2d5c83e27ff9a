/** What a paging call answers: plain objects, JSON-safe where the items are. */
export interface PaginatedResponse<Item> {
  /** Rows of the page; `[]` past the end. */
  readonly items: Item[]
  readonly meta: PaginatedMeta
  readonly links: PaginatedLinks
}

export interface PaginatedMeta {
  /** Rows in the filtered set. */
  readonly totalItems: number
  /** Rows on this page. */
  readonly itemCount: number
  /** The effective limit; for an unlimited read the number of rows it holds. */
  readonly itemsPerPage: number
  /** 0 for an empty set. */
  readonly totalPages: number
  /** 1-based. */
  readonly currentPage: number
  /** `field:ASC` or `field:DESC`, the default sort where the request had none; without the tie-breaker. */
  readonly sortBy: string[]
  /** The trimmed term, or null. */
  readonly search: string | null
  readonly searchBy: string[]
  /** Criteria as sent, under the configured spelling of their fields. */
  readonly filter: Record<string, string[]>
  readonly hasPreviousPage: boolean
  readonly hasNextPage: boolean
}

/** Relative URLs, or null; all null without `options.request`. */
export interface PaginatedLinks {
  readonly first: string | null
  readonly previous: string | null
  readonly next: string | null
  readonly last: string | null
  readonly current: string | null
}
