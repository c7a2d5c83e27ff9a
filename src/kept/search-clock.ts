// Kept: the times of a searched shape. Whether counting in two parts pays depends on sizes that no schema shows, so the time
// that the plain count took decides.
import type { SearchForm } from '../select/split-search.js'

/** From this time of a plain count on, all that two parts can lose is small beside it (docs/explanation/performance.md). */
export const SPLIT_FROM_MILLISECONDS = 100
/** The schema may name an index that the database does not have: then the parts are given up for good. */
const GIVEN_UP_AT_TIMES = 2
/** Once may have been a wait for a connection. */
const SLOW_RUNS = 2

/** What the counts of one shape have taken. */
export class SearchClock {
  #slowRuns = 0
  #fastest = Infinity
  #isGivenUp = false
  readonly #isIndexed: boolean

  /** @param isIndexed does the schema show an index for each part? */
  constructor(isIndexed: boolean) {
    this.#isIndexed = isIndexed
  }

  choose(): SearchForm {
    return this.#isIndexed && !this.#isGivenUp && this.#slowRuns >= SLOW_RUNS && this.#fastest >= SPLIT_FROM_MILLISECONDS
      ? 'split'
      : 'plain'
  }

  record(form: SearchForm, milliseconds: number): void {
    if (form === 'split') this.#isGivenUp ||= milliseconds > GIVEN_UP_AT_TIMES * this.#fastest
    else {
      this.#fastest = Math.min(this.#fastest, milliseconds)
      if (milliseconds >= SPLIT_FROM_MILLISECONDS) this.#slowRuns += 1
    }
  }
}
