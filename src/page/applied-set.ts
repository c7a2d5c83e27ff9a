// Stage compile without a page: where a filtered set goes, a select of the app's own or an alias of the root.
import { and, Column, is, type SQL, sql, Table } from 'drizzle-orm'
import { DIALECTS } from '../dialects/index.js'
import { tableOf, originalName } from '../drizzle/tables.js'
import { isWriteBuilder, selectState } from '../drizzle/session.js'
import * as callRefusals from '../mistakes/call-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { PaginateConfigError } from '../errors.js'
import { moveFragment } from '../fragments/move-fragment.js'
import { readSource } from '../fragments/row-source.js'
import { isRowSource, nameOf, tableIdentity } from '../fragments/source-name.js'
import type { ResolvedConfig } from '../types/resolved-config.js'

export interface FilterJoin {
  readonly type: 'left' | 'inner'
  readonly prefix: string
  readonly table: Table
  readonly on: SQL
}

/** A Drizzle select in dynamic mode (`.$dynamic()`), or one that has no condition yet. */
export interface DynamicSelect {
  leftJoin(table: never, on: SQL): unknown
  innerJoin(table: never, on: SQL): unknown
  where(condition: SQL | undefined): unknown
}

/** A Drizzle delete or update. */
export interface DynamicWrite {
  where(condition: SQL | undefined): unknown
}

export const isWrite = (statement: DynamicSelect | DynamicWrite): statement is DynamicWrite => isWriteBuilder(statement)

/**
 * @param own the table that a delete or an update must be of; null where the set is on an alias
 * @throws PaginateConfigError for anything but a statement, and for a delete or an update of another table
 */
export function checkStatement(statement: unknown, own: Table | null): void {
  if (typeof (Object(statement) as Partial<DynamicWrite>).where !== 'function') refuse(callRefusals.wrongStatement)
  if (own === null || !isWriteBuilder(statement as object)) return
  const { table } = selectState(statement as object)
  if (is(table, Table) && tableIdentity(table) !== tableIdentity(own))
    refuse(callRefusals.statementTable(nameOf(table), nameOf(own)))
}

/** The condition, AND-ed with the statement's own. */
export function applyToWrite<Statement extends DynamicWrite>(statement: Statement, where: SQL): Statement {
  const { where: own } = selectState(statement)
  return statement.where(own === undefined ? where : and(sql`(${own})`, where)) as Statement
}

/**
 * The joins, but those of tables that the select joins already, and the condition, AND-ed with the select's own:
 * Drizzle's `where()` would put it in its place.
 */
export function applySet<Select extends DynamicSelect>(
  select: Select,
  joins: readonly FilterJoin[],
  where: SQL | undefined,
): Select {
  const { joins: present = [], where: own } = selectState(select)
  const joined = new Set(present.flatMap(({ table }) => (isRowSource(table) ? [tableIdentity(table)] : [])))
  let applied: DynamicSelect = select
  for (const { type, table, on } of joins) {
    if (joined.has(tableIdentity(table))) continue
    applied = (
      type === 'left' ? applied.leftJoin(table as never, on) : applied.innerJoin(table as never, on)
    ) as DynamicSelect
  }
  plainWhere(applied).call(applied, own === undefined ? where : and(sql`(${own})`, where))
  return guardWhere(applied) as Select
}

type Where = DynamicSelect['where']

/** The `where` of Drizzle of the selects that have a guarded one. */
const plainWheres = new WeakMap<object, Where>()
const plainWhere = (select: DynamicSelect): Where => plainWheres.get(select) ?? select.where

/**
 * The select with a `where` that adds a condition: Drizzle's replaces the one before, and with it the scope and the
 * filters.
 */
function guardWhere(select: DynamicSelect): DynamicSelect {
  if (plainWheres.has(select)) return select
  const where = plainWhere(select)
  plainWheres.set(select, where)
  const guarded: Where = (more) => {
    const { where: before } = selectState(select)
    where.call(select, more)
    // As Drizzle reads it: the condition may be a function of the selection.
    const { where: added } = selectState(select)
    return where.call(
      select,
      before === undefined || added === undefined ? (before ?? added) : and(sql`(${before})`, sql`(${added})`),
    )
  }
  return Object.defineProperty(select, 'where', { value: guarded, configurable: true })
}

/** The root under another name, as a select or a relational query has it. */
export interface AliasedRoot {
  readonly name: string
  /** A relational query has no joins to put a table into. */
  readonly isRelational: boolean
  readonly move: (fragment: SQL) => SQL
}

/** Drizzle 1.0 calls the tables of a relational query `d0`, `d1`, … */
const RELATIONAL_NAME = /^d\d+$/

/**
 * @param aliased an alias of the root, or what a relational query passes: a table on 1.0, a record of columns on
 * 0.45
 * @throws PaginateConfigError where it is another table
 */
export function aliasedRoot({ table: root, dialect }: ResolvedConfig, aliased: object): AliasedRoot {
  const members = membersOf(aliased)
  const refuse = (): never => {
    throw new PaginateConfigError(
      `.on() needs the list's own table '${nameOf(root)}' under another name; pass an alias of it.`,
    )
  }
  if (is(root, Table) && is(aliased, Table) && originalName(root) !== originalName(aliased)) refuse()
  const byName = new Map<string, Column>()
  for (const { key, expression, name } of readSource(root).members) {
    const member = members[key]
    if (member === undefined || (is(expression, Column) && !(is(member, Column) && member.name === name))) refuse()
    if (is(member, Column)) byName.set(name, member)
  }
  const name = isRowSource(aliased)
    ? nameOf(aliased)
    : nameOf(tableOf(Object.values(members).find((member) => is(member, Column)) as Column))
  const move = (fragment: SQL): SQL =>
    moveFragment(fragment, {
      from: root,
      toName: name,
      lexis: DIALECTS[dialect].lexis,
      column: (column) => byName.get(column.name) ?? refuse(),
      refuseText: (text) => {
        throw new PaginateConfigError(
          `.on() cannot rename '${nameOf(root)}' in raw SQL text ('${text}'); write its columns as \${table.column}.`,
        )
      },
      refuseCapture: () => {
        throw new PaginateConfigError(
          `.on() cannot use the alias '${name}': a sub-select reads under that name; choose another alias.`,
        )
      },
    })
  return { name, isRelational: !isRowSource(aliased) || RELATIONAL_NAME.test(name), move }
}

/** Columns and expressions by property key. */
function membersOf(aliased: object): Readonly<Record<string, unknown>> {
  if (!isRowSource(aliased)) return aliased as Readonly<Record<string, unknown>>
  return Object.fromEntries(readSource(aliased).members.map(({ key, expression }) => [key, expression]))
}
