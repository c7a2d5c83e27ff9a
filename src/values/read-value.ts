// Values: a row's value in the decoded form of its field's value type (types/value.ts).
import type { Field } from '../types/config.js'
import { BUILT_IN } from './built-in.js'
import type { ReadValue } from './built-in-type.js'
import { isOwnColumn, storedForm, type ValuePlace } from './stored-form.js'
import { formOf, writeValue } from './write-value.js'

export type { ReadValue }

/** @param place without its column, a value of one of the app's own is taken for what `parse` returns */
export function valueReader(place: Pick<Field, 'type' | 'facts'> & Partial<ValuePlace>): ReadValue {
  const { type, facts, column = null } = place
  const read = type === null ? (raw: unknown) => raw : readerOf({ type, facts, column })
  return (raw) => (raw === null || raw === undefined ? null : read(raw))
}

function readerOf(place: MadePlace): ReadValue {
  const { type, facts } = place
  if (type.kind === 'custom') return (raw) => readMade(raw, place)
  return BUILT_IN[type.kind].reader(facts, valueReader({ type: type.element ?? null, facts: facts?.element ?? null }))
}

type MadePlace = ValuePlace & { readonly type: NonNullable<ValuePlace['type']> }

/**
 * A row of a made type has what `parse` returns, a value of its column, or text, a number or a date that `parse` reads.
 *
 * @param exact the value with the digits that `raw` leaves out
 */
export function readMade(raw: unknown, place: MadePlace, exact: unknown = raw): unknown {
  const { type } = place
  const laid = laidOver(place, exact)?.value ?? null
  if (laid !== null) return isSameKind(laid, raw) && isOfForm(raw, laid, type) ? raw : laid
  const text = raw instanceof Date ? isoText(raw) : typeof raw === 'object' ? null : String(raw)
  if (text === null) return raw
  const decoded = type.decode(text)
  return decoded.ok && !isSameKind(decoded.value, raw) ? decoded.value : raw
}

/**
 * Of a value in the form of its column: the text of the built-in type below, with all its digits, and what `parse` of the
 * made value type makes of it. Null if the database would compare that as another value.
 */
export function laidOver(place: ValuePlace, raw: unknown): { readonly text: string; readonly value: unknown } | null {
  const { type } = place
  const builtIn = type?.builtIn
  // A column of a built-in type holds no records: one is what `parse` returns.
  const isRecord = typeof raw === 'object' && !(raw instanceof Date) && !isOwnColumn(place)
  if (type === null || builtIn === undefined || isRecord) return null
  const form = valueReader(builtIn)(storedForm(place, raw))
  const text = form === null ? null : writeValue(builtIn.type, form)
  const decoded = text === null ? null : type.decode(text)
  const isSame = decoded?.ok === true && formOf(type, decoded.value) === form
  return text !== null && isSame ? { text, value: decoded.value } : null
}

/** Has a value that is not the column's the built-in form of the other, or more digits than that holds? */
const isOfForm = (value: unknown, other: unknown, type: MadePlace['type']): boolean =>
  formOf(type, value, 'floor') === formOf(type, other)

function isSameKind(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && a instanceof Date === b instanceof Date
}

function isoText(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
