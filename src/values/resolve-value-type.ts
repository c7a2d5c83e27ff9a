// Stage build: which value type a field has.
import type { Column } from 'drizzle-orm'
import { PaginateConfigError } from '../errors.js'
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import type { ValueTypeName } from '../vocabulary.js'
import { collectionOf, valueTypeOf } from './built-in.js'
import { namedValueType } from './named-value-type.js'
import { withoutArguments } from './read-column.js'
import { isStandardSchema, standardSchemaValueType, type StandardSchemaV1 } from './standard-schema.js'
import { fieldTypeOf, isValueType, type ValueType } from './value-type.js'

export type OwnValueType = ValueTypeName | ValueType | StandardSchemaV1

export interface ValueTypeSources {
  /** The field's own, from `.field(name, selector, own)`. */
  readonly own: OwnValueType | undefined
  /** The configuration's, from `paginateConfig(table, { valueTypes })`; the first that fits counts. */
  readonly registered: readonly ValueType[]
  /** Null for an SQL expression, as are its facts. */
  readonly column: Column | null
  readonly facts: ColumnFacts | null
}

/**
 * The field's own value type, else a registered one, else the column's built-in one, else a Standard Schema attached to
 * the column (as its `~standard` property), else null: the field cannot be filtered.
 *
 * On a collection, a made value type or a schema reads each element.
 *
 * @throws PaginateConfigError if `own` is not a value type, or does not fit the column.
 */
export function resolveValueType({ own, registered, column, facts }: ValueTypeSources): FieldValueType | null {
  if (own !== undefined) return ownValueType(own, registered, column, facts)
  const made = column && registered.find((type) => isRegisteredFor(type, column, facts))
  if (made) return overElements(made, column, facts)
  const builtIn = facts && valueTypeOf(facts)
  if (builtIn) return builtIn
  return isStandardSchema(column) ? standardSchemaValueType(column, facts) : null
}

function ownValueType(
  own: OwnValueType,
  registered: readonly ValueType[],
  column: Column | null,
  facts: ColumnFacts | null,
): FieldValueType {
  if (typeof own === 'string') {
    // A registered type with a built-in name replaces that built-in type in this configuration.
    const made = registered.find((type) => type.name === own)
    return made ? overElements(made, column, facts) : namedValueType(own, facts)
  }
  if (isValueType(own)) return overElements(own, column, facts)
  if (isStandardSchema(own)) return schemaValueType(own, facts)
  throw new PaginateConfigError(
    `A field's value type must be a name, a value type made with defineValueType, or a Standard Schema.`,
  )
}

const isCollection = (facts: ColumnFacts | null): facts is ColumnFacts => facts?.valueType === 'collection'

/** On a collection the elements have the type. Their facts are known; their column is not, on one Drizzle line. */
function overElements(type: ValueType, column: Column | null, facts: ColumnFacts | null): FieldValueType {
  if (!isCollection(facts)) return fieldTypeOf(type, { column, facts })
  return collectionOf(fieldTypeOf(type, facts.storage === 'array' ? { column: null, facts: facts.element } : null))
}

function schemaValueType(schema: StandardSchemaV1, facts: ColumnFacts | null): FieldValueType {
  if (!isCollection(facts)) return standardSchemaValueType(schema, facts)
  return collectionOf(standardSchemaValueType(schema, facts.element))
}

function isRegisteredFor(type: ValueType, column: Column, facts: ColumnFacts | null): boolean {
  if (typeof type.appliesTo === 'function') return type.appliesTo(column)
  const scalar = facts && isCollection(facts) ? facts.element : facts
  if (!scalar) return false
  const known = [facts?.valueType, scalar.valueType, facts?.sqlType, scalar.sqlType, withoutArguments(scalar.sqlType)]
  const isNamed = (name: string): boolean => known.some((text) => text?.toLowerCase() === name.toLowerCase())
  // Without `appliesTo` only value type names count: a type named `point` need not be meant for every `point` column.
  return type.appliesTo?.some(isNamed) ?? (type.name === scalar.valueType || type.name === facts?.valueType)
}
