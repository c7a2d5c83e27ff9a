// Add-on openapi: how values of a field are written, for sentences and examples.
import type { FilterableFieldDescription } from '../../types/config-description.js'
import type { JsonSchema } from './open-api-types.js'
import { scalarSchemaOf, STRING, VALUE_TYPE_SCHEMAS, type ValueTypeSchema } from './value-types.js'

/** A value as a client writes it: its members, or the format of its type. Of a made value type, any text. */
export function sentSchema({ type, elementType, values }: FilterableFieldDescription): JsonSchema {
  if (values !== undefined) return { type: 'string', enum: sendable(values) }
  return scalarSchemaOf(elementType ?? type)?.sent ?? STRING
}

/** No request can send the empty text. */
const sendable = (members: readonly string[]): string[] => members.filter((member) => member !== '')

type ValueFormat = Pick<ValueTypeSchema, 'sentence' | 'examples'>

/** The format of a field's values, or of a collection's elements. A made value type is known by name only. */
export function formatOf({ type, elementType, values }: FilterableFieldDescription): ValueFormat {
  const name = elementType ?? type
  if (values !== undefined) return enumFormat(values)
  return (
    scalarSchemaOf(name) ?? {
      sentence: `a value of type \`${name}\``,
      examples: GUESSES.flatMap((guess) => VALUE_TYPE_SCHEMAS[guess].examples),
    }
  )
}

/** What a made value type may read: distinctive spellings before those that many types read. */
const GUESSES = [
  'text',
  'boolean',
  'uuid',
  'timestamp',
  'date',
  'time',
  'interval',
  'decimal',
  'integer',
  'char',
] as const

/** Whether examples of the format may be shown without a configuration. */
export const isBuiltIn = ({ type, elementType, values }: FilterableFieldDescription): boolean =>
  values !== undefined || scalarSchemaOf(elementType ?? type) !== undefined

function enumFormat(members: readonly string[]): ValueFormat {
  const sent = sendable(members)
  const [first = '', second = first] = sent
  return {
    sentence: `one of ${sent.map((member) => `\`${member}\``).join(', ')}`,
    examples: first === '' ? [] : [[first, second]],
  }
}
