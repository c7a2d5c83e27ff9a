// Builder: from a public configuration to what the engine reads.
import { RESOLVED, type ResolvedConfig } from '../types/config.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import * as callRefusals from './call-refusals.js'
import { refuse } from './refuse.js'

/** @throws PaginateConfigError where the value was not made by `paginateConfig(table)….build()` */
export function resolvedConfig(config: AnyPaginateConfig): ResolvedConfig {
  const resolved = (config as { readonly [RESOLVED]?: ResolvedConfig } | null | undefined)?.[RESOLVED]
  if (resolved === undefined) refuse(refusalOf(config))
  return resolved
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
