// Stage run: the page select in each of its forms.
import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { SplitSearch } from '../sql/compile-plan.js'
import type { ResolvedConfig } from '../types/config.js'
import type { PageRead } from './page-form.js'
import { conjunction, joinsOf, type ListParts, type PageBounds, union } from './list-parts.js'
import { buildSelect, restartSelect, type Select, type SelectAsTable, type SelectStart } from './select-builder.js'
import { innerJoinOf } from './split-search.js'

type PageShape = Pick<PageRead, 'isReversed' | 'form' | 'rangeLimit'>

const KEYS = 'page_keys'
const FENCED = 'filtered_keys'

/** @param start over the fields of the items */
export function pageSelect(start: SelectStart, parts: ListParts, { isReversed, form, rangeLimit }: PageShape, bounds: PageBounds): Select {
  const { config, where, whereJoins, orderJoins, items } = parts
  const orderBy = isReversed ? parts.reversedOrderBy() : parts.orderBy
  const ranges = rangesOf(parts, form)
  const key = isInOrder(form) && ranges === null ? null : rowKey(parts)
  if (key === null) {
    const joins = joinsOf(config, union(whereJoins, orderJoins, items.joins))
    const seek = seekCondition(parts, form)
    const condition = seek === undefined ? where : conjunction(where, seek)
    return buildSelect(start, { table: config.table, joins, where: condition, orderBy, limit: bounds.limit, offset: bounds.offset })
  }
  if (ranges !== null) {
    const found = rangedKeys(start, parts, ranges, key, { orderBy, isReversed, rangeLimit }, bounds)
    const joins = joinsOf(config, union(orderJoins, items.joins))
    const first = { table: found, on: onKeys(found, key) }
    return buildSelect(start, {
      table: config.table,
      first,
      joins,
      where: undefined,
      orderBy: orderOfFound(parts, orderBy),
    })
  }
  const set = keySet(start, parts, form, key, bounds)
  const ordered = set === null ? orderedKeys(start, parts, key, orderBy, bounds) : keysWithin(set, start, parts, key, orderBy, bounds)
  const found = ordered.as(KEYS)
  // Rows are looked up by key, with the joins that their items and their order need, and put in order once more.
  const joins = joinsOf(config, union(orderJoins, items.joins))
  const first = { table: found, on: onKeys(found, key) }
  return buildSelect(start, { table: config.table, first, joins, where: undefined, orderBy: orderOfFound(parts, orderBy) })
}

const orderOfFound = ({ facts }: Pick<ListParts, 'facts'>, orderBy: readonly SQL[]): readonly SQL[] =>
  facts.orderOfFound === null ? orderBy : orderBy.map(facts.orderOfFound)

/** Does the page's statement have a join, be it with its own keys? */
export function isJoinedPage(parts: ListParts, { form }: PageShape): boolean {
  const isByKeys = (!isInOrder(form) || rangesOf(parts, form) !== null) && rowKey(parts) !== null
  return isByKeys || parts.whereJoins.length + parts.orderJoins.length + parts.items.joins.length > 0
}

/** The key by which a row is found again; null where the dialect's pages are read plainly. */
export function rowKey({ config, facts }: Pick<ListParts, 'config' | 'facts'>): readonly Column[] | null {
  return facts.mayReadKeysFirst ? config.rowKey : null
}

const isInOrder = (form: PageRead['form']): boolean => form === 'plain' || form === 'nested'

/** The ranges beyond a position that are read one by one; null where one condition gives them all. */
function rangesOf({ cursor, isPlainOnly }: ListParts, form: PageRead['form']): readonly SQL[] | null {
  if (cursor === null || cursor.seek === null || form === 'nested' || isPlainOnly) return null
  return cursor.readsRanges !== null && cursor.seek.ranges.length > 1 ? cursor.seek.ranges : null
}

/** Rows beyond the position, where one condition gives them. */
function seekCondition({ cursor }: ListParts, form: PageRead['form']): SQL | undefined {
  const seek = cursor?.seek ?? null
  if (seek === null) return undefined
  return form !== 'nested' && seek.ranges.length === 1 ? seek.ranges[0] : seek.condition
}

/**
 * The first keys of all ranges in order: the page's own. No range is read further than the page is long.
 *
 * PostgreSQL guesses that a limit in a parameter lets a tenth of the range through, and plans such a statement again for each request.
 * Where the position is all that varies, the limit is text, and the plan of the prepared statement stays the right one.
 */
