// Stage run: the count of the filtered set. It joins only what the condition needs and has no order.
import { sql, type SQL, type Table } from 'drizzle-orm'
import { joinsOf, type ListParts } from './list-parts.js'
import { buildSelect, restartSelect, type Select, type SelectStart } from './select-builder.js'

/** The fields of a count. */
export const COUNT = { total: sql<number>`count(*)`.mapWith(Number) }

/** @param start over `COUNT` */
export function countSelect(start: SelectStart, parts: ListParts): Select {
  const { config } = parts
  const { totals } = config
  if (totals === null || typeof totals === 'string') return buildSelect(start, filteredSet(parts))
  // One row more than the bound tells that there are more.
  const bounded = buildSelect(restartSelect(start, { one: sql`1`.as('one') }), { ...filteredSet(parts), limit: literal(totals.upTo + 1) })
  return buildSelect(start, { table: bounded.as('bounded') as unknown as Table, joins: [], where: undefined })
}

/** The filtered set as a select of constants, for the planner to look at. */
export function filteredSelect(start: SelectStart, parts: ListParts): Select {
  return buildSelect(restartSelect(start, { one: sql`1`.as('one') }), filteredSet(parts))
}

const filteredSet = ({ config, where, whereJoins }: ListParts) => ({ table: config.table, joins: joinsOf(config, whereJoins), where })

/** Written into the text: the planner knows the bound whatever it knows of parameters. */
const literal = (rows: number): SQL => sql`${rows}`.inlineParams()
