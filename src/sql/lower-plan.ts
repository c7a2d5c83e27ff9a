// Stage compile, warm half: a plan into the values to bind and the shape they are bound in. Runs for every request,
// builds no SQL: the shape alone decides the statement text, so that a finished statement can be found by its key.
import { Column, is, sql } from 'drizzle-orm'
import type { Field } from '../types/config.js'
import type { Criterion, FieldFilter, ListPlan } from '../types/plan.js'
import { type EncodedValue, NEVER, type Operand, type Rounding, type Spelling, type SqlDialect, type TextArmour } from '../types/sql.js'
import type { DecodedValue, FieldValueType } from '../types/value.js'
import { type CriterionForm, ShapeWriter } from './shape.js'

export interface LoweredPlan {
  /** With its filters in one order for all requests of a shape. */
  readonly plan: ListPlan
  /** What the driver binds, in slot order. */
  readonly values: readonly EncodedValue[]
  /** Equal shapes have equal statement text, whatever the values; `readShape` reads them. The caller may go on with it. */
  readonly shape: number[]
  /** False where a value is encoded by a made column, whose encoder may answer SQL: such a statement is built each time. */
  readonly isCacheable: boolean
  /** Does a LIKE decide which rows there are? */
  readonly hasTextMatch: boolean
}

/** Encodes the values of a plan and writes its shape. Pure; never throws on client input. */
export function lowerPlan(given: ListPlan, dialect: SqlDialect): LoweredPlan {
  const plan = inFieldOrder(given)
  const values: EncodedValue[] = []
  const writer = new ShapeWriter(plan.limit === null)
  let isCacheable = true
  for (const { filterable, criteria } of plan.filters) {
    const { field } = filterable
    const target = operandOf(field)
    // A field without a type is asked for null alone.
    const isColumns = field.type !== null && isEncodedByColumn(target)
    if (isColumns) isCacheable = false
    writer.field(field)
    for (const criterion of criteria) {
      const slot = values.length
      const form = lowerCriterion(criterion, field, target, dialect, values)
      const spelling = dialect.textArmour === undefined || isColumns ? null : armourText(values, slot, dialect.textArmour)
      // Past every value that a row can hold, all that there are lie on one side of it.
      const isOther = form === 'null' && criterion.operator !== '$null'
      writer.criterion(criterion.connector === 'or', criterion.isNegated !== isOther, form, values.length - slot, spelling)
    }
  }
  if (plan.search !== null) {
    const { term, fields } = plan.search
    const form = dialect.likeForm(term)
    const slot = values.length
    values.push(dialect.likeTerm(term, 'contains', form))
    writer.search(fields, form, dialect.textArmour === undefined ? null : armourText(values, slot, dialect.textArmour))
  }
  writer.sort(plan.sort)
  return { plan, values, shape: writer.shape, isCacheable, hasTextMatch: writer.hasTextMatch }
}

/** Fields are AND-ed, so their order is free: one order for all makes equal requests share a statement. */
function inFieldOrder(plan: ListPlan): ListPlan {
  const { filters } = plan
  for (let at = 1; at < filters.length; at++) {
    if (indexOf(filters[at - 1]) > indexOf(filters[at])) return { ...plan, filters: [...filters].sort((a, b) => indexOf(a) - indexOf(b)) }
  }
  return plan
}

const indexOf = (filter: FieldFilter | undefined): number => (filter as FieldFilter).filterable.field.index

const operands = new WeakMap<Field, Operand>()

/** What criteria on a field compare. */
export function operandOf(field: Field): Operand {
  let operand = operands.get(field)
  if (operand === undefined) {
    const column = is(field.expression, Column) ? field.expression : null
    const { facts, type } = field.type?.builtIn ?? field
    operand = {
      expression: column ?? sql`(${field.expression})`,
      column,
      facts,
      // Only a `$null` criterion reaches a field without a value type, and it looks at the expression alone.
      type: type as FieldValueType,
    }
    operands.set(field, operand)
  }
  return operand
}

/** A made value type without an encoding of its own. */
export function isEncodedByColumn({ type, column }: Operand): boolean {
  return column !== null && type.kind === 'custom' && type.encode === undefined
}

