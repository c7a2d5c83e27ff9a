// memory: one criterion as a test of one decoded value. `$not` and quantifiers are not applied here.
import type { Criterion, Field } from '../../types/config.js'
import type { FieldValueType } from '../../types/value.js'
import type { FilterOperator } from '../../vocabulary.js'
import { comparatorOf } from './compare-values.js'
import { comparedForm, scalarForm } from './compared-form.js'
import { foldCase } from './fold-case.js'

/** A null value matches only `$null`. The result is never unknown, so `$not` is its complement (R4.2.3). */
export type MatchValue = (value: unknown) => boolean

export function matchCriterion(field: Field, { operator, values }: Criterion): MatchValue {
  // build() allows a field without a value type no operator but $null (R5.3.2), which reads no type.
  const type = field.type as FieldValueType
  const [first] = values
  switch (operator) {
    case '$null':
      return (value) => value === null && field.isNullable
    case '$contains':
      return type.kind === 'collection' ? matchCompared(field, type, '$eq', values) : ofPresent(textContains(first))
    case '$ilike':
      return ofPresent(textContains(first))
    case '$sw': {
      const start = foldCase(String(first))
      return ofPresent((value) => foldCase(String(value)).startsWith(start))
    }
    case '$ew': {
      const end = foldCase(String(first))
      return ofPresent((value) => foldCase(String(value)).endsWith(end))
    }
    default:
      return matchCompared(field, type, operator, values)
  }
}

type TextOperator = '$contains' | '$ilike' | '$sw' | '$ew'

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

/** Tests whether text contains the term, without regard to case. There are no wildcards. */
export function textContains(term: unknown): MatchValue {
  const folded = foldCase(String(term))
  return (value) => foldCase(String(value)).includes(folded)
}

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
