// A list whose clients choose the members of an item: what it decides at each stage.
import type { FieldsPart } from '../../types/fields-part.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { chosenSelection, memberNames, type SelectedFrom } from './chosen-members.js'
import { nearHint } from '../../basics/nearest.js'
import * as refusals from '../../refusals.js'
import type { NormalizedQuery } from '../../types/query.js'
import { rejected } from '../../types/result.js'
import { fieldNames } from '../../vocabulary.js'
import { withHint } from '../../plan/hints.js'

/** They may name the members of an item, those of its joined records, and its children sets. */
export function fieldsPart(config: SelectedFrom & Pick<ResolvedConfig, 'children'>): FieldsPart {
  const { selection, children } = config
  const all = [...memberNames(selection), ...(children?.sets.map(({ name }) => name) ?? [])]
  // No request can name one with a comma.
  const sendable = all.filter((name) => fieldNames(name)[0] === name)
  const names = new Map(sendable.map((name) => [name.toLowerCase(), Object.freeze({ name })]))
  return Object.freeze({
    names,
    resolve: (fields) => resolveFields(fields, names),
    selectionOf: (fields) => {
      if (fields === undefined) return null
      const chosen = chosenSelection(config, fields)
      return children?.isAskedFor(fields) === true ? { ...chosen, ...children.keyFields } : chosen
    },
  } satisfies FieldsPart)
}

/** All members if the request sends no `fields`. Names may come with commas, in several parameters, or both. */
function resolveFields(
  given: NormalizedQuery['fields'],
  names: FieldsPart['names'],
): ReturnType<FieldsPart['resolve']> {
  const sent: readonly unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given]
  if (!sent.every((text) => typeof text === 'string')) return rejected(refusals.fieldsNotText())
  const chosen = new Map<string, string>()
  for (const name of sent.flatMap(fieldNames)) {
    const folded = name.toLowerCase()
    const found = names.get(folded)
    if (found === undefined) return rejected(withHint(refusals.fieldsUnknown(name), nearHint(name, names.values())))
    chosen.set(folded, found.name)
  }
  const fields = chosen.size === 0 ? undefined : new Set(chosen.keys())
  return { ok: true, value: { fields, toldFields: [...chosen.values()] } }
}
