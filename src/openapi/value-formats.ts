// Add-on openapi: how values of each built-in type are written, for sentences and examples.
import type { FilterableFieldDescription } from '../types/config-description.js'
import type { ValueTypeName } from '../vocabulary.js'

interface ValueFormat {
  readonly sentence: string
  /** Pairs of a smaller and a greater value. The first fits almost every column; a column with a narrow range may need another. */
  readonly examples: readonly (readonly [string, string])[]
}

const INTEGERS = [
  ['1', '10'],
  ['2000', '2020'],
] as const
const NUMBERS = [
  ['1.50', '10.25'],
  ['1', '10'],
] as const

const FORMATS: Readonly<Record<Exclude<ValueTypeName, 'enum' | 'collection'>, ValueFormat>> = {
  text: { sentence: 'text', examples: [['example', 'other']] },
  char: { sentence: 'one character, not a white space', examples: [['a', 'b']] },
  boolean: { sentence: '`true` or `false`', examples: [['true', 'false']] },
  uuid: {
    sentence: 'a UUID',
    examples: [['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7']],
  },
  integer: { sentence: 'a whole number', examples: INTEGERS },
  bigint: { sentence: 'a whole number of up to 64 bits', examples: INTEGERS },
  decimal: { sentence: 'an exact number with `.` as its decimal separator, no exponent', examples: NUMBERS },
  float: { sentence: 'a number with `.` as its decimal separator, no exponent', examples: NUMBERS },
  timestamp: {
    sentence: 'an ISO 8601 date, or date and time with an optional offset (a `+` is sent as `%2B`); UTC without one',
    examples: [['2024-02-29T08:30:00Z', '2024-03-01T00:00:00+02:00']],
  },
  date: { sentence: 'a date, `yyyy-MM-dd`', examples: [['2024-02-29', '2024-03-31']] },
  time: { sentence: 'a time of day, `HH:mm`, `HH:mm:ss` or with a fraction', examples: [['08:30', '17:45:30.5']] },
  interval: {
    sentence: 'a duration, `h:mm:ss` up to 23 hours, or ISO 8601 in days, hours, minutes and seconds',
    examples: [['PT30M', 'PT2H30M']],
  },
}

/** The format of a field's values, or of a collection's elements. A made value type is known by name only. */
export function formatOf({ type, elementType, values }: FilterableFieldDescription): ValueFormat {
  const name = elementType ?? type
  if (values !== undefined) return enumFormat(values)
  if (isBuiltInName(name)) return FORMATS[name]
  return { sentence: `a value of type \`${name}\``, examples: GUESSES.flatMap((guess) => FORMATS[guess].examples) }
}

/** What a made value type may read: distinctive spellings before those that many types read. */
const GUESSES = ['text', 'boolean', 'uuid', 'timestamp', 'date', 'time', 'interval', 'decimal', 'integer', 'char'] as const

const isBuiltInName = (name: string): name is keyof typeof FORMATS => Object.hasOwn(FORMATS, name)

/** Whether examples of the format may be shown without a configuration. */
export const isBuiltIn = ({ type, elementType, values }: FilterableFieldDescription): boolean =>
  values !== undefined || isBuiltInName(elementType ?? type)

function enumFormat(members: readonly string[]): ValueFormat {
  const sendable = members.filter((member) => member !== '')
  const [first = '', second = first] = sendable
  return {
    sentence: `one of ${sendable.map((member) => `\`${member}\``).join(', ')}`,
    examples: first === '' ? [] : [[first, second]],
  }
}
