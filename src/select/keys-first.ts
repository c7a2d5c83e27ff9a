// Stage run: pages that are read by their keys first: deep ones, filtered ones, and those beyond a position that lies in
// several ranges of an index.
import { and, type Column, eq, type SQL, sql, type SQLWrapper, type Subquery } from 'drizzle-orm'
import { union } from '../basics/numbers.js'
import { withState } from '../drizzle/session.js'
import { freeName, nameOf, qualifiedName } from '../fragments/source-name.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import { earlySeek, fieldsOf, filteredSet } from './halves.js'
import { conjunction, joinsOf } from './join-parts.js'
import { type ListParts, type PageBounds, pageFields, type PageShape, seekCondition } from './list-parts.js'
import {
  buildSelect,
  restartSelect,
  type Select,
  type SelectAsTable,
  type SelectStart,
  type StatementParts,
} from './select-builder.js'

type Tables = Pick<ResolvedConfig, 'table' | 'joins'>

const besideTables = (name: string, { table, joins }: Tables): string =>
  freeName(name, [table, ...joins.map((join) => join.table)])
const keysName = (tables: Tables): string => besideTables('page_keys', tables)
const fencedName = (tables: Tables): string => besideTables('filtered_keys', tables)

interface KeysRead extends PageShape {
  readonly key: readonly Column[]
  /** Ranges beyond a position, read one by one; null where one condition gives all rows. */
  readonly ranges: readonly SQL[] | null
}

/**
 * The keys of a page, and then its rows: looked up by key, with the joins that their items and their order need, and put
 * in order once more.
 *
 * @param start over the fields of the items
 */
export function keysFirst(start: SelectStart, parts: ListParts, read: KeysRead, bounds: PageBounds): Select {
  const { config, items, orderOver } = parts
  const { key, isReversed } = read
  const found = foundKeys(start, parts, read, orderOver(parts.orderKeys, isReversed), bounds)
  const { orderKeys, orderJoins } = outerParts(parts, read)
  return buildSelect(start, {
    ...rowsOfKeys(found, key, config, union(orderJoins, items.joins)),
    orderBy: orderOfFound(parts, orderOver(orderKeys, isReversed)),
  })
}

/**
 * What the select of a page reads. In two halves, the keys bring what the rows are ordered by: no sub-select is written
 * again for the order, nor for a row's own position.
 */
export function outerParts(
  parts: ListParts,
  { form }: PageShape,
): Pick<ListParts, 'fields' | 'orderKeys' | 'orderJoins'> {
  if (form !== 'halved') return parts
  const source = keysName(parts.config)
  const brought = parts.sought.map((_, term) => qualifiedName(source, orderName(term)))
  const orderKeys = brought.slice(brought.length - parts.orderKeys.length)
  return { fields: pageFields(parts, brought), orderKeys, orderJoins: [] }
}

function foundKeys(
  start: SelectStart,
  parts: ListParts,
  { key, ranges, form, isReversed, rangeLimit }: KeysRead,
  orderBy: readonly SQL[],
  bounds: PageBounds,
): SelectAsTable {
  if (form === 'halved') return halvedKeys(start, parts, key, isReversed, orderBy, bounds)
  if (ranges !== null) return rangedKeys(start, parts, ranges, key, { orderBy, isReversed, rangeLimit }, bounds)
  const { config, facts, orderJoins } = parts
  const from: StatementParts =
    form === 'filtered' && facts.fence !== null
      ? {
          ...rowsOfKeys(fencedKeys(start, parts, key), key, config, orderJoins),
          orderBy: orderOfFound(parts, orderBy),
        }
      : { ...rowsBeyond(parts), orderBy }
  const { limit, offset } = bounds
  const fields = restartSelect(start, keyFields(key, keysName(config)))
  return buildSelect(fields, { ...from, limit, offset }).as(keysName(config))
}

/** The filtered set, beyond the position where there is one. */
function rowsBeyond(parts: ListParts): StatementParts {
  const { config, where, whereJoins, orderJoins } = parts
  const seek = seekCondition(parts, 'deferred')
  return {
    table: config.table,
    joins: joinsOf(config, union(whereJoins, orderJoins)),
    where: seek === undefined ? where : conjunction(where, seek),
  }
}

const orderOfFound = ({ facts }: Pick<ListParts, 'facts'>, orderBy: readonly SQL[]): readonly SQL[] =>
  facts.orderOfFound === null ? orderBy : orderBy.map(facts.orderOfFound)

/**
 * The first keys of all ranges in order: the page's own. No range is read further than the page is long.
 *
 * PostgreSQL guesses that a limit in a parameter lets a tenth of the range through, and plans such a statement again
 * for each request. Where the position is all that varies, the limit is text, and the plan of the prepared statement
 * stays the right one.
 */
