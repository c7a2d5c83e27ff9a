// Stage plan: a normalised query and a configuration in, a plan that may run out. Refuses; knows no database.
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { NormalizedQuery } from '../types/query.js'
import type { Result } from '../types/result.js'
import { refusals } from '../errors.js'
import { resolveFilters } from './resolve-filters.js'
import { resolveLimit, resolvePage } from './resolve-paging.js'
import { resolveSearch, resolveSearchBy } from './resolve-search.js'
import { resolveSort } from './resolve-sort.js'


/**
 * Checks a request in the order of decisions.md section 4 and answers the first refusal, or the plan.
 * Never throws on anything a client sends.
 */
export function createPlan(query: NormalizedQuery, config: ResolvedConfig): Result<ListPlan> {
  const page = resolvePage(query.page)
  if (!page.ok) return page
  const limit = resolveLimit(query.limit, config)
  if (!limit.ok) return limit
  if (limit.value === null && page.value !== 1) return { ok: false, refusal: refusals.pageOfUnlimitedRead() }
  const sort = resolveSort(query.sortBy, config)
  if (!sort.ok) return sort
  const term = resolveSearch(query.search, config)
  if (!term.ok) return term
  const searchBy = resolveSearchBy(query.searchBy, config)
  if (!searchBy.ok) return searchBy
  const filters = resolveFilters(query.filters, config)
  if (!filters.ok) return filters
  const offset = limit.value === null ? 0 : (page.value - 1) * limit.value
  if (config.maxOffset !== null && offset > config.maxOffset) return { ok: false, refusal: refusals.offsetTooDeep(config.maxOffset) }

  const isNarrowed = term.value !== null && searchBy.value.length > 0
  return {
    ok: true,
    value: {
      page: page.value,
      limit: limit.value,
      offset,
      sort: sort.value,
      search: term.value === null ? null : { term: term.value, fields: isNarrowed ? searchBy.value : [...config.searchable.values()] },
      searchBy: isNarrowed ? searchBy.value : [],
      filters: filters.value,
    },
  }
}