function rangedKeys(
  start: SelectStart,
  parts: ListParts,
  ranges: readonly SQL[],
  key: readonly Column[],
  { orderBy, isReversed, rangeLimit }: Omit<PageShape, 'form'> & { readonly orderBy: readonly SQL[] },
  { limit }: PageBounds,
): SelectAsTable {
  const { config, cursor, where, whereJoins, orderJoins, orderKeys, orderOver } = parts
  const joins = joinsOf(config, union(whereJoins, orderJoins))
  const sorted = orderKeys.map((orderKey, term) => [orderName(term), sql`${orderKey}`.as(orderName(term))])
  const keys = restartSelect(start, { ...keyFields(key, FENCED), ...Object.fromEntries(sorted) })
  const isVaried = where !== undefined || rangeLimit === undefined
  const bounds = cursor?.readsRanges === 'limited' && { orderBy, limit: isVaried ? limit : sql.raw(String(rangeLimit)) }
  const names = orderKeys.map((_, term) => sql`${sql.identifier(orderName(term))}`)
  return ranges
    .map((range) => buildSelect(keys, { table: config.table, joins, where: conjunction(where, range), ...bounds }))
    .reduce((all, member) => all.unionAll(member))
    .orderBy(...orderOver(names, isReversed))
    .limit(limit)
    .as(FENCED)
}

/** The keys that the page is chosen from; null if that is the filtered set itself. */
function keySet(
  start: SelectStart,
  parts: ListParts,
  form: PageRead['form'],
  key: readonly Column[],
  bounds: PageBounds,
): SelectAsTable | null {
  if (form === 'merged' && parts.split !== null) return mergedKeys(start, parts, parts.split, key, bounds)
  return form === 'filtered' && parts.facts.fence !== null ? fencedKeys(start, parts, parts.facts.fence, key) : null
}

/** Key columns in the page's order. */
function orderedKeys(start: SelectStart, parts: ListParts, key: readonly Column[], orderBy: readonly SQL[], bounds: PageBounds): Select {
  const { config, where, whereJoins, orderJoins } = parts
  const joins = joinsOf(config, union(whereJoins, orderJoins))
  return buildSelect(restartSelect(start, keyFields(key, KEYS)), {
    table: config.table,
    joins,
    where,
    orderBy,
    limit: bounds.limit,
    offset: bounds.offset,
  })
}

/** As `orderedKeys`, of the rows in a set of keys. */
function keysWithin(
  set: SelectAsTable,
  start: SelectStart,
  { config, orderJoins, facts }: ListParts,
  key: readonly Column[],
  orderBy: readonly SQL[],
  { limit, offset }: PageBounds,
): Select {
  return buildSelect(restartSelect(start, keyFields(key, KEYS)), {
    table: config.table,
    first: { table: set, on: onKeys(set, key) },
    joins: joinsOf(config, orderJoins),
    where: undefined,
    orderBy: orderOfFound({ facts }, orderBy),
    limit,
    offset,
  })
}

/**
 * The whole filtered set. Its fence keeps the planner from pulling the condition up: it finds the rows by what is filtered
 * and never by a walk along the order's index.
 */
function fencedKeys(
  start: SelectStart,
  { config, where, whereJoins }: ListParts,
  fence: NonNullable<ListParts['facts']['fence']>,
  key: readonly Column[],
): SelectAsTable {
  const joins = joinsOf(config, whereJoins)
  return buildSelect(restartSelect(start, keyFields(key, FENCED)), { table: config.table, joins, where, ...fence }).as(FENCED)
}

/** The first rows of each part of a search, up to the page's end: the page is among them. A row of both parts is there once. */
function mergedKeys(
  start: SelectStart,
  { config, orderBy }: ListParts,
  search: SplitSearch,
  key: readonly Column[],
  { end }: PageBounds,
): SelectAsTable {
  const part = (joins: ResolvedConfig['joins'], where: SQL): Select =>
    buildSelect(restartSelect(start, keyFields(key, FENCED)), { table: config.table, joins, where, orderBy, limit: end })
  return part([innerJoinOf(search, config)], search.joined)
    .union(part([], search.root))
    .as(FENCED)
}

/** Rows of the root by their keys in a select. */
const onKeys = (set: SelectAsTable, key: readonly Column[]): SQL =>
  and(...key.map((column, index) => eq(set[keyName(index)] as Column, column))) as SQL

const keyName = (index: number): string => `k${index}`
/** What a key's row is ordered by. */
const orderName = (term: number): string => `filtered_order_${term}`

/** Keys under names of their own: raw SQL of the host that says `id` without its table must still mean the one in the table. */
const keyFields = (key: readonly Column[], source: string): Record<string, SQL.Aliased> =>
  Object.fromEntries(key.map((column, index) => [keyName(index), sql`${column}`.as(`${source}_${index}`)]))
