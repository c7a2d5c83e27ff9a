// A list whose clients choose the members of an item: what it decides at each stage.
import type { FieldsPart } from '../../types/fields-part.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { chosenMembers, memberNames } from './chosen-members.js'
import { resolveFields } from './resolve-fields.js'

/** They may name the members of an item, those of its joined records, and its children sets. */
export function fieldsPart({ selection, children }: Pick<ResolvedConfig, 'selection' | 'children'>): FieldsPart {
  const all = [...memberNames(selection), ...(children?.sets.map(({ name }) => name) ?? [])]
  const names = new Map(all.map((name) => [name.toLowerCase(), Object.freeze({ name })]))
  return Object.freeze({
    names,
    resolve: (fields) => resolveFields(fields, names),
    selectionOf: (fields) => {
      if (fields === undefined) return null
      const chosen = chosenMembers(selection, fields)
      return children?.isAskedFor(fields) === true ? { ...chosen, ...children.keyFields } : chosen
    },
  } satisfies FieldsPart)
}
