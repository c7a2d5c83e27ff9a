// Filtered sets: where one goes, a select of the app's own or an alias of the root.
import { and, Column, type SQL, sql, Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { tableOf, originalName, schemaOf } from '../../drizzle/tables.js'
import { isWriteBuilder, joinUnread, type SelectJoin, selectState } from '../../drizzle/select-state.js'
import { conditionKey } from '../../kept/fragment-key.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import { PaginateConfigError } from '../../errors.js'
import { moveFragment } from './move-fragment.js'
import { readSource } from '../../fragments/row-source.js'
import { isNameTaken, isRowSource, nameOf, type RowSource, tableIdentity } from '../../fragments/source-name.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'

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

/** One that has a condition: Drizzle takes `where` from its type, and `$dynamic()` gives it back. */
interface Conditioned {
  $dynamic(): DynamicSelect | DynamicWrite
}

export type FilterableStatement = DynamicSelect | DynamicWrite | Conditioned

/**
 * @param own what the set is of: a table, or its alias
 * @throws PaginateConfigError for anything but a statement, for a select that was put together with another one, and for
 * a statement of other tables
 */
export function checkStatement(statement: unknown, own: RootName): void {
  if (typeof (Object(statement) as Partial<DynamicWrite>).where !== 'function') refuse(callRefusals.wrongStatement)
  const { table, joins = [], setOperators } = selectState(statement as object)
  // Drizzle adds a condition to the first select only.
  if (setOperators?.[0] !== undefined) refuse(callRefusals.setOperation)
  // A select may join the root to another table. What raw SQL reads is not known.
  const read = isWriteBuilder(statement as object) ? [table] : [table, ...joins.map((join) => join.table)]
  if (isRowSource(table) && read.every((place) => isRowSource(place) && !isRoot(place, own)))
    refuse(callRefusals.statementTable(nameOf(table), own.name))
}

/** The root as a statement has it. */
export interface RootName {
  readonly name: string
  readonly identity: string
}

/** A view or a sub-query stands for the table that it has the name of. */
const isRoot = (place: RowSource, { name, identity }: RootName): boolean =>
  tableIdentity(place) === identity || (!is(place, Table) && nameOf(place) === name)

/** The condition, AND-ed with the statement's own. */
export function addCondition<Statement extends DynamicWrite>(statement: Statement, where: SQL | undefined): Statement {
  const { where: own } = selectState(statement)
  plainWhere(statement).call(statement, own === undefined ? where : and(sql`(${own})`, where))
  return guardWhere(statement)
}

/** What a set is in a select. */
export interface SelectParts {
  /** Those of the condition, then those of the order. */
  readonly joins: readonly FilterJoin[]
  readonly where: SQL | undefined
  /** Does the condition need it? */
  readonly isRead: (join: FilterJoin) => boolean
  /** The prefixes of the joins that its condition reads. */
  readonly needsOf: (join: FilterJoin) => readonly string[]
  /** The condition without joins. */
  readonly alone: () => SQL
  /** Does the database reject left joins in a select that locks all its tables? */
  readonly locksNoLeftJoins: boolean | undefined
  readonly root: RootName
}

/**
 * The joins, but those of tables that the select has already, and the condition. It gets the condition without joins
 *
 * - where it has a table of the condition in another way, by which other rows are joined; then no join that reads that
 *   table is added
 * - where it has rows without a row of the root: all that is joined to them is null
 * - where it locks all its tables, and the database would reject the left joins
 */
export function applySet<Select extends DynamicSelect>(
  select: Select,
  { joins, where, isRead, needsOf, alone, locksNoLeftJoins, root }: SelectParts,
): Select {
  const { table: from, joins: present = [], lockingClause } = selectState(select)
  const isLocked = locksNoLeftJoins && lockingClause && !lockingClause.config.of
  const isRootless = present.some(
    ({ joinType, table }) =>
      /^(?:right|full)$/.test(joinType) || (joinType === 'left' && isRowSource(table) && isRoot(table, root)),
  )
  const places: readonly Partial<SelectJoin>[] = [{ table: from }, ...present]
  const placesOf = ({ table: joined }: FilterJoin): readonly Partial<SelectJoin>[] =>
    places.filter(
      ({ table, joinType }) =>
        isRowSource(table) &&
        (joinType === undefined ? isNameTaken(joined, table, []) : nameOf(table) === nameOf(joined)),
    )
  const others = new Set<string>()
  for (const join of joins) {
    const isThere = (isLocked && join.type === 'left') || placesOf(join).some((place) => !isSameJoin(place, join))
    if (isThere || needsOf(join).some((prefix) => others.has(prefix))) others.add(join.prefix)
  }
  const isAlone = joins.some((join) => isRead(join) && (isRootless || others.has(join.prefix)))
  let applied: DynamicSelect = select
  for (const join of joins) {
    const { prefix, type, table, on } = join
    if (placesOf(join).length > 0 || others.has(prefix)) continue
    joinUnread(applied, () => {
      applied = applied[`${type}Join`](table as never, on) as DynamicSelect
    })
  }
  return addCondition(applied as DynamicWrite, isAlone ? alone() : where) as Select
}

/** Does the select join the same rows? An inner join leaves out what a left join keeps, which is the app's own choice. */
function isSameJoin({ table, joinType, on }: Partial<SelectJoin>, join: FilterJoin): boolean {
  if (joinType !== 'inner' && joinType !== join.type) return false
  if (tableIdentity(table as Table) !== tableIdentity(join.table)) return false
  const [own, given] = [conditionKey(join.on), on === undefined ? null : conditionKey(on)]
  return (
    own.key !== null && own.key === given?.key && own.values.every((value, at) => Object.is(value, given.values[at]))
  )
}

type Where = DynamicWrite['where']

/** The `where` of Drizzle of the statements that have a guarded one. */
const plainWheres = new WeakMap<object, Where>()
const plainWhere = (statement: DynamicWrite): Where => plainWheres.get(statement) ?? statement.where

/**
 * The statement with a `where` that adds a condition: Drizzle's replaces the one before, and with it the scope and the
 * filters.
 */
function guardWhere<Statement extends DynamicWrite>(statement: Statement): Statement {
  if (plainWheres.has(statement)) return statement
  const where = plainWhere(statement)
  plainWheres.set(statement, where)
  const guarded: Where = (more) => {
    const { where: before } = selectState(statement)
    where.call(statement, more)
    // As Drizzle reads it: the condition may be a function of the selection.
    const { where: added } = selectState(statement)
    return where.call(
      statement,
      before === undefined || added === undefined ? (before ?? added) : and(sql`(${before})`, sql`(${added})`),
    )
  }
  return Object.defineProperty(statement, 'where', { value: guarded, configurable: true })
}

/** The root under another name, as a select or a relational query has it. */
export interface AliasedRoot extends RootName {
  /** A relational query has no joins to put a table into. */
  readonly isRelational: boolean
  /** Null for a fragment of which only the database knows what it reads. */
  readonly move: (fragment: SQL) => SQL | null
}

/** Drizzle 1.0 calls the tables of a relational query `d0`, `d1`, … */
const RELATIONAL_NAME = /^d\d+$/

/**
 * @param aliased an alias of the root, or what a relational query passes: a table on 1.0, a record of columns on
 * 0.45
 * @throws PaginateConfigError where it is another table
 */
export function aliasedRoot({ table: root }: ResolvedConfig, aliased: object): AliasedRoot {
  const members = membersOf(aliased)
  const refuse = (): never => {
    throw new PaginateConfigError(
      `.on() needs the list's own table '${nameOf(root)}' under another name; pass an alias of it.`,
    )
  }
  const byName = new Map<string, Column>()
  for (const { key, expression, name } of readSource(root).members) {
    const member = members[key]
    if (member === undefined || (is(expression, Column) && !(is(member, Column) && member.name === name))) refuse()
    if (is(member, Column)) byName.set(name, member)
  }
  const source = isRowSource(aliased)
    ? aliased
    : tableOf(Object.values(members).find((member) => is(member, Column)) as Column)
  const isOther = (read: (table: Table) => unknown): boolean => read(root) !== read(source as Table)
  if (is(root, Table) && is(source, Table) && (isOther(originalName) || isOther(schemaOf))) refuse()
  const name = nameOf(source)
  const column = (own: Column): Column => byName.get(own.name) ?? refuse()
  return {
    name,
    identity: tableIdentity(source),
    isRelational: !isRowSource(aliased) || RELATIONAL_NAME.test(name),
    move: (fragment) => moveFragment(fragment, { from: root, toName: name, column }),
  }
}

/** Columns and expressions by property key. */
function membersOf(aliased: object): Readonly<Record<string, unknown>> {
  if (!isRowSource(aliased)) return aliased as Readonly<Record<string, unknown>>
  return Object.fromEntries(readSource(aliased).members.map(({ key, expression }) => [key, expression]))
}
