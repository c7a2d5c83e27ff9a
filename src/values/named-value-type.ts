// Stage build: a built-in value type by its name, `.field(name, selector, 'uuid')`.
import { PaginateConfigError } from '../errors.js'
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import { VALUE_TYPES, type ValueTypeName } from '../vocabulary.js'
import { collectionOf, scalarType, valueTypeOf } from './built-in.js'

/**
 * The built-in value type `name` on any column, or on an SQL expression (`facts` null: 64-bit integers, double
 * precision, collections of text).
 *
 * @throws PaginateConfigError for an unknown name, for `enum` on a column without members, for a date or time type on
 * an integer column, whose unit is not known, and for `collection` on an array of a type that is not known
 */
export function namedValueType(name: ValueTypeName, facts: ColumnFacts | null): FieldValueType {
  if (!VALUE_TYPES.includes(name)) {
    const choices = VALUE_TYPES.join(', ')
    throw new PaginateConfigError(
      `Value type '${String(name)}' does not exist; use one of ${choices}, or defineValueType.`,
    )
  }
  if (name === 'collection' && facts?.storage !== 'array' && facts?.sqlType.endsWith('[]') === true) {
    throw new PaginateConfigError(
      `Value type 'collection' does not fit a column of type '${facts.sqlType}'; declare the column with .array().`,
    )
  }
  if (name === 'collection') {
    const element = facts?.element ? valueTypeOf(facts.element) : null
    return collectionOf(element ?? scalarType('text', null))
  }
  if (name === 'enum' && !facts?.enumValues) {
    throw new PaginateConfigError(
      `Value type 'enum' needs a column that lists its members; declare them on the column, or use 'text'.`,
    )
  }
  if (isInstantOfInteger(name, facts)) {
    throw new PaginateConfigError(
      `Value type '${name}' does not fit an integer column; declare the column with mode 'timestamp' or 'timestamp_ms'.`,
    )
  }
  return scalarType(name, facts)
}

function isInstantOfInteger(name: ValueTypeName, facts: ColumnFacts | null): boolean {
  const isInteger = facts?.valueType === 'integer' || facts?.valueType === 'bigint'
  return isInteger && (name === 'timestamp' || name === 'date' || name === 'time')
}
