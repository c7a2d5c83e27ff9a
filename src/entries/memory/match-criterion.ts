// memory: one criterion as a test of one decoded value. `$not` and quantifiers are not applied here.
import { scalarOf } from '../../features/facets/scalar-of.js'
import type { Field } from '../../types/config.js'
import type { Criterion } from '../../types/plan.js'
import type { FieldValueType } from '../../types/value.js'
import { comparatorOf } from './compare-values.js'
import { foldCase } from './fold-case.js'

/** A null value matches only `$null`. The result is never unknown, so `$not` is its complement (R4.2.3). */
export type MatchValue = (value: unknown) => boolean

export function matchCriterion(field: Field, { operator, values }: Criterion): MatchValue {
  const { type, isNullable } = field
  // build() allows a field without a value type no operator but $null (R5.3.2), which reads no type.
  const valueType = type as FieldValueType
  const one = scalarOf(field)
  const isSingle = one.type?.kind === 'float' && one.facts?.isSinglePrecision === true
  const wanted = isSingle ? values.map((value) => Math.fround(value as number)) : values
  const [first, second] = wanted
  switch (operator) {
    case '$null':
      return (value) => value === null && isNullable
    case '$eq':
    case '$in':
      return ofPresent(
        valueType.kind === 'collection'
          ? holdsAll(valueType.element as FieldValueType, wanted)
          : equalsAny(valueType, wanted),
      )
    case '$lt':
      return compared(valueType, first, (order) => order < 0)
    case '$lte':
      return compared(valueType, first, (order) => order <= 0)
    case '$gt':
      return compared(valueType, first, (order) => order > 0)
    case '$gte':
      return compared(valueType, first, (order) => order >= 0)
    case '$btw': {
      const compare = comparatorOf(valueType)
      return ofPresent((value) => compare(value, first) >= 0 && compare(value, second) <= 0)
    }
    case '$contains':
      return ofPresent(
        valueType.kind === 'collection' ? holdsAll(valueType.element as FieldValueType, wanted) : textContains(first),
      )
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
      return operator satisfies never
  }
}

const ofPresent =
  (match: MatchValue): MatchValue =>
  (value) =>
    value !== null && match(value)

function compared(type: FieldValueType, bound: unknown, isMatch: (order: number) => boolean): MatchValue {
  const compare = comparatorOf(type)
  return ofPresent((value) => isMatch(compare(value, bound)))
}

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
