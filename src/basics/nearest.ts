// Builder and plan: the name that was probably meant.

/** A longer name is not a typing mistake, and comparing it costs the product of both lengths. */
export const MAX_LENGTH = 64

/** The name nearest to one that was sent; null where no name is near. */
export function nearest(sent: string, names: readonly string[]): string | null {
  if (sent.length > MAX_LENGTH) return null
  const wanted = plain(sent)
  if (wanted === '') return null
  let best: string | null = null
  // One slip in four characters, none in a name of up to two.
  let least = (wanted.length < 3 ? 0 : Math.max(1, Math.floor(wanted.length / 4))) + 1
  for (const name of names) {
    const slips = slipsIn(wanted, plain(name))
    if (slips < least) {
      best = name
      least = slips
    }
  }
  return best
}

/** How far a text is from a name, both as `plain` leaves them. The beginning of a name is one slip at most. */
export function slipsIn(wanted: string, name: string): number {
  const slips = distance(wanted, name)
  return wanted.length >= 4 && name.startsWith(wanted) ? Math.min(1, slips) : slips
}

/** The name that was probably meant, as a sentence; null where no name is near. */
export function nearHint(sent: string, named: Iterable<{ readonly name: string }>): string | null {
  const near = nearest(
    sent,
    Array.from(named, ({ name }) => name),
  )
  return near === null ? null : `Did you mean '${near}'?`
}

/** Only letters and digits: `sort_by`, `sort-by` and `SortBy` are one. */
export const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Insertions, deletions, replacements and swaps of neighbours between two texts (optimal string alignment). */
export function distance(one: string, other: string): number {
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
