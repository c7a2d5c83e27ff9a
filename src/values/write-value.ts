// Values: a decoded value (types/value.ts) as the text that a client sends for it. The inverse of `decode`.
import type { DecodedValue, FieldValueType } from '../types/value.js'
import { decimalText } from './read-value.js'
import { TICKS_PER_DAY, TICKS_PER_SECOND, timestampText, timeText } from './ticks.js'

/** The text, or null for a value that has no text (`NaN`, an infinite date). `decode` decides whether a text is accepted. */
export function writeValue(type: FieldValueType, value: DecodedValue): string | null {
  switch (type.kind) {
    case 'text':
    case 'char':
    case 'enum':
    case 'uuid':
    case 'date':
      return typeof value === 'string' ? value : null
    case 'boolean':
    case 'integer':
    case 'bigint':
      return String(value)
    case 'decimal':
    case 'float':
      return decimalText(value)
    case 'timestamp':
      return typeof value === 'bigint' && isWritable(value) ? `${withoutZeros(timestampText(value))}Z` : null
    case 'time':
      return typeof value === 'bigint' && value >= 0n && value < TICKS_PER_DAY ? withoutZeros(timeText(value)) : null
    case 'interval':
      return typeof value === 'bigint' ? durationText(value) : null
    case 'collection':
      return type.element === undefined ? null : writeValue(type.element, value)
    case 'custom':
      return writeCustom(type, value)
    default:
      return type.kind satisfies never
  }
}

/** Whether a JavaScript date can represent it; `decode` refuses years outside 1 to 9999. */
const isWritable = (ticks: bigint): boolean => ticks > -(2n ** 60n) && ticks < 2n ** 62n

/** `12:00:00.5000000` is `12:00:00.5`. */
const withoutZeros = (text: string): string => text.replace(/\.?0{1,7}$/, '')

/** ISO 8601 in seconds. The sign comes first, as `decodeInterval` reads it. */
function durationText(ticks: bigint): string {
  const magnitude = ticks < 0n ? -ticks : ticks
  const fraction = String(magnitude % TICKS_PER_SECOND).padStart(7, '0')
  return `${ticks < 0n ? '-' : ''}PT${withoutZeros(`${magnitude / TICKS_PER_SECOND}.${fraction}`)}S`
}

/**
 * A made value type is written by its `format`; else as the built-in type in `as`; else as `String(value)`, if `parse` reads
 * that back to an equal value.
 */
function writeCustom(type: FieldValueType, value: DecodedValue): string | null {
  if (type.format !== undefined) return type.format(value)
  const candidates = [textOf(value)]
  if (type.builtIn !== undefined) {
    const form = type.builtIn.encode(value, 'exact')
    if (form !== undefined) candidates.push(writeValue(type.builtIn.type, form))
  }
  return candidates.find((text) => text !== null && readsBack(type, text, value)) ?? null
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
  return Object.is(decoded.value, value) || (typeof value === 'object' && textOf(decoded.value) === textOf(value))
}
