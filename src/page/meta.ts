// render: what was applied and how much there is, from the plan and two numbers.
import { directionInMeta } from '../errors.js'
import type { ListPlan } from '../types/plan.js'
import type { PaginatedMeta } from '../types/response.js'

/**
 * The `meta` of a page.
 *
 * @param total - rows in the filtered set
 * @param itemCount - rows on this page; for an unlimited read the same as `total`
 */
export function renderMeta(plan: ListPlan, total: number, itemCount: number): PaginatedMeta {
  const itemsPerPage = plan.limit ?? itemCount
  const totalPages = total === 0 ? 0 : plan.limit === null ? 1 : Math.ceil(total / plan.limit)
  return {
    totalItems: total,
    itemCount,
    itemsPerPage,
    totalPages,
    currentPage: plan.page,
    sortBy: plan.sort.map(({ field, direction }) => `${field.name}:${directionInMeta(direction)}`),
    search: plan.search === null ? null : plan.search.term,
    // Without a term nothing is searched by, though the names were checked.
    searchBy: plan.search === null ? [] : plan.searchBy.map((field) => field.name),
    filter: filterOf(plan),
    hasPreviousPage: plan.page > 1,
    hasNextPage: plan.page < totalPages,
  }
}

function filterOf(plan: ListPlan): Record<string, string[]> {
  const filter: Record<string, string[]> = {}
  for (const { filterable, texts } of plan.filters) {
    const { name } = filterable.field
    // Assigned, it would be the record's prototype.
    if (name === '__proto__') Object.defineProperty(filter, name, { value: [...texts], enumerable: true, configurable: true, writable: true })
    else filter[name] = [...texts]
  }
  return filter
}
