// Client: one criterion, from values to the text of `filter.<field>` and back.
import { type FilterOperator, OPERATOR_FACTS, type OperatorFacts } from '../vocabulary.js'

/** A criterion taken apart. Its value stays text: what it means only the endpoint knows. */
export interface CriterionParts {
  /** How it joins the criterion before it on the same field. */
  readonly connector: 'and' | 'or'
  readonly isNegated: boolean
  /** A token in lower case, or whatever stood in its place. */
  readonly operator: string
  /** All after the operator's colon, verbatim. */
  readonly value: string
}

/** Takes a criterion apart: modifiers in any order, the last connector counts. Never throws. */
export function readCriterion(text: string): CriterionParts {
  let connector: CriterionParts['connector'] = 'and'
  let isNegated = false
  for (;;) {
    const colon = text.indexOf(':')
    const operator = (colon < 0 ? text : text.slice(0, colon)).toLowerCase()
    const value = colon < 0 ? '' : text.slice(colon + 1)
    if (operator === '$not') isNegated = true
    else if (operator === '$or' || operator === '$and') connector = operator.slice(1) as 'and' | 'or'
    else return { connector, isNegated, operator, value }
    text = value
  }
}

/** Null for a token that this client does not know. */
export const factsOf = (token: string): OperatorFacts | null =>
  Object.hasOwn(OPERATOR_FACTS, token) ? OPERATOR_FACTS[token as FilterOperator] : null

/**
 * Criteria that say together what one operator with its operand means: more than one only where a listed value holds a
 * comma.
 */
export function writeCriteria(field: string, operator: string, operand: unknown): string[] {
  const { values, parts } = factsOf(operator) ?? {}
  if (values === 'none') return [operator]
  const write = (value: unknown): string => writeValue(field, value)
  if (!Array.isArray(operand)) return [`${operator}:${write(operand)}`]
  const texts = operand.map(write)
  if (texts.length === 0) throw new RangeError(`Filter '${field}' requires at least one '${operator}' value.`)
  const hasComma = (text: string): boolean => text.includes(',')
  const plain = texts.filter((text) => !hasComma(text))
  // A list of one empty text would read as no list at all.
  const isList = `${plain}` !== ''
  if (values === 'list') {
    const apart = (isList ? texts.filter(hasComma) : texts).map((text) => `${parts?.[0]}:${text}`)
    return isList ? [`${operator}:${plain}`, ...apart] : apart
  }
  if (!isList || texts.some(hasComma)) {
    throw new RangeError(`Filter '${field}' cannot send a comma or a lone empty value in '${operator}'.`)
  }
  return [`${operator}:${plain}`]
}

/** Text as it is, dates in ISO 8601 (UTC), numbers in plain digits: the endpoint reads no exponent. */
function writeValue(field: string, value: unknown): string {
  // An invalid date writes null.
  const written: unknown = (Object(value) as { toJSON?(): unknown }).toJSON?.() ?? value
  if (typeof written === 'number' && Number.isFinite(written)) {
    const digits = `${written}`
    return digits.includes('e')
      ? written.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 21 })
      : digits
  }
  if (typeof written === 'string' || typeof written === 'bigint' || typeof written === 'boolean') return `${written}`
  throw new TypeError(`Filter '${field}' cannot send ${value}. Filter values are text, numbers, booleans or dates.`)
}
