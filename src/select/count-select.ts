// Stage run: the count of the filtered set. It joins only what the condition needs and has no order.
import { type SQL, sql, type Table } from 'drizzle-orm'
import { type EarlyRead, filteredSource, isMovable } from './halves.js'
import { joinsOf, union } from './join-parts.js'
import type { ListParts } from './list-parts.js'
import { buildSelect, restartSelect, type Select, type SelectStart, type StatementParts } from './select-builder.js'

/** @param start over the total and its summary */
export function countedSet(start: SelectStart, parts: ListParts, summary: ListParts | null): Select {
  return summary === null ? countSelect(start, parts) : summarySelect(start, summary)
}

/** @param start over the total */
export function countSelect(start: SelectStart, parts: ListParts): Select {
  const { config } = parts
  const { totals } = config
  if (totals === null || typeof totals === 'string') return buildSelect(start, filteredSet(start, parts))
  // A row past the bound shows that there are more.
  const bounded = buildSelect(restartSelect(start, { one: sql`1`.as('one') }), {
    ...filteredSet(start, parts, ANY_ORDER),
    limit: literal(totals.upTo + 1),
  })
  return buildSelect(start, { table: bounded.as('bounded') as unknown as Table, joins: [], where: undefined })
}

/** Aggregates over the filtered set, with the joins that they read. */
export function summarySelect(start: SelectStart, parts: ListParts): Select {
  const { config, items } = parts
  const halves = isMovable(items.fields, config.table) ? parts.halves : null
  const { table, joins, where } = filteredSource(start, { ...parts, halves }, null)
  return buildSelect(start, { table, joins: joinsOf(config, union(joins, items.joins)), where })
}

/** @param read how rows are read until there are enough; null for all */
export function filteredSet(start: SelectStart, parts: ListParts, read: EarlyRead | null = null): StatementParts {
  const { table, joins, where } = filteredSource(start, parts, read)
  return { table, joins: joinsOf(parts.config, joins), where }
}

/** Written into the text: the planner knows the bound whatever it knows of parameters. */
const literal = (rows: number): SQL => sql`${rows}`.inlineParams()

/**
 * One row of the filtered set in which a key is null.
 *
 * @param start over the term
 * @param term says which key it is
 * @param joins that the condition needs
 */
export function nullKeySelect(
  start: SelectStart,
  parts: ListParts,
  { term, isNull, joins }: { readonly term: SQL; readonly isNull: SQL; readonly joins: readonly number[] },
): Select {
  // In two halves, what is joined can be read only in the early one.
  const fields = { term: term.as('null_key') }
  const set = filteredSet(start, parts, { ...ANY_ORDER, seek: isNull, orderJoins: joins, fields })
  const read = parts.halves === null ? start : restartSelect(start, { term: sql`${sql.identifier('null_key')}` })
  return buildSelect(read, { ...set, limit: literal(1) })
}

const ANY_ORDER: EarlyRead = { seek: undefined, orderBy: undefined, orderJoins: [], fields: {} }
