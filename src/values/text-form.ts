// Values: the text that text operators and searches compare, in statements and in memory.
import type { Column } from 'drizzle-orm'
import { PaginateConfigError } from '../errors.js'
import type { DecodedValue, FieldValueType } from '../types/value.js'

/**
 * A decoded value as the text that `$eq` binds: of a made type by its `as`, its `encode` or the column's own encoder.
 * Null if no row can equal the value.
 *
 * @throws PaginateConfigError if that is not text
 */
export function textForm(type: FieldValueType, column: Column | null, value: DecodedValue): string | null {
  if (type.kind !== 'custom') return String(value)
  const form = type.builtIn === undefined ? boundForm(type, column, value) : type.builtIn.encode(value, 'exact')
  if (form === undefined && type.builtIn !== undefined) return null
  if (TEXTUAL.has(typeof form)) return String(form)
  throw new PaginateConfigError(
    `Value type '${type.name}' must bind text for a text operator; return text from its 'encode' or its 'as'.`,
  )
}

const TEXTUAL: ReadonlySet<string> = new Set(['string', 'number', 'bigint'])

function boundForm({ encode }: FieldValueType, column: Column | null, value: DecodedValue): unknown {
  if (encode !== undefined) return encode(value)
  return column === null ? value : column.mapToDriverValue(value)
}
