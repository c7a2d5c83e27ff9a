// Stage plan: sortBy.
import { refusals } from '../errors.js'
import type { ResolvedConfig, SortTerm } from '../types/config.js'
import type { Result } from '../types/result.js'
import type { SortDirection } from '../vocabulary.js'
import { printable } from './printable.js'

/** The request's sort terms in order, or the default sort where it sent none. The tie-breaker comes later. */
export function resolveSort(entries: readonly unknown[], config: ResolvedConfig): Result<readonly SortTerm[]> {
  if (entries.length === 0) return { ok: true, value: config.defaultSort }
  if (entries.length > config.maxSortFields) return { ok: false, refusal: refusals.sortTooManyFields(config.maxSortFields) }
  const terms: SortTerm[] = []
  for (const entry of entries) {
    const parsed = typeof entry === 'string' ? parseSort(entry) : null
    if (parsed === null) return { ok: false, refusal: refusals.sortMalformed(printable(entry)) }
    const field = config.sortable.get(parsed.name.toLowerCase())
    if (field === undefined) {
      // `a:ASC,b:DESC` is one malformed instruction, not a field of that name.
      const refusal = parsed.name.includes(':') ? refusals.sortMalformed(entry as string) : refusals.sortNotConfigured(parsed.name)
      return { ok: false, refusal }
    }
    terms.push({ field, direction: parsed.direction })
  }
  return { ok: true, value: terms }
}

/** `field:DIR`, split at the last colon, since a field's name may hold one and a direction cannot. */
function parseSort(entry: string): { name: string; direction: SortDirection } | null {
  const colon = entry.lastIndexOf(':')
  if (colon < 1 || entry.length - colon > 5) return null
  const direction = entry.slice(colon + 1).toLowerCase()
  return direction === 'asc' || direction === 'desc' ? { name: entry.slice(0, colon), direction } : null
}
