// Add-on openapi: the parameter `filter`, one expression over the fields of a list.
import { CONNECTORS, NEGATION, quotedName, quotedPart } from '../../features/expressions/expression-text.js'
import type { FilterableFieldDescription } from '../../types/config-description.js'
import { EXPRESSION, MAX_EXPRESSION_LENGTH } from '../../vocabulary.js'
import { filterExamples } from './filter-parameter.js'
import { acceptedBy, describeSource, isEnabled, type ListParametersOptions, type OpenApiSource } from './list-source.js'
import type { JsonSchema, OpenApiExample, OpenApiParameter } from './open-api-types.js'

/** The schema of an expression, which the bound query shares. */
export const expressionSchemaOf = (): JsonSchema => ({ type: 'string', maxLength: MAX_EXPRESSION_LENGTH })

/** None where the list reads no expressions, or has no field for one. */
export function expressionParameter(source: OpenApiSource, options: ListParametersOptions): OpenApiParameter[] {
  const { filterExpressions: bounds, filterableFields } = describeSource(source, options)
  if (bounds === undefined || !filterableFields.some(isEnabled)) return []
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
  const examples = examplesOf(filterableFields.filter(isEnabled), source, options)
  return [
    {
      name: EXPRESSION,
      in: 'query',
      description: lines.join('\n'),
      required: false,
      style: 'form',
      explode: true,
      schema: expressionSchemaOf(),
      ...(Object.keys(examples).length > 0 ? { examples } : {}),
    },
  ]
}

/** Two that the endpoint accepts. */
function examplesOf(
  fields: readonly FilterableFieldDescription[],
  source: OpenApiSource,
  options: ListParametersOptions,
): { [name: string]: OpenApiExample } {
  const description = describeSource(source, options)
  const accepts = acceptedBy(source)
  const termsOf = (field: FilterableFieldDescription): string[] => {
    const given = options.examples?.[field.name] ?? options.examples?.[field.elementType ?? field.type]
    const found = filterExamples(field, { description, accepts, given })
    return field.operators.flatMap((operator) => {
      const [criterion] = (found[operator]?.value ?? []) as string[]
      return criterion === undefined ? [] : [`${quotedName(field.name)}=${writtenCriterion(criterion)}`]
    })
  }
  // A term of each of three fields, or of one field several.
  const byField = fields.map(termsOf)
  const terms = [
    ...byField.flatMap((ofField) => ofField.slice(0, 1)),
    ...byField.flatMap((ofField) => ofField.slice(1)),
  ]
  const [first, second = first, third = second] = terms
  if (first === undefined) return {}
  const candidates = [
    ['either', 'either of two terms', [first, second].join(CONNECTORS.or)],
    [
      'grouped',
      'one of two terms, and not a third',
      `(${[first, second].join(CONNECTORS.or)})${CONNECTORS.and}${NEGATION}${third}`,
    ],
    ['not', 'all other rows', NEGATION + first],
    ['term', 'one term', first],
  ] as const
  const accepted = candidates.filter(([, , value]) => accepts?.({ filterExpression: value }) ?? true)
  return Object.fromEntries(accepted.slice(0, 2).map(([name, summary, value]) => [name, { summary, value }]))
}

/** A criterion of an example has its operator first. */
function writtenCriterion(criterion: string): string {
  const colon = criterion.indexOf(':')
  return colon === -1 ? criterion : criterion.slice(0, colon + 1) + quotedPart(criterion.slice(colon + 1))
}
