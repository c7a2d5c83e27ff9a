// The option `except` of `applyFilters()` and of its twin in memory.
import { nearest } from '../../basics/nearest.js'
import * as callRefusals from '../../mistakes/call-refusals.js'
import { refuse } from '../../mistakes/refuse.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'

/** @throws PaginateConfigError for anything but a list of the list's filters; one that is switched off is a filter */
export function checkExcept(options: object | undefined, config: AnyPaginateConfig): void {
  const { except } = Object(options) as { readonly except?: unknown }
  if (except === undefined) return
  if (!Array.isArray(except) || except.some((name) => typeof name !== 'string')) refuse(callRefusals.wrongExcept)
  const filters = config.describe({ includeDisabled: true }).filterableFields.map(({ name }) => name)
  for (const name of except as readonly string[])
    if (!filters.some((filter) => filter.toLowerCase() === name.toLowerCase()))
      refuse(callRefusals.unknownExcept(name, nearest(name, filters)))
}
