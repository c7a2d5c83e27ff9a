// Values: a row's value as the text that a client sends for it.
import type { FieldValueType } from '../types/value.js'
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
  const accepted = (text: string | null | undefined): string | null =>
    typeof text === 'string' && !isEmptyValue(type, text) && type.decode(text).ok ? text : null
  if (type.kind !== 'custom') return accepted(writeValue(type, valueReader(place)(storedForm(place, raw))))
  return accepted(writeValue(type, raw)) ?? accepted(laidOver(place, raw)?.text)
}

/**
 * A char of white space reads as empty (R5.1.5); on text an empty value is a value (R5.1.2). Text by its name: a schema
 * over text, and a made type with the name `text`, are called with empty text too.
 */
export const isEmptyValue = ({ kind, name }: Pick<FieldValueType, 'kind' | 'name'>, text: string): boolean =>
  kind === 'char' ? text.trim() === '' : text === '' && name !== 'text'
