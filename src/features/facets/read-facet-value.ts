// Facets: from what the database answers to a value of the field.
import type { Field } from '../../types/config.js'
import type { FieldValueType } from '../../types/value.js'
import { readMade, type ReadValue, valueReader } from '../../values/read-value.js'
import { readText } from '../../values/text.js'
import { writeValue } from '../../values/write-value.js'
import { scalarOf } from './scalar-of.js'

export interface RawFacetValue {
  /** As the column decodes it, or as a row holds it. */
  readonly value: unknown
  /** What the value leaves out (`FacetDialect.exact`); absent where it is whole. */
  readonly exact?: unknown
  /** Is the value JSON text? */
  readonly isJson: boolean
}

export function readFacetValue(field: Field, { value: raw, exact, isJson }: RawFacetValue): unknown {
  const value: unknown = isJson ? parsedElement(String(raw)) : (raw ?? null)
  const place = scalarOf(field)
  const { type } = place
  if (type === null || value === null) return value
  if (type.builtIn !== undefined) return readMade(value, { ...place, type }, exact)
  const read = valueReader(place)
  // What `parse` of a made value type returns is what its own column decodes to, unless it is bound in another form.
  if (type.encode !== undefined) return read(value)
  if (value instanceof Date) return exactDate(value, exact, type, read)
  // The shortest digits of a single, where they are all there.
  return typeof value === 'number' && typeof exact === 'number' && Math.fround(value) !== exact ? exact : value
}

/**
 * An element of a JSON array. `$contains` compares the text that the database has of it, so what JavaScript would print
 * otherwise stays that text: `1.50`, an integer past 2^53, a record.
 */
function parsedElement(json: string): unknown {
  const element: unknown = JSON.parse(json)
  return typeof element === 'string' || readText(element) === json ? element : json
}

/**
 * A `Date` holds milliseconds, and an instant where the field is a day: where its ISO text is not what a client must
 * send, its JSON is. So the value of a facet, put back into a filter, finds the rows that were counted, through JSON
 * and `encodeFilterValue` alike.
 */
function exactDate(date: Date, text: unknown, type: FieldValueType, read: ReadValue): Date {
  const decoded = read(typeof text === 'string' ? text : date)
  const sent = decoded === null ? null : writeValue(type, decoded)
  // What no client can send is its own text: the `Date` that a driver makes of infinity or a year before 1 is another.
  const json = sent ?? (typeof text === 'string' ? text : null)
  if (json === null || (sent !== null && type.kind === 'timestamp' && read(date) === decoded)) return date
  return Object.defineProperty(date, 'toJSON', { value: () => json, configurable: true, writable: true })
}
