// Stage run: a search over fields of the root and of one joined table, counted and read in two parts. An `or` over a join reads
// both tables whole; each part alone may use an index.
import { Column, is, sql } from 'drizzle-orm'
import { trigramColumnsOf } from '../builder/read-table.js'
import type { SplitSearch } from '../sql/compile-plan.js'
import type { ResolvedConfig, ResolvedJoin } from '../types/config.js'
import { buildSelect, restartSelect, type Select, type SelectStart } from './select-builder.js'

/** How a search over joined fields is counted: as one condition over the join, or as the sum of two parts. Both answer the same total. */
export type SearchForm = 'plain' | 'split'

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
export function splitCountSelect(start: SelectStart, search: SplitSearch, config: ResolvedConfig): Select {
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
