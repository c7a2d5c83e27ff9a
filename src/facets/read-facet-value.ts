// Facets: from what the database answers to a value of the field.
import type { Field } from '../types/config.js'
import type { FieldValueType } from '../types/value.js'
import { type ReadValue, valueReader } from '../values/read-value.js'
import { writeValue } from '../values/write-value.js'
import { scalarOf } from './scalar-of.js'

export interface RawFacetValue {
  /** As the column decodes it. */
  readonly value: unknown
  /** What the value leaves out (`FacetDialect.exact`); absent where it is whole. */
  readonly exact?: unknown
  /** Is the value JSON text? */
  readonly isJson: boolean
}

export function readFacetValue(field: Field, { value: raw, exact, isJson }: RawFacetValue): unknown {
  const value: unknown = isJson ? JSON.parse(String(raw)) : (raw ?? null)
  const { type, facts } = scalarOf(field)
  if (type === null) return value
  const read = valueReader({ type, facts })
  // What `parse` of a made value type returns is what its own column decodes to, unless it is bound in another form.
  if (type.encode !== undefined || type.builtIn !== undefined) return read(value)
  if (value instanceof Date) return exactDate(value, exact, type, read)
  // The shortest digits of a single, where they are all there.
  return typeof value === 'number' && typeof exact === 'number' && Math.fround(value) !== exact ? exact : value
}

/**
 * A `Date` holds milliseconds, and an instant where the field is a day: where its ISO text is not what a client must
 * send, its JSON is. So the value of a facet, put back into a filter, finds the rows that were counted, through JSON
 * and `encodeFilterValue` alike.
 */
function exactDate(date: Date, text: unknown, type: FieldValueType, read: ReadValue): Date {
  const decoded = read(typeof text === 'string' ? text : date)
  const sent = decoded === null ? null : writeValue(type, decoded)
  if (sent === null || (type.kind === 'timestamp' && read(date) === decoded)) return date
  return Object.defineProperty(date, 'toJSON', { value: () => sent, configurable: true, writable: true })
}
