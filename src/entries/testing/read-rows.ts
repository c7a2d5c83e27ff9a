// testing: the rows of a list, read with plain Drizzle: every column of the root and of the joined tables, every
// expression and every sub-collection, so that the in-memory engine can answer what the database answers.
import { and, Column, sql, type SQL, type Table } from 'drizzle-orm'
import { visitChunks } from '../../drizzle/chunks.js'
import { is } from '../../drizzle/kinds.js'
import { decoderOf } from '../../drizzle/fragments.js'
import { readSource } from '../../fragments/row-source.js'
import { applyFilters, PaginateQuery, type Selection } from '../../index.js'
import { guardSelection } from '../../rows/guard-selection.js'
import type { ChildMember, ChildSet } from '../../types/children-part.js'
import type { Field, JoinedTable, ResolvedCollection } from '../../types/config.js'
import type { ListUnderTest } from './list-under-test.js'

/** A row as the in-memory engine takes it, and what it has no place for. */
export interface ListRow {
  readonly [name: string]: unknown
}

export interface ListRows {
  readonly rows: readonly ListRow[]
  /** Accessors of expressions and sub-collections, as `options.own.values` of `/memory`. */
  readonly values: { readonly [field: string]: (row: ListRow) => unknown }
  /** Equal texts are equal rows. */
  readonly keyOf: (row: ListRow) => string
}

const EXPRESSIONS = Symbol('expressions')
const KEY = Symbol('key')
const keyName = (index: number): string => `~row ${index}`

export interface Select extends PromiseLike<Record<string, unknown>[]> {
  from(table: unknown): Select
  leftJoin(table: unknown, on: unknown): Select
  innerJoin(table: unknown, on: unknown): Select
  where(condition: unknown): Select
  orderBy(...terms: readonly unknown[]): Select
  limit(rows: number): Select
  getSQL(): SQL
}

export function joinedTo(select: Select, joins: readonly (JoinedTable | undefined)[]): Select {
  return joins.reduce((joined, join) => {
    if (join === undefined) return joined
    return join.kind === 'left' ? joined.leftJoin(join.table, join.on) : joined.innerJoin(join.table, join.on)
  }, select)
}

/** What tells the rows of a list apart. */
export function keySelection({ resolved }: Pick<ListUnderTest, 'resolved'>): Selection {
  return Object.fromEntries(resolved.tieBreaker.map(({ field }, index) => [keyName(index), decoded(field.expression)]))
}

/** Equal texts are equal rows. */
const keyIn = (record: Readonly<Record<string, unknown>>, { resolved }: Pick<ListUnderTest, 'resolved'>): string =>
  keyText(resolved.tieBreaker.map((_, index) => record[keyName(index)]))

/** Null if the list has more than `maxRows`. */
export async function readRows(list: ListUnderTest, maxRows: number): Promise<ListRows | null> {
  const { resolved, table } = list
  const selection: Record<string, unknown> = { root: rowOf(table), ...keySelection(list) }
  for (const [index, join] of resolved.joins.entries()) selection[`join${index}`] = rowOf(join.table)
  const expressions = [...resolved.fields.values()].filter(({ path }) => path === null)
  for (const [index, { expression }] of expressions.entries()) selection[`value${index}`] = decoded(expression)

  const { fields, finish } = guardSelection(selection as Selection, resolved)
  const records = await selectFrom(list, fields).limit(maxRows + 1)
  if (records.length > maxRows) return null
  const read = finish === null ? records : finish(records)
  const rows = read.map((record) => {
    const row: Record<string | symbol, unknown> = { ...(record['root'] as object) }
    for (const [index, { prefix }] of resolved.joins.entries()) row[prefix] = record[`join${index}`]
    row[EXPRESSIONS] = expressions.map((_, index) => record[`value${index}`])
    row[KEY] = keyIn(record, list)
    return row as ListRow
  })
  const values: Record<string, (row: ListRow) => unknown> = {}
  for (const [index, { name }] of expressions.entries()) {
    values[name] = (row) => (row as { readonly [EXPRESSIONS]?: readonly unknown[] })[EXPRESSIONS]?.[index]
  }
  const keyOf = (row: ListRow): string => (row as { readonly [KEY]?: string })[KEY] as string
  for (const { field, collection } of resolved.filterable.values()) {
    if (collection === null) continue
    const elements = await readElements(list, field, collection)
    values[field.name] = (row) => elements.get(keyOf(row)) ?? []
  }
  for (const set of resolved.children?.sets ?? []) {
    const children = await readChildren(list, set)
    for (const row of rows as Record<string, unknown>[]) row[set.from] = children.get(keyOf(row)) ?? []
  }
  return { rows, values, keyOf }
}

