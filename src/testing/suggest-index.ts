// testing: the index that would serve an order, a filter or a search, as a line of Drizzle's schema and as a statement.
import { Column, getTableName, is, type SQL, type Table } from 'drizzle-orm'
import { nullPlace } from '../cursor/position.js'
import type { QueryPlan } from '../dialects/tested-dialect.js'
import { visitChunks } from '../drizzle/chunks.js'
import { columnsOf } from '../builder/read-table.js'
import type { Field, FilterableField, ResolvedConfig, SortTerm } from '../types/config.js'
import { type FilterOperator, isTextOperator } from '../vocabulary.js'
import type { SuggestedIndex } from './list-advice.js'
import { isSearchedIn } from './served-by.js'
import { TESTED_DIALECTS } from '../dialects/testing.js'

export interface Suggestion {
  readonly suggestion: SuggestedIndex | null
  readonly note: string | null
}

const none = (note: string): Suggestion => ({ suggestion: null, note })

interface Place {
  readonly table: Table
  readonly key: string
  readonly column: Column
}

/** The table and the property of a column field; null for an expression. */
function placeOf(config: ResolvedConfig, expression: Column | SQL, more: readonly Table[] = []): Place | null {
  if (!is(expression, Column)) return null
  for (const table of [config.table, ...config.joins.map((join) => join.table), ...more]) {
    const found = columnsOf(table).find(([, column]) => column === expression)
    if (found !== undefined) return { table, key: found[0], column: found[1] }
  }
  return null
}

interface Part {
  readonly drizzle: string
  readonly sql: string
  readonly name: string
}

/** @param scoped columns that the app's condition holds to one value: the index begins with them */
export function suggestForOrder(
  config: ResolvedConfig,
  terms: readonly SortTerm[],
  scoped: readonly Column[] = [],
): Suggestion {
  const parts: Part[] = scopeParts(config, scoped)
  for (const { field, direction } of terms) {
    if (field.rows !== undefined) return suggestForRows(config, field.rows)
    const place = placeOf(config, field.expression)
    if (place === null) return none('an expression; an index on it serves where the database can index it')
    if (place.table !== config.table) return none('ordered by a joined table: no index of one table serves it')
    const nulls = nullPlace({ field, direction }, config)
    if (nulls !== undefined && !TESTED_DIALECTS[config.dialect].writesNullOrder)
      return none('null placement is an expression here, which MariaDB cannot index')
    if (!scoped.includes(place.column)) parts.push(orderPart(config, place, direction, nulls))
  }
  // Terms after a unique key do not change the order.
  return { suggestion: indexOf(config, config.table, parts), note: null }
}

const scopeParts = (config: ResolvedConfig, scoped: readonly Column[]): Part[] =>
  scoped.flatMap((column) => {
    const place = placeOf(config, column)
    return place === null ? [] : [plainPart(config, place)]
  })

function orderPart(
  { dialect }: ResolvedConfig,
  { key, column }: Place,
  direction: 'asc' | 'desc',
  nulls: 'first' | 'last' | undefined,
): Part {
  const quoted = TESTED_DIALECTS[dialect].quote(column.name)
  if (TESTED_DIALECTS[dialect].hasNullsInIndexes) {
    const place = nulls ?? (direction === 'asc' ? 'last' : 'first')
    const isPlain = direction === 'asc' && place === 'last'
    const call = `.${direction}().nulls${place === 'first' ? 'First' : 'Last'}()`
    return {
      drizzle: `table.${key}${isPlain ? '' : call}`,
      sql: `${quoted} ${direction} nulls ${place}`,
      name: column.name,
    }
  }
  const isPlain = direction === 'asc'
  return {
    drizzle: isPlain ? `table.${key}` : `sql\`\${table.${key}} desc\``,
    sql: `${quoted} ${direction}`,
    name: column.name,
  }
}

/** @param queryPlan of the filter: of several tables the index is for the first that the plan reads whole */
export function suggestForFilter(
  config: ResolvedConfig,
  { field, collection }: FilterableField,
  operator: FilterOperator,
  { scoped = [], queryPlan }: { readonly scoped?: readonly Column[]; readonly queryPlan?: QueryPlan } = {},
): Suggestion {
  if (collection !== null)
    return suggestForTables(config, [collection, ...collection.joins], field.expression, queryPlan)
  if (field.rows !== undefined) return suggestForRows(config, field.rows, queryPlan)
  const place = placeOf(config, field.expression)
  if (place === null) return none('an expression; an index on it serves where the database can index it')
  if (field.type?.kind === 'collection') {
    if (!TESTED_DIALECTS[config.dialect].hasGin || operator === '$null')
      return none('a list in one column: put its elements into a table of their own')
    return gin(config, place, '')
  }
  if (isTextOperator(operator)) return suggestForText(config, field)
  const before = place.table === config.table ? scopeParts(config, scoped) : []
  const own = plainPart(config, place)
  return {
    suggestion: indexOf(config, place.table, [...before.filter(({ name }) => name !== own.name), own]),
    note: null,
  }
}