/** Respells the text from `firstSlot` on where any of it needs that; one spelling for a criterion keeps shapes few. */
function armourText(values: EncodedValue[], firstSlot: number, textArmour: TextArmour): Spelling | null {
  let spelling: Spelling | null = null
  for (let slot = firstSlot; slot < values.length && spelling !== 'hex'; slot++) {
    const value = values[slot]
    if (typeof value === 'string') spelling = textArmour.spellingOf(value) ?? spelling
  }
  if (spelling === null) return null
  for (let slot = firstSlot; slot < values.length; slot++) values[slot] = textArmour.wrap(String(values[slot]), spelling)
  return spelling
}

/** Up to the next power of two, so that lists of many lengths share a statement; a value said twice changes no answer. */
function padList(values: readonly EncodedValue[]): readonly EncodedValue[] {
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array<EncodedValue>(length - values.length).fill(values[values.length - 1])]
}

/** The dialect's encoding; a made type that lies over a built-in one is put into that one's form first. */
function encodeAs(type: FieldValueType, value: DecodedValue, target: Operand, dialect: SqlDialect, rounding: Rounding): EncodedValue {
  if (type.builtIn === undefined) return dialect.encode(value, target, rounding)
  const form = type.builtIn.encode(value, rounding)
  return form === undefined ? NEVER : dialect.encode(form, target, rounding)
}

const ROUNDING: { readonly [operator: string]: Rounding } = { $eq: 'exact', $lt: 'ceil', $gte: 'ceil', $gt: 'floor', $lte: 'floor' }
const COMPARISON_FORM = { $eq: 'eq', $lt: 'lt', $lte: 'lte', $gt: 'gt', $gte: 'gte' } as const

/** Adds the values of a criterion. A comparison that every value passes is written as `null` is, negated. */
function lowerCriterion(criterion: Criterion, field: Field, target: Operand, dialect: SqlDialect, values: EncodedValue[]): CriterionForm {
  const { operator, values: given } = criterion
  // As above: a type is absent under `$null` only.
  const type = field.type as FieldValueType
  switch (operator) {
    case '$null':
      return 'null'
    case '$eq':
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte': {
      const value = encodeAs(type, given[0], target, dialect, ROUNDING[operator] as Rounding)
      if (value === NEVER) return operator === '$lt' || operator === '$gt' ? 'null' : 'never'
      values.push(value)
      return COMPARISON_FORM[operator]
    }
    case '$btw': {
      const from = encodeAs(type, given[0], target, dialect, 'ceil')
      const to = encodeAs(type, given[1], target, dialect, 'floor')
      if (from === NEVER || to === NEVER) return 'never'
      values.push(from, to)
      return 'btw'
    }
    case '$in': {
      const listed: EncodedValue[] = []
      for (const value of given) {
        const encoded = encodeAs(type, value, target, dialect, 'exact')
        if (encoded !== NEVER) listed.push(encoded)
      }
      if (listed.length === 0) return 'never'
      const list = dialect.encodeList(listed, target)
      if (list === null) {
        values.push(...padList(listed))
        return 'each'
      }
      values.push(list)
      return 'in'
    }
    case '$contains':
      if (target.type.kind !== 'collection') return lowerText(given[0] as string, 'contains', dialect, values)
      return lowerHeld(given, type, target, dialect, values)
    case '$ilike':
      return lowerText(given[0] as string, 'contains', dialect, values)
    case '$sw':
      return lowerText(given[0] as string, 'starts-with', dialect, values)
    default:
      return operator satisfies never
  }
}

function lowerHeld(
  given: readonly DecodedValue[],
  type: FieldValueType,
  target: Operand,
  dialect: SqlDialect,
  values: EncodedValue[],
): CriterionForm {
  const element = type.element as FieldValueType
  const { facts, type: elementType } = element.builtIn ?? { facts: target.facts?.element ?? null, type: element }
  const inner: Operand = { ...target, facts, type: elementType }
  const held = given.map((value) => encodeAs(element, value, inner, dialect, 'exact'))
  if (held.includes(NEVER)) return 'never'
  values.push(dialect.encodeHeld(held, target))
  return 'holds'
}

function lowerText(term: string, match: 'contains' | 'starts-with', dialect: SqlDialect, values: EncodedValue[]): CriterionForm {
  const form = dialect.likeForm(term)
  values.push(dialect.likeTerm(term, match, form))
  if (match === 'contains') return form === 'like' ? 'has-like' : 'has-instr'
  return form === 'like' ? 'sw-like' : 'sw-instr'
}
