// Stage run: the page select in each of its forms.
import { and, type Column, eq, type SQL, sql, type SQLWrapper, type Table } from 'drizzle-orm'
import type { StatementFacts } from '../dialects/dialect.js'
import { DIALECTS } from '../dialects/index.js'
import { hasWindowFunction, referencedJoins } from '../fragments/referenced-tables.js'
import { freeName } from '../fragments/source-name.js'
import { identityOf } from '../kept/slots.js'
import { guardSelection, type GuardedSelection } from '../rows/guard-selection.js'
import type { ListSql } from '../sql/compile-shape.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Selection } from '../types/selection.js'
import type { Shape } from '../types/shape.js'
import type { EncodedValue } from '../types/sql.js'
import { buildSelect, restartSelect, type Select, type SelectAsTable, type SelectStart } from './select-builder.js'

/** How one page is read. */
export interface PageRead {
  readonly isReversed: boolean
  /**
   * `nested`: as `plain`, and all that lies beyond a position in one condition of plain comparisons. `led`: as
   * `plain`, and several ranges in such a condition, which passes the rows that share the position's first value. The
   * others are those of `PageForm`.
   */
  readonly form: 'plain' | 'deferred' | 'filtered' | 'nested' | 'led'
  readonly limit: number
  readonly offset: number
  /** Where rows beyond a position are read in ranges: at most so many of each, `limit` or some more. */
  readonly rangeLimit?: number | undefined
}

type PageShape = Pick<PageRead, 'isReversed' | 'form' | 'rangeLimit'>

type Tables = Pick<ResolvedConfig, 'table' | 'joins'>

const besideTables = (name: string, { table, joins }: Tables): string =>
  freeName(name, [table, ...joins.map((join) => join.table)])
const keysName = (tables: Tables): string => besideTables('page_keys', tables)
const fencedName = (tables: Tables): string => besideTables('filtered_keys', tables)

