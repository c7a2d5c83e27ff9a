// Client and core: criteria of values, as the text that `filter.<field>` takes.
import { type FilterOperator, OPERATOR_FACTS, type OperatorFacts } from '../vocabulary.js'

/** Null for a token that is not an operator. */
export const factsOf = (token: string): OperatorFacts | null =>
  Object.hasOwn(OPERATOR_FACTS, token) ? OPERATOR_FACTS[token as FilterOperator] : null

/** Is one value all that it takes, on every kind of field? */
const takesOne = (facts: OperatorFacts | null): boolean => facts?.values === 'one' && facts.onCollection !== 'list'

/**
 * The criteria that together say what one operator with its operand says. Any of them must hold: there are several only
 * if a listed value is null or has a comma.
 *
 * @throws RangeError for an empty list, and for a comma or a lone empty value that the operator cannot send
 * @throws TypeError for a value that is not text, a number, a boolean or a date, and for `$null` with another than true
 */
export function criterionTexts(field: string, operator: string, operand: unknown): string[] {
  const facts = factsOf(operator)
  const { values, parts } = facts ?? {}
  if (values === 'none') {
    if (operand !== undefined && operand !== true)
      throw new TypeError(`Filter '${field}' takes '${operator}' with true.`)
    return [operator]
  }
  const write = (value: unknown): string => valueText(field, value)
  // A list for an operator of one value is written, and rejected, as a value.
  if (takesOne(facts) || !Array.isArray(operand)) return [`${operator}:${write(operand)}`]
  if (operand.length === 0) throw new RangeError(`Filter '${field}' requires at least one '${operator}' value.`)
  const hasNull = values === 'list' && operand.includes(null)
  const texts = (hasNull ? operand.filter((value) => value !== null) : operand).map(write)
  const hasComma = (text: string): boolean => text.includes(',')
  const plain = texts.filter((text) => !hasComma(text))
  // A list of one empty text would read as no list at all.
  const isList = `${plain}` !== ''
  if (values === 'list') {
    const apart = (isList ? texts.filter(hasComma) : texts).map((text) => `${parts?.[0]}:${text}`)
    return [...(isList ? [`${operator}:${plain}`] : []), ...apart, ...(hasNull ? ['$null'] : [])]
  }
  if (operator === '$contains' && texts.some(hasComma))
    throw new RangeError(`Filter '${field}' cannot send a comma in '$contains'; send that element with '$eq'.`)
  if (!isList || texts.some(hasComma)) {
    throw new RangeError(`Filter '${field}' cannot send a comma or a lone empty value in '${operator}'.`)
  }
  return [`${operator}:${plain}`]
}

/** Text as it is, dates in ISO 8601 (UTC), numbers in plain digits: the endpoint reads no exponent. */
function valueText(field: string, value: unknown): string {
  // An invalid date writes null.
  const written: unknown = (Object(value) as { toJSON?(): unknown }).toJSON?.() ?? value
  if (typeof written === 'number' && Number.isFinite(written)) {
    const digits = `${written}`
    return digits.includes('e')
      ? written.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 21 })
      : digits
  }
  if (typeof written === 'string' || typeof written === 'bigint' || typeof written === 'boolean') return `${written}`
  throw new TypeError(
    `Filter '${field}' cannot send ${String(value)}. Filter values are text, numbers, booleans or dates.`,
  )
}

/**
 * Where criteria say that a list among them was written as several, and over which rows they still mean the same: each
 * criterion is about rows of its own, so `$in:a` or `$eq:b,c` is the list for some row only, and their complements
 * together are its complement for every row only.
 */
export const SPLIT: unique symbol = Symbol.for('drizzle-paginate:split') as never

export interface SplitCriteria {
  readonly [SPLIT]?: readonly ('some' | 'every')[]
}

/**
 * The criteria of a record by operator, all of which must hold: `{ $gte: 1, $not: { $eq: 5 } }`.
 *
 * @throws TypeError for a record without members, a member that is undefined, and what no operator takes
 * @throws RangeError as `criterionTexts` does
 */
export function recordTexts(field: string, criteria: unknown): string[] & SplitCriteria {
  if (typeof criteria !== 'object' || criteria === null || Array.isArray(criteria))
    throw new TypeError(`Filter '${field}' needs a record by operator, such as { $eq: 'x' }.`)
  const entries = Object.entries(criteria)
  if (entries.length === 0) throw new TypeError(`Filter '${field}' has a record without an operator; name one.`)
  const groups = entries.map(([token, operand]) =>
    token === '$not' ? negatedTexts(field, operand) : { texts: operatorTexts(field, token, operand), isAny: true },
  )
  // Criteria join from left to right without parentheses: what is joined by "or", one `$in` at most, comes first.
  const first = groups.find(({ texts, isAny }) => isAny && texts.length > 1)
  const rest = groups.filter((group) => group !== first)
  const all = [
    ...(first?.texts ?? []).map((text, at) => (at === 0 ? text : `$or:${text}`)),
    ...rest.flatMap(({ texts }) => texts),
  ]
  const split = groups.flatMap(({ texts, isAny }) => (texts.length > 1 ? [isAny ? 'some' : 'every'] : []))
  return split.length === 0 ? all : Object.defineProperty(all, SPLIT, { value: split })
}

function operatorTexts(field: string, token: string, operand: unknown): string[] {
  if (operand === undefined)
    throw new TypeError(`Filter '${field}' has '${token}' undefined; give it a value, or leave the filter out.`)
  const facts = factsOf(token)
  if (facts === null) throw new TypeError(`Filter '${field}' has '${token}', which is no operator.`)
  if (Array.isArray(operand) && operand.includes(undefined))
    throw new TypeError(`Filter '${field}' has an undefined value in '${token}'; leave it out.`)
  // Where a list may stand, an empty one is sent as it is: the list rejects it as it rejects a client's.
  const takesList = facts.values !== 'none' && !takesOne(facts)
  if (takesList && Array.isArray(operand) && operand.length === 0) return [`${token}:`]
  return criterionTexts(field, token, operand)
}

function negatedTexts(field: string, criterion: unknown): { readonly texts: string[]; readonly isAny: boolean } {
  const entries = Object.entries(Object(criterion) as object)
  const [[token, operand] = ['', undefined]] = entries
  if (entries.length !== 1) throw new TypeError(`Filter '${field}' takes '$not' with one criterion.`)
  return { texts: operatorTexts(field, token, operand).map((text) => `$not:${text}`), isAny: false }
}
