// Stage plan: a normalised query and a configuration in, a plan out. The only stage that refuses requests; it knows no database.
import { type RequestCursor, requestCursorNow } from '../cursor/request-cursor.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { NormalizedQuery } from '../types/query.js'
import type { Result } from '../types/result.js'
import * as refusals from '../refusals.js'
import { refuseParameters } from './check-parameters.js'
import { refuseCursor, resolvePosition } from './resolve-cursor.js'
import { resolveFilters } from './resolve-filters.js'
import { resolveLimit, resolvePage } from './resolve-paging.js'
import { resolveSearch, resolveSearchBy } from './resolve-search.js'
import { withRank } from './resolve-relevance.js'
import { resolveSort } from './resolve-sort.js'

/**
 * Checks a request in the order of R3.2.1, and returns the first refusal or the plan.
 * Never throws on anything a client sends.
 * In a list with cursors, they are checked in the place of `page`, and against the order in the place of the offset's depth.
 *
 * @param cursor the request's, where the call has waited for it to be opened
 */
export function createPlan(
  query: NormalizedQuery,
  config: ResolvedConfig,
  cursor: RequestCursor | null = requestCursorNow(query, config),
): Result<ListPlan> {
  const refused = refuseParameters(query, config)
  if (refused !== null) return { ok: false, refusal: refused }
  const isByCursor = config.cursors !== null
  const refusedCursor = isByCursor ? refuseCursor(query, cursor) : null
  if (refusedCursor !== null) return { ok: false, refusal: refusedCursor }
  const page = resolvePage(query.page)
  if (!page.ok) return page
  const limit = resolveLimit(query.limit, config)
  if (!limit.ok) return limit
  if (limit.value === null && page.value !== 1) return { ok: false, refusal: refusals.pageOfUnlimitedRead() }
  if (limit.value === null && cursor !== null) return { ok: false, refusal: refusals.cursorOfUnlimitedRead(cursor.side) }
  const sort = resolveSort(query.sortBy, config, typeof query.search === 'string' && query.search.trim() !== '')
  if (!sort.ok) return sort
  const term = resolveSearch(query.search, config)
  if (!term.ok) return term
  const searchBy = resolveSearchBy(query.searchBy, config)
  if (!searchBy.ok) return searchBy
  const filters = resolveFilters(query.filters, config)
  if (!filters.ok) return filters
  const offset = (page.value - 1) * (limit.value ?? 0)
  if (config.maxOffset !== null && offset > config.maxOffset) return { ok: false, refusal: refusals.offsetTooDeep(config.maxOffset) }

  const isNarrowed = term.value !== null && searchBy.value.length > 0
  const host = term.value === null || config.searchWith === null ? null : config.searchWith.search(term.value)
  const ranked = host === null ? sort.value : withRank(sort.value, host)
  const position = isByCursor ? resolvePosition(cursor, ranked, config) : null
  if (position !== null && !position.ok) return position

  return {
    ok: true,
    value: {
      page: page.value,
      limit: limit.value,
      offset,
      sort: ranked,
      toldSort: query.sortBy.length === 0 && ranked[0]?.field.term !== undefined ? ranked.slice(0, 1) : ranked,
      search:
        term.value === null
          ? null
          : { term: term.value, fields: isNarrowed ? searchBy.value : [...config.searchable.values()], host: isNarrowed ? null : host },
      searchBy: isNarrowed ? searchBy.value : [],
      filters: filters.value,
      cursor: position === null ? null : position.value,
    },
  }
}
