// Facets: a field by the name that a host gives it.
import { PaginateConfigError } from '../errors.js'
import type { FilterableField, ResolvedConfig } from '../types/config.js'

/**
 * @throws PaginateConfigError where the field is not filterable, or is switched off in this variant of the
 * configuration
 */
export function filterableNamed(config: ResolvedConfig, caller: string, name: string): FilterableField {
  const found = config.filterable.get(name.toLowerCase())
  if (found !== undefined) return found
  throw new PaginateConfigError(
    `${caller}('${name}') needs a filterable field; declare it with .filterable('${name}', …).`,
  )
}
