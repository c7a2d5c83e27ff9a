// Stage run: all that the statements of a request are made of, before a form is chosen.
import type { Column, SQL, SQLWrapper } from 'drizzle-orm'
import { union } from '../basics/numbers.js'
import { DIALECTS } from '../dialects/index.js'
import { hasWindowFunction, referencedJoins } from '../fragments/referenced-tables.js'
import { identityOf } from '../kept/slots.js'
import { guardSelection, type GuardedSelection } from '../rows/guard-selection.js'
import { orderedFields } from '../rows/map-values.js'
import type { ListSql, WhereHalves } from '../sql/compile-shape.js'
import type { ListRequest } from '../types/page-request.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Selection } from '../types/selection.js'
import { joinedHalves, walkHalves, type SetParts } from './halves.js'
import { conjunction } from './join-parts.js'

export interface PageRead {
  readonly isReversed: boolean
  /**
   * `nested`: as `plain`, and all that lies beyond a position in one condition of plain comparisons. `led`: as
   * `plain`, and several ranges in such a condition, which passes the rows that share the position's first value.
   * `halved`: as `deferred`, the condition in two halves, of rows that may be enough before all are read. The others are
   * those of `PageForm`.
   */
  readonly form: 'plain' | 'deferred' | 'filtered' | 'nested' | 'led' | 'halved'
  readonly limit: number
  readonly offset: number
  /** Where rows beyond a position are read in ranges: at most so many of each, `limit` or some more. */
  readonly rangeLimit?: number | undefined
}

export type PageShape = Pick<PageRead, 'isReversed' | 'form' | 'rangeLimit'>

export interface ListParts extends Omit<ListSql, 'halves'>, SetParts {
  readonly items: ItemFields
  /** The fields of the page select: those of the items, and the keys of each row's position. */
  readonly fields: Selection
  /** Not null where pages by position are ordered by fields of the early half, and compared with them in the late one. */
  readonly walkHalves: WhereHalves | null
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
  if (selection !== config.selection && selection !== config.pageSelection) return itemFields(selection, config)
  const list = identityOf(config)
  let known = ownItems.get(list)
  if (known === undefined) ownItems.set(list, (known = new Map()))
  let items = known.get(selection)
  if (items === undefined) known.set(selection, (items = itemFields(selection, config)))
  return items
}

/** @param compiled the shape as SQL; `where` has the same kind of slots */
export function listParts(
  { config, where }: Pick<ListRequest<ResolvedConfig>, 'config' | 'where'>,
  items: ItemFields,
  compiled: ListSql,
): ListParts {
  const facts = DIALECTS[config.dialect].statements
  const { orderBy, orderKeys, walk } = compiled
  const selected = pageFields({ items, walk }, compiled.sought)
  const sources = [config.table, ...config.joins.map((join) => join.table)]
  const { fields, isByResult } = orderedFields(selected, items.fields, orderKeys, sources)
  const set: SetParts = {
    config,
    facts,
    where: conjunction(where, compiled.where),
    whereJoins: union(compiled.whereJoins, where === undefined ? [] : referencedJoins(where, config.joins)),
    halves: joinedHalves(compiled.halves(), where, config),
  }
  return {
    ...compiled,
    ...set,
    items,
    walkHalves: walkHalves(set, compiled),
    fields,
    // An order by a result means something in the plain form only.
    isPlainOnly: isByResult || items.hasWindowFunction || hasWindowFunction(orderBy) || hasWindowFunction(where),
  }
}

/** @param sought what the rows are ordered by, where the select reads it */
export function pageFields(
  { items, walk }: { readonly items: ItemFields; readonly walk: ListSql['walk'] },
  sought: readonly SQLWrapper[],
): Selection {
  if (walk === null) return items.fields
  return { ...items.fields, ...Object.fromEntries(walk.keysOver(sought).map((key, term) => [keyField(term), key])) }
}

/** The key by which a row is found again; null where the dialect's pages are read plainly. */
export function rowKey({ config, facts }: Pick<ListParts, 'config' | 'facts'>): readonly Column[] | null {
  return facts.mayReadKeysFirst ? config.rowKey : null
}

/**
 * Rows beyond the position, where one condition gives them.
 *
 * @param fields what the rows are ordered by, where that stands in fields
 */
export function seekCondition(
  { walk }: ListParts,
  form: PageRead['form'],
  fields?: readonly SQLWrapper[],
): SQL | undefined {
  const seek = (fields === undefined ? walk?.seek : walk?.seekOver(fields)) ?? null
  if (seek === null) return undefined
  return form !== 'nested' && seek.ranges.length === 1 ? seek.ranges[0] : seek.condition
}
