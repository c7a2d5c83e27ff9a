// Values: the form in which the database compares values of a made type, if that is not what `parse` returns.
import type { BuiltInLayout, FieldValueType } from '../types/value.js'
import { valueTypeOf } from './built-in.js'
import { valueReader } from './read-value.js'
import { storedForm, type ValuePlace } from './stored-form.js'
import { formOf } from './write-value.js'

/** By `as`, else by what `encode` writes into a column whose values a driver binds as they are read. */
export function layoutOf({ type, facts }: Pick<ValuePlace, 'type' | 'facts'>): BuiltInLayout | null {
  if (type?.kind !== 'custom') return null
  const { builtIn, encode } = type
  if (builtIn !== undefined) return builtIn
  const own = facts?.storage === 'plain' ? valueTypeOf(facts) : null
  if (encode === undefined || own === null) return null
  const read = valueReader({ type: own, facts })
  return { type: own, facts, encode: (value) => read(encode(value)) ?? undefined }
}

/** Is what a made type binds for a client's text another value than the one that the column holds? */
export function bindsOther(place: ValuePlace, text: string, held: unknown): boolean {
  const layout = layoutOf(place)
  const form = layout === null ? null : valueReader(layout)(storedForm(place, held))
  if (layout === null || form === null) return false
  const decoded = (place.type as FieldValueType).decode(text)
  return !decoded.ok || formOf({ builtIn: layout }, decoded.value) !== form
}
