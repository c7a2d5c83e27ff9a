// Stage plan: which parameter a client may have meant. Knows visible names only: a gated field is never suggested.
import type { ResolvedConfig } from '../types/config.js'
import { FILTER_PREFIX } from '../vocabulary.js'

/** Longer names are nobody's slip, and comparing them costs the product of their lengths. */
const MAX_LENGTH = 64

/**
 * The name nearest to one that is not known; null where none is near.
 *
 * @param names what may be suggested in addition to `filter.<field>`
 * @example `filters.status`, `filter[status]`, `Filter.status` and `status` are near `filter.status`; `sort` is near `sortBy`
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

function nearest(sent: string, names: readonly string[]): string | null {
  const wanted = plain(sent)
  if (wanted === '') return null
  let best: string | null = null
  // One slip in four characters, none in a name of up to two.
  let least = (wanted.length < 3 ? 0 : Math.max(1, Math.floor(wanted.length / 4))) + 1
  for (const name of names) {
    const other = plain(name)
    const isBeginning = wanted.length >= 4 && other.startsWith(wanted)
    const slips = isBeginning ? Math.min(1, distance(wanted, other)) : distance(wanted, other)
    if (slips < least) {
      best = name
      least = slips
    }
  }
  return best
}

/** Letters and digits alone: `sort_by`, `sort-by` and `SortBy` are one. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Insertions, deletions, replacements and swaps of neighbours between two texts (optimal string alignment). */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_LENGTH / 4) return MAX_LENGTH
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let least = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      )
      // Beyond the first character, `undefined` equals no character.
      if (one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        least = Math.min(least, (before[column - 2] as number) + 1)
      }
      current.push(least)
    }
    before = last
    last = current
  }
  return last[other.length] as number
}
