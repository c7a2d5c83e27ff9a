// Builder: the children sets of a list's items, whose parts `rowsOf()` resolves.
import type { ChildSet, ResolvedChildren } from '../types/config.js'
import type { Selection } from '../types/selection.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import type { Declaration, DeclarationOf } from './declaration.js'
import { refuse } from '../mistakes/refuse.js'
import type { ResolvedFields } from './resolve-fields.js'
import { type ParentList, type RowsSupport, type SetShape, supportOf } from './rows-support.js'

/** The names of all sets, switched-off ones too, by lower-case name. */
export function childrenNames(
  declared: readonly DeclarationOf<'children'>[],
  { fields, joins }: ResolvedFields,
): Map<string, string> {
  const taken = new Set([...fields.keys(), ...joins.map(({ prefix }) => prefix.toLowerCase())])
  const names = new Map<string, string>()
  for (const { name } of declared) {
    if (typeof name !== 'string' || name === '') refuse(configRefusals.emptyName('children'))
    const folded = name.toLowerCase()
    if (taken.has(folded)) refuse(configRefusals.childrenTwice(name))
    taken.add(folded)
    names.set(folded, name)
  }
  return names
}

/**
 * The sets of the items, every declared one checked; null where items have none.
 *
 * @param shapes of `.select()`, by lower-case name; null without one: items then have every set
 */
export function resolveChildren(
  declared: readonly Declaration[],
  list: ParentList,
  shapes: ReadonlyMap<string, SetShape> | null,
  selection: Selection,
): ResolvedChildren | null {
  let support: RowsSupport | null = null
  const sets: ChildSet[] = []
  for (const declaration of declared) {
    if (declaration.kind !== 'children') continue
    support = supportOf(declaration.rows)
    const shape = shapes?.get(declaration.name.toLowerCase())
    const set = support.set(declaration, list, shape)
    if (declaration.isEnabled && (shapes === null || shape !== undefined)) sets.push(set)
  }
  return support === null || sets.length === 0 ? null : support.children(Object.freeze(sets), { ...list, selection })
}
