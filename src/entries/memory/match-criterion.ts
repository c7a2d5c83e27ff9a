// memory: one criterion as a test of one decoded value. `$not` and quantifiers are not applied here.
import { Column } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import type { Criterion, Field } from '../../types/config.js'
import type { FieldValueType } from '../../types/value.js'
import { textForm } from '../../values/text-form.js'
import {
  type FilterOperator,
  isTextOperator,
  TEXT_MATCHES,
  type TextMatch,
  type TextOperator,
} from '../../vocabulary.js'
import { comparatorOf } from './compare-values.js'
import { comparedForm, scalarForm } from './compared-form.js'
import { foldCase } from './fold-case.js'

/** A null value matches only `$null`. The result is never unknown, so `$not` is its complement (R4.2.3). */
export type MatchValue = (value: unknown) => boolean

export function matchCriterion(field: Field, { operator, values }: Criterion): MatchValue {
  // build() allows a field without a value type no operator but $null (R5.3.2), which reads no type.
  const type = field.type as FieldValueType
  if (operator === '$null') return (value) => value === null && field.isNullable
  if (!isTextOperator(operator)) return matchCompared(field, type, operator, values)
  if (type.kind === 'collection') return matchCompared(field, type, '$eq', values)
  const term = textReader(field)(values[0])
  return term === null ? () => false : matchText(field, TEXT_MATCHES[operator], term)
}

/** Where in a text a term is looked for. */
export const TEXT_TESTS: { readonly [Match in TextMatch]: (text: string, term: string) => boolean } = {
  contains: (text, term) => text.includes(term),
  'starts-with': (text, term) => text.startsWith(term),
  'ends-with': (text, term) => text.endsWith(term),
}

/** Tests the text of a value for the term, without regard to case. There are no wildcards. */
export function matchText(field: Field, match: TextMatch, term: string): MatchValue {
  const [test, folded, textOf] = [TEXT_TESTS[match], foldCase(term), textReader(field)]
  return ofPresent((value) => {
    const text = textOf(value)
    return text !== null && test(foldCase(text), folded)
  })
}

function textReader({ type, expression }: Field): (value: unknown) => string | null {
  const column = is(expression, Column) ? expression : null
  return (value) => textForm(type as FieldValueType, column, value)
}

/** Compares values in the form in which the database compares them. */
function matchCompared(
  field: Field,
  type: FieldValueType,
  operator: Exclude<FilterOperator, TextOperator | '$null'>,
  values: readonly unknown[],
): MatchValue {
  const form = comparedForm(field)
  const match = comparison(type, operator, values.map(scalarForm(field)))
  return ofPresent((value) => match(form(value)))
}

function comparison(
  type: FieldValueType,
  operator: Exclude<FilterOperator, TextOperator | '$null'>,
  wanted: readonly unknown[],
): MatchValue {
  const compare = comparatorOf(type)
  const [first, second] = wanted
  switch (operator) {
    case '$eq':
    case '$in':
      return type.kind === 'collection' ? holdsAll(type.element as FieldValueType, wanted) : equalsAny(type, wanted)
    case '$lt':
      return (value) => compare(value, first) < 0
    case '$lte':
      return (value) => compare(value, first) <= 0
    case '$gt':
      return (value) => compare(value, first) > 0
    case '$gte':
      return (value) => compare(value, first) >= 0
    case '$btw':
      return (value) => compare(value, first) >= 0 && compare(value, second) <= 0
    default:
      return operator satisfies never
  }
}

const ofPresent =
  (match: MatchValue): MatchValue =>
  (value) =>
    value !== null && match(value)

/** A decoded value of a built-in type has one form only, so equal values are identical. */
function equalsAny(type: FieldValueType, values: readonly unknown[]): MatchValue {
  if (type.kind === 'custom') {
    const compare = comparatorOf(type)
    return (value) => values.some((wanted) => compare(value, wanted) === 0)
  }
  const wanted = new Set(values)
  return (value) => wanted.has(value)
}

function holdsAll(element: FieldValueType, values: readonly unknown[]): MatchValue {
  const tests = values.map((value) => equalsAny(element, [value]))
  return (held) => tests.every((test) => (held as readonly unknown[]).some((value) => value !== null && test(value)))
}
