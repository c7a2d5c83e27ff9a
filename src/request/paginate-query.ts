// bind: the request as the host sees it.
import type { BoundInteger, NormalizedQuery, PaginateQueryInput } from '../types/query.js'
import { DEFAULT_PAGE } from '../vocabulary.js'
import { bindQuery } from './bind-query.js'
import { NORMALIZED, type Normalized, normalizeQuery } from './normalize-query.js'
import type { QuerySource } from './query-source.js'
import { checkPage } from './read-integer.js'

/**
 * A list request: the six parameters `page`, `limit`, `sortBy`, `search`, `searchBy` and `filter.<field>`, immutable.
 *
 * Nothing is refused here. A query is checked when it runs, so one built by hand meets the same refusals as one from a
 * query string.
 *
 * @example
 * ```ts
 * const query = PaginateQuery.from('?page=2&sortBy=title:ASC&filter.status=$in:draft,live')
 * query.page // 2
 * query.filters // { status: ['$in:draft,live'] }
 *
 * new PaginateQuery({ limit: 50, filters: { status: '$eq:live' } })
 * ```
 */
export class PaginateQuery {
  /** The page of a request that names none: 1. */
  static readonly DefaultPage: 1 = DEFAULT_PAGE

  /** 1-based. `NaN` where the request sent something that is not a positive integer: refused when the query runs. */
  readonly page: number
  /**
   * Rows per page; `-1` for an unlimited read; null for the configured default.
   * `NaN` where the request sent something that is not a positive integer: refused when the query runs.
   */
  readonly limit: number | null
  /** The cursor that the page begins after; null when absent. Read by lists with cursors alone. */
  readonly after: string | null
  /** The cursor that the page ends before; null when absent. */
  readonly before: string | null
  /** `field:ASC` or `field:DESC` entries in the order given; blank ones are dropped. */
  readonly sortBy: readonly string[]
  /** The term as sent, not trimmed; null when absent. */
  readonly search: string | null
  /** Fields to search in; blank entries are dropped. Empty: all searchable fields. */
  readonly searchBy: readonly string[]
  /**
   * Field to criteria, each with its `$op:` prefix; case variants of a field are one entry under the first spelling.
   * A frozen record without prototype, so `__proto__` is a name like any other.
   */
  readonly filters: { readonly [field: string]: readonly string[] }

  readonly #normalized: NormalizedQuery

  /**
   * A query built by hand, from any of its properties; a filter may be one string.
   *
   * @param input - page is 1-based, limit counts rows (`-1`: unlimited). Another `PaginateQuery` is copied.
   */
  constructor(input: PaginateQueryInput = {}) {
    const normalized = normalizeQuery(input)
    this.#normalized = normalized
    this.page = shownInteger(normalized.page, () => input.page)
    this.limit = normalized.limit === null ? null : shownInteger(normalized.limit, () => input.limit)
    this.after = normalized.after as string | null
    this.before = normalized.before as string | null
    // Entries of a wrong type are shown as given: only the callers' types were wrong, and plan refuses them.
    this.sortBy = normalized.sortBy as readonly string[]
    this.search = normalized.search as string | null
    this.searchBy = normalized.searchBy as readonly string[]
    this.filters = filterRecord(normalized.filters)
    // A subclass has members of its own to add.
    if (new.target === PaginateQuery) Object.freeze(this)
  }

  /** @internal */
  get [NORMALIZED](): NormalizedQuery {
    return this.#normalized
  }

  /**
   * Binds a request: a query string, `URL`, `URLSearchParams`, web `Request` (or anything with a string `url`), or a plain
   * record of parsed parameters. Never throws: what cannot be read is remembered, and refused when the query runs.
   *
   * The first value wins for `page`, `limit`, `after`, `before` and `search`; blank ones read as absent, except `search`. Other parameters are
   * ignored. Names are case-sensitive, except the field after `filter.`.
   *
   * @example `PaginateQuery.from(request)`, `PaginateQuery.from('page=2&limit=10')`
   */
  static from(source: QuerySource): PaginateQuery {
    const carrier: PaginateQueryInput & Normalized = { [NORMALIZED]: bindQuery(source) }
    return new PaginateQuery(carrier)
  }

  /**
   * A copy with another page. Everything is kept, also what could not be read.
   *
   * @param page - 1-based; checked when the query runs.
   */
  withPage(page: number): PaginateQuery {
    const normalized = { ...this.#normalized, page: checkPage(page), isPageGiven: true }
    const carrier: PaginateQueryInput & Normalized = { page, limit: this.limit, [NORMALIZED]: normalized }
    return new PaginateQuery(carrier)
  }
}

/** What a refused integer shows: the number given by hand, else NaN. */
function shownInteger(bound: BoundInteger, given: () => unknown): number {
  if (bound.ok) return bound.value
  try {
    const number = given()
    return typeof number === 'number' ? number : Number.NaN
  } catch {
    return Number.NaN
  }
}

const NO_FILTERS: PaginateQuery['filters'] = Object.freeze(Object.create(null) as PaginateQuery['filters'])

function filterRecord(filters: NormalizedQuery['filters']): PaginateQuery['filters'] {
  if (filters.length === 0) return NO_FILTERS
  // As a literal it takes two thirds of the time of `Object.create(null)`, freezing included.
  const record = { __proto__: null } as unknown as { [field: string]: readonly string[] }
  for (const { name, criteria } of filters) record[name] = criteria as readonly string[]
  return Object.freeze(record)
}
