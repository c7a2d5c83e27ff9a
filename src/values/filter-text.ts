// Values: a row's value as the text that a client sends for it.
import { type Column, SQL } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import type { Field } from '../types/config.js'
import { valueReader } from './read-value.js'
import { formOf, writeValue } from './write-value.js'

/** What one value of a field is, and the column that encodes it; null for an SQL expression. */
export interface ValuePlace extends Pick<Field, 'type' | 'facts'> {
  readonly column: Column | null
}

/**
 * The text, or null for a value that no filter on the field can name.
 *
 * @param raw what the column's decoder returns, or what `parse` of a made value type returns
 */
export function filterText(place: ValuePlace, raw: unknown): string | null {
  const { type } = place
  if (type === null || raw === undefined) return null
  const accepted = (text: string | null): string | null => (text !== null && type.decode(text).ok ? text : null)
  if (type.kind !== 'custom') return accepted(writeValue(type, valueReader(place)(storedForm(place, raw))))
  return accepted(writeValue(type, raw)) ?? laidOver(place, raw)?.text ?? null
}

/**
 * Of a value in the form of its column: the text of the built-in type below, with all its digits, and what `parse` of the
 * made value type makes of it. Null if the database would compare that as another value.
 */
export function laidOver(place: ValuePlace, raw: unknown): { readonly text: string; readonly value: unknown } | null {
  const { type } = place
  const builtIn = type?.builtIn
  if (type === null || builtIn === undefined) return null
  const form = valueReader(builtIn)(storedForm(place, raw))
  const text = form === null ? null : writeValue(builtIn.type, form)
  const decoded = text === null ? null : type.decode(text)
  const isSame = decoded?.ok === true && formOf(type, decoded.value) === form
  return text !== null && isSame ? { text, value: decoded.value } : null
}

/**
 * A value in a form that a built-in type reads. A column without one holds a value of the app's own, which the column's
 * encoder writes. A `Date` of a facet may have more digits in its JSON than it can hold (read-facet-value.ts).
 */
export function storedForm({ column, facts }: ValuePlace, raw: unknown): unknown {
  if (column !== null && facts?.valueType === null && raw !== null && raw !== undefined) {
    const encoded = encodedBy(column, raw)
    if (encoded !== undefined) return encoded
  }
  return raw instanceof Date && Object.hasOwn(raw, 'toJSON') ? raw.toJSON() : raw
}

/**
 * Undefined if the value is not the column's, as the app may hand over what a client would send, and if the column
 * writes SQL, which only the database evaluates.
 */
function encodedBy(column: Column, value: unknown): unknown {
  try {
    const encoded = column.mapToDriverValue(value)
    return is(encoded, SQL) ? undefined : encoded
  } catch {
    return undefined
  }
}