/** The members of a table's, a view's or a sub-query's rows. */
export const rowOf = (source: Table): Selection =>
  Object.fromEntries(readSource(source).members.map(({ key, expression }) => [key, expression]))

export interface SelectOptions {
  readonly isOrdered?: boolean
  readonly condition?: SQL | undefined
  /** Fields whose criteria are left out, default ones too. */
  readonly except?: readonly string[]
}

/** What the list selects from: all joins, the app's condition and scope. Without a request, no default filter. */
export function selectFrom(
  list: ListUnderTest,
  selection: Selection,
  request: string | null = null,
  { isOrdered = false, condition, except = request === null ? filteredByDefault(list) : [] }: SelectOptions = {},
): Select {
  const { db, resolved, table, config, host } = list
  const { where, orderBy } = applyFilters(queryOf(request ?? ''), config as never, { ...host, except } as never)
  let select = joinedTo((db.select(selection as never) as Select).from(table), resolved.joins)
  const all = and(where, condition)
  if (all !== undefined) select = select.where(all)
  return isOrdered ? select.orderBy(...orderBy) : select
}

const queryOf = (request: string) => PaginateQuery.from(request)

const filteredByDefault = ({ resolved }: ListUnderTest): string[] =>
  resolved.defaultFilters.map(({ filterable }) => filterable.field.name)

/** From the rows of a sub-collection, together with the rows of the root that they belong to. */
export function selectElements(
  { db, resolved, table }: ListUnderTest,
  selection: Selection,
  collection: ResolvedCollection,
): Select {
  return joinedTo((db.select(selection as never) as Select).from(table), [
    ...collection.needs.map((index) => resolved.joins[index]),
    { ...collection, kind: 'inner' },
    ...collection.joins,
  ])
}

/** Elements of a sub-collection by the key of their row. */
async function readElements(
  list: ListUnderTest,
  element: Field,
  collection: ResolvedCollection,
): Promise<Map<string, unknown[]>> {
  const selection = { element: decoded(element.expression), ...keySelection(list) }
  const byKey = new Map<string, unknown[]>()
  for (const record of await selectElements(list, selection as Selection, collection)) {
    const key = keyIn(record, list)
    const elements = byKey.get(key) ?? []
    elements.push(record['element'])
    byKey.set(key, elements)
  }
  return byKey
}

/** Children by the key of their row, in their order and without their limit, as rows in memory have them. */
async function readChildren(list: ListUnderTest, set: ChildSet): Promise<Map<string, unknown[]>> {
  const { db, resolved, table } = list
  const { fields, finish } = guardSelection(set.selection, { table, joins: set.joins })
  const inner = new Set([
    ...resolved.tieBreaker.flatMap(({ field }) => field.joins.map((at) => resolved.joins[at])),
    ...set.joins,
  ])
  const selection = { ...fields, ...keySelection(list) }
  let select = joinedTo((db.select(selection as never) as Select).from(table), [...inner])
  if (set.conditions.length > 0) select = select.where(and(...set.conditions.map((condition) => sql`(${condition})`)))
  const read = await (set.orderBy.length === 0 ? select : select.orderBy(...set.orderBy))
  const byKey = new Map<string, unknown[]>()
  for (const record of finish === null ? read : finish(read)) {
    const key = keyIn(record, list)
    byKey.set(key, [...(byKey.get(key) ?? []), asDeclared(record, set.members)])
  }
  return byKey
}

/** Under the names of the declared selection; the item has those of `.select()`. */
function asDeclared(child: Readonly<Record<string, unknown>> | null, members: readonly ChildMember[]): unknown {
  if (child === null) return null
  return Object.fromEntries(
    members.map(({ key, from, members: inside }) => [
      from,
      inside === null ? child[key] : asDeclared(child[key] as Readonly<Record<string, unknown>> | null, inside),
    ]),
  )
}

/** The columns that a condition reads, each as often as it does. */
export function columnsIn(fragment: SQL): readonly Column[] {
  const columns: Column[] = []
  visitChunks(fragment, (chunk, kind) => {
    if (kind === 'column') columns.push(chunk as Column)
    return kind !== 'column'
  })
  return columns
}

/** One level down: Drizzle drops the table's name from columns of an expression that is selected from one table. */
export function decoded(expression: Column | SQL): Column | SQL {
  if (is(expression, Column)) return expression
  const decoder: { mapFromDriverValue: (value: unknown) => unknown } = decoderOf(expression)
  return sql`${expression}`.mapWith(decoder)
}

export const keyText = (values: readonly unknown[]): string => JSON.stringify(values.map(shown))

/** A value as text, its kind with it. */
export function shown(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  return value
}
