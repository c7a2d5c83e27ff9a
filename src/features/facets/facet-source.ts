// Facets: the rows that a facet counts, as a sub-select of one field over the filtered set.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { DIALECTS } from '../../dialects/index.js'
import type { JoinedSet } from '../../page/apply-filters.js'
import { readsUnqualified } from '../../fragments/reads-unqualified.js'
import { readSource } from '../../fragments/row-source.js'
import { freeName, tableReference } from '../../fragments/source-name.js'
import { operandOf } from '../../sql/encode-plan.js'
import { unnamedElements } from './named-element.js'
import { isReadAsOtherType } from '../../values/facts-under-type.js'
import type { Field, FilterableField, ResolvedCollection, ResolvedJoin } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { FACET_DIALECTS } from '../../dialects/facets.js'

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

export function facetSource(filterable: FilterableField, filtered: JoinedSet, config: ResolvedConfig): FacetSource {
  const { field, collection } = filterable
  const isHeld = field.type?.element !== undefined
  const target = operandOf(field)
  const elements = isHeld
    ? FACET_DIALECTS[config.dialect].elements(target.expression, field.facts, elementName(collection, config))
    : null
  const key = elements?.key ?? DIALECTS[config.dialect].sql.compared(target)
  const raw = elements === null ? (isReadAsOther(field) ? field.expression : null) : elements.json
  const isRepeated = isHeld || collection !== null
  const keyFields = isRepeated ? config.tieBreaker.map((term) => term.field) : []
  const columns: SQL[] = [sql`${key} as ${KEY}`]
  if (raw !== null) columns.push(sql`${raw} as ${RAW}`)
  keyFields.forEach((keyField, at) => columns.push(sql`${keyField.expression} as ${column(`row${at}`)}`))
  const added = [...(collection === null ? [] : columnNamesOf(collection)), ...(elements?.columns ?? [])]
  const where = filtered.where && alone(filtered.where, filtered, keyFields, added, config)
  const isNamed = elements === null ? undefined : areNamed(filterable, elements.text)
  const conditions = [where, elements?.isValue, isNamed].filter((condition) => condition !== undefined)
  const needed = new Set([
    ...(collection === null ? field.joins : collection.needs),
    ...keyFields.flatMap(({ joins }) => joins),
  ])
  const tables: SQL[] = [
    tableReference(config.table),
    ...neededJoins(filtered, needed, config).map(({ kind, table, on }) => joined(kind, table, on)),
  ]
  if (collection !== null) {
    tables.push(
      joined('inner', collection.table, collection.on),
      ...collection.joins.map(({ kind, table, on }) => joined(kind, table, on)),
    )
  }
  if (elements !== null) tables.push(elements.join)
  return {
    rows: sql`(select ${sql.join(columns, sql`, `)} from ${sql.join(tables)}${whereOf(conditions)})`,
    rowKeys: keyFields.map((_, at) => column(`row${at}`)),
    hasRaw: raw !== null,
    isJson: elements !== null && elements.json !== null,
  }
}

function areNamed(filterable: FilterableField, text: SQL): SQL | undefined {
  const { commas, blanks } = unnamedElements(filterable)
  const hasNoComma = sql`${text} not like '%,%'`
  const isFilled = sql`${text} <> ''`
  if (commas && blanks) return sql`(${hasNoComma} and ${isFilled})`
  return commas ? hasNoComma : blanks ? isFilled : undefined
}

const whereOf = (conditions: readonly SQL[]): SQL | undefined =>
  conditions.length === 0 ? undefined : sql` where ${sql.join([...conditions], sql` and `)}`

/** `element`, or a name next to it where a table of the statement has that. */
const elementName = (collection: ResolvedCollection | null, { table, joins }: ResolvedConfig): string =>
  freeName('element', [
    table,
    ...[...joins, ...(collection === null ? [] : [collection, ...collection.joins])].map((join) => join.table),
  ])

const columnNamesOf = ({ table, joins }: ResolvedCollection): string[] =>
  [table, ...joins.map((join) => join.table)].flatMap((source) => readSource(source).members.map(({ name }) => name))

/**
 * The condition of the set. Where raw text in it names a column that the facet's own tables have too (`tenant = 7`), it
 * is asked in a sub-select without them, where the name means the column that it means on a page.
 */
function alone(
  where: SQL,
  filtered: JoinedSet,
  keyFields: readonly Field[],
  added: readonly string[],
  config: ResolvedConfig,
): SQL {
  if (added.length === 0) return where
  const names = new Set(added.map((name) => name.toLowerCase()))
  if (!readsUnqualified(where, names, DIALECTS[config.dialect].lexis)) return where
  const keys = sql.join(
    keyFields.map(({ expression }) => sql`${expression}`),
    sql`, `,
  )
  const needed = new Set(keyFields.flatMap((field) => field.joins))
  const tables = neededJoins(filtered, needed, config).map(({ kind, table, on }) => joined(kind, table, on))
  return sql`(${keys}) in (select ${keys} from ${sql.join([tableReference(config.table), ...tables])} where ${where})`
}

/** A value type laid over a column of another one: rows that spell a value differently are equal under it. */
function isReadAsOther(field: Field): boolean {
  const { type, facts } = field
  if (facts === null) return false
  return type?.builtIn !== undefined || facts.storage === 'text-like' || isReadAsOtherType(field)
}

/** Those of the condition, and those of the field; the order's are not needed. */
function neededJoins(filtered: JoinedSet, needed: ReadonlySet<number>, config: ResolvedConfig): ResolvedJoin[] {
  const ofWhere = new Set(filtered.joins.map(({ prefix }) => prefix))
  return config.joins.filter(({ prefix }, index) => ofWhere.has(prefix) || needed.has(index))
}

function joined(kind: 'left' | 'inner', table: ResolvedJoin['table'], on: SQLWrapper): SQL {
  return sql` ${sql.raw(kind)} join ${tableReference(table)} on (${on})`
}
