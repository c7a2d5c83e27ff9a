// Stage build: how a column's values are stored, once a field has its own value type.
import type { Field } from '../types/config.js'
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import { TEXT_ELEMENT } from '../dialects/shared/columns.js'

/**
 * The facts that fit `type`: text that is read as timestamp, date or time is `iso-text`. Anything except an array that
 * is read as a collection is a `json-array`. Facts that the type does not change are returned as they are.
 */
export function factsUnderType(facts: ColumnFacts, type: FieldValueType): ColumnFacts {
  if (type.kind === facts.valueType) return facts
  if (type.kind === 'collection') {
    if (facts.storage === 'array') return facts
    return Object.freeze({ ...facts, storage: 'json-array', element: facts.element ?? TEXT_ELEMENT })
  }
  const isText = facts.valueType === 'text' && facts.storage === 'plain'
  const isMoment = type.kind === 'timestamp' || type.kind === 'date' || type.kind === 'time'
  return isText && isMoment ? Object.freeze({ ...facts, storage: 'iso-text' }) : facts
}

/** True where the field has a value type of another kind than its values: they are then read as that type. */
export function isReadAsOtherType({ type, facts }: Pick<Field, 'type' | 'facts'>): boolean {
  if (type === null || facts === null || facts.valueType === null) return false
  return facts.valueType !== type.kind || facts.storage === 'enum-text'
}
