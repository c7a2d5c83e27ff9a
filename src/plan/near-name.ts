// Stage plan: which parameter a client may have meant. Knows visible names only: a gated field is never suggested.
import type { ResolvedConfig } from '../types/resolved-config.js'
import { distance, MAX_LENGTH, nearest, plain } from '../basics/nearest.js'
import { FILTER_PREFIX } from '../vocabulary.js'

/**
 * The name nearest to one that is not known; null where none is near.
 *
 * @param names what may be suggested in addition to `filter.<field>`
 * @example `filters.status`, `filter[status]`, `Filter.status` and `status` are near `filter.status`; `sort` is near
 * `sortBy`
 */
export function nearName(sent: string, names: Iterable<string>, { filterable }: ResolvedConfig): string | null {
  if (sent.length > MAX_LENGTH) return null
  const fields = [...filterable.values()].map(({ field }) => field.name)
  const prefixed = /^(\p{L}+)[^\p{L}\p{N}](.+)/su.exec(sent)
  if (prefixed !== null && distance((prefixed[1] as string).toLowerCase(), 'filter') <= 2) {
    const field = nearest(prefixed[2] as string, fields)
    return field === null ? null : FILTER_PREFIX + field
  }
  const near = nearest(sent, [...names])
  if (near !== null) return near
  const field = fields.find((name) => plain(name) === plain(sent))
  return field === undefined ? null : FILTER_PREFIX + field
}
