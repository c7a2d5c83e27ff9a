// Stage plan: the parameter `fields`, as the members of an item that it names.
import { nearHint } from '../../basics/nearest.js'
import * as refusals from '../../refusals.js'
import type { FieldsPart } from '../../types/fields-part.js'
import type { NormalizedQuery } from '../../types/query.js'
import { rejected } from '../../types/result.js'
import { fieldNames } from '../../vocabulary.js'
import { withHint } from '../../plan/hints.js'

/** All members if the request sends no `fields`. Names may come with commas, in several parameters, or both. */
export function resolveFields(
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
