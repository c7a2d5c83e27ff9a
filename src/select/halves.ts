// Stage run: a condition in two halves, which the planner of PostgreSQL needs apart
// (docs/contributing/decisions/0017-a-condition-in-two-halves.md).
import { type SQL, sql, type Table } from 'drizzle-orm'
import { union } from '../basics/numbers.js'
import type { StatementFacts } from '../dialects/dialect.js'
import { hasSelect } from '../fragments/said-words.js'
import { referencedJoins } from '../fragments/referenced-tables.js'
import type { ListSql, WhereHalves } from '../sql/compile-shape.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { conjunction, joinsOf } from './join-parts.js'
import { buildSelect, restartSelect, type SelectStart, type StatementParts } from './select-builder.js'

/** What decides which rows there are. */
export interface SetParts {
  readonly config: ResolvedConfig
  readonly facts: StatementFacts
  readonly where: SQL | undefined
  readonly whereJoins: readonly number[]
  readonly halves: WhereHalves | null
}

/**
 * With the app's condition; null where no join, and no `exists` that is read as one, has to be chosen.
 *
 * @param isJoined is a join added to the set?
 */
export function joinedHalves(
  halves: WhereHalves | null,
  where: SQL | undefined,
  config: ResolvedConfig,
  isJoined = false,
): WhereHalves | null {
  if (halves === null) return null
  const early = conjunction(where, halves.early)
  const earlyJoins = union(halves.earlyJoins, where === undefined ? [] : referencedJoins(where, config.joins))
  return isJoined || earlyJoins.length > 0 || hasSelect(early) ? { ...halves, early, earlyJoins } : null
}

/**
 * Of a page by position in the order of a sub-select. The position is compared with it, up to three times: late, that is
 * with a field, and the sub-select is run once. Null where the order has none.
 *
 * A first page too: MariaDB rounds a `double(10,2)` in a field, and all pages must be in one order.
 */
export function walkHalves(
  { facts, halves, where, whereJoins }: SetParts,
  { walk, orderKeys }: Pick<ListSql, 'walk' | 'orderKeys'>,
): WhereHalves | null {
  if (facts.earlyFence === null || walk === null) return null
  // A sub-query without the order is read to its end, which behind a plain term may be far from the page.
  if (!(facts.stopsOutside ? orderKeys.slice(0, 1) : orderKeys).some(hasSelect)) return null
  return halves ?? { early: where, earlyJoins: whereJoins, late: undefined, lateJoins: [] }
}

/** The rows that the first term of the order leaves, where that has no sub-select: an index may begin with it. */
export const earlySeek = ({ walk, orderKeys }: Pick<ListSql, 'walk' | 'orderKeys'>): SQL | undefined =>
  hasSelect(orderKeys[0]) ? undefined : walk?.seek?.lead

/** How the rows of the early half are read until there are enough. */
export interface EarlyRead {
  /** A further condition. */
  readonly seek: SQL | undefined
  readonly orderBy: readonly SQL[] | undefined
  readonly orderJoins: readonly number[]
}

/** Each under a name, which is what a select outside knows it by. */
export type NamedFields = Readonly<Record<string, SQL.Aliased>>

/**
 * What the filtered set is selected from, with the condition that is then left.
 *
 * @param start over any fields
 * @param fields what `fieldsOf` reads
 * @param read null for all rows
 */
export function filteredSet(
  start: SelectStart,
  { config, where, whereJoins, halves, facts }: SetParts,
  fields: NamedFields,
  read: EarlyRead | null,
): StatementParts {
  const { table } = config
  const setParts = (joins: readonly number[], set: SQL | undefined): StatementParts => ({
    table,
    joins: joinsOf(config, union(joins, read?.orderJoins ?? [])),
    where: read?.seek === undefined ? set : conjunction(set, read.seek),
  })
  if (halves === null) return setParts(whereJoins, where)
  const { early, earlyJoins, late, lateJoins } = halves
  const rows = buildSelect(restartSelect(start, { ...fields, ...(late && { late: late.as(LATE) }) }), {
    ...setParts(union(earlyJoins, lateJoins), early),
    ...(read === null ? facts.fence : { ...facts.earlyFence, orderBy: read.orderBy }),
  })
  return { table: rows.as(FILTERED) as unknown as Table, joins: [], where: late && sql`${sql.identifier(LATE)}` }
}

/** Fields of the filtered set: by their names, where a sub-query has them. */
export const fieldsOf = ({ halves }: Pick<SetParts, 'halves'>, fields: NamedFields): NamedFields =>
  halves === null
    ? fields
    : Object.fromEntries(
        Object.entries(fields).map(([key, { fieldAlias }]) => [key, sql`${sql.identifier(fieldAlias)}`.as(fieldAlias)]),
      )

/** The late half as a field, and the sub-query that has it. */
export const LATE = 'late_half'
export const FILTERED = 'filtered_rows'
