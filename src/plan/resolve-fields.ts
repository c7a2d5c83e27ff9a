// Stage plan: the parameter `fields`, as the members of an item that it names.
import { nearHint } from '../nearest.js'
import * as refusals from '../refusals.js'
import type { ResolvedConfig } from '../types/config.js'
import type { ListPlan } from '../types/plan.js'
import type { NormalizedQuery } from '../types/query.js'
import { rejected, type Result } from '../types/result.js'
import { fieldNames } from '../vocabulary.js'
import { withHint } from './hints.js'

/** All members where the request sends no `fields`. */
export function resolveFields(
  fields: NormalizedQuery['fields'],
  selectable: NonNullable<ResolvedConfig['selectable']>,
): Result<ListPlan['fields']> {
  if (fields === undefined) return { ok: true, value: undefined }
  if (Array.isArray(fields)) return rejected(refusals.fieldsRepeated())
  if (typeof fields !== 'string') return rejected(refusals.fieldsNotText())
  const chosen = new Set<string>()
  for (const name of fieldNames(fields)) {
    const folded = name.toLowerCase()
    if (!selectable.has(folded)) {
      return rejected(withHint(refusals.fieldsUnknown(name), nearHint(name, selectable.values())))
    }
    chosen.add(folded)
  }
  return { ok: true, value: chosen.size === 0 ? undefined : chosen }
}
