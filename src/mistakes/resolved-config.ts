// Builder: from a public configuration to what the engine reads.
import { RESOLVED, type ResolvedConfig } from '../types/resolved-config.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import * as callRefusals from './call-refusals.js'
import { refuse } from './refuse.js'

/**
 * @param before the arguments that the call has before it: a configuration among them is in a wrong place
 * @throws PaginateConfigError where the value was not made by `paginateConfig(table)….build()`
 */
export function resolvedConfig(config: AnyPaginateConfig, ...before: readonly unknown[]): ResolvedConfig {
  const resolved = resolvedIn(config)
  if (resolved === undefined) refuse(before.some(isBuilt) ? callRefusals.swapped : refusalOf(config))
  return resolved
}

const resolvedIn = (value: unknown): ResolvedConfig | undefined =>
  (value as { readonly [RESOLVED]?: ResolvedConfig } | null | undefined)?.[RESOLVED]

function isBuilt(value: unknown): boolean {
  try {
    return resolvedIn(value) !== undefined
  } catch {
    // A proxy that throws was not built.
    return false
  }
}

function refusalOf(value: unknown): string {
  if (typeof value === 'function') return callRefusals.uncalledVariants
  return isBuilder(value) ? callRefusals.unbuilt : callRefusals.wrongConfig
}

/** By its methods, so that a builder of the package's other copy (ESM, CommonJS) is known too. */
function isBuilder(value: unknown): boolean {
  const { build, withLimits } = (value ?? {}) as { readonly build?: unknown; readonly withLimits?: unknown }
  return typeof build === 'function' && typeof withLimits === 'function'
}
