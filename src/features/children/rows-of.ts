// Children: rows of another table that belong to a row of the root.
import { count, type SQL, type Table } from 'drizzle-orm'
import { OF_ROWS, type OfRows, ROWS, type RowsSource } from '../../types/declaration.js'
import type { CollectionLike, RowsArgument, RowsExpression } from '../../types/children.js'
import type { Quantifier } from '../../types/config.js'
import type { FitsType, SchemaLike, ValueTypeLike } from '../../types/item.js'
import type { ExpressionArgument, ExpressionLike, TableArgument } from '../../types/table.js'
import type { ConfigTypeError, NotAnAggregate, UnfitAggregate } from '../../types/type-error.js'
import type { ValueTypeName } from '../../vocabulary.js'
import { rowsSupport } from './rows-support.js'

/** A condition, or a function of the call's scope that returns one, whose parameter is annotated. */
export type RowsCondition<Scope> = SQL | undefined | ((given: { readonly scope: Scope }) => SQL | undefined)

/**
 * Rows of another table that belong to a row of the root: one relation for `.children()`, `.filterableMany()`, counts
 * and sums. Immutable: every call returns new rows.
 */
export interface Rows<LeftTables extends string = never, Scope = unknown>
  extends RowsSource, RowsArgument<LeftTables, Scope> {
  readonly quantifier: 'some'
  readonly joins: RowsSource['joins']
  /**
   * Joins another table, as through a junction:
   * `rowsOf(articleTags, …).innerJoin(tags, eq(tags.id, articleTags.tagId))`.
   */
  innerJoin<More = unknown>(table: TableArgument, on: RowsCondition<More>): Rows<LeftTables, Scope & NoInfer<More>>
  /** Joins like `innerJoin`, but rows without a match stay; a nested record of the joined table is then null. */
  leftJoin<Columns, Name, More = unknown>(
    table: TableArgument<Columns, Name>,
    on: RowsCondition<More>,
  ): Rows<LeftTables | (Name & string), Scope & NoInfer<More>>
  /**
   * Keeps only rows that meet the condition. Several conditions are AND-ed. It can be a function of the call's scope.
   */
  where<More = unknown>(condition: RowsCondition<More>): Rows<LeftTables, Scope & NoInfer<More>>
  /**
   * Counts the rows, as a field: an integer, 0 without rows.
   *
   * @example `.field('lineCount', lines.count()).filterable('lineCount', '$gte')`
   */
  count(): RowsExpression<number, 'integer', Scope>
  /**
   * Computes an aggregate of the rows, as a field: `sum(orders.total)`, `max(orders.createdAt)`, `sql<number>`. A value
   * is what `db.select()` returns for the aggregate: null without rows.
   *
   * @param valueType as in `.field()`. Drizzle's own aggregates do not need one
   * @example
   * ```ts
   * .field('spent', rowsOf(orders, eq(orders.customerId, customers.id)).aggregate(sum(orders.total)))
   * // filter.spent=$gte:100 → coalesce((select sum("orders"."total") from "orders" where …) >= 100, false)
   * ```
   */
  aggregate<
    const Aggregate extends ExpressionArgument<NotAnAggregate<'.aggregate()'>>,
    const Type extends ValueTypeName | ValueTypeLike | SchemaLike | undefined = undefined,
  >(
    expression: Aggregate,
    valueType?: FitsType<Aggregate, Type> extends true ? Type : ConfigTypeError<UnfitAggregate<Type & string>>,
  ): RowsExpression<DataOf<Aggregate>, [Type] extends [undefined] ? AggregateType<DataOf<Aggregate>> : Type, Scope>
  /**
   * Makes a filter of `.filterableMany()` hold if each of the rows meets the criterion. A row of the root without rows
   * meets every criterion.
   */
  every(): QuantifiedRows<Scope>
  /** Makes a filter of `.filterableMany()` hold if none of the rows meets the criterion. */
  none(): QuantifiedRows<Scope>
}

