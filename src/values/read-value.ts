// Values: a row's value in the decoded form of its field's value type (types/value.ts).
import type { Field } from '../types/config.js'
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import { BUILT_IN } from './built-in.js'
import type { ReadValue } from './built-in-type.js'

export type { ReadValue }

export function valueReader({ type, facts }: Pick<Field, 'type' | 'facts'>): ReadValue {
  const read = type === null ? (raw: unknown) => raw : readerOf(type, facts)
  return (raw) => (raw === null || raw === undefined ? null : read(raw))
}

function readerOf(type: FieldValueType, facts: ColumnFacts | null): ReadValue {
  if (type.kind === 'custom') return (raw) => readCustom(raw, type)
  return BUILT_IN[type.kind].reader(facts, valueReader({ type: type.element ?? null, facts: facts?.element ?? null }))
}

/** A row of a made type has what `parse` returns, or text, a number or a date that `parse` reads. */
function readCustom(raw: unknown, type: FieldValueType): unknown {
  const text = raw instanceof Date ? isoText(raw) : typeof raw === 'object' ? null : String(raw)
  if (text === null) return raw
  const decoded = type.decode(text)
  return decoded.ok && !isSameKind(decoded.value, raw) ? decoded.value : raw
}

function isSameKind(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && a instanceof Date === b instanceof Date
}

function isoText(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
