// Add-on search: the columns that a ready function searches in.
import { Column, is } from 'drizzle-orm'
import { PaginateConfigError } from '../../errors.js'

/** One column or more. */
export type ColumnList = readonly [Column, ...Column[]]

/** @throws PaginateConfigError for anything but a list of columns: a column by itself would be read as none */
export function checkColumns(call: string, columns: ColumnList): void {
  if (!Array.isArray(columns) || columns.length === 0 || !columns.every((column) => is(column, Column)))
    throw new PaginateConfigError(`${call}() needs a list of columns; name at least one: ${call}([articles.title]).`)
}
