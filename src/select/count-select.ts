// Stage run: the count of the filtered set. It joins only what the condition needs and has no order.
import { type SQL, sql, type Table } from 'drizzle-orm'
import { type EarlyRead, fieldsOf, filteredSet, type NamedFields } from './halves.js'
import type { ListParts } from './list-parts.js'
import { buildSelect, restartSelect, type Select, type SelectStart } from './select-builder.js'

/** @param start over the total */
export function countSelect(start: SelectStart, parts: ListParts): Select {
  const { config } = parts
  const { totals } = config
  if (totals === null || typeof totals === 'string') return buildSelect(start, filteredSet(start, parts, {}, null))
  // A row past the bound shows that there are more.
  const bounded = selectFiltered(start, parts, ONE, ANY_ORDER, totals.upTo + 1)
  return buildSelect(start, { table: bounded.as('bounded') as unknown as Table, joins: [], where: undefined })
}

/** Written into the text: the planner knows the bound whatever it knows of parameters. */
const literal = (rows: number): SQL => sql`${rows}`.inlineParams()

/** The filtered set as a select of constants, for the planner to look at. */
export const filteredSelect = (start: SelectStart, parts: ListParts): Select => selectFiltered(start, parts, ONE, null)

/** @param limit @default none */
export function selectFiltered(
  start: SelectStart,
  parts: ListParts,
  fields: NamedFields,
  read: EarlyRead | null,
  limit?: number,
): Select {
  return buildSelect(restartSelect(start, fieldsOf(parts, fields)), {
    ...filteredSet(start, parts, fields, read),
    ...(limit !== undefined && { limit: literal(limit) }),
  })
}

const ONE = { one: sql`1`.as('one') }
export const ANY_ORDER: EarlyRead = { seek: undefined, orderBy: undefined, orderJoins: [] }
