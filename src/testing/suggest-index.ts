// testing: the index that would serve an order, a filter or a search, as a line of Drizzle's schema and as a statement.
import { Column, getTableName, is, SQL, type Table } from 'drizzle-orm'
import { columnsOf } from '../builder/read-table.js'
import type { Field, FilterableField, ResolvedConfig, SortTerm } from '../types/config.js'
import type { FilterOperator } from '../vocabulary.js'
import type { SuggestedIndex } from './list-advice.js'
import { testedDialect } from './tested-dialect.js'

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

export function suggestForOrder(config: ResolvedConfig, terms: readonly SortTerm[]): Suggestion {
  const parts: Part[] = []
  for (const { field, direction } of terms) {
    const place = placeOf(config, field.expression)
    if (place === null) return none('an expression; an index on it serves where the database can index it')
    if (place.table !== config.table) return none('ordered by a joined table: no index of one table serves it')
    const nulls = config.nullOrder.get(field)
    if (nulls !== undefined && !testedDialect(config.dialect).writesNullOrder)
      return none('null placement is an expression here, which MariaDB cannot index')
    parts.push(orderPart(config, place, direction, nulls))
  }
  // Terms after a unique key do not change the order.
  return { suggestion: indexOf(config, config.table, parts), note: null }
}

function orderPart(
  { dialect }: ResolvedConfig,
  { key, column }: Place,
  direction: 'asc' | 'desc',
  nulls: 'first' | 'last' | undefined,
): Part {
  const quoted = testedDialect(dialect).quote(column.name)
  if (testedDialect(dialect).hasNullsInIndexes) {
    const place = nulls ?? (direction === 'asc' ? 'last' : 'first')
    const isPlain = direction === 'asc' && place === 'last'
    const call = `.${direction}().nulls${place === 'first' ? 'First' : 'Last'}()`
    return { drizzle: `table.${key}${isPlain ? '' : call}`, sql: `${quoted} ${direction} nulls ${place}`, name: column.name }
  }
  const isPlain = direction === 'asc'
  return { drizzle: isPlain ? `table.${key}` : `sql\`\${table.${key}} desc\``, sql: `${quoted} ${direction}`, name: column.name }
}

const TEXT_MATCHES: ReadonlySet<FilterOperator> = new Set(['$sw', '$ilike', '$contains'])

export function suggestForFilter(config: ResolvedConfig, { field, collection }: FilterableField, operator: FilterOperator): Suggestion {
  if (collection !== null) return suggestForCollection(config, field, collection)
  const place = placeOf(config, field.expression)
  if (place === null) return none('an expression; an index on it serves where the database can index it')
  if (field.type?.kind === 'collection') {
    if (!testedDialect(config.dialect).hasGin || operator === '$null')
      return none('a list in one column: put its elements into a table of their own')
    return gin(config, place, '')
  }
  if (TEXT_MATCHES.has(operator)) return suggestForText(config, field)
  return { suggestion: indexOf(config, place.table, [plainPart(config, place)]), note: null }
}

export function suggestForText(config: ResolvedConfig, { expression }: Field): Suggestion {
  const place = placeOf(config, expression)
  if (place === null) return none('an expression; an index on it serves where the database can index it')
  if (!testedDialect(config.dialect).hasGin) return none('a substring: no ordinary index serves it; full-text search (searchWith) does')
  return gin(config, place, ' gin_trgm_ops')
}

function gin(config: ResolvedConfig, { table, key, column }: Place, opClass: string): Suggestion {
  const name = `${getTableName(table)}_${column.name}_index`
  const isTrigram = opClass !== ''
  const drizzle = `index('${name}').using('gin', table.${key}${isTrigram ? `.op('${opClass.trim()}')` : ''})`
  const { dialect } = config
  const on = `${testedDialect(dialect).quote(getTableName(table))} using gin (${testedDialect(dialect).quote(column.name)}${opClass})`
  const statement = `create index ${testedDialect(dialect).quote(name)} on ${on}`
  return {
    suggestion: { table: getTableName(table), drizzle, sql: statement },
    note: isTrigram ? 'needs create extension pg_trgm' : null,
  }
}

function suggestForCollection(config: ResolvedConfig, element: Field, collection: NonNullable<FilterableField['collection']>): Suggestion {
  const more = [collection.table, ...collection.joins.map((join) => join.table)]
  const linked = columnsWithin(collection.on).filter((column) => columnsOf(collection.table).some(([, one]) => one === column))
  const places = [...linked, ...(is(element.expression, Column) ? [element.expression] : [])]
    .map((column) => placeOf(config, column, more))
    .filter((place): place is Place => place !== null && place.table === collection.table)
  if (linked.length === 0) return none('its condition names no column of the collection')
  return {
    suggestion: indexOf(
      config,
      collection.table,
      unique(places).map((place) => plainPart(config, place)),
    ),
    note: null,
  }
}

const unique = (places: readonly Place[]): Place[] => [...new Map(places.map((place) => [place.column, place])).values()]

function columnsWithin(fragment: SQL): Column[] {
  return fragment.queryChunks.flatMap((chunk) => (is(chunk, Column) ? [chunk] : is(chunk, SQL) ? columnsWithin(chunk) : []))
}

const plainPart = ({ dialect }: ResolvedConfig, { key, column }: Place): Part => ({
  drizzle: `table.${key}`,
  sql: testedDialect(dialect).quote(column.name),
  name: column.name,
})

/** As long a name as every database takes. */
const NAME_LENGTH = 60

function indexOf({ dialect }: ResolvedConfig, table: Table, parts: readonly Part[]): SuggestedIndex {
  const isDescending = parts.some((part) => / desc\b/.test(part.sql))
  const words = `${getTableName(table)}_${parts.map((part) => part.name).join('_')}${isDescending ? '_desc' : ''}`
  const name = `${words.slice(0, NAME_LENGTH - 6)}_index`
  const on = testedDialect(dialect).quote(getTableName(table))
  return {
    table: getTableName(table),
    drizzle: `index('${name}').on(${parts.map((part) => part.drizzle).join(', ')})`,
    sql: `create index ${testedDialect(dialect).quote(name)} on ${on} (${parts.map((part) => part.sql).join(', ')})`,
  }
}
