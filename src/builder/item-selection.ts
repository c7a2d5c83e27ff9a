// Builder: what a page selects where the app gives no selection of its own.
import { Column, type Table } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Selection } from '../types/selection.js'
import { readSource } from '../fragments/row-source.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { shapeSelection } from '../features/shapes/resolve-shape.js'
import { type Declaration, ofKind } from '../types/declaration.js'
import { refuse } from '../mistakes/refuse.js'

/**
 * The selection of items by the configuration: the shape of its `.select()`, or the root table's row without what
 * `.omit()` names.
 */
export function itemSelection(
  { table, shape, fields }: Pick<ResolvedConfig, 'table' | 'shape' | 'fields'>,
  omitted: ReadonlySet<string>,
): Selection {
  if (shape !== null) return shapeSelection(shape)
  // What a view computes is read by the value type that a `.field()` of its name gives it.
  return Object.fromEntries(
    readSource(table)
      .members.filter(({ key }) => !omitted.has(key))
      .map(({ key, expression }) => [
        key,
        is(expression, Column) ? expression : (fields.get(key.toLowerCase())?.expression ?? expression),
      ]),
  )
}

/** The members of the root's row that items do not have: those of every `.omit()`. */
export function omittedMembers(table: Table, declared: readonly Declaration[]): ReadonlySet<string> {
  const calls = ofKind(declared, 'omit')
  if (calls.length > 0 && ofKind(declared, 'select').length > 0) refuse(configRefusals.omitBesideSelect)
  const keys = readSource(table).members.map(({ key }) => key)
  const omitted = new Set<string>()
  for (const { names } of calls) {
    if (names.length === 0) refuse(configRefusals.emptyNames('omit'))
    for (const name of names) {
      if (!keys.includes(name)) refuse(configRefusals.omitUnknown(String(name)))
      omitted.add(name)
    }
  }
  if (keys.every((key) => omitted.has(key))) refuse(configRefusals.omitAll)
  return omitted
}
