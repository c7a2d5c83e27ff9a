// memory: one criterion as a test of one decoded value. `$not` and quantifiers are not applied here.
import type { Field } from '../types/config.js'
import type { Criterion } from '../types/plan.js'
import type { FieldValueType } from '../types/value.js'
import { comparatorOf } from './compare-values.js'
import { foldCase } from './fold-case.js'

/** A null value matches nothing but `$null`, and the answer is never unknown: `$not` is its complement. */
export type MatchValue = (value: unknown) => boolean

export function matchCriterion({ type, facts, isNullable }: Field, { operator, values }: Criterion): MatchValue {
  if (operator === '$null') return (value) => value === null && isNullable
  // A declaration grants no other operator to a field without a value type.
  const valueType = type as FieldValueType
  const isSingle = valueType.kind === 'float' && facts?.isSinglePrecision === true
  const wanted = isSingle ? values.map((value) => Math.fround(value as number)) : values
  const match = matchPresent(valueType, operator, wanted)
  return (value) => value !== null && match(value)
}

type ValueOperator = Exclude<Criterion['operator'], '$null'>

function matchPresent(type: FieldValueType, operator: ValueOperator, values: readonly unknown[]): MatchValue {
  const [first, second] = values
  const compare = comparatorOf(type)
  switch (operator) {
    case '$eq':
    case '$in':
      return equalsAny(type, values)
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
    case '$contains':
      return type.kind === 'collection' ? holdsAll(type.element ?? type, values) : textContains(first)
    case '$ilike':
      return textContains(first)
    case '$sw': {
      const start = foldCase(String(first))
      return (value) => foldCase(String(value)).startsWith(start)
    }
    default:
      return unreachable(operator)
  }
}

/** A test for the term in any case, of text as it is: no wildcards. */
export function textContains(term: unknown): MatchValue {
  const folded = foldCase(String(term))
  return (value) => foldCase(String(value)).includes(folded)
}

/** Decoded values of the built-in types have one form each, so equal ones are the same value. */
function equalsAny(type: FieldValueType, values: readonly unknown[]): MatchValue {
  if (type.kind === 'custom') {
    const compare = comparatorOf(type)
    return (value) => values.some((wanted) => value === wanted || compare(value, wanted) === 0)
  }
  const wanted = new Set(values)
  return (value) => wanted.has(value)
}

function holdsAll(element: FieldValueType, values: readonly unknown[]): MatchValue {
  const tests = values.map((value) => equalsAny(element, [value]))
  return (held) => tests.every((test) => (held as readonly unknown[]).some((value) => value !== null && test(value)))
}

function unreachable(operator: never): never {
  throw new Error(`No test for operator '${String(operator)}'; please report this.`)
}
