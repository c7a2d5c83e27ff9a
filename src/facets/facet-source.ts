// Facets: the rows that a facet counts, as a sub-select of one field over the filtered set.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { FilteredSet } from '../page/apply-filters.js'
import { tableReference } from '../fragments/table-reference.js'
import { operandOf } from '../sql/operand.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import type { Field, FilterableField, ResolvedConfig, ResolvedJoin } from '../types/config.js'
import { facetDialect } from './facet-dialect.js'

/** A select of the columns `key` and, where the key is not the value itself, `raw`. */
export interface FacetSource {
  readonly rows: SQL
  /** The key of a row of the root, because a join can repeat the row. Empty where no join repeats it. */
  readonly rowKeys: readonly SQL[]
  /** Is the value in `raw`, next to what it is compared as? */
  readonly hasRaw: boolean
  /** Does `raw` hold JSON text? */
  readonly isJson: boolean
}

export const column = (name: string): SQL => sql`${sql.identifier(name)}`
export const KEY = column('key')
export const RAW = column('raw')

export function facetSource({ field, collection }: FilterableField, filtered: FilteredSet, config: ResolvedConfig): FacetSource {
  const isHeld = field.type?.kind === 'collection'
  const target = operandOf(field)
  const elements = isHeld ? facetDialect(config.dialect).elements(target.expression, field.facts) : null
  const key = elements?.key ?? sqlDialect(config.dialect).compared(target)
  const raw = elements === null ? (isReadAsOther(field) ? field.expression : null) : elements.json
  const isRepeated = isHeld || collection !== null
  const keyFields = isRepeated ? config.tieBreaker.map((term) => term.field) : []
  const columns: SQL[] = [sql`${key} as ${KEY}`]
  if (raw !== null) columns.push(sql`${raw} as ${RAW}`)
  keyFields.forEach((keyField, at) => columns.push(sql`${keyField.expression} as ${column(`row${at}`)}`))
  const conditions = [filtered.where, elements?.isValue].filter((condition) => condition !== undefined)
  const needed = new Set([...(collection === null ? field.joins : collection.needs), ...keyFields.flatMap(({ joins }) => joins)])
  const tables: SQL[] = [
    tableReference(config.table),
    ...neededJoins(filtered, needed, config).map(({ kind, table, on }) => joined(kind, table, on)),
  ]
  if (collection !== null) {
    tables.push(joined('inner', collection.table, collection.on), ...collection.joins.map(({ table, on }) => joined('inner', table, on)))
  }
  if (elements !== null) tables.push(elements.join)
  const where = conditions.length === 0 ? undefined : sql` where ${sql.join(conditions, sql` and `)}`
  return {
    rows: sql`(select ${sql.join(columns, sql`, `)} from ${sql.join(tables)}${where})`,
    rowKeys: keyFields.map((_, at) => column(`row${at}`)),
    hasRaw: raw !== null,
    isJson: elements !== null && elements.json !== null,
  }
}

/** A value type laid over a column of another one: rows that spell a value differently are equal under it. */
function isReadAsOther({ type, facts }: Field): boolean {
  if (facts === null || type === null) return false
  return type.builtIn !== undefined || facts.storage === 'text-like' || (facts.valueType !== null && facts.valueType !== type.kind)
}

/** Those of the condition, and those of the field; the order's are not needed. */
function neededJoins(filtered: FilteredSet, needed: ReadonlySet<number>, config: ResolvedConfig): ResolvedJoin[] {
  const ofOrder = new Set(filtered.orderJoins.map(({ prefix }) => prefix))
  const ofWhere = new Set(filtered.joins.map(({ prefix }) => prefix).filter((prefix) => !ofOrder.has(prefix)))
  return config.joins.filter(({ prefix }, index) => ofWhere.has(prefix) || needed.has(index))
}

function joined(kind: 'left' | 'inner', table: ResolvedJoin['table'], on: SQLWrapper): SQL {
  return sql` ${sql.raw(kind)} join ${tableReference(table)} on (${on})`
}
