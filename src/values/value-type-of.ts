// Stage build: the built-in value type of a column.
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import { collectionOf, scalarType } from './built-in.js'

/** The value type of the column's facts, or null for a column without one (json, bytea, vectors …). */
export function valueTypeOf(facts: ColumnFacts): FieldValueType | null {
  if (facts.valueType === null) return null
  if (facts.valueType !== 'collection') return scalarType(facts.valueType, facts)
  const element = facts.element && valueTypeOf(facts.element)
  return element && collectionOf(element)
}
