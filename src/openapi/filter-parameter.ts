// Add-on openapi: one `filter.<field>` parameter.
import type { ConfigDescription, FilterableFieldDescription } from '../types/config-description.js'
import type { PaginateQueryInput } from '../types/query.js'
import { FILTER_PREFIX, type FilterOperator } from '../vocabulary.js'
import { extensionsOf } from './extensions.js'
import { isEnabled } from './list-source.js'
import type { OpenApiExample, OpenApiParameter } from './open-api-types.js'
import { formatOf, isBuiltIn } from './value-formats.js'

const MEANINGS: Readonly<Record<FilterOperator, string>> = {
  $eq: 'equals the value',
  $in: 'equals any of the values, separated by commas',
  $null: 'is missing; takes no value',
  $sw: 'starts with the value',
  $ilike: 'contains the value',
  $contains: 'contains the value',
  $lt: 'is less than the value',
  $lte: 'is at most the value',
  $gt: 'is greater than the value',
  $gte: 'is at least the value',
  $btw: 'lies between two values separated by a comma, both included',
}

const ELEMENTS = { some: 'some element', every: 'every element', none: 'no element' } as const

const isCollection = ({ type }: FilterableFieldDescription): boolean => type === 'collection'

function meaningOf(field: FilterableFieldDescription, operator: FilterOperator): string {
  return operator === '$contains' && isCollection(field) ? 'holds all of the values, separated by commas' : MEANINGS[operator]
}

/** The canonical spelling of a criterion: tokens in lower case. The endpoint reads them in any case. */
export function criterionPattern(field: FilterableFieldDescription): string {
  const { pattern } = formatOf(field)
  // Text may hold commas, and so is a list of it.
  const list = pattern.endsWith('*') ? pattern : `${pattern}(,${pattern})*`
  const pair = pattern.endsWith('*') ? pattern : `${pattern},${pattern}`
  const forms = field.operators.map((operator) => {
    const token = `\\${operator}`
    if (operator === '$null') return `${token}:?`
    if (operator === '$btw') return `${token}:${pair}`
    if (operator === '$in' || (operator === '$contains' && isCollection(field))) return `${token}:${list}`
    return `${token}:${pattern}`
  })
  return `^(\\$(not|and|or):)*(${forms.join('|')})$`
}

export interface FilterExampleSource {
  readonly description: ConfigDescription
  /** Null where only a description is at hand. */
  readonly accepts: ((query: PaginateQueryInput) => boolean) | null
  /** Examples for this field or its value type, by the developer. */
  readonly given: readonly string[] | undefined
}

/** One example for each operator, and one of the modifiers; only what the endpoint accepts. */
export function filterExamples(field: FilterableFieldDescription, source: FilterExampleSource): { [name: string]: OpenApiExample } {
  const { description: limits, accepts, given } = source
  if (!isEnabled(field)) return {}
  const isAccepted = (criteria: string[]): boolean => accepts?.({ filters: { [field.name]: criteria } }) ?? true
  // Without a configuration nobody knows what a made value type reads.
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
    if (operator === '$null') add(operator, `${field.name} is missing`, [operator])
    else pairs.some(([lesser, greater]) => add(operator, summary, [`${operator}:${operand(field, operator, lesser, greater, limits)}`]))
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
  const isList = operator === '$in' || (operator === '$contains' && isCollection(field))
  if (operator === '$btw') return `${lesser},${greater}`
  if (!isList) return lesser
  // A comma separates: of a value that holds one there is no list.
  return lesser === greater || maxFilterValues < 2 || lesser.includes(',') || greater.includes(',') ? lesser : `${lesser},${greater}`
}

export function filterParameter(field: FilterableFieldDescription, source: FilterExampleSource): OpenApiParameter {
  const { name, operators, type, elementType } = field
  const examples = filterExamples(field, source)
  const subject = field.many ? `${ELEMENTS[field.quantifier ?? 'some']} of \`${name}\` for which a criterion` : `\`${name}\` for which a criterion`
  const lines = [
    `Filters by ${subject} holds. A criterion is \`[$not:][$and:|$or:]$operator[:value]\`; repeat the parameter for several, ` +
      'which join from left to right (`$and` unless said otherwise; the first has no connector).',
    '',
    ...operators.map((operator) => `- \`${operator}\`: ${meaningOf(field, operator)}`),
    ...(operators.some((operator) => operator !== '$null') ? ['', `A value is ${formatOf(field).sentence}.`] : []),
  ]
  return {
    name: FILTER_PREFIX + name,
    in: 'query',
    description: lines.join('\n'),
    required: false,
    style: 'form',
    explode: true,
    schema: {
      type: 'array',
      items: { type: 'string', pattern: criterionPattern(field) },
      maxItems: source.description.maxFilterConditions,
    },
    ...(Object.keys(examples).length > 0 ? { examples } : {}),
    'x-operators': [...operators],
    'x-value-type': elementType ?? type,
    ...extensionsOf([field]),
  }
}
