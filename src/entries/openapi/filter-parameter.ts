// Add-on openapi: one `filter.<field>` parameter.
import type { ConfigDescription, FilterableFieldDescription } from '../../types/config-description.js'
import type { PaginateQueryInput } from '../../types/query.js'
import { FILTER_PREFIX, type FilterOperator, OPERATOR_WORDS, type ValueCount, valueCountOf } from '../../vocabulary.js'
import { extensionsOf } from './extensions.js'
import { isEnabled, type ListParametersOptions } from './list-source.js'
import {
  defaultSentence,
  type JsonSchema,
  type OpenApiExample,
  type OpenApiParameter,
  parameter,
} from './open-api-types.js'
import { scalarSchemaOf, string, VALUE_TYPE_SCHEMAS, type ValueTypeSchema } from './value-types.js'

const ELEMENTS = { some: 'some element', every: 'every element', none: 'no element' } as const

const isCollection = ({ type }: FilterableFieldDescription): boolean => type === 'collection'

const countOf = (field: FilterableFieldDescription, operator: FilterOperator): ValueCount =>
  valueCountOf(operator, isCollection(field))

function meaningOf(field: FilterableFieldDescription, operator: FilterOperator): string {
  const { meaning, onCollection } = OPERATOR_WORDS[operator]
  return isCollection(field) ? (onCollection ?? meaning) : meaning
}

export interface FilterExampleSource {
  readonly description: ConfigDescription
  /** Null if there is only a description. */
  readonly accepts: ((query: PaginateQueryInput) => boolean) | null
  /** The developer's examples, by field or by value type. */
  readonly given: ListParametersOptions['examples']
}

/** One example for each operator and one for the modifiers, only those that the endpoint accepts. */
export function filterExamples(
  field: FilterableFieldDescription,
  source: FilterExampleSource,
): { [name: string]: OpenApiExample } {
  const { description: limits, accepts } = source
  const given = source.given?.[field.name] ?? source.given?.[field.elementType ?? field.type]
  if (!isEnabled(field)) return {}
  const isAccepted = (criteria: string[]): boolean => accepts?.({ filters: { [field.name]: criteria } }) ?? true
  // Only a configuration can tell what a made value type reads.
  const guessed = accepts !== null || isBuiltIn(field) ? formatOf(field).examples : []
  const pairs = given ? [[given[0] ?? '', given[1] ?? given[0] ?? ''] as const] : guessed
  const examples: { [name: string]: OpenApiExample } = {}
  const add = (name: string, summary: string, criteria: string[]): boolean => {
    const isShown = criteria.length <= limits.maxFilterConditions && isAccepted(criteria)
    if (isShown) examples[name] = { summary, value: criteria }
    return isShown
  }
  for (const operator of field.operators) {
    const summary = `${field.name} ${meaningOf(field, operator)}`
    if (countOf(field, operator) === 'none') add(operator, summary, [operator])
    else
      pairs.some(([lesser, greater]) =>
        add(operator, summary, [`${operator}:${operand(field, operator, lesser, greater, limits)}`]),
      )
  }
  const [first, second] = Object.values(examples).map(({ value }) => (value as string[])[0] as string)
  if (first !== undefined) add('$not', `not ${first}`, [`$not:${first}`])
  if (first !== undefined) add('$or', 'either of two criteria', [first, `$or:${second ?? `$not:${first}`}`])
  return examples
}

function operand(
  field: FilterableFieldDescription,
  operator: FilterOperator,
  lesser: string,
  greater: string,
  { maxFilterValues }: ConfigDescription,
): string {
  const count = countOf(field, operator)
  switch (count) {
    case 'none':
      return ''
    case 'one':
      return lesser
    case 'two':
      return `${lesser},${greater}`
    case 'list':
      // A comma separates values, so a value that contains one cannot be in a list.
      return lesser === greater || maxFilterValues < 2 || lesser.includes(',') || greater.includes(',')
        ? lesser
        : `${lesser},${greater}`
    default:
      return count satisfies never
  }
}

/**
 * The criteria of a field. That the first has no connector is in the description: client generators make a tuple of one
 * member of `prefixItems`.
 */
export const criteriaSchema = ({ maxFilterConditions }: ConfigDescription): JsonSchema => ({
  type: 'array',
  items: string(),
  maxItems: maxFilterConditions,
  description: 'The first criterion has no `$and:` or `$or:`.',
})

/** What each operator means, and how a value is written. */
export function operatorLines(field: FilterableFieldDescription): string[] {
  const takesNone = (operator: FilterOperator): boolean => countOf(field, operator) === 'none'
  return [
    ...field.operators.map(
      (operator) => `- \`${operator}\`: ${meaningOf(field, operator)}${takesNone(operator) ? '; takes no value' : ''}`,
    ),
    ...(field.operators.every(takesNone) ? [] : ['', `A value is ${formatOf(field).sentence}.`]),
  ]
}

export function filterParameter(field: FilterableFieldDescription, source: FilterExampleSource): OpenApiParameter {
  const { name, operators, type, elementType, default: byDefault } = field
  const subject = field.many
    ? `${ELEMENTS[field.quantifier ?? 'some']} of \`${name}\` for which a criterion`
    : `\`${name}\` for which a criterion`
  const lines = [
    `Filters by ${subject} holds. A criterion is \`[$not:][$and:|$or:]$operator[:value]\`; repeat the parameter for several, ` +
      'which join from left to right (`$and` unless said otherwise; the first has no connector).',
    '',
    ...operatorLines(field),
    ...(byDefault === undefined ? [] : ['', defaultSentence(byDefault)]),
  ]
  // A list may have more of its own than a request may send.
  const isSendable = byDefault !== undefined && byDefault.length <= source.description.maxFilterConditions
  const schema = { ...criteriaSchema(source.description), ...(isSendable && { default: [...byDefault] }) }
  return {
    ...parameter(FILTER_PREFIX + name, lines.join('\n'), schema, filterExamples(field, source)),
    'x-operators': [...operators],
    'x-value-type': elementType ?? type,
    'x-value': sentSchema(field),
    ...extensionsOf([field]),
  }
}

/** A value as a client writes it: its members, or the format of its type. Of a made value type, any text. */
function sentSchema({ type, elementType, values }: FilterableFieldDescription): JsonSchema {
  if (values !== undefined) return { type: 'string', enum: sendable(values) }
  return scalarSchemaOf(elementType ?? type)?.sent() ?? string()
}

/** No request can send the empty text. */
const sendable = (members: readonly string[]): string[] => members.filter((member) => member !== '')

type ValueFormat = Pick<ValueTypeSchema, 'sentence' | 'examples'>

/** The format of a field's values, or of a collection's elements. A made value type is known by name only. */
function formatOf({ type, elementType, values }: FilterableFieldDescription): ValueFormat {
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
const isBuiltIn = ({ type, elementType, values }: FilterableFieldDescription): boolean =>
  values !== undefined || scalarSchemaOf(elementType ?? type) !== undefined

function enumFormat(members: readonly string[]): ValueFormat {
  const sent = sendable(members)
  const [first = '', second = first] = sent
  return {
    sentence: `one of ${sent.map((member) => `\`${member}\``).join(', ')}`,
    examples: first === '' ? [] : [[first, second]],
  }
}
