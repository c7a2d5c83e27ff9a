// Add-on openapi: the parameter `filter`, one expression over the fields of a list.
import { CONNECTORS, NEGATION, quotedName, quotedPart } from '../../features/expressions/expression-text.js'
import type { ExpressionBounds } from '../../types/config.js'
import type { FilterableFieldDescription } from '../../types/config-description.js'
import { EXPRESSION, MAX_EXPRESSION_LENGTH } from '../../vocabulary.js'
import { filterExamples, type FilterExampleSource } from './filter-parameter.js'
import { isEnabled } from './list-source.js'
import { type JsonSchema, type OpenApiExample, type OpenApiParameter, parameter } from './open-api-types.js'

/** The schema of an expression, which the bound query shares. */
export const expressionSchemaOf = (): JsonSchema => ({ type: 'string', maxLength: MAX_EXPRESSION_LENGTH })

/** None where the list reads no expressions, or has no field for one. */
export function expressionParameter(source: FilterExampleSource): OpenApiParameter[] {
  const { filterExpressions: bounds, filterableFields } = source.description
  const fields = filterableFields.filter(isEnabled)
  if (bounds === undefined || fields.length === 0) return []
  const lines = [
    'One expression over several fields, in addition to `filter.<field>`; both must hold.',
    '',
    '```text',
    'expression = term | NOT expression | expression AND expression | expression OR expression | ( expression )',
    'term       = field=[$not:]$operator[:value]',
    '```',
    '',
    '`NOT` binds before `AND`, and `AND` before `OR`; each in any case. A field and its criterion are those of `filter.<field>`, ' +
      'without a connector. A value with blanks, parentheses or quotes is written in `"…"` or `\'…\'`; in them, `\\"`, `\\\'` ' +
      'and `\\\\` are the character.',
    '',
    `At most ${bounds.maxTerms} terms, ${bounds.maxDepth} levels of AND and OR, ${MAX_EXPRESSION_LENGTH} characters.`,
  ]
  return [parameter(EXPRESSION, lines.join('\n'), expressionSchemaOf(), examplesOf(fields, bounds, source))]
}

/** Two that the endpoint accepts. */
function examplesOf(
  fields: readonly FilterableFieldDescription[],
  bounds: ExpressionBounds,
  source: FilterExampleSource,
): { [name: string]: OpenApiExample } {
  const { description, accepts } = source
  const termsOf = (field: FilterableFieldDescription): string[] => {
    const found = filterExamples(field, source)
    return field.operators.flatMap((operator) => {
      const [criterion] = (found[operator]?.value ?? []) as string[]
      return criterion === undefined ? [] : [`${quotedName(field.name)}=${writtenCriterion(criterion)}`]
    })
  }
  // A term of each of three fields, or of one field several.
  const byField = fields.map(termsOf)
  const all = [...byField.flatMap((ofField) => ofField.slice(0, 1)), ...byField.flatMap((ofField) => ofField.slice(1))]
  const [first, second = first, third = second] = all
  if (first === undefined) return {}
  const either = [first, second].join(CONNECTORS.or)
  const candidates: readonly (OpenApiExample & {
    readonly name: string
    readonly terms: number
    readonly depth: number
  })[] = [
    { name: 'either', terms: 2, depth: 1, summary: 'either of two terms', value: either },
    {
      name: 'grouped',
      terms: 3,
      depth: 2,
      summary: 'one of two terms, and not a third',
      value: `(${either})${CONNECTORS.and}${NEGATION}${third}`,
    },
    { name: 'not', terms: 1, depth: 0, summary: 'all other rows', value: NEGATION + first },
    { name: 'term', terms: 1, depth: 0, summary: 'one term', value: first },
  ]
  // Without the configuration there is only what the description says of bounds.
  const maxTerms = Math.min(bounds.maxTerms, description.maxFilterConditions)
  const accepted = candidates.filter(
    ({ terms, depth, value }) =>
      terms <= maxTerms && depth <= bounds.maxDepth && (accepts?.({ filterExpression: value as string }) ?? true),
  )
  return Object.fromEntries(accepted.slice(0, 2).map(({ name, summary, value }) => [name, { summary, value }]))
}

/** A criterion of an example has its operator first. */
function writtenCriterion(criterion: string): string {
  const colon = criterion.indexOf(':')
  return colon === -1 ? criterion : criterion.slice(0, colon + 1) + quotedPart(criterion.slice(colon + 1))
}
