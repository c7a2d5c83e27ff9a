// Add-on explorer: the criterion that keeps the rows with the value of a cell.
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { criterionOf } from '../../features/facets/encode-filter-value.js'
import { valueAt } from '../http/export-text.js'
import type { FilterableField } from '../../types/config.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'

/** Rows with criteria: nobody looks at the cells of more. */
const MOST_ROWS = 1000

/** By the field, the criterion of each item's value; null where the list takes none. Of items as the list reads them. */
export function cellCriteria(
  config: AnyPaginateConfig,
  items: readonly unknown[],
): Record<string, readonly (string | null)[]> {
  const shown = items.slice(0, MOST_ROWS)
  const columns = [...resolvedConfig(config).filterable.values()].flatMap((filterable) => {
    // Of rows of another table, or of a condition of the app's own, an item has no value.
    if (filterable.collection !== null || filterable.own !== undefined) return []
    const path = filterable.field.name.split('.')
    const criteria = shown.map((item) => criterionFor(filterable, valueAt(item, path)))
    return criteria.every((criterion) => criterion === null) ? [] : [[filterable.field.name, criteria] as const]
  })
  return Object.fromEntries(columns)
}

/** A list in a cell is many values. */
const criterionFor = (filterable: FilterableField, value: unknown): string | null =>
  value === undefined || Array.isArray(value) ? null : criterionOf(filterable, value)
