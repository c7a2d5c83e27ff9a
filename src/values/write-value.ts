// Values: a decoded value (types/value.ts) as the text that a client sends for it. The inverse of `decode`.
import type { DecodedValue, FieldValueType, Rounding } from '../types/value.js'
import { BUILT_IN } from './built-in.js'

/**
 * The text, or null for a value that has no text (`NaN`, an infinite date). `decode` decides whether a text is
 * accepted.
 */
export function writeValue(type: FieldValueType, value: DecodedValue): string | null {
  const { kind, element } = type
  if (kind === 'custom') return writeCustom(type, value)
  return BUILT_IN[kind].write(value, (held) => (element === undefined ? null : writeValue(element, held)))
}

/**
 * A made value type is written by its `format`; else as `String(value)`, or as the built-in type in `as`, if `parse`
 * reads that back to an equal value.
 */
function writeCustom(type: FieldValueType, value: DecodedValue): string | null {
  if (type.format !== undefined) return type.format(value)
  const candidates = [textOf(value)]
  const form = formOf(type, value)
  if (type.builtIn !== undefined && form !== undefined) candidates.push(writeValue(type.builtIn.type, form))
  return candidates.find((text) => text !== null && readsBack(type, text, value)) ?? null
}

/** Undefined for a value that is not what `parse` returns: the app's function may throw for it. */
export function formOf(
  { builtIn }: Pick<FieldValueType, 'builtIn'>,
  value: DecodedValue,
  rounding: Rounding = 'exact',
): DecodedValue | undefined {
  try {
    return builtIn?.encode(value, rounding)
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return String(value)
  const { toJSON } = value as { readonly toJSON?: unknown }
  const json: unknown = typeof toJSON === 'function' ? toJSON.call(value) : undefined
  if (typeof json === 'string') return json
  const text = String(value)
  return text.startsWith('[object ') ? null : text
}

function readsBack(type: FieldValueType, text: string, value: unknown): boolean {
  const decoded = type.decode(text)
  if (!decoded.ok) return false
  if (type.compare !== undefined) return type.compare(decoded.value, value) === 0
  const form = formOf(type, value)
  if (form !== undefined) return formOf(type, decoded.value) === form
  return Object.is(decoded.value, value) || (typeof value === 'object' && textOf(decoded.value) === textOf(value))
}