function rangedKeys(
  start: SelectStart,
  parts: ListParts,
  ranges: readonly SQL[],
  key: readonly Column[],
  { orderBy, isReversed, rangeLimit }: Omit<PageShape, 'form'> & { readonly orderBy: readonly SQL[] },
  { limit }: PageBounds,
): SelectAsTable {
  const { config, walk, where, whereJoins, orderJoins } = parts
  const joins = joinsOf(config, union(whereJoins, orderJoins))
  const fields = { ...keyFields(key, fencedName(config)), ...orderFields(parts.orderKeys) }
  // The common tables of `db.with(…)` stand before the whole statement. SQLite takes none before a member of a union.
  const keys = withState(restartSelect(start, fields), { withList: [] })
  const isVaried = where !== undefined || rangeLimit === undefined
  const bounds = walk?.readsRanges === 'limited' && { orderBy, limit: isVaried ? limit : sql.raw(String(rangeLimit)) }
  return ranges
    .map((range) => buildSelect(keys, { table: config.table, joins, where: conjunction(where, range), ...bounds }))
    .reduce((all, member) => all.unionAll(member))
    .orderBy(...parts.orderOver(orderRefs(parts.orderKeys), isReversed))
    .limit(limit)
    .as(fencedName(config))
}

/** The rows of the early half in order, of which the late half passes one by one until the page is full. */
function halvedKeys(
  start: SelectStart,
  parts: ListParts,
  key: readonly Column[],
  isReversed: boolean,
  orderBy: readonly SQL[],
  bounds: PageBounds,
): SelectAsTable {
  const { config, facts, sought, orderKeys, orderJoins, walkHalves } = parts
  const set = { ...parts, halves: walkHalves ?? parts.halves }
  const refs = orderRefs(sought)
  const [early, late] =
    walkHalves === null
      ? [seekCondition(parts, 'halved'), undefined]
      : [earlySeek(parts), seekCondition(parts, 'halved', refs)]
  const fields = { ...keyFields(key, keysName(config)), ...orderFields(sought) }
  const { where, ...from } = filteredSet(start, set, fields, {
    seek: early,
    orderBy: facts.needsHalves ? orderBy : undefined,
    orderJoins,
  })
  return buildSelect(restartSelect(start, fieldsOf(set, fields)), {
    ...from,
    where: late === undefined ? where : conjunction(where, late),
    orderBy: parts.orderOver(refs.slice(sought.length - orderKeys.length), isReversed),
    limit: bounds.limit,
    offset: bounds.offset,
  }).as(keysName(config))
}

/**
 * The whole filtered set. Its fence keeps the planner from pulling the condition up: it finds the rows by what is
 * filtered and never by a walk along the order's index.
 */
export function fencedKeys(start: SelectStart, parts: ListParts, key: readonly Column[]): SelectAsTable {
  const { config, facts } = parts
  const keys = keyFields(key, fencedName(config))
  const fields = restartSelect(start, fieldsOf(parts, keys))
  return buildSelect(fields, { ...filteredSet(start, parts, keys, null), ...facts.fence }).as(fencedName(config))
}

/** Rows of the root by their keys in a select. */
export function rowsOfKeys(
  set: SelectAsTable,
  key: readonly Column[],
  config: ResolvedConfig,
  joins: readonly number[],
): StatementParts {
  const source = nameOf(set as unknown as Subquery)
  // Drizzle 0.45 writes only the name of such a field, which a column of the tables may have too.
  const on = and(...key.map((column, index) => eq(qualifiedName(source, keyName(source, index)), column))) as SQL
  return { table: config.table, first: { table: set, on }, joins: joinsOf(config, joins), where: undefined }
}

const keyName = (source: string, index: number): string => `${source}_${index}`
/** What a key's row is ordered by. */
const orderName = (term: number): string => `filtered_order_${term}`

/** What rows are ordered by, as fields of a sub-query. */
const orderFields = (keys: readonly SQLWrapper[]): Record<string, SQL.Aliased> =>
  Object.fromEntries(keys.map((key, term) => [orderName(term), sql`${key}`.as(orderName(term))]))

const orderRefs = (keys: readonly SQLWrapper[]): readonly SQL[] =>
  keys.map((_, term) => sql`${sql.identifier(orderName(term))}`)

/**
 * Keys under names of their own: raw SQL of the app that says `id` without its table must still mean the one in the
 * table.
 */
const keyFields = (key: readonly Column[], source: string): Record<string, SQL.Aliased> =>
  Object.fromEntries(key.map((column, index) => [index, sql`${column}`.as(keyName(source, index))]))