/** The value type that an aggregate's own SQL shows at run time: its operators are checked by `build()`. */
export interface AggregateType<Data> extends ValueTypeLike {
  readonly parse: (text: string) => Data
}

type DataOf<Aggregate> = Aggregate extends ExpressionLike<infer Data> ? Data : unknown

/** Rows of which each, or none, must meet a criterion: for `.filterableMany()` only. */
export interface QuantifiedRows<Scope = unknown> extends CollectionLike<Scope> {
  readonly quantifier: 'every' | 'none'
}

/**
 * Describes the rows of `table` that belong to a row of the list: for `.children()`, `.filterableMany()`, and
 * `.field()` with `.count()` or `.aggregate()`.
 *
 * @param table a table, alias, view or sub-query. For the list's own table, pass an alias
 * @param on ties a row to its row of the list, or to one that is joined to it. It can be a function of the call's
 * scope: `({ scope }: { scope: { tenantId: number } }) => …`. The list is then scoped as with `.scopedBy()`
 * @example
 * ```ts
 * const lines = rowsOf(orderLines, eq(orderLines.orderId, orders.id))
 *   .innerJoin(products, eq(products.id, orderLines.productId))
 *   .where(gt(orderLines.quantity, 0))
 * ```
 */
export function rowsOf<Scope = unknown>(table: TableArgument, on: RowsCondition<Scope>): Rows<never, NoInfer<Scope>> {
  // `TableArgument` is the structural reading of a Drizzle table or view; `build()` checks that it is one, and that
  // conditions are SQL.
  return rows({ table: table as unknown as Table, on: on as SQL, joins: [], conditions: [] })
}

type Parts = Pick<RowsSource, 'table' | 'on' | 'joins' | 'conditions'>

function sourceOf<Which extends Quantifier>(
  quantifier: Which,
  parts: Parts,
): RowsSource & { readonly quantifier: Which } {
  const { joins, conditions } = parts
  return {
    [ROWS]: rowsSupport,
    quantifier,
    ...parts,
    joins: Object.freeze([...joins]),
    conditions: Object.freeze([...conditions]),
  }
}

function rows<LeftTables extends string, Scope>(parts: Parts): Rows<LeftTables, Scope> {
  const source = sourceOf('some', parts)
  const joined = (kind: 'left' | 'inner', table: TableArgument<unknown, unknown>, on: RowsCondition<never>): Parts => ({
    ...parts,
    joins: [...parts.joins, Object.freeze({ kind, table: table as unknown as Table, on: on as SQL })],
  })
  const quantified = (quantifier: 'every' | 'none'): QuantifiedRows<Scope> => Object.freeze(sourceOf(quantifier, parts))
  // A field reads it by its symbol; its other members are types only.
  const expression = <Data, Type>(aggregate: unknown, valueType: unknown): RowsExpression<Data, Type, Scope> => {
    const ofRows = { rows: source, aggregate, valueType } as OfRows[typeof OF_ROWS]
    return Object.freeze({ [OF_ROWS]: Object.freeze(ofRows) }) as unknown as RowsExpression<Data, Type, Scope>
  }
  return Object.freeze({
    ...source,
    innerJoin: <More>(table: TableArgument, on: RowsCondition<More>) =>
      rows<LeftTables, Scope & NoInfer<More>>(joined('inner', table, on)),
    leftJoin: <Columns, Name, More>(table: TableArgument<Columns, Name>, on: RowsCondition<More>) =>
      rows<LeftTables | (Name & string), Scope & NoInfer<More>>(joined('left', table, on)),
    where: <More>(condition: RowsCondition<More>) =>
      rows<LeftTables, Scope & NoInfer<More>>({ ...parts, conditions: [...parts.conditions, condition as SQL] }),
    count: () => expression<number, 'integer'>(count(), 'integer'),
    aggregate: ((aggregate: unknown, valueType?: unknown) => expression(aggregate, valueType)) as unknown as Rows<
      LeftTables,
      Scope
    >['aggregate'],
    every: () => quantified('every'),
    none: () => quantified('none'),
  })
}