export function suggestForText(config: ResolvedConfig, { expression }: Field): Suggestion {
  const place = placeOf(config, expression)
  if (place === null) return none('an expression; an index on it serves where the database can index it')
  if (!TESTED_DIALECTS[config.dialect].hasGin)
    return none('a substring: no ordinary index serves it; full-text search (searchWith) does')
  return gin(config, place, ' gin_trgm_ops')
}

function gin(config: ResolvedConfig, { table, key, column }: Place, opClass: string): Suggestion {
  const name = `${getTableName(table)}_${column.name}_index`
  const isTrigram = opClass !== ''
  const drizzle = `index('${name}').using('gin', table.${key}${isTrigram ? `.op('${opClass.trim()}')` : ''})`
  const { dialect } = config
  const on = `${TESTED_DIALECTS[dialect].quote(getTableName(table))} using gin (${TESTED_DIALECTS[dialect].quote(column.name)}${opClass})`
  const statement = `create index ${TESTED_DIALECTS[dialect].quote(name)} on ${on}`
  return {
    suggestion: { table: getTableName(table), drizzle, sql: statement },
    note: isTrigram ? 'needs create extension pg_trgm' : null,
  }
}

interface TiedTable {
  readonly table: Table
  readonly on: SQL
}

/** For the rows of which a value is computed, row by row. */
export function suggestForRows(config: ResolvedConfig, rows: readonly TiedTable[], queryPlan?: QueryPlan): Suggestion {
  const { suggestion, note } = suggestForTables(config, rows, null, queryPlan)
  return {
    suggestion,
    note: suggestion === null ? note : 'computed for each row: the index finds the rows that it is computed of',
  }
}

/** @param element what is compared; null where nothing of the tables is */
export function suggestForTables(
  config: ResolvedConfig,
  tables: readonly TiedTable[],
  element: Column | SQL | null,
  queryPlan?: QueryPlan,
): Suggestion {
  const { table, on } =
    tables.find((one) => queryPlan !== undefined && !isSearchedIn(queryPlan, one.table)) ?? (tables[0] as TiedTable)
  const linked = columnsWithin(on).filter((column) => columnsOf(table).some(([, one]) => one === column))
  if (linked.length === 0) return none('its condition names no column of the collection')
  const places = [...linked, ...(is(element, Column) ? [element] : [])]
    .map((column) => placeOf(config, column, [table]))
    .filter((place): place is Place => place !== null && place.table === table)
  const parts = unique(places).map((place) => plainPart(config, place))
  return { suggestion: indexOf(config, table, parts), note: null }
}

const unique = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [place.column, place])).values(),
]

function columnsWithin(fragment: SQL): Column[] {
  const columns: Column[] = []
  visitChunks(fragment, (chunk, kind) => {
    if (kind === 'column') columns.push(chunk as Column)
    return kind === 'sql'
  })
  return columns
}

const plainPart = ({ dialect }: ResolvedConfig, { key, column }: Place): Part => ({
  drizzle: `table.${key}`,
  sql: TESTED_DIALECTS[dialect].quote(column.name),
  name: column.name,
})

/** As long a name as every database takes. */
const NAME_LENGTH = 60

function indexOf({ dialect }: ResolvedConfig, table: Table, parts: readonly Part[]): SuggestedIndex {
  const isDescending = parts.some((part) => / desc\b/.test(part.sql))
  const words = `${getTableName(table)}_${parts.map((part) => part.name).join('_')}${isDescending ? '_desc' : ''}`
  const name = `${words.slice(0, NAME_LENGTH - 6)}_index`
  const on = TESTED_DIALECTS[dialect].quote(getTableName(table))
  return {
    table: getTableName(table),
    drizzle: `index('${name}').on(${parts.map((part) => part.drizzle).join(', ')})`,
    sql: `create index ${TESTED_DIALECTS[dialect].quote(name)} on ${on} (${parts.map((part) => part.sql).join(', ')})`,
  }
}
