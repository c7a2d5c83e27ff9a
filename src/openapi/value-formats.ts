// Add-on openapi: how values of a field are written, for sentences and examples.
import type { FilterableFieldDescription } from '../types/config-description.js'
import { scalarSchemaOf, VALUE_TYPE_SCHEMAS, type ValueTypeSchema } from './value-types.js'

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
  const sendable = members.filter((member) => member !== '')
  const [first = '', second = first] = sendable
  return {
    sentence: `one of ${sendable.map((member) => `\`${member}\``).join(', ')}`,
    examples: first === '' ? [] : [[first, second]],
  }
}
