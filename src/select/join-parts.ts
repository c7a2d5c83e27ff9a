// Stage run: conditions and joins of several sources as one.
import { type SQL, sql } from 'drizzle-orm'
import type { ResolvedConfig } from '../types/resolved-config.js'

/** The app's condition has parentheses of its own: an `or` in it does not reach past them. */
export function conjunction(where: SQL | undefined, filters: SQL | undefined): SQL | undefined {
  if (where === undefined) return filters
  return filters === undefined ? sql`(${where})` : sql`((${where}) and ${filters})`
}

export function joinsOf(config: ResolvedConfig, indices: readonly number[]): ResolvedConfig['joins'] {
  return config.joins.filter((_, index) => indices.includes(index))
}
