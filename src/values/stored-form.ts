// Values: a row's value in the form in which its column stores it.
import { Column, SQL } from 'drizzle-orm'
import { decoderOf } from '../drizzle/fragments.js'
import { is } from '../drizzle/kinds.js'
import type { Field } from '../types/config.js'
import { isCustom } from './read-column.js'

/** What one value of a field is, and the column that encodes it; null for an SQL expression. */
export interface ValuePlace extends Pick<Field, 'type' | 'facts'> {
  readonly column: Column | null
}

/** Does the column hold values of the app's own, which only its encoder and its decoder know? */
export const isOwnColumn = (place: ValuePlace): place is ValuePlace & { readonly column: Column } =>
  place.column !== null &&
  (place.facts?.valueType === null || (place.facts?.storage !== 'array' && isCustom(place.column)))

/** What encodes a field's values: its column, or a custom one that decodes its expression, as of `max(column)`. */
export function encoderOf(expression: Column | SQL): Column | null {
  if (is(expression, Column)) return expression
  const decoder: unknown = decoderOf(expression)
  return is(decoder, Column) && isCustom(decoder) ? decoder : null
}

/**
 * A value in a form that a built-in type reads. A column without one holds a value of the app's own, which the column's
 * encoder writes. A `Date` of a facet may have more digits in its JSON than it can hold (read-facet-value.ts).
 */
export function storedForm(place: ValuePlace, raw: unknown): unknown {
  if (isOwnColumn(place) && raw !== null && raw !== undefined) {
    const encoded = encodedBy(place.column, raw)
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
