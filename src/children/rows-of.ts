// Children: rows of another table that belong to a row of the root.
import type { SQL, Table } from 'drizzle-orm'
import type { ElementCondition } from '../builder/collection.js'
import { ROWS, type RowsSource } from '../builder/declaration.js'
import type { RowsArgument } from '../types/children.js'
import type { TableArgument } from '../types/table.js'
import { rowsSupport } from './rows-support.js'

/** Rows of another table that belong to a row of the root. Immutable: every call returns new rows. */
export interface Rows<LeftTables extends string = never, Scope = unknown>
  extends RowsSource, RowsArgument<LeftTables, Scope> {
  readonly joins: RowsSource['joins']
  /**
   * Goes on to another table, as through a junction:
   * `rowsOf(articleTags, …).innerJoin(tags, eq(tags.id, articleTags.tagId))`.
   */
  innerJoin<More = unknown>(table: TableArgument, on: ElementCondition<More>): Rows<LeftTables, Scope & NoInfer<More>>
  /** As `innerJoin`, but rows without a match stay; a nested record of the joined table is then null. */
  leftJoin<Columns, Name, More = unknown>(
    table: TableArgument<Columns, Name>,
    on: ElementCondition<More>,
  ): Rows<LeftTables | (Name & string), Scope & NoInfer<More>>
  /** Only rows that satisfy the condition. Several are AND-ed. A function of the scope answers it for each call. */
  where<More = unknown>(condition: ElementCondition<More>): Rows<LeftTables, Scope & NoInfer<More>>
}

/**
 * Rows of `table` that belong to a row of the root, for `.children()`, `.countOf()` and `.aggregateOf()`.
 *
 * @param table any table, alias, view or sub-query that the query does not hold already
 * @param on ties a row to its row of the root, or to one that is joined to it; a function of the call's scope answers
 * it for each call:
 *   `({ scope }: { scope: { tenantId: number } }) => …`. The list is then scoped as by `.scopedBy()`
 * @example
 * ```ts
 * const lines = rowsOf(orderLines, eq(orderLines.orderId, orders.id))
 *   .innerJoin(products, eq(products.id, orderLines.productId))
 *   .where(gt(orderLines.quantity, 0))
 * ```
 */
export function rowsOf<Scope = unknown>(
  table: TableArgument,
  on: ElementCondition<Scope>,
): Rows<never, NoInfer<Scope>> {
  // `TableArgument` is the structural reading of a Drizzle table or view; `build()` checks that it is one, and that
  // conditions are SQL.
  return rows({ table: table as unknown as Table, on: on as SQL, joins: [], conditions: [] })
}

type Parts = Pick<RowsSource, 'table' | 'on' | 'joins' | 'conditions'>

function rows<LeftTables extends string, Scope>(parts: Parts): Rows<LeftTables, Scope> {
  const joined = (
    kind: 'left' | 'inner',
    table: TableArgument<unknown, unknown>,
    on: ElementCondition<never>,
  ): Parts => ({
    ...parts,
    joins: [...parts.joins, Object.freeze({ kind, table: table as unknown as Table, on: on as SQL })],
  })
  return Object.freeze({
    [ROWS]: rowsSupport,
    ...parts,
    joins: Object.freeze([...parts.joins]),
    conditions: Object.freeze([...parts.conditions]),
    innerJoin: <More>(table: TableArgument, on: ElementCondition<More>) =>
      rows<LeftTables, Scope & NoInfer<More>>(joined('inner', table, on)),
    leftJoin: <Columns, Name, More>(table: TableArgument<Columns, Name>, on: ElementCondition<More>) =>
      rows<LeftTables | (Name & string), Scope & NoInfer<More>>(joined('left', table, on)),
    where: <More>(condition: ElementCondition<More>) =>
      rows<LeftTables, Scope & NoInfer<More>>({ ...parts, conditions: [...parts.conditions, condition as SQL] }),
  })
}
