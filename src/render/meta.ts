// render: what was applied and how much there is, from the plan and what was read.
import { directionInMeta } from '../errors.js'
import type { Totals } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { CursorMeta, ExactTotals, KnownTotals, NumberedMeta, PaginatedMeta } from '../types/response.js'

/**
 * The `meta` of a page whose total is counted.
 *
 * @param total - rows in the filtered set
 * @param itemCount - rows on this page; for an unlimited read the same as `total`
 */
export function renderMeta(plan: ListPlan, total: number, itemCount: number): PaginatedMeta {
  const totalPages = pagesOf(plan, total)
  return {
    totalItems: total,
    itemCount,
    itemsPerPage: plan.limit ?? itemCount,
    totalPages,
    currentPage: plan.page,
    ...appliedTo(plan),
    hasPreviousPage: plan.page > 1,
    hasNextPage: plan.page < totalPages,
  }
}

/** What is known of a page once it is read. */
export interface KnownPage {
  /** Null where it is not known. */
  readonly total: number | null
  readonly atLeast: number
  readonly estimate: number | null
  readonly hasMore: boolean
}

/** The `meta` of a page by number, by what its list counts. */
export function renderNumberedMeta(plan: ListPlan, known: KnownPage, itemCount: number, totals: Totals): NumberedMeta {
  // An exact total is always known.
  if (totals === 'exact') return renderMeta(plan, known.total as number, itemCount)
  return {
    ...knownTotals(plan, known, totals),
    itemCount,
    itemsPerPage: plan.limit ?? itemCount,
    currentPage: plan.page,
    ...appliedTo(plan),
    hasPreviousPage: plan.page > 1,
    hasNextPage: known.hasMore,
  }
}

/** The `meta` of a page by position. */
export function renderCursorMeta(
  plan: ListPlan,
  known: KnownPage,
  itemCount: number,
  totals: Totals | null,
  { previousCursor, nextCursor, ...flags }: Pick<CursorMeta, 'previousCursor' | 'nextCursor' | 'hasPreviousPage' | 'hasNextPage'>,
): CursorMeta {
  return {
    ...(totals === null ? {} : knownTotals(plan, known, totals)),
    itemCount,
    itemsPerPage: plan.limit ?? itemCount,
    ...appliedTo(plan),
    ...flags,
    previousCursor,
    nextCursor,
  }
}

function knownTotals(plan: ListPlan, { total, atLeast, estimate }: KnownPage, totals: Totals): ExactTotals | KnownTotals {
  const known = { totalItems: total, totalPages: total === null ? null : pagesOf(plan, total) }
  // An exact total is always known.
  if (totals === 'exact') return known as ExactTotals
  const hasEstimate = typeof totals === 'object' && totals.estimate
  return { ...known, totalItemsAtLeast: atLeast, ...(hasEstimate ? { totalItemsEstimate: estimate } : {}) }
}

const pagesOf = ({ limit }: ListPlan, total: number): number => (total === 0 ? 0 : limit === null ? 1 : Math.ceil(total / limit))

function appliedTo(plan: ListPlan): Pick<NumberedMeta, 'sortBy' | 'search' | 'searchBy' | 'filter'> {
  return {
    sortBy: plan.toldSort.map(({ field, direction }) => `${field.name}:${directionInMeta(direction)}`),
    search: plan.search === null ? null : plan.search.term,
    // Without a term nothing is searched by, though the names were checked.
    searchBy: plan.search === null ? [] : plan.searchBy.map((field) => field.name),
    filter: filterOf(plan),
  }
}

function filterOf(plan: ListPlan): Record<string, string[]> {
  const filter: Record<string, string[]> = {}
  for (const { filterable, texts } of plan.filters) {
    const { name } = filterable.field
    // Assigned, it would be the record's prototype.
    if (name === '__proto__')
      Object.defineProperty(filter, name, { value: [...texts], enumerable: true, configurable: true, writable: true })
    else filter[name] = [...texts]
  }
  return filter
}
