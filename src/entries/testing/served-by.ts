// testing: does an index serve what a request asks, and not only the condition of the app next to it?
import { Column, type Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { tableOf } from '../../drizzle/tables.js'
import type { QueryPlan, Service, TableRead } from './dialects/tested-dialect.js'
import { patternOf, withoutLiterals } from '../../fragments/said-words.js'
import { nameOf } from '../../fragments/source-name.js'
import type { Field, FilterableField } from '../../types/config.js'

const WORD_END = '(?![\\w$])'

/** The names in a condition, without the values. */
const mentions = (condition: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${patternOf(name)}${WORD_END}`, 'i').test(withoutLiterals(condition))

/** Is the table read, and never whole? */
export function isSearchedIn({ reads }: QueryPlan, table: Table): boolean {
  const of = reads.filter((read) => read.table === nameOf(table))
  return of.length > 0 && of.every(({ condition }) => condition !== null)
}

const isSearchedBy = (column: Column, name: string, { table, condition }: TableRead): boolean =>
  table === nameOf(tableOf(column)) &&
  condition !== null &&
  // SQLite's name of an integer primary key.
  (mentions(condition, name) || (column.primary && mentions(condition, 'rowid')))

/** @param unfiltered the plan of the list without the filter: what searches an index there is the app's condition */
export function filterServedBy(
  { field, collection }: Pick<FilterableField, 'field' | 'collection'>,
  queryPlan: QueryPlan,
  unfiltered: QueryPlan,
  columnName: (column: Column) => string,
): Service {
  if (collection !== null) {
    return [collection, ...collection.joins].every(({ table }) => isSearchedIn(queryPlan, table)) ? 'index' : 'scan'
  }
  if (field.rows !== undefined) return rowsServedBy(field, queryPlan)
  const { expression } = field
  const isServed = is(expression, Column)
    ? queryPlan.reads.some((read) => isSearchedBy(expression, columnName(expression), read))
    : conditionServedBy(queryPlan, unfiltered)
  return isServed ? 'index' : 'scan'
}

/** Does the plan search an index by a condition that the list without it has not? */
export function conditionServedBy({ reads }: QueryPlan, unfiltered: QueryPlan): boolean {
  const known = new Set(unfiltered.reads.map(({ condition }) => condition))
  return reads.some(({ condition }) => condition !== null && !known.has(condition))
}

/**
 * A value that is computed from rows of another table for each row: an index finds those rows, and none finds the
 * value.
 */
export function rowsServedBy({ rows = [] }: Field, queryPlan: QueryPlan): Service {
  return rows.every(({ table }) => isSearchedIn(queryPlan, table)) ? 'partly' : 'scan'
}
