// testing: the index that would serve an order, a filter or a search, as a line of Drizzle's schema and as a statement.
import { Column, SQL, Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { nullPlace } from '../../sql/order-terms.js'
import type { QueryPlan } from './dialects/tested-dialect.js'
import { originalName, schemaOf } from '../../drizzle/tables.js'
import { columnsOf } from '../../builder/read-table.js'
import type { Field, FilterableField, SortTerm } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { hashText } from '../../values/hash-text.js'
import { type FilterOperator, isTextOperator } from '../../vocabulary.js'
import type { SuggestedIndex } from './list-advice.js'
import { columnsIn } from './read-rows.js'
import { isSearchedIn } from './served-by.js'
import { TESTED_DIALECTS } from './dialects/index.js'

/** A list in its database, which may name columns by its casing. */
export interface ExplainedList extends ResolvedConfig {
  readonly columnName: (column: Column) => string
}

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

/** The table and the property of a column field; null for an expression, and for a column of a view or sub-query. */
function placeOf(config: ExplainedList, expression: Column | SQL, more: readonly Table[] = []): Place | null {
  if (!is(expression, Column)) return null
  for (const table of [config.table, ...config.joins.map((join) => join.table), ...more]) {
    const found = is(table, Table) ? columnsOf(table).find(([, column]) => column === expression) : undefined
    if (found !== undefined) return { table, key: found[0], column: found[1] }
  }
  return null
}

const unplaced = (expression?: Column | SQL): Suggestion =>
  none(
    is(expression, SQL)
      ? 'an expression; an index on it serves where the database can index it'
      : 'a column of a view or sub-query; an index on the table that it reads serves',
  )

interface Part {
  readonly drizzle: string
  readonly sql: string
  /** In the name of the index: with the direction and the place of nulls, so that no two indexes have one name. */
  readonly name: string
}

type Nulls = 'first' | 'last' | undefined

interface PlacedTerm {
  readonly place: Place
  readonly direction: 'asc' | 'desc'
  readonly nulls: Nulls
}

/** What is known of the request that the index shall serve. */
export interface Asked {
  /** Columns that the app's condition holds to one value: the index begins with them. */
  readonly scoped?: readonly Column[]
  /** Of several tables the index is for the first that the plan reads whole. */
  readonly queryPlan?: QueryPlan
}

export function suggestForOrder(
  config: ExplainedList,
  terms: readonly SortTerm[],
  { scoped = [], queryPlan }: Asked = {},
): Suggestion {
  const placed: PlacedTerm[] = []
  for (const { field, direction } of terms) {
    if (field.rows !== undefined) return suggestForRows(config, field.rows, queryPlan)
    const place = placeOf(config, field.expression)
    if (place === null) return unplaced(field.expression)
    if (place.table !== config.table) return none('ordered by a joined table: no index of one table serves it')
    const nulls = nullPlace({ field, direction }, config)
    if (nulls !== undefined && !TESTED_DIALECTS[config.dialect].writesNullOrder)
      return none('null placement is an expression here, which MariaDB cannot index')
    if (!scoped.includes(place.column)) placed.push({ place, direction, nulls })
  }
  // An index is read backwards too: that of the ascending order serves one of descending terms only.
  const isReversed = placed.every(({ direction }) => direction === 'desc')
  const parts = (isReversed ? placed.map(reversed) : placed).map((term) => orderPart(config, term))
  // Terms after a unique key do not change the order.
  return { suggestion: indexOf(config, config.table, [...scopeParts(config, scoped), ...parts]), note: null }
}

const reversed = ({ place, nulls }: PlacedTerm): PlacedTerm => ({
  place,
  direction: 'asc',
  nulls: nulls && (nulls === 'first' ? 'last' : 'first'),
})

const scopeParts = (config: ExplainedList, scoped: readonly Column[]): Part[] =>
  scoped.flatMap((column) => {
    const place = placeOf(config, column)
    return place === null ? [] : [plainPart(config, place)]
  })

function orderPart(
  config: ExplainedList,
  { place, direction, nulls = direction === 'asc' ? 'last' : 'first' }: PlacedTerm,
): Part {
  const { hasNullsInIndexes } = TESTED_DIALECTS[config.dialect]
  const isUsual = !hasNullsInIndexes || nulls === (direction === 'asc' ? 'last' : 'first')
  const plain = plainPart(config, place)
  if (direction === 'asc' && isUsual) return plain
  const name = `${plain.name}${direction === 'desc' ? '_desc' : ''}${isUsual ? '' : `_nulls_${nulls}`}`
  return hasNullsInIndexes
    ? {
        drizzle: `${plain.drizzle}.${direction}().nulls${nulls === 'first' ? 'First' : 'Last'}()`,
        sql: `${plain.sql} ${direction} nulls ${nulls}`,
        name,
      }
    : { drizzle: `sql\`\${${plain.drizzle}} desc\``, sql: `${plain.sql} desc`, name }
}

export function suggestForFilter(
  config: ExplainedList,
  { field, collection }: FilterableField,
  operator: FilterOperator,
  { scoped = [], queryPlan }: Asked = {},
): Suggestion {
  if (collection !== null)
    return suggestForTables(config, [collection, ...collection.joins], field.expression, queryPlan)
  if (field.rows !== undefined) return suggestForRows(config, field.rows, queryPlan)
  const place = placeOf(config, field.expression)
  if (place === null) return unplaced(field.expression)
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

export function suggestForText(config: ExplainedList, { expression }: Field): Suggestion {
  const place = placeOf(config, expression)
  if (place === null) return unplaced(expression)
  if (!TESTED_DIALECTS[config.dialect].hasGin)
    return none('a substring: no ordinary index serves it; full-text search (searchWith) does')
  return gin(config, place, ' gin_trgm_ops')
}

/** The condition is the app's own: nothing but its plan shows what it reads. */
export const suggestForSearchWith = (): Suggestion =>
  none("the app's own search: an index on the expression that it reads; fullTextDocument() writes that of fullText()")

function gin(config: ExplainedList, { table, key, column }: Place, opClass: string): Suggestion {
  const isTrigram = opClass !== ''
  const name = nameOf(table, [config.columnName(column), isTrigram ? 'trgm' : 'gin'])
  const drizzle = `index('${name}').using('gin', table.${key}${isTrigram ? `.op('${opClass.trim()}')` : ''})`
  const { dialect } = config
  const on = `${quotedTable(config, table)} using gin (${TESTED_DIALECTS[dialect].quote(config.columnName(column))}${opClass})`
  const statement = `create index ${TESTED_DIALECTS[dialect].quote(name)} on ${on}`
  return {
    suggestion: { table: originalName(table), drizzle, sql: statement },
    note: isTrigram ? 'needs create extension pg_trgm' : null,
  }
}

interface TiedTable {
  readonly table: Table
  readonly on: SQL
}

/** For the rows of which a value is computed, row by row. */
export function suggestForRows(config: ExplainedList, rows: readonly TiedTable[], queryPlan?: QueryPlan): Suggestion {
  if (queryPlan !== undefined && rows.every(({ table }) => isSearchedIn(queryPlan, table)))
    return none('computed for each row: an index finds its rows, and none has the computed value')
  const { suggestion, note } = suggestForTables(config, rows, null, queryPlan)
  return {
    suggestion,
    note: suggestion === null ? note : 'computed for each row: the index finds the rows that it is computed of',
  }
}

/** @param element what is compared; null where nothing of the tables is */
export function suggestForTables(
  config: ExplainedList,
  tables: readonly TiedTable[],
  element: Column | SQL | null,
  queryPlan?: QueryPlan,
): Suggestion {
  const { table, on } =
    tables.find((one) => queryPlan !== undefined && !isSearchedIn(queryPlan, one.table)) ?? (tables[0] as TiedTable)
  if (!is(table, Table)) return unplaced()
  const linked = columnsIn(on).filter((column) => columnsOf(table).some(([, one]) => one === column))
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

function plainPart({ dialect, columnName }: ExplainedList, { key, column }: Place): Part {
  const name = columnName(column)
  return { drizzle: `table.${key}`, sql: TESTED_DIALECTS[dialect].quote(name), name }
}

const quotedTable = ({ dialect }: ExplainedList, table: Table): string =>
  [schemaOf(table), originalName(table)]
    .flatMap((name) => name ?? [])
    .map(TESTED_DIALECTS[dialect].quote)
    .join('.')

/** As long a name as every database takes. */
const NAME_LENGTH = 60
/** Of the print that tells long names apart. */
const PRINT_LENGTH = 6

function nameOf(table: Table, words: readonly string[]): string {
  const name = [originalName(table), ...words, 'index'].join('_')
  if (name.length <= NAME_LENGTH) return name
  const print = hashText(name).slice(-PRINT_LENGTH)
  return `${name.slice(0, NAME_LENGTH - PRINT_LENGTH - '__index'.length)}_${print}_index`
}

function indexOf(config: ExplainedList, table: Table, parts: readonly Part[]): SuggestedIndex {
  const name = nameOf(
    table,
    parts.map((part) => part.name),
  )
  const on = quotedTable(config, table)
  const { quote } = TESTED_DIALECTS[config.dialect]
  return {
    table: originalName(table),
    drizzle: `index('${name}').on(${parts.map((part) => part.drizzle).join(', ')})`,
    sql: `create index ${quote(name)} on ${on} (${parts.map((part) => part.sql).join(', ')})`,
  }
}
