// Add-on search: a bound on what a term costs.

/** UTF-16 units. Longer terms have more words than the databases' parsers have stack for. */
const MAX_LENGTH = 4000

/** The beginning of a very long term. The default of `.withMaxSearchLength()` is 256 characters. */
export function clipTerm(term: string): string {
  if (term.length <= MAX_LENGTH) return term
  // Never half a surrogate pair.
  return term.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')
}
