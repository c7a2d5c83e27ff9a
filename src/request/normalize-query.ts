// bind: one form for every query the engine is given; hand-built ones meet the same rules as bound ones.
import type { NormalizedQuery, PaginateQueryInput } from '../types/query.js'
import { bindQuery, FIRST_PAGE, frozenList, NO_UNREAD, unlessBlank, UNREADABLE, withEntry } from './bind-query.js'
import { FilterCollector } from './filter-collector.js'
import { checkLimit, checkPage } from './read-integer.js'

/**
 * Where a `PaginateQuery` keeps its normalised form. A registered symbol: the package's ESM and CommonJS copies share it.
 * @internal
 */
export const NORMALIZED: unique symbol = Symbol.for('drizzle-paginate:normalized') as never

/** A query that was normalised before. */
export interface Normalized {
  readonly [NORMALIZED]: NormalizedQuery
}

/**
 * The normalised form of a query: free for a `PaginateQuery`, which made it when it was constructed.
 * Never throws: a member of a wrong type is passed on, or becomes an unreadable page, and plan refuses it.
 */
export function normalizeQuery(query: PaginateQueryInput | Normalized): NormalizedQuery {
  try {
    // Null throws, as members of a hostile object do.
    if (typeof query !== 'object') return UNREADABLE
    const normalized = (query as Partial<Normalized>)[NORMALIZED]
    if (normalized !== undefined) return normalized
    return isSource(query) ? bindQuery(query) : normalizeInput(query as PaginateQueryInput)
  } catch {
    return UNREADABLE
  }
}

/** A `URL` has a `search`, so it type-checks as a query, and would be searched for its own query string. */
function isSource(query: object): boolean {
  const tag = (query as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag]
  return tag === 'URL' || tag === 'URLSearchParams' || tag === 'Request'
}

function normalizeInput(input: PaginateQueryInput): NormalizedQuery {
  const { page, limit, search } = input
  return {
    page: page === undefined ? FIRST_PAGE : checkPage(page),
    isPageGiven: page !== undefined,
    after: unlessBlank(input.after),
    before: unlessBlank(input.before),
    limit: limit === undefined || limit === null ? null : checkLimit(limit),
    sortBy: entriesOf(input.sortBy),
    search: search ?? null,
    searchBy: entriesOf(input.searchBy),
    filters: filtersOf(input.filters),
    unread: NO_UNREAD,
  }
}

/** A value in place of a list is a list of one: text is an entry then, and anything else is refused by plan. */
function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? (value as readonly unknown[]) : [value]
}

function entriesOf(value: unknown): readonly unknown[] {
  let entries: unknown[] | null = null
  for (const entry of listOf(value)) entries = withEntry(entries, entry)
  return frozenList(entries)
}

function filtersOf(filters: unknown): NormalizedQuery['filters'] {
  const collector = new FilterCollector()
  if (filters === undefined || filters === null) return collector.entries()
  // A Map or a number has no members to read as fields; to ignore it would be to answer with too many rows.
  if (!isRecord(filters)) collector.add('filters', filters)
  else for (const name of Object.keys(filters)) for (const criterion of listOf(filters[name])) collector.add(name, criterion)
  return collector.entries()
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return Object.prototype.toString.call(value) === '[object Object]'
}
