// Stage compile: the decoded values of a criterion as what the driver binds, and the form in which they are written.
import type { Field } from '../types/config.js'
import type { Criterion } from '../types/plan.js'
import { type EncodedValue, NEVER, type Operand, type Rounding, type SqlDialect } from '../types/sql.js'
import type { DecodedValue, FieldValueType } from '../types/value.js'
import type { FilterOperator } from '../vocabulary.js'
import { type CriterionForm, type TextMatch, textMatchForm } from './criterion-form.js'

/**
 * A comparison with one value. A value that no row can hold lies beyond all that rows hold, on the side to which it was rounded:
 * `beyond` is what the comparison then comes to.
 */
const COMPARISONS = {
  $eq: { form: 'eq', rounding: 'exact', beyond: 'never' },
  $lt: { form: 'lt', rounding: 'ceil', beyond: 'present' },
  $lte: { form: 'lte', rounding: 'floor', beyond: 'never' },
  $gt: { form: 'gt', rounding: 'floor', beyond: 'present' },
  $gte: { form: 'gte', rounding: 'ceil', beyond: 'never' },
} as const satisfies { readonly [Token in FilterOperator]?: { form: CriterionForm; rounding: Rounding; beyond: CriterionForm } }

/** Adds the values of a criterion. */
export function encodeCriterion(
  { operator, values: given }: Criterion,
  field: Field,
  operand: Operand,
  dialect: SqlDialect,
  values: EncodedValue[],
): CriterionForm {
  // A field without a value type is asked for `$null` alone, which reads no type.
  const type = field.type as FieldValueType
  switch (operator) {
    case '$null':
      return 'null'
    case '$eq':
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte': {
      const { form, rounding, beyond } = COMPARISONS[operator]
      const value = encodeAs(type, given[0], operand, dialect, rounding)
      if (value === NEVER) return beyond
      values.push(value)
      return form
    }
    case '$btw': {
      const from = encodeAs(type, given[0], operand, dialect, COMPARISONS.$gte.rounding)
      const to = encodeAs(type, given[1], operand, dialect, COMPARISONS.$lte.rounding)
      if (from === NEVER || to === NEVER) return 'never'
      values.push(from, to)
      return 'btw'
    }
    case '$in':
      return encodeList(given, type, operand, dialect, values)
    case '$contains':
      if (operand.type.kind === 'collection') return encodeHeld(given, type, operand, dialect, values)
      return encodeText(given[0] as string, 'contains', dialect, values)
    case '$ilike':
      return encodeText(given[0] as string, 'contains', dialect, values)
    case '$sw':
      return encodeText(given[0] as string, 'starts-with', dialect, values)
    default:
      return operator satisfies never
  }
}

/** The dialect's encoding. A made type over a built-in one is first put into the built-in type's form. */
function encodeAs(type: FieldValueType, value: DecodedValue, operand: Operand, dialect: SqlDialect, rounding: Rounding): EncodedValue {
  if (type.builtIn === undefined) return dialect.encode(value, operand, rounding)
  const builtIn = type.builtIn.encode(value, rounding)
  return builtIn === undefined ? NEVER : dialect.encode(builtIn, operand, rounding)
}

function encodeList(
  given: readonly DecodedValue[],
  type: FieldValueType,
  operand: Operand,
  dialect: SqlDialect,
  values: EncodedValue[],
): CriterionForm {
  const encoded: EncodedValue[] = []
  for (const value of given) {
    const one = encodeAs(type, value, operand, dialect, 'exact')
    // A value that no row can hold adds nothing to a list.
    if (one !== NEVER) encoded.push(one)
  }
  if (encoded.length === 0) return 'never'
  const list = dialect.encodeList(encoded, operand)
  if (list === null) {
    values.push(...padded(encoded))
    return 'each'
  }
  values.push(list)
  return 'in'
}

/** Up to the next power of two, so that lists of many lengths share a statement. A repeated value changes no answer. */
function padded(values: readonly EncodedValue[]): readonly EncodedValue[] {
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array<EncodedValue>(length - values.length).fill(values[values.length - 1])]
}

function encodeHeld(
  given: readonly DecodedValue[],
  type: FieldValueType,
  operand: Operand,
  dialect: SqlDialect,
  values: EncodedValue[],
): CriterionForm {
  const element = type.element as FieldValueType
  const { facts, type: elementType } = element.builtIn ?? { facts: operand.facts?.element ?? null, type: element }
  const elementOperand: Operand = { ...operand, facts, type: elementType }
  const held = given.map((value) => encodeAs(element, value, elementOperand, dialect, 'exact'))
  if (held.includes(NEVER)) return 'never'
  values.push(dialect.encodeHeld(held, operand))
  return 'holds'
}

function encodeText(term: string, match: TextMatch, dialect: SqlDialect, values: EncodedValue[]): CriterionForm {
  const form = dialect.likeForm(term)
  values.push(dialect.likeTerm(term, match, form))
  return textMatchForm(match, form)
}
