// Builder and facets: a filter by the name that the app gives it.
import { PaginateConfigError } from '../errors.js'
import type { FilterableField } from '../types/config.js'

/** @throws PaginateConfigError if the field is not filterable, or is switched off in this variant of the list */
export function filterableNamed(
  filterable: ReadonlyMap<string, FilterableField>,
  caller: string,
  name: string,
): FilterableField {
  const found = filterable.get(name.toLowerCase())
  if (found !== undefined) return found
  throw new PaginateConfigError(
    `${caller} names '${name}', which needs a filterable field; declare it with .filterable('${name}', …).`,
  )
}
