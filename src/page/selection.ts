// Stage run: what a page selects.
import { Column, getTableColumns, is, SQL, sql, Table } from 'drizzle-orm'
import type { DtoShape, Field, ResolvedConfig } from '../types/config.js'
import type { Selection } from '../types/selection.js'

/** The selection of items by the configuration alone: the shape of its `.dto()`, or the root table's row. */
export function itemSelection(config: ResolvedConfig): Selection {
  return config.dto === null ? getTableColumns(config.table) : dtoSelection(config.dto)
}

function dtoSelection(shape: DtoShape): Selection {
  const selection: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(shape)) {
    selection[key] = isField(member) ? member.expression : dtoSelection(member)
  }
  return selection
}

function isField(member: Field | DtoShape): member is Field {
  return is((member as Field).expression, Column) || is((member as Field).expression, SQL)
}

/**
 * The selection as it may be handed to Drizzle. In a select over one table Drizzle strips the table from every column
 * that stands in a `sql` template at the first level, and a correlated sub-select then compares a column with itself:
 * one more level keeps the names whole.
 */
export function guardSelection(selection: Selection): Selection {
  const guarded: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(selection)) {
    if (is(member, SQL.Aliased)) guarded[key] = new SQL.Aliased(wrapped(member.sql), member.fieldAlias)
    else if (is(member, SQL)) guarded[key] = wrapped(member)
    else if (isNested(member)) guarded[key] = guardSelection(member)
    else guarded[key] = member
  }
  return guarded
}

function wrapped(fragment: SQL): SQL {
  return sql`${fragment}`.mapWith((fragment as unknown as { decoder: never }).decoder)
}

function isNested(member: unknown): member is Selection {
  if (typeof member !== 'object' || member === null || is(member, Column) || is(member, Table)) return false
  const prototype: unknown = Object.getPrototypeOf(member)
  return prototype === null || prototype === Object.prototype
}
