// memory: where a field's value comes from: its place in the row, or an accessor, and how it is read.
import { SQL } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { PaginateConfigError } from '../../errors.js'
import { declaredDecoder } from '../../values/declared-decoder.js'
import { parseJson } from '../../values/parse-json.js'
import { type ReadValue, valueReader } from '../../values/read-value.js'
import { encoderOf, isOwnColumn, storedForm, type ValuePlace } from '../../values/stored-form.js'
import type { Field, FilterableField } from '../../types/config.js'

/** Accessors by field name, as `options.own.values` gives them. */
export interface Accessors<Row = unknown> {
  readonly [field: string]: ((row: Row) => unknown) | undefined
}

export type ReadField = (row: unknown) => unknown

/**
 * The value of a field as it is in the row, null when a join found no row.
 *
 * @throws PaginateConfigError for a field that has no place in a row and no accessor (R9.1.3)
 */
export function fieldReader(field: Field, accessors: Accessors<never>): ReadField {
  const accessor = accessorOf(field.name, accessors)
  if (accessor !== undefined) {
    const comparable = comparableReader(field)
    return (row) => comparable(accessor(row))
  }
  if (field.path === null) {
    throw new PaginateConfigError(
      `The field '${field.name}' has no place in a row; give it an accessor in options.own.values.`,
    )
  }
  const [first, second] = field.path as readonly [string, string?]
  if (second === undefined) return (row) => member(row, first)
  return (row) => member(member(row, first), second)
}

export const accessorOf = (name: string, accessors: Accessors<never>): ReadField | undefined =>
  Object.hasOwn(accessors, name) ? (accessors[name] as ReadField | undefined) : undefined

/**
 * The values of a `filterableMany` field in the elements of a row: from its own accessor, or from the records under the
 * name of the field's group. A row without a list has no elements.
 *
 * @throws PaginateConfigError (the reader) for an accessor that returns one value
 */
export function elementsReader(
  { field, element }: FilterableField,
  accessors: Accessors<never>,
): (row: unknown) => readonly unknown[] {
  const own = accessorOf(field.name, accessors)
  if (own !== undefined) {
    const [values, comparable] = [accessedList(field.name, own), comparableReader(field)]
    return (row) => values(row).map(comparable)
  }
  if (element === undefined) return listReader(fieldReader(field, accessors))
  const { name, keys } = element
  const key = keys.get(field.name) as string
  const accessor = accessorOf(name, accessors)
  const records = accessor === undefined ? listReader((row) => member(row, name)) : accessedList(name, accessor)
  return (row) => records(row).map((record) => member(record, key))
}

function listReader(read: ReadField): (row: unknown) => readonly unknown[] {
  return (row) => {
    const list = read(row)
    return Array.isArray(list) ? list : []
  }
}

function accessedList(name: string, accessor: ReadField): (row: unknown) => readonly unknown[] {
  return (row) => {
    const list = accessor(row) ?? []
    if (Array.isArray(list)) return list
    throw new PaginateConfigError(
      `The function of '${name}' in options.own.values must return a list; return [value] for one value.`,
    )
  }
}

/** Of a row's value, to the decoded form of its field's value type. */
export function decoderOf(field: Field): ReadValue {
  const stored = storedReader(field)
  const decode = valueReader(placeOf(field))
  return (raw) => decode(stored(raw))
}

/**
 * Of a row's value, to what the database compares under a built-in type: a column without one of its own holds values of
 * the app's, which its encoder writes.
 */
export function storedReader(field: Field): (raw: unknown) => unknown {
  const place = placeOf(field)
  const { type } = place
  if (!isOwnColumn(place) || type === null || type.kind === 'custom') return (raw) => raw
  return (raw) => {
    const stored = storedForm(place, raw)
    // An encoder may write SQL, which only a database evaluates.
    if (is(stored, SQL)) return raw
    return type.kind === 'collection' && typeof stored === 'string' ? parseJson(stored) : stored
  }
}

export const placeOf = ({ type, facts, expression }: Field): ValuePlace => ({
  type,
  facts,
  column: encoderOf(expression),
})

/** Of what an accessor returns: as it is, with all its digits, unless only an item's form can be read. */
function comparableReader(field: Field): ReadValue {
  const [read, decode] = [valueReader(placeOf(field)), itemDecoder(field)]
  return (value) => (read(value) === null ? decode(value) : value)
}

/**
 * Of a row's value, to what an item has: that of an expression is read as the database's is, since an accessor may return
 * a count as text. A `Date` has fewer digits than text, so nothing is compared in this form.
 */
export function itemDecoder({ expression, type }: Field): ReadValue {
  const decode = declaredDecoder(expression, type)
  return (value) => (decode === null || value === null || value === undefined ? value : decode(value))
}

export function member(value: unknown, key: string): unknown {
  return value === null || value === undefined ? null : (value as { readonly [key: string]: unknown })[key]
}
