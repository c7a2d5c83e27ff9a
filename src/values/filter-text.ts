// Values: a row's value as the text that a client sends for it.
import { laidOver, valueReader } from './read-value.js'
import { storedForm, type ValuePlace } from './stored-form.js'
import { writeValue } from './write-value.js'

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
