// Facets: a filtered set as the keys of its rows, where the planner must not see what finding them costs.
import { is, type SQL, sql, Subquery, type Table } from 'drizzle-orm'
import { DIALECTS } from '../../dialects/index.js'
import { fromRows } from '../../fragments/element-predicate.js'
import { nameOf } from '../../fragments/source-name.js'
import type { PlannedSet } from '../../page/apply-filters.js'
import { joinsOf } from '../../select/list-parts.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'

/**
 * The same set, its condition one on the key of the root: an array that PostgreSQL makes once, before it chooses how a
 * facet's own rows are joined. Without it a facet over rows of another table reads that table for each row (measured:
 * 10 s over 20,000 rows, and 0.1 s so). A key of several columns has no such form.
 */
export function keysApart(set: PlannedSet, config: ResolvedConfig): PlannedSet {
  const { table, tieBreaker } = config
  const [key, ...more] = tieBreaker
  if (key === undefined || more.length > 0 || key.field.joins.length > 0 || is(table, Subquery)) return set
  const halves = set.halves()
  if (halves === null) return set
  const { early, earlyJoins, late, lateJoins } = halves
  const name = nameOf(table)
  const from = (source: Table, joins: readonly number[]): SQL => fromRows(source, joinsOf(config, joins), (on) => on)
  const { fence } = DIALECTS[config.dialect].statements
  const rows = sql`select ${sql.identifier(name)}.* from ${from(table, earlyJoins)}${early && sql` where ${early}`} offset ${fence?.offset}`
  const apart = new Subquery(rows, {}, name) as unknown as Table
  const keys = sql`select ${key.field.expression} from ${from(apart, lateJoins)} where ${late}`
  return { ...set, where: sql`${key.field.expression} = any(array(${keys}))`, joins: [] }
}
