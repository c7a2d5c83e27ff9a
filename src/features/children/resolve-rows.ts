// Children: the tables and conditions of `rowsOf()`, checked against the list that they are declared in.
import { SQL, type Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import type { RowsSource } from '../../types/declaration.js'
import { isTableLike } from '../../builder/read-table.js'
import { refuse } from '../../mistakes/refuse.js'
import type { RowsContext } from '../../builder/rows-support.js'
import { checkSource } from '../../builder/resolve-fields.js'
import { copyFragment } from '../../drizzle/chunks.js'
import { nameOf, referencedJoins, refuseStray, tableIdentity } from '../../fragments/referenced-tables.js'
import { isHiddenBy, isNameTaken } from '../../fragments/source-name.js'
import type { JoinedTable } from '../../types/config.js'

export interface ResolvedRows {
  /** The table of the rows, then its joins. */
  readonly joins: readonly JoinedTable[]
  /** `.where()`, AND-ed. */
  readonly conditions: readonly SQL[]
  /** Joins of the page that the conditions refer to. */
  readonly needs: readonly number[]
  /** Those that an expression over the rows refers to. */
  readonly needsOf: (fragment: unknown) => number[]
  /** Everything that an expression over the rows may read. */
  readonly sources: readonly Table[]
}

export function resolveRows(
  method: string,
  name: string,
  rows: RowsSource,
  { root, joins }: RowsContext,
): ResolvedRows {
  const noCondition = configRefusals.rowsOfNeeds(method, name, 'SQL as each condition')
  const inside = [{ kind: 'inner' as const, table: rows.table, on: rows.on }, ...rows.joins]
  const tables = inside.map(({ table }) => table)
  const refuseInUse = (table: Table): never => refuse(configRefusals.rowsTableInUse(method, name, nameOf(table)))
  for (const [at, { table, on }] of inside.entries()) {
    if (!isTableLike(table)) refuse(configRefusals.rowsOfNeeds(method, name, 'a table or a view'))
    if (!is(on, SQL)) refuse(noCondition)
    if (isHiddenBy(table, root) || (at > 0 && isNameTaken(table, rows.table, tables.slice(1, at)))) refuseInUse(table)
    checkSource(table, root)
  }
  if (!rows.conditions.every((condition) => is(condition, SQL))) refuse(noCondition)
  // A table that the list joins as well is here the rows' own occurrence, as in a sub-query.
  const own = new Set(tables.map(tableIdentity))
  const needsOf = (fragment: unknown): number[] => {
    const needs = referencedJoins(fragment, joins, own)
    for (const need of needs) {
      const { table } = joins[need] as JoinedTable
      if (tables.some((other) => isHiddenBy(other, table))) refuseInUse(table)
    }
    return needs
  }
  const sources = [root, ...joins.map(({ table }) => table), ...tables]
  const all = [...inside.map(({ on }) => on), ...rows.conditions]
  refuseStray(method, name, all, sources)
  const copies = inside.map((join) => ({ ...join, on: copyFragment(join.on) }))
  return { joins: copies, conditions: copyFragment(rows.conditions), needs: needsOf(all), needsOf, sources }
}
