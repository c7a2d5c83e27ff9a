// Stage run: a search over fields of the root and of one joined table, counted and read in two parts. An `or` over a join reads both
// tables whole; each part alone may use an index. Where that pays depends on sizes that no schema shows: it is told by
// the time that the plain count of the shape has taken.
import { Column, is, sql } from 'drizzle-orm'
import { trigramColumnsOf } from '../builder/read-table.js'
import type { SplitSearch } from '../sql/compile-plan.js'
import type { ResolvedConfig, ResolvedJoin } from '../types/config.js'
import { buildSelect, restartSelect, type Select, type SelectStart } from './select-builder.js'

/** How a search over joined fields is counted: as one condition over the join, or as the sum of two parts. Both answer the same total. */
export type SearchForm = 'plain' | 'split'

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
    return this.#isIndexed && !this.#isGivenUp && this.#slowRuns >= SLOW_RUNS && this.#fastest >= SPLIT_FROM_MILLISECONDS ? 'split' : 'plain'
  }

  record(form: SearchForm, milliseconds: number): void {
    if (form === 'split') this.#isGivenUp ||= milliseconds > GIVEN_UP_AT_TIMES * this.#fastest
    else {
      this.#fastest = Math.min(this.#fastest, milliseconds)
      if (milliseconds >= SPLIT_FROM_MILLISECONDS) this.#slowRuns += 1
    }
  }
}

/** Has every field that is searched a trigram index in the schema? */
export function isTrigramIndexed({ fields, join }: SplitSearch, config: ResolvedConfig): boolean {
  const inRoot = trigramColumnsOf(config.table)
  const inJoined = trigramColumnsOf((config.joins[join] as ResolvedJoin).table)
  return fields.every(({ expression, joins }) => {
    const indexed = joins.length === 0 ? inRoot : inJoined
    return is(expression, Column) && indexed.has(expression.name)
  })
}

/** The join of the part that matches in the joined table: a row without one is no match. */
export function innerJoinOf({ join }: SplitSearch, config: ResolvedConfig): ResolvedJoin {
  return { ...(config.joins[join] as ResolvedJoin), kind: 'inner' }
}

/** Rows that match in the joined table, and those that match in the root alone: no row is counted twice, and no text tested twice. */
export function splitCount(start: SelectStart, search: SplitSearch, config: ResolvedConfig): Select {
  const count = sql<number>`count(*)`
  const joined = buildSelect(restartSelect(start, { joined: count }), {
    table: config.table,
    joins: [innerJoinOf(search, config)],
    where: search.joined,
  })
  const total = sql<number>`count(*) + ${joined}`.mapWith(Number)
  const where = sql`(${search.root} and ${search.notJoined})`
  return buildSelect(restartSelect(start, { total }), { table: config.table, joins: [], where })
}
