// Stage run: the count of the filtered set. It joins only what the condition needs and has no order.
import { type SQL, sql, type Table } from 'drizzle-orm'
import { type EarlyRead, fieldsOf, filteredSet, type NamedFields } from './halves.js'
import { joinsOf, union } from './join-parts.js'
import { fencedKeys, rowsOfKeys } from './keys-first.js'
import { type ListParts, rowKey } from './list-parts.js'
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

/** Aggregates over the filtered set, with the joins that they read. In two halves, its rows are found again by key. */
export function summarySelect(start: SelectStart, parts: ListParts): Select {
  const { config, items, where, whereJoins } = parts
  const key = parts.halves === null ? null : rowKey(parts)
  if (key === null)
    return buildSelect(start, { table: config.table, joins: joinsOf(config, union(whereJoins, items.joins)), where })
  return buildSelect(start, rowsOfKeys(fencedKeys(start, parts, key), key, config, items.joins))
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
  const fields = { term: term.as('null_key') }
  return selectFiltered(start, parts, fields, { ...ANY_ORDER, seek: isNull, orderJoins: joins }, 1)
}

/** The filtered set as a select of constants, for the planner to look at. */
export const filteredSelect = (start: SelectStart, parts: ListParts): Select => selectFiltered(start, parts, ONE, null)

/** @param limit @default none */
function selectFiltered(
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
const ANY_ORDER: EarlyRead = { seek: undefined, orderBy: undefined, orderJoins: [] }
