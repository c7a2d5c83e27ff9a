// Stage run: a condition in two halves, which the planner of PostgreSQL needs apart
// (docs/contributing/decisions/0017-a-condition-in-two-halves.md).
import { type SQL, sql, type SQLWrapper, type StringChunk, type Table } from 'drizzle-orm'
import type { StatementFacts } from '../dialects/dialect.js'
import { visitChunks } from '../drizzle/chunks.js'
import { chunkText } from '../drizzle/fragments.js'
import { schemaOf } from '../drizzle/tables.js'
import { nameOf, referencedJoins } from '../fragments/referenced-tables.js'
import type { ListSql, WhereHalves } from '../sql/compile-shape.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Selection } from '../types/selection.js'
import { conjunction, joinsOf, union } from './join-parts.js'
import { buildSelect, restartSelect, type SelectStart } from './select-builder.js'

/** What decides which rows there are. */
export interface SetParts {
  readonly config: ResolvedConfig
  readonly facts: StatementFacts
  readonly where: SQL | undefined
  readonly whereJoins: readonly number[]
  readonly halves: WhereHalves | null
}

/** With the app's condition; null where no join, and no `exists` that is read as one, has to be chosen. */
export function joinedHalves(
  halves: WhereHalves | null,
  where: SQL | undefined,
  config: ResolvedConfig,
): WhereHalves | null {
  if (halves === null || !isMovable(halves.late, config.table)) return null
  const early = conjunction(where, halves.early)
  const earlyJoins = union(halves.earlyJoins, where === undefined ? [] : referencedJoins(where, config.joins))
  return earlyJoins.length > 0 || hasSelect(early) ? { ...halves, early, earlyJoins } : null
}

/**
 * Of rows beyond a position, in the order of a sub-select. The position is compared with it, up to three times: late,
 * that is with a field, and the sub-select is run once. Null where the position reads no sub-select.
 */
export function seekHalves(
  { config, facts, halves, where, whereJoins }: SetParts,
  { walk, orderKeys }: Pick<ListSql, 'walk' | 'orderKeys'>,
): WhereHalves | null {
  if (facts.earlyFence === null || walk === null || walk.seek === null || !orderKeys.some(hasSelect)) return null
  if (halves !== null) return halves
  // A sub-query has no schema, as in `isMovable`.
  if (schemaOf(config.table) !== undefined) return null
  return { early: where, earlyJoins: whereJoins, late: undefined, lateJoins: [] }
}

/** The rows that the first term of the order leaves, where that has no sub-select: an index may begin with it. */
export const earlySeek = ({ walk, orderKeys }: Pick<ListSql, 'walk' | 'orderKeys'>): SQL | undefined =>
  hasSelect(orderKeys[0]) ? undefined : walk?.seek?.lead

/** `exists (select …)`, of the app's own too. */
function hasSelect(fragment: SQLWrapper | undefined): boolean {
  let found = false
  visitChunks(fragment, (chunk, kind) => {
    found ||= kind === 'text' && /\bselect\b/i.test(chunkText(chunk as StringChunk))
    return !found
  })
  return found
}

/** What a table has and a sub-query of its columns has not. */
const SYSTEM_COLUMN = /\b(?:ctid|tableoid|[cx]m(?:in|ax))\b/i

/** Does the fragment mean the same where the table is a sub-query of its name? */
export function isMovable(fragment: SQL | Selection | undefined, table: Table): boolean {
  if (schemaOf(table) !== undefined) return false
  const name = nameOf(table)
  let isSame = true
  visitChunks(fragment, (chunk, kind) => {
    // The row as a value, of the table's own type.
    if (kind === 'table' || kind === 'view') isSame &&= nameOf(chunk as Table) !== name
    if (kind === 'text') {
      const text = chunkText(chunk as StringChunk)
      isSame &&= !SYSTEM_COLUMN.test(text) && !text.split(/[^\w$]+/).includes(name)
    }
    return isSame
  })
  return isSame
}

/** What the filtered set is selected from, with the condition and the joins that are then left. */
export interface FilteredSource {
  readonly table: Table
  readonly joins: readonly number[]
  readonly where: SQL | undefined
}

/** How the rows of the early half are read until there are enough. */
export interface EarlyRead {
  /** A further condition. */
  readonly seek: SQL | undefined
  readonly orderBy: readonly SQL[] | undefined
  readonly orderJoins: readonly number[]
  /** Fields next to the columns of the root. */
  readonly fields: Selection
}

/** @param start over any fields @param read null for all rows */
export function filteredSource(
  start: SelectStart,
  { config, where, whereJoins, halves, facts }: SetParts,
  read: EarlyRead | null,
): FilteredSource {
  const { table } = config
  const within = (set: SQL | undefined): SQL | undefined =>
    read?.seek === undefined ? set : conjunction(set, read.seek)
  const joined = (joins: readonly number[]): readonly number[] =>
    read === null ? joins : union(joins, read.orderJoins)
  if (halves === null) return { table, joins: joined(whereJoins), where: within(where) }
  const { early, earlyJoins, late, lateJoins } = halves
  // All columns: the late half may read one that the schema does not know.
  const fields = { rows: sql`${sql.identifier(nameOf(table))}.*`, ...read?.fields }
  const rows = buildSelect(restartSelect(start, fields), {
    table,
    joins: joinsOf(config, joined(earlyJoins)),
    where: within(early),
    ...(read === null ? facts.fence : { ...facts.earlyFence, orderBy: read.orderBy }),
  })
  return { table: rows.as(nameOf(table)) as unknown as Table, joins: lateJoins, where: late }
}
