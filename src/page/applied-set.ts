// Stage compile without a page: where a filtered set goes, a select of the host's own or an alias of the root.
import { and, Column, is, type SQL, sql, Table } from 'drizzle-orm'
import { tableOf } from '../drizzle/columns.js'
import { selectState } from '../drizzle/select.js'
import { originalName } from '../drizzle/tables.js'
import { PaginateConfigError } from '../errors.js'
import { moveFragment } from '../fragments/move-fragment.js'
import { readSource } from '../fragments/row-source.js'
import { isRowSource, nameOf, tableIdentity } from '../fragments/source-name.js'
import type { ResolvedConfig } from '../types/config.js'

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

/**
 * The joins, but those of tables that the select joins already, and the condition, AND-ed with the select's own: Drizzle's
 * `where()` would put it in its place.
 */
export function applySet<Select extends DynamicSelect>(select: Select, joins: readonly FilterJoin[], where: SQL | undefined): Select {
  const { joins: present = [], where: own } = selectState(select)
  const joined = new Set(present.flatMap(({ table }) => (isRowSource(table) ? [tableIdentity(table)] : [])))
  let applied: DynamicSelect = select
  for (const { type, table, on } of joins) {
    if (joined.has(tableIdentity(table))) continue
    applied = (type === 'left' ? applied.leftJoin(table as never, on) : applied.innerJoin(table as never, on)) as DynamicSelect
  }
  return applied.where(own === undefined ? where : and(sql`(${own})`, where)) as Select
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
 * @param aliased an alias of the root, or what a relational query hands out: a table on 1.0, a record of columns on 0.45
 * @throws PaginateConfigError where it is another table
 */
export function aliasedRoot({ table: root }: ResolvedConfig, aliased: object): AliasedRoot {
  const members = membersOf(aliased)
  const refuse = (): never => {
    throw new PaginateConfigError(`.on() needs the list's own table '${nameOf(root)}' under another name; pass an alias of it.`)
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
      column: (column) => byName.get(column.name) ?? refuse(),
      refuseText: (text) => {
        const shown = text.trim().slice(0, 80)
        throw new PaginateConfigError(
          `.on() cannot rename '${nameOf(root)}' in raw SQL text ('${shown}'); write its columns as \${table.column}.`,
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
