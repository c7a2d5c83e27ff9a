// Add-on explorer: the criterion that keeps the rows with the value of a cell.
import { Column, SQL } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { isSameMember } from '../../values/declared-decoder.js'
import { TICKS_PER_MILLISECOND } from '../../basics/ticks.js'
import { fractionDigits } from '../../dialects/fraction-digits.js'
import { decoderOf } from '../../drizzle/fragments.js'
import { resolvedConfig } from '../../mistakes/resolved-config.js'
import { criterionOf } from '../../features/facets/encode-filter-value.js'
import { scalarOf } from '../../features/facets/scalar-of.js'
import { valueAt } from '../http/export-text.js'
import type { Field, FilterableField } from '../../types/config.js'
import type { AnyPaginateConfig } from '../../types/paginate-config.js'
import type { Selection } from '../../types/selection.js'
import { filterText } from '../../values/filter-text.js'
import { readColumn } from '../../values/read-column.js'
import { writeValue } from '../../values/write-value.js'
import type { ColumnFacts } from '../../types/value.js'
import type { DialectName } from '../../vocabulary.js'

/** Rows with criteria: nobody looks at the cells of more. */
const MOST_ROWS = 1000

/** By the field, the criterion of each item's value; null where the list takes none. Of items as the list reads them. */
export function cellCriteria(
  config: AnyPaginateConfig,
  items: readonly unknown[],
): Record<string, readonly (string | null)[]> {
  const shown = items.slice(0, MOST_ROWS)
  const { filterable: declared, dialect, selection } = resolvedConfig(config)
  const columns = [...declared.values()].flatMap((filterable) => {
    // Of rows of another table, or of a condition of the app's own, an item has no value.
    if (filterable.collection !== null || filterable.own !== undefined) return []
    const path = filterable.field.name.split('.')
    // A member of the same name may be another column or expression.
    const member = memberAt(selection, path)
    if (member === null || !isSameMember(member, filterable.field.expression)) return []
    const isFiner = isFinerThanDate(filterable.field, dialect)
    const criteria = shown.map((item) => criterionFor(filterable, valueAt(item, path), isFiner))
    return criteria.every((criterion) => criterion === null) ? [] : [[filterable.field.name, criteria] as const]
  })
  return Object.fromEntries(columns)
}

/** What a page selects for a member of its items; null for a record, and for what it does not select. */
function memberAt(selection: Selection, [key = '', ...path]: readonly string[]): Column | SQL | null {
  const member: unknown = Object.hasOwn(selection, key) ? selection[key] : null
  if (is(member, Column) || is(member, SQL)) return path.length === 0 ? member : null
  return member && path.length > 0 ? memberAt(member as Selection, path) : null
}

/** A list in a cell is many values. */
function criterionFor(filterable: FilterableField, value: unknown, isFiner: boolean): string | null {
  if (value === undefined || Array.isArray(value)) return null
  return isFiner && value instanceof Date ? millisecondOf(filterable, value) : criterionOf(filterable, value, value)
}

/** Every instant that the `Date` may stand for. A made type may read fewer digits than the column has. */
function millisecondOf({ field, operators }: FilterableField, date: Date): string | null {
  const { type } = field
  if (type?.kind !== 'timestamp' || !operators.has('$btw')) return null
  const first = filterText(scalarOf(field), date)
  const decoded = first === null ? null : type.decode(first)
  if (decoded?.ok !== true) return null
  return `$btw:${first},${writeValue(type, (decoded.value as bigint) + TICKS_PER_MILLISECOND - 1n)}`
}

/** May the field keep more than the milliseconds of a `Date`? Nobody knows of an expression that no column decodes. */
function isFinerThanDate({ expression, facts, type }: Field, dialect: DialectName): boolean {
  const decoder = is(expression, Column) ? expression : decoderOf(expression)
  const column = facts ?? (is(decoder, Column) ? readColumn(decoder) : null)
  // Days are compared whole.
  const kind = (type?.builtIn?.type ?? type)?.kind
  return kind !== 'date' && (column === null || hasFinerDigits(column, dialect))
}

function hasFinerDigits({ valueType, storage, sqlType }: ColumnFacts, dialect: DialectName): boolean {
  if (valueType !== 'timestamp') return valueType !== 'date'
  // Counts of seconds and of milliseconds are whole in a `Date`.
  return storage === 'plain' && fractionDigits(sqlType, dialect) > 3
}
