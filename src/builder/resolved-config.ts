// Builder: from a public configuration to what the engine reads.
import { PaginateConfigError } from '../errors.js'
import { RESOLVED, type ResolvedConfig } from '../types/config.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'

/** @throws PaginateConfigError where the value was not made by `paginateConfig(table)….build()` */
export function resolvedConfig(config: AnyPaginateConfig): ResolvedConfig {
  const resolved = (config as { readonly [RESOLVED]?: ResolvedConfig } | null | undefined)?.[RESOLVED]
  if (resolved === undefined) throw new PaginateConfigError('A configuration is made by paginateConfig(table)….build(); pass one.')
  return resolved
}
