// Builder: the value type of one field, with refusals that name the field.
import type { Column } from 'drizzle-orm'
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import { resolveValueType } from '../values/resolve-value-type.js'
import { VALUE_TYPES } from '../vocabulary.js'
import { configRefusals, refuse } from './refusals.js'

/** `options.valueTypes` of `paginateConfig()`. */
export type RegisteredValueTypes = Parameters<typeof resolveValueType>[0]['registered']
type OwnValueType = Parameters<typeof resolveValueType>[0]['own']

export interface FieldToType {
  readonly name: string
  /** What the developer gave for the field: a name, a made value type or a Standard Schema. */
  readonly own: unknown
  readonly registered: RegisteredValueTypes
  readonly column: Column | null
  readonly facts: ColumnFacts | null
}

/** Null where the field has no value type: it can be sorted and selected, not filtered or searched. */
export function fieldValueType({ name, own, registered, column, facts }: FieldToType): FieldValueType | null {
  const known = typeof own === 'string' ? ownByName(name, own, registered) : own
  return resolveValueType({ own: known as OwnValueType, registered, column, facts })
}

/** A name is a built-in value type's, or a registered one's. */
function ownByName(field: string, name: string, registered: RegisteredValueTypes): unknown {
  const made: unknown = [...(registered ?? [])].find((type) => (type as { readonly name?: unknown }).name === name)
  if (made !== undefined) return made
  return (VALUE_TYPES as readonly string[]).includes(name) ? name : refuse(configRefusals.valueTypeUnknown(field, name))
}
