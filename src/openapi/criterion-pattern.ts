// Add-on openapi: the criteria of a field as regular expressions: what the endpoint reads, and nothing else.
import type { ResolvedConfig } from '../types/config.js'
import type { ConfigDescription, FilterableFieldDescription } from '../types/config-description.js'
import { type FilterOperator, type ValueCount, valueCountOf } from '../vocabulary.js'
import { anyCase } from './any-case.js'
import { grouped } from './number-patterns.js'
import type { JsonSchema } from './open-api-types.js'
import { type ValuePattern, valuePattern } from './value-patterns.js'

export interface PatternSource {
  readonly description: ConfigDescription
  /** Null where only a description is at hand: then ranges are the widest, and made value types are known by name. */
  readonly config: ResolvedConfig | null
}

/**
 * The schema of a field's criteria: each by a pattern. Tokens, booleans and members are matched in any case, as the
 * endpoint reads them. That the first has no connector is in the description: client generators make a tuple of one
 * member of `prefixItems`.
 */
export function criteriaSchema(field: FilterableFieldDescription, source: PatternSource): JsonSchema {
  return {
    type: 'array',
    items: {
      type: 'string',
      pattern: `^(?:\\$${grouped(['not', 'and', 'or'].map(anyCase))}:)*${operationPattern(field, source)}$`,
    },
    maxItems: source.description.maxFilterConditions,
    description: 'The first criterion has no `$and:` or `$or:`.',
  }
}

/** A field's first criterion joins nothing. */
export const firstCriterionSchema = (field: FilterableFieldDescription, source: PatternSource): JsonSchema => ({
  type: 'string',
  pattern: `^(?:\\$${anyCase('not')}:)*${operationPattern(field, source)}$`,
})

function operationPattern(field: FilterableFieldDescription, { description, config }: PatternSource): string {
  const { name, type, elementType, values, operators } = field
  const bound = config?.filterable.get(name.toLowerCase())?.field.type ?? null
  const isCollection = type === 'collection'
  const pattern = valuePattern({
    name: elementType ?? type,
    type: isCollection ? (bound?.element ?? null) : bound,
    values,
    dialect: config?.dialect ?? null,
  })
  const ofCount = (count: ValueCount): readonly FilterOperator[] =>
    operators.filter((operator) => valueCountOf(operator, isCollection) === count)
  const tokens = (some: readonly FilterOperator[]): string =>
    `\\$${grouped(some.map((operator) => anyCase(operator.slice(1))))}`
  const forms = [
    [ofCount('one'), `:${pattern.whole}`],
    [ofCount('list'), `:${listOf(pattern, description.maxFilterValues)}`],
    [ofCount('two'), `:${pattern.listed},${pattern.listed}`],
    [ofCount('none'), ':?'],
  ] as const
  return grouped(forms.flatMap(([some, operand]) => (some.length === 0 ? [] : [`${tokens(some)}${operand}`])))
}

/** 1 to so many values. A list of one empty text is an empty list. */
function listOf({ listed, isEmptyRead }: ValuePattern, most: number): string {
  const more = (least: number): string => (most - 1 < least ? '' : `(?:,${listed}){${least},${most - 1}}`)
  if (!isEmptyRead) return `${listed}${more(0)}`
  const alone = `${listed.slice(0, -1)}+`
  return most === 1 ? alone : grouped([alone, `${listed}${more(1)}`])
}
