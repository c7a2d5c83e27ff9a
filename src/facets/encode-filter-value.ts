// Facets: from a value of a field to the text that a client sends for it.
import { resolvedConfig } from '../builder/resolved-config.js'
import { PaginateConfigError } from '../errors.js'
import type { AnyPaginateConfig, InferFilterable, InferFilterValue } from '../types/paginate-config.js'
import type { Field, FilterableField } from '../types/config.js'
import { valueReader } from '../values/read-value.js'
import { writeValue } from '../values/write-value.js'
import { filterableNamed } from '../builder/filterable-named.js'
import { scalarOf } from './scalar-of.js'

/**
 * The text that a client sends for a value of a filterable field: what follows `$eq:`, and for an element of a
 * collection `$contains:`. For null it is `$null`, the whole criterion.
 *
 * `$in` and `$contains` on a collection split their text at commas: a value that holds one is sent with `$eq`.
 *
 * @param field a filterable field of the configuration
 * @param value as a row, or a facet, holds it: text, number, bigint, `Date`, or what a made value type's `parse`
 * returns
 * @throws PaginateConfigError for a field that is not filterable, and for a value that has no text (`NaN`, a date past
 * the year 9999, a member that the enum does not have, a made value type without `format`)
 * @example
 * ```ts
 * encodeFilterValue(articleList, 'publishedAt', new Date(0)) // '1970-01-01T00:00:00Z'
 * const link = `?filter.status=$eq:${encodeURIComponent(encodeFilterValue(articleList, 'status', 'draft'))}`
 * ```
 * @see facetCounts
 */
export function encodeFilterValue<Config extends AnyPaginateConfig, Name extends InferFilterable<Config>>(
  config: Config,
  field: Name,
  value: InferFilterValue<Config, Name> | null,
): string {
  const found = filterableNamed(resolvedConfig(config).filterable, 'encodeFilterValue()', field).field
  if (value === null) return '$null'
  const text = writeRaw(scalarOf(found), value)
  if (text !== null) return text
  throw new PaginateConfigError(
    `encodeFilterValue('${found.name}') has no text for this value; pass one that a filter on the field can compare with.`,
  )
}

/**
 * The criterion that a client sends for a value that a facet counted; null if no operator that the field allows can
 * name it.
 */
export function criterionOf({ field, operators }: FilterableField, value: unknown): string | null {
  if (value === null) return operators.has('$null') ? '$null' : null
  const text = writeRaw(scalarOf(field), value)
  if (text === null) return null
  if (operators.has('$eq')) return `$eq:${text}`
  // These split their text at commas, and an empty text is an empty list.
  const [list] = (['$contains', '$in'] as const).filter((operator) => operators.has(operator))
  return list === undefined || text === '' || text.includes(',') ? null : `${list}:${text}`
}

/** A made type gets what its `parse` returns. A built-in type gets any value that a row may hold. */
function writeRaw({ type, facts }: Pick<Field, 'type' | 'facts'>, raw: unknown): string | null {
  if (type === null || raw === undefined) return null
  const value = type.kind === 'custom' ? raw : valueReader({ type, facts })(exactForm(raw))
  const text = writeValue(type, value)
  return text !== null && type.decode(text).ok ? text : null
}

/**
 * A facet's timestamp may have more digits than a `Date` can hold. Such a `Date` has them in its JSON
 * (read-facet-value.ts).
 */
function exactForm(value: unknown): unknown {
  return value instanceof Date && Object.hasOwn(value, 'toJSON') ? value.toJSON() : value
}
