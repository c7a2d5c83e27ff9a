// Facets: from a value of a field to the text that a client sends for it.
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import type { AnyPaginateConfig, InferFilterable, InferFilterValue } from '../../types/paginate-config.js'
import type { FilterableField } from '../../types/config.js'
import { filterText } from '../../values/filter-text.js'
import { filterableNamed } from '../aggregates/read-facets.js'
import { isNamedInList } from './named-element.js'
import { bindsOther } from '../../values/layout-of.js'
import { scalarOf } from './scalar-of.js'

/**
 * Returns the text that a client sends for a value of a filterable field: the text after `$eq:`. For null it is `$null`,
 * the whole criterion.
 *
 * `$in`, and `$contains` on a collection, split their text at commas: send a value with a comma with `$eq`.
 *
 * @param field a filterable field of the configuration
 * @param value as in a row or a facet: text, number, bigint, `Date`, or the result of a made value type's `parse`
 * @returns null for a value that no filter can name (`NaN`, a date past the year 9999, a negative time of day, a member
 * that the enum does not have, a made value type without `format`)
 * @throws PaginateConfigError for a field that is not filterable
 * @example
 * ```ts
 * encodeFilterValue(articleList, 'publishedAt', new Date(0)) // '1970-01-01T00:00:00Z'
 * encodeFilterValue(articleList, 'views', Number.NaN) // null
 * ```
 * @see facetCounts
 */
export function encodeFilterValue<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>>(
  config: Config,
  field: Name,
  value: InferFilterValue<Config, Name> | null,
): string | null {
  const found = filterableNamed(resolvedConfig(config).filterable, 'encodeFilterValue()', field).field
  return value === null ? '$null' : filterText(scalarOf(found), value)
}

const EXACT_KINDS: ReadonlySet<string | undefined> = new Set(['integer', 'bigint', 'decimal'])

/**
 * The criterion that a client sends for a value of a row or a facet; null if no operator that the field allows can name
 * it, and for a rounded number, which stands for several values.
 *
 * @param held what the column holds, if that is known; a made type may bind another value for the text
 */
export function criterionOf({ field, operators }: FilterableField, value: unknown, held?: unknown): string | null {
  if (value === null) return operators.has('$null') ? '$null' : null
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value)
  const place = scalarOf(field)
  const text = isRounded && EXACT_KINDS.has(field.type?.kind) ? null : filterText(place, value)
  if (text === null || (held !== undefined && bindsOther(place, text, held))) return null
  if (operators.has('$eq')) return `$eq:${text}`
  // These split their text at commas, and an empty text is an empty list.
  const [list] = (['$contains', '$in'] as const).filter((operator) => operators.has(operator))
  return list === undefined || !isNamedInList(text) ? null : `${list}:${text}`
}
