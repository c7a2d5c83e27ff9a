// Builder: what a page selects where the host gives no selection of its own.
import { Column, is, SQL } from 'drizzle-orm'
import type { DtoShape, Field, ResolvedConfig } from '../types/config.js'
import type { Selection } from '../types/selection.js'
import { readSource } from '../fragments/row-source.js'

/** The selection of items by the configuration alone: the shape of its `.dto()`, or the root table's row. */
export function itemSelection({ table, dto }: Pick<ResolvedConfig, 'table' | 'dto'>): Selection {
  return dto === null ? Object.fromEntries(readSource(table).members.map(({ key, expression }) => [key, expression])) : dtoSelection(dto)
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
