// Facets: a filtered set as the keys of its rows, where the planner must not see what finding them costs.
import { sql, Subquery } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { keysOfHalves, type PlannedSet } from '../filtered-set/apply-filters.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'

/**
 * The same set, its condition one on the key of the root: an array that PostgreSQL makes once, before it chooses how a
 * facet's own rows are joined. Without it a facet over rows of another table reads that table for each row (measured:
 * 10 s over 20,000 rows, and 0.1 s so). A key of several columns has no such form.
 *
 * @param isJoined does the facet read rows of another table?
 */
export function keysApart(set: PlannedSet, config: ResolvedConfig, isJoined: boolean): PlannedSet {
  const { table, tieBreaker } = config
  const [key, ...more] = tieBreaker
  if (key === undefined || more.length > 0 || key.field.joins.length > 0 || is(table, Subquery)) return set
  const halves = set.halves(isJoined)
  if (halves === null) return set
  const keys = keysOfHalves(config, halves, [key.field.expression])
  return { ...set, where: sql`${key.field.expression} = any(array(${keys}))`, joins: [] }
}
