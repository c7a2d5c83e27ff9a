// The value type of one field, with rejections that name the field.
import type { Column } from 'drizzle-orm'
import { PaginateConfigError } from '../errors.js'
import type { ColumnFacts, FieldValueType } from '../types/value.js'
import { resolveValueType } from './resolve-value-type.js'
import { VALUE_TYPES } from '../vocabulary.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'

/** `options.valueTypes` of `paginateConfig()`. */
export type RegisteredValueTypes = Parameters<typeof resolveValueType>[0]['registered']
type OwnValueType = Parameters<typeof resolveValueType>[0]['own']

export interface FieldToType {
  /** The declaration that says what its value type is. */
  readonly method: string
  readonly name: string
  /** What the developer gave for the field: a name, a made value type or a Standard Schema. */
  readonly own: unknown
  readonly registered: RegisteredValueTypes
  readonly column: Column | null
  readonly facts: ColumnFacts | null
}

/** Null where the field has no value type: it can be sorted and selected, not filtered or searched. */
export function fieldValueType({ method, name, own, registered, column, facts }: FieldToType): FieldValueType | null {
  if (typeof own === 'string') checkName(method, name, own, registered)
  try {
    return resolveValueType({ own: own as OwnValueType, registered, column, facts })
  } catch (error) {
    if (!(error instanceof PaginateConfigError)) throw error
    throw new PaginateConfigError(`.${method}('${name}') cannot have its value type: ${error.message}`)
  }
}

/** A name is a built-in value type's, or a registered one's. */
function checkName(method: string, field: string, name: string, registered: RegisteredValueTypes): void {
  const isKnown = (VALUE_TYPES as readonly string[]).includes(name) || registered.some((type) => type.name === name)
  if (!isKnown) refuse(configRefusals.valueTypeUnknown(method, field, name))
}
