// Stage run: all that the statements of a request are made of, before a form is chosen.
import type { SQL, SQLWrapper } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { hasWindowFunction } from '../fragments/has-window-function.js'
import { referencedJoins } from '../fragments/referenced-tables.js'
import { guardSelection, type GuardedSelection } from '../rows/guard-selection.js'
import type { CursorSql, ListSql, SplitSearch } from '../sql/compile-plan.js'
import { sqlDialect } from '../sql/sql-dialect.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { Selection } from '../types/selection.js'
import type { StatementFacts } from '../types/sql.js'

/** What is asked of the database. */
export interface ListRequest {
  readonly config: ResolvedConfig
  readonly plan: ListPlan
  readonly selection: Selection
  /** The host's own condition, AND-ed with everything. */
  readonly where: SQL | undefined
}

export interface ListParts {
  readonly config: ResolvedConfig
  readonly facts: StatementFacts
  readonly items: ItemFields
  readonly where: SQL | undefined
  /** Joins that decide which rows there are. */
  readonly whereJoins: readonly number[]
  readonly orderJoins: readonly number[]
  readonly orderBy: readonly SQL[]
  readonly reversedOrderBy: () => readonly SQL[]
  readonly orderKeys: ListSql['orderKeys']
  readonly orderOver: ListSql['orderOver']
  /** Null where the search cannot be read in two parts. */
  readonly split: SplitSearch | null
  /** Set for a page by position. */
  readonly cursor: CursorSql | null
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
  /** `limit + offset`. */
  readonly end: SQLWrapper
}

/** A selection as it is handed to Drizzle, with the joins that it needs. */
export interface ItemFields extends GuardedSelection {
  readonly joins: readonly number[]
}

export function itemFields(selection: Selection, config: ResolvedConfig): ItemFields {
  return { ...guardSelection(selection, config), joins: referencedJoins(selection, config.joins) }
}

export function listParts(
  { config, where, selection }: Omit<ListRequest, 'plan'>,
  compiled: ListSql,
  items: ItemFields = itemFields(selection, config),
): ListParts {
  const facts = sqlDialect(config.dialect).statements
  const { orderBy, reversedOrderBy, orderKeys, orderOver, cursor } = compiled
  return {
    config,
    facts,
    items,
    where: conjunction(where, compiled.where),
    whereJoins: union(compiled.whereJoins, where === undefined ? [] : referencedJoins(where, config.joins)),
    orderJoins: compiled.orderJoins,
    orderBy,
    reversedOrderBy,
    orderKeys,
    orderOver,
    // A condition of the host's would be part of both parts, and may make the plain form the faster one, as a filter may.
    split: facts.maySplitSearch && where === undefined ? compiled.splitSearch() : null,
    cursor,
    fields:
      cursor === null ? items.fields : { ...items.fields, ...Object.fromEntries(cursor.keys.map((key, term) => [keyField(term), key])) },
    isPlainOnly: hasWindowFunction(items.fields) || hasWindowFunction(orderBy) || hasWindowFunction(where),
  }
}

/** The host's condition has parentheses of its own: an `or` in it does not reach past them. */
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
