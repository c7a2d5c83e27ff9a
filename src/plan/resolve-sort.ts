// Stage plan: sortBy.
import * as refusals from '../refusals.js'
import type { ResolvedConfig, SortTerm } from '../types/config.js'
import type { Result } from '../types/result.js'
import { RELEVANCE, type SortDirection } from '../vocabulary.js'
import { printable } from './printable.js'
import { BEST_FIRST, RANK } from './resolve-relevance.js'

/**
 * The request's sort terms in order, or the default sort. The tie-breaker is added later.
 *
 * @param hasTerm does the request search? The rank of a search is `RANK` until the search is checked (resolve-relevance.ts)
 */
export function resolveSort(entries: readonly unknown[], config: ResolvedConfig, hasTerm: boolean): Result<readonly SortTerm[]> {
  const isRanked = config.searchWith?.isRanked === true
  if (entries.length === 0) return { ok: true, value: isRanked && hasTerm ? [BEST_FIRST, ...config.defaultSort] : config.defaultSort }
  if (entries.length > config.maxSortFields) return { ok: false, refusal: refusals.sortTooManyFields(config.maxSortFields) }
  const terms: SortTerm[] = []
  for (const entry of entries) {
    const parsed = typeof entry === 'string' ? parseSort(entry) : null
    if (parsed === null) return { ok: false, refusal: refusals.sortMalformed(printable(entry)) }
    const name = parsed.name.toLowerCase()
    const isRank = isRanked && name === RELEVANCE
    if (isRank && !hasTerm) return { ok: false, refusal: refusals.sortNeedsSearch(RELEVANCE) }
    const field = isRank ? RANK : config.sortable.get(name)
    if (field === undefined) {
      // `a:ASC,b:DESC` is one malformed instruction, not a field of that name.
      const refusal = parsed.name.includes(':') ? refusals.sortMalformed(entry as string) : refusals.sortNotConfigured(parsed.name)
      return { ok: false, refusal }
    }
    terms.push({ field, direction: parsed.direction })
  }
  return { ok: true, value: terms }
}

/** `field:DIR`, split at the last colon: a field's name may contain a colon, a direction cannot. */
function parseSort(entry: string): { name: string; direction: SortDirection } | null {
  const colon = entry.lastIndexOf(':')
  if (colon < 1 || entry.length - colon > 5) return null
  const direction = entry.slice(colon + 1).toLowerCase()
  return direction === 'asc' || direction === 'desc' ? { name: entry.slice(0, colon), direction } : null
}
