// Facets: the rows that a facet counts, as a sub-select of one field over the filtered set.
import { type SQL, sql } from 'drizzle-orm'
import { DIALECTS } from '../../dialects/index.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { type JoinedSet, ownKey } from '../filtered-set/apply-filters.js'
import { hasExists } from '../../fragments/said-words.js'
import { columnNamesOf, readsUnqualified } from './reads-unqualified.js'
import {
  freeName,
  isNameTaken,
  joinClause,
  nameOf,
  type RowSource,
  tableReference,
} from '../../fragments/source-name.js'
import { operandOf } from '../../sql/encode-plan.js'
import { unnamedElements } from './named-element.js'
import { isReadAsOtherType } from '../../values/facts-under-type.js'
import type { Field, FilterableField, JoinedTable, ResolvedCollection, ResolvedJoin } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { FACET_DIALECTS } from './dialects/index.js'

/** A filtered set, and a condition of the element that is counted with the joins that it needs. */
export interface FacetSet extends JoinedSet {
  readonly ofElement?: { readonly condition: SQL; readonly needs: readonly number[] }
}

/** A select of the columns `key` and, where the key is not the value itself or can be null without it, `raw`. */
export interface FacetSource {
  readonly rows: SQL
  /** The key of a row of the root, because a join can repeat the row. Empty where no join repeats it. */
  readonly rowKeys: readonly SQL[]
  /** Is the value in `raw`, next to what it is compared as? */
  readonly hasRaw: boolean
  /** Can the key be null of a value that is in `raw`: text of no such value as its type has? */
  readonly hasUnreadable: boolean
  /** Does `raw` hold JSON text? */
  readonly isJson: boolean
}

export const column = (name: string): SQL => sql`${sql.identifier(name)}`
export const KEY = column('key')
export const RAW = column('raw')

export function facetSource(filterable: FilterableField, filtered: FacetSet, config: ResolvedConfig): FacetSource {
  const { field, collection } = filterable
  const isHeld = field.type?.element !== undefined
  const target = operandOf(field)
  const elements = isHeld
    ? FACET_DIALECTS[config.dialect].elements(target.expression, field.facts, elementName(collection, config))
    : null
  const dialectSql = DIALECTS[config.dialect].sql
  const key = elements?.key ?? dialectSql.compared(target)
  // A moment is a `Date` in a facet, from any spelling of it; a time of day is text.
  const isSpelled = field.facts === null && target.type?.kind === 'time' && key !== target.expression
  const isRaw = isSpelled || isReadAsOther(field)
  const hasUnreadable = elements === null && dialectSql.mayYieldNull(target)
  const raw = elements === null ? (isRaw || hasUnreadable ? field.expression : null) : elements.json
  const isRepeated = isHeld || collection !== null
  const keyFields = isRepeated ? keyFieldsOf(config) : []
  if (collection !== null) refuseTwice(field.name, collection, keyFields, config)
  const columns: SQL[] = [sql`${key} as ${KEY}`]
  if (raw !== null) columns.push(sql`${raw} as ${RAW}`)
  keyFields.forEach((keyField, at) => columns.push(sql`${keyField.expression} as ${column(`row${at}`)}`))
  const added = [...(collection === null ? [] : columnNamesOf(tablesOf(collection))), ...(elements?.columns ?? [])]
  const needed = new Set([
    ...(collection === null ? field.joins : collection.needs),
    ...keyFields.flatMap(({ joins }) => joins),
    ...(filtered.ofElement?.needs ?? []),
  ])
  // With the facet's own tables, the condition may mean another column or occurrence than on a page.
  const isApart = isReadApart(filtered, collection, added)
  const where = isApart ? inKeys(filtered, keyFields, config) : filtered.where
  const isNamed = elements === null ? undefined : areNamed(filterable, elements.text)
  const conditions = [where, filtered.ofElement?.condition, elements?.isValue, isNamed].filter(
    (condition) => condition !== undefined,
  )
  const tables: SQL[] = [
    tableReference(config.table),
    ...neededJoins(isApart ? [] : filtered.joins, needed, config).map(joined),
    ...(collection === null ? [] : [{ ...collection, kind: 'inner' as const }, ...collection.joins].map(joined)),
  ]
  if (elements !== null) tables.push(elements.join)
  const fence = hasExists(where) ? FACET_DIALECTS[config.dialect].existsFence : null
  return {
    rows: sql`(select ${sql.join(columns, sql`, `)} from ${sql.join(tables)}${whereOf(conditions)}${fence ?? undefined})`,
    rowKeys: keyFields.map((_, at) => column(`row${at}`)),
    hasRaw: elements === null ? isRaw : raw !== null,
    hasUnreadable,
    isJson: elements !== null && elements.json !== null,
  }
}

