// Every stage: the built-in value types, one line for each, and how one is bound to the facts of a column.
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import type { ValueTypeName } from '../vocabulary.js'
import { boolean } from './boolean.js'
import type { BuiltInType, DecodingFacts } from './built-in-type.js'
import { collection } from './collection.js'
import { date, time, timestamp } from './date-time.js'
import { enumType } from './enum.js'
import { interval } from './interval.js'
import { bigint, decimal, float, integer } from './number.js'
import { char, text } from './text.js'
import { uuid } from './uuid.js'

export const BUILT_IN: { readonly [Name in ValueTypeName]: BuiltInType } = {
  text,
  char,
  boolean,
  uuid,
  integer,
  bigint,
  decimal,
  float,
  timestamp,
  date,
  time,
  interval,
  enum: enumType,
  collection,
}

const NO_FACTS: DecodingFacts = { enumValues: null, isNativeEnum: false, isSinglePrecision: false, range: null }

/** A collection decodes each listed value by its element's type. */
export function collectionOf(element: FieldValueType): FieldValueType {
  const { operators } = collection
  return Object.freeze({ kind: 'collection', name: 'collection', operators, decode: element.decode, element })
}

/**
 * The built-in type of a scalar name. Range, members and precision come from the facts; without facts they are the
 * widest.
 */
export function scalarType(name: Exclude<ValueTypeName, 'collection'>, facts: DecodingFacts | null): FieldValueType {
  const { operators, decoder, bound } = BUILT_IN[name]
  const known = facts ?? NO_FACTS
  return Object.freeze({ kind: name, name, operators, decode: decoder(known), ...bound?.(known) })
}

/** The value type of the column's facts, or null for a column without one (json, bytea, vectors …). */
export function valueTypeOf(facts: ColumnFacts): FieldValueType | null {
  if (facts.valueType === null) return null
  if (facts.valueType !== 'collection') return scalarType(facts.valueType, facts)
  const element = facts.element && valueTypeOf(facts.element)
  return element && collectionOf(element)
}
