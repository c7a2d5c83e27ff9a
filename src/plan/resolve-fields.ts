// Stage plan: the parameter `fields`, as the members of an item that it names.
import { nearHint } from '../basics/nearest.js'
import * as refusals from '../refusals.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { ListPlan } from '../types/plan.js'
import type { NormalizedQuery } from '../types/query.js'
import { rejected, type Result } from '../types/result.js'
import { fieldNames } from '../vocabulary.js'
import { withHint } from './hints.js'

/** All members if the request sends no `fields`. Names may come with commas, in several parameters, or both. */
export function resolveFields(
  fields: NormalizedQuery['fields'],
  selectable: NonNullable<ResolvedConfig['selectable']>,
): Result<ListPlan['fields']> {
  if (fields === undefined) return { ok: true, value: undefined }
  const sent: readonly unknown[] = Array.isArray(fields) ? fields : [fields]
  if (!sent.every((text) => typeof text === 'string')) return rejected(refusals.fieldsNotText())
  const chosen = new Set<string>()
  for (const name of sent.flatMap(fieldNames)) {
    const folded = name.toLowerCase()
    if (!selectable.has(folded)) {
      return rejected(withHint(refusals.fieldsUnknown(name), nearHint(name, selectable.values())))
    }
    chosen.add(folded)
  }
  return { ok: true, value: chosen.size === 0 ? undefined : chosen }
}