/** @param start over the fields of the items */
export function pageSelect(
  start: SelectStart,
  parts: ListParts,
  { isReversed, form, rangeLimit }: PageShape,
  bounds: PageBounds,
): Select {
  const { config, where, whereJoins, orderJoins, items } = parts
  const orderBy = isReversed ? parts.reversedOrderBy() : parts.orderBy
  const ranges = rangesOf(parts, form)
  const key = isInOrder(form) && ranges === null ? null : rowKey(parts)
  if (key === null) {
    const joins = joinsOf(config, union(whereJoins, orderJoins, items.joins))
    const seek = seekCondition(parts, form)
    const condition = seek === undefined ? where : conjunction(where, seek)
    return buildSelect(start, {
      table: config.table,
      joins,
      where: condition,
      orderBy,
      limit: bounds.limit,
      offset: bounds.offset,
    })
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
  const set = keySet(start, parts, form, key)
  const ordered =
    set === null ? orderedKeys(start, parts, key, orderBy, bounds) : keysWithin(set, start, parts, key, orderBy, bounds)
  const found = ordered.as(keysName(config))
  // Rows are looked up by key, with the joins that their items and their order need, and put in order once more.
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

const orderOfFound = ({ facts }: Pick<ListParts, 'facts'>, orderBy: readonly SQL[]): readonly SQL[] =>
  facts.orderOfFound === null ? orderBy : orderBy.map(facts.orderOfFound)

/** The key by which a row is found again; null where the dialect's pages are read plainly. */
export function rowKey({ config, facts }: Pick<ListParts, 'config' | 'facts'>): readonly Column[] | null {
  return facts.mayReadKeysFirst ? config.rowKey : null
}

const isInOrder = (form: PageRead['form']): boolean => form !== 'deferred' && form !== 'filtered'

/** The ranges beyond a position that are read one by one; null where one condition gives them all. */
function rangesOf({ walk, isPlainOnly }: ListParts, form: PageRead['form']): readonly SQL[] | null {
  if (walk === null || walk.seek === null || form === 'nested' || form === 'led' || isPlainOnly) return null
  return walk.readsRanges !== null && walk.seek.ranges.length > 1 ? walk.seek.ranges : null
}

/** Rows beyond the position, where one condition gives them. */
function seekCondition({ walk }: ListParts, form: PageRead['form']): SQL | undefined {
  const seek = walk?.seek ?? null
  if (seek === null) return undefined
  return form !== 'nested' && seek.ranges.length === 1 ? seek.ranges[0] : seek.condition
}

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
  const { config, walk, where, whereJoins, orderJoins, orderKeys, orderOver } = parts
  const joins = joinsOf(config, union(whereJoins, orderJoins))
  const sorted = orderKeys.map((orderKey, term) => [orderName(term), sql`${orderKey}`.as(orderName(term))])
  const keys = restartSelect(start, { ...keyFields(key, fencedName(config)), ...Object.fromEntries(sorted) })
  const isVaried = where !== undefined || rangeLimit === undefined
  const bounds = walk?.readsRanges === 'limited' && { orderBy, limit: isVaried ? limit : sql.raw(String(rangeLimit)) }
  const names = orderKeys.map((_, term) => sql`${sql.identifier(orderName(term))}`)
  return ranges
    .map((range) => buildSelect(keys, { table: config.table, joins, where: conjunction(where, range), ...bounds }))
    .reduce((all, member) => all.unionAll(member))
    .orderBy(...orderOver(names, isReversed))
    .limit(limit)
    .as(fencedName(config))
}

/** The keys that the page is chosen from; null if that is the filtered set itself. */
function keySet(
  start: SelectStart,
  parts: ListParts,
  form: PageRead['form'],
  key: readonly Column[],
): SelectAsTable | null {
  return form === 'filtered' && parts.facts.fence !== null ? fencedKeys(start, parts, parts.facts.fence, key) : null
}

/** Key columns in the page's order. */
function orderedKeys(
  start: SelectStart,
  parts: ListParts,
  key: readonly Column[],
  orderBy: readonly SQL[],
  bounds: PageBounds,
): Select {
  const { config, whereJoins, orderJoins } = parts
  const joins = joinsOf(config, union(whereJoins, orderJoins))
  const seek = seekCondition(parts, 'deferred')
  return buildSelect(restartSelect(start, keyFields(key, keysName(config))), {
    table: config.table,
    joins,
    where: seek === undefined ? parts.where : conjunction(parts.where, seek),
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
  return buildSelect(restartSelect(start, keyFields(key, keysName(config))), {
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
 * The whole filtered set. Its fence keeps the planner from pulling the condition up: it finds the rows by what is
 * filtered and never by a walk along the order's index.
 */
function fencedKeys(
  start: SelectStart,
  { config, where, whereJoins }: ListParts,
  fence: NonNullable<ListParts['facts']['fence']>,
  key: readonly Column[],
): SelectAsTable {
  const joins = joinsOf(config, whereJoins)
  return buildSelect(restartSelect(start, keyFields(key, fencedName(config))), {
    table: config.table,
    joins,
    where,
    ...fence,
  }).as(fencedName(config))
}

/** Rows of the root by their keys in a select. */
const onKeys = (set: SelectAsTable, key: readonly Column[]): SQL =>
  and(...key.map((column, index) => eq(set[keyName(index)] as Column, column))) as SQL

const keyName = (index: number): string => `k${index}`
/** What a key's row is ordered by. */
const orderName = (term: number): string => `filtered_order_${term}`

/**
 * Keys under names of their own: raw SQL of the app that says `id` without its table must still mean the one in the
 * table.
 */
const keyFields = (key: readonly Column[], source: string): Record<string, SQL.Aliased> =>
  Object.fromEntries(key.map((column, index) => [keyName(index), sql`${column}`.as(`${source}_${index}`)]))

// All that the statements of a request are made of, before a form is chosen.

/** What is asked of the database. Its fragments are copies: nobody else can change them. */
export interface ListRequest {
  readonly config: ResolvedConfig
  readonly shape: Shape
  readonly values: readonly EncodedValue[]
  readonly selection: Selection
  /** The app's own condition, AND-ed with everything. */
  readonly where: SQL | undefined
  /** Aggregates that are read with the count. */
  readonly summary?: Selection | undefined
}

export interface ListParts extends ListSql {
  readonly config: ResolvedConfig
  readonly facts: StatementFacts
  readonly items: ItemFields
  /** The fields of the page select: those of the items, and the keys of each row's position. */
  readonly fields: Selection
  /** True where an expression means the same in the plain form of a page only. */
  readonly isPlainOnly: boolean
}

/** Where a row has the key of a term of the order, until items are made of it. */
export const keyField = (term: number): string => `~key ${term}`

/** Where a page begins and how long it is: parameters, or the slots for them. */
export interface PageBounds {
  readonly limit: SQLWrapper
  /** Absent for an unlimited read. */
  readonly offset: SQLWrapper | undefined
}

/** A selection as it is handed to Drizzle, with the joins that it needs. */
export interface ItemFields extends GuardedSelection {
  readonly joins: readonly number[]
  readonly hasWindowFunction: boolean
}

export function itemFields(selection: Selection, config: ResolvedConfig): ItemFields {
  const guarded = guardSelection(selection, config)
  return {
    ...guarded,
    joins: referencedJoins(selection, config.joins),
    hasWindowFunction: hasWindowFunction(guarded.fields),
  }
}

/**
 * Of the selections that a configuration has itself. A first request of a shape spent an eighth of its time on them.
 */
const ownItems = new WeakMap<object, Map<Selection, ItemFields>>()

/** The same, worked out once for a selection of the configuration's own. */
export function ownItemFields(selection: Selection, config: ResolvedConfig): ItemFields {
  if (selection !== config.selection && selection !== config.children?.selection) return itemFields(selection, config)
  const list = identityOf(config)
  let known = ownItems.get(list)
  if (known === undefined) ownItems.set(list, (known = new Map()))
  let items = known.get(selection)
  if (items === undefined) known.set(selection, (items = itemFields(selection, config)))
  return items
}

/** @param compiled the shape as SQL; `where` has the same kind of slots */
export function listParts(
  { config, where }: Pick<ListRequest, 'config' | 'where'>,
  items: ItemFields,
  compiled: ListSql,
): ListParts {
  const facts = DIALECTS[config.dialect].statements
  const { orderBy, walk } = compiled
  return {
    ...compiled,
    config,
    facts,
    items,
    where: conjunction(where, compiled.where),
    whereJoins: union(compiled.whereJoins, where === undefined ? [] : referencedJoins(where, config.joins)),
    fields:
      walk === null
        ? items.fields
        : { ...items.fields, ...Object.fromEntries(walk.keys.map((key, term) => [keyField(term), key])) },
    isPlainOnly: items.hasWindowFunction || hasWindowFunction(orderBy) || hasWindowFunction(where),
  }
}

/** The app's condition has parentheses of its own: an `or` in it does not reach past them. */
export function conjunction(where: SQL | undefined, filters: SQL | undefined): SQL | undefined {
  if (where === undefined) return filters
  return filters === undefined ? sql`(${where})` : sql`((${where}) and ${filters})`
}

/** Join indices, each once. */
export function union(...lists: readonly (readonly number[])[]): readonly number[] {
  return [...new Set(lists.flat())]
}

export function joinsOf(config: ResolvedConfig, indices: readonly number[]): ResolvedConfig['joins'] {
  return config.joins.filter((_, index) => indices.includes(index))
}

// The count of the filtered set. It joins only what the condition needs and has no order.

/** @param start over the total and its summary */
export function countedSet(start: SelectStart, parts: ListParts, summary: ListParts | null): Select {
  return summary === null ? countSelect(start, parts) : summarySelect(start, summary)
}

/** @param start over the total */
export function countSelect(start: SelectStart, parts: ListParts): Select {
  const { config } = parts
  const { totals } = config
  if (totals === null || typeof totals === 'string') return buildSelect(start, filteredSet(parts))
  // A row past the bound shows that there are more.
  const bounded = buildSelect(restartSelect(start, { one: sql`1`.as('one') }), {
    ...filteredSet(parts),
    limit: literal(totals.upTo + 1),
  })
  return buildSelect(start, { table: bounded.as('bounded') as unknown as Table, joins: [], where: undefined })
}

/** Aggregates over the filtered set, with the joins that they read. */
export function summarySelect(start: SelectStart, { config, items, where, whereJoins }: ListParts): Select {
  const joins = joinsOf(config, union(whereJoins, items.joins))
  return buildSelect(start, { table: config.table, joins, where })
}

export const filteredSet = ({ config, where, whereJoins }: ListParts) => ({
  table: config.table,
  joins: joinsOf(config, whereJoins),
  where,
})

/** Written into the text: the planner knows the bound whatever it knows of parameters. */
const literal = (rows: number): SQL => sql`${rows}`.inlineParams()