type KeyField = Pick<Field, 'expression' | 'joins'>

/** What tells the rows of the root apart; fields of joins where the root has no key of its own. */
const keyFieldsOf = (config: ResolvedConfig): readonly KeyField[] =>
  ownKey(config)?.map((expression) => ({ expression, joins: [] })) ?? config.tieBreaker.map(({ field }) => field)

/** @throws PaginateConfigError where the rows are of a table by which the root's rows are told apart: both are in the query */
function refuseTwice(
  name: string,
  collection: ResolvedCollection,
  keyFields: readonly KeyField[],
  { joins }: ResolvedConfig,
): void {
  const ofKey = keyFields.flatMap((field) => field.joins.map((index) => (joins[index] as ResolvedJoin).table))
  const twice = tablesOf(collection).find((table) => ofKey.some((other) => isNameTaken(table, other, [])))
  if (twice !== undefined) refuse(configRefusals.rowsTableInUse('filterableMany', name, nameOf(twice)))
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
  freeName('element', [table, ...joins.map((join) => join.table), ...(collection === null ? [] : tablesOf(collection))])

const tablesOf = ({ table, joins }: ResolvedCollection): RowSource[] => [table, ...joins.map((join) => join.table)]

/**
 * Does raw text in the condition name a column that the facet's own tables have too (`tenant = 7`), or does it join a table
 * that the facet's rows are of?
 */
function isReadApart(
  { where, joins }: JoinedSet,
  collection: ResolvedCollection | null,
  added: readonly string[],
): boolean {
  if (added.length === 0) return false
  const own = new Set(collection === null ? [] : tablesOf(collection).map(nameOf))
  if (joins.some(({ table }) => own.has(nameOf(table)))) return true
  return where !== undefined && readsUnqualified(where, added)
}

/** The condition of the set in a sub-select without the facet's own tables. */
function inKeys({ where, joins }: JoinedSet, keyFields: readonly KeyField[], config: ResolvedConfig): SQL {
  const keys = sql.join(
    keyFields.map(({ expression }) => sql`${expression}`),
    sql`, `,
  )
  const needed = new Set(keyFields.flatMap((field) => field.joins))
  const tables = neededJoins(joins, needed, config).map(joined)
  const from = sql.join([tableReference(config.table), ...tables])
  return sql`(${keys}) in (select ${keys} from ${from}${whereOf(where === undefined ? [] : [where])})`
}

/** A value type laid over a column of another one: rows that spell a value differently are equal under it. */
function isReadAsOther(field: Field): boolean {
  const { type, facts } = field
  if (facts === null) return false
  return type?.builtIn !== undefined || facts.storage === 'text-like' || isReadAsOtherType(field)
}

/** Those of the condition, and those of the field; the order's are not needed. */
function neededJoins(joins: JoinedSet['joins'], needed: ReadonlySet<number>, config: ResolvedConfig): ResolvedJoin[] {
  const ofWhere = new Set(joins.map(({ prefix }) => prefix))
  return config.joins.filter(({ prefix }, index) => ofWhere.has(prefix) || needed.has(index))
}

const joined = ({ kind, table, on }: JoinedTable): SQL => joinClause(kind, table, sql`(${on})`)
