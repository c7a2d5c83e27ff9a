// Stage run: the values of a selection under other names.
import { Column, SQL, sql, Subquery, Table } from 'drizzle-orm'
import { isPlainRecord } from '../drizzle/chunks.js'
import { is } from '../drizzle/kinds.js'
import { decoderOf, isSelectionField, originOf } from '../drizzle/fragments.js'
import { columnAsSql, tableColumns } from '../drizzle/tables.js'
import { readSource } from '../fragments/row-source.js'
import { nameOf, type RowSource } from '../fragments/source-name.js'
import type { Selection } from '../types/selection.js'

/**
 * The same shape, with another value for each.
 *
 * @param map is given each with its decoder and its key
 */
export function mapValues(
  selection: object,
  map: (value: SQL, decoder: never, key: string) => SQL | SQL.Aliased,
): Selection {
  const mapped = (key: string, member: unknown): Selection[string] => {
    if (is(member, Column)) return map(columnAsSql(member), member as never, key)
    if (is(member, SQL)) return map(member, decoderOf(member), key)
    if (is(member, SQL.Aliased)) return map(expressionOf(member), decoderOf(member.sql), key)
    if (is(member, Subquery)) return map(sql`(${member._.sql})`, decoderOf(member._.sql), key)
    return mapValues(is(member, Table) ? tableColumns(member) : (member as object), map)
  }
  return Object.fromEntries(Object.entries(selection).map(([key, member]) => [key, mapped(key, member)]))
}

/** Drizzle writes the alias of an aliased expression: right only for a field of a view or sub-query. */
const expressionOf = (aliased: SQL.Aliased): SQL =>
  isSelectionField(aliased) || originOf(aliased) !== undefined ? sql`${aliased}` : aliased.sql

/** The same values under names that no order says. A key of ours is one, by which a relational query reads its value. */
export function underOwnNames(selection: Selection): Selection {
  let count = 0
  return mapValues(selection, (value, decoder, key) =>
    sql`${value}`.mapWith(decoder).as(key.startsWith('~') ? key : `~value ${count++}`),
  )
}

/** Is one of these names that of a result of the selection, and of no column? */
export const hasOnlyResult = (names: readonly string[], fields: Selection, sources: readonly RowSource[]): boolean =>
  names.some((name) => isResult(folded(name), fields) && !isColumn(folded(name), sources))

/** As engines and the casing of a database fold names. */
const folded = (name: string): string => name.replaceAll('_', '').toLowerCase()

const isColumn = (name: string, sources: readonly RowSource[]): boolean =>
  sources.some((source) => readSource(source).members.some((member) => folded(member.name) === name))

const isResult = (name: string, fields: Selection): boolean =>
  Object.values(fields).some((member) => {
    if (is(member, SQL.Aliased)) return folded(member.fieldAlias) === name
    if (is(member, Subquery)) return folded(nameOf(member)) === name
    return isPlainRecord(member as object) && isResult(name, member as Selection)
  })
