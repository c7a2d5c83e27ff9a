// Stage run: the values of a selection under other names.
import { Column, SQL, sql, type SQLWrapper, Subquery, Table } from 'drizzle-orm'
import { isPlainRecord } from '../drizzle/chunks.js'
import { is } from '../drizzle/kinds.js'
import { decoderOf, isSelectionField, originOf } from '../drizzle/fragments.js'
import { columnAsSql, tableColumns } from '../drizzle/tables.js'
import { bareName } from '../fragments/order-words.js'
import { foldedName, readSource } from '../fragments/row-source.js'
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
function underOwnNames(selection: Selection): Selection {
  let count = 0
  return mapValues(selection, (value, decoder, key) =>
    sql`${value}`.mapWith(decoder).as(key.startsWith('~') ? key : `~value ${count++}`),
  )
}

/**
 * The fields of a select in this order. Where a term is a name by itself, results have names of ours, so that it means a
 * column; a name that only a result has keeps meaning that result.
 *
 * @param items those of the fields that an order can name
 */
export function orderedFields(
  fields: Selection,
  items: Selection,
  orderBy: readonly SQLWrapper[],
  sources: readonly RowSource[],
): { readonly fields: Selection; readonly isByResult: boolean } {
  const names = orderBy.map((term) => bareName(term)).filter((name) => name !== null)
  if (names.length === 0) return { fields, isByResult: false }
  const isByResult = names.map(foldedName).some((name) => isResult(name, items) && !isColumn(name, sources))
  return { fields: isByResult ? fields : underOwnNames(fields), isByResult }
}

const isColumn = (name: string, sources: readonly RowSource[]): boolean =>
  sources.some((source) => readSource(source).members.some((member) => foldedName(member.name) === name))

const isResult = (name: string, fields: Selection): boolean =>
  Object.values(fields).some((member) => {
    if (is(member, SQL.Aliased)) return foldedName(member.fieldAlias) === name
    if (is(member, Subquery)) return foldedName(nameOf(member)) === name
    return isPlainRecord(member as object) && isResult(name, member as Selection)
  })
