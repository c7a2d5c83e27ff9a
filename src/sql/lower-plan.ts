// Stage compile, warm half: a plan into the values to bind and the shape they are bound in. Runs for every request,
// builds no SQL: the shape alone decides the statement text, so that a finished statement can be found by its key.
import { Column, is, sql } from 'drizzle-orm'
import type { Field, FilterableField, SortTerm } from '../types/config.js'
import type { Criterion, ListPlan } from '../types/plan.js'
import { type EncodedValue, type LikeForm, NEVER, type Operand, type Rounding, type Spelling, type SqlDialect } from '../types/sql.js'
import type { DecodedValue, FieldValueType } from '../types/value.js'

/** How a criterion is written, values aside. `never`: no row can match. `each`: a list with a parameter a value. */
export type CriterionForm =
  | 'eq' | 'lt' | 'lte' | 'gt' | 'gte' | 'btw' | 'null' | 'never' | 'in' | 'each' | 'holds'
  | `${'sw' | 'has'}-${LikeForm}`

export interface LoweredCriterion {
  readonly connector: 'and' | 'or'
  readonly isNegated: boolean
  readonly form: CriterionForm
  /** The first of its values in `LoweredPlan.values`. */
  readonly slot: number
  readonly slotCount: number
  /** How `SqlDialect.textArmour` has spelled the text in its slots; null where it stands as it is. */
  readonly spelling: Spelling | null
}

export interface LoweredFilter {
  readonly filterable: FilterableField
  readonly criteria: readonly LoweredCriterion[]
}

export interface LoweredPlan {
  readonly filters: readonly LoweredFilter[]
  readonly search: { readonly fields: readonly Field[]; readonly form: LikeForm; readonly slot: number; readonly spelling: Spelling | null } | null
  readonly sort: readonly SortTerm[]
  readonly isUnlimited: boolean
  /** What the driver binds, in slot order. */
  readonly values: readonly EncodedValue[]
  /** Equal keys mean equal statement text, whatever the values. */
  readonly shape: string
  /** False where a value is encoded by a made column, whose encoder may answer SQL: such a statement is built each time. */
  readonly isCacheable: boolean
  /** Does a LIKE decide which rows there are? */
  readonly hasTextMatch: boolean
}

const ROUNDING: { readonly [operator: string]: Rounding } = { $lt: 'ceil', $gte: 'ceil', $gt: 'floor', $lte: 'floor' }
const COMPARISON_FORM = { $eq: 'eq', $lt: 'lt', $lte: 'lte', $gt: 'gt', $gte: 'gte' } as const

/** Encodes the values of a plan and names its shape. Pure; never throws on client input. */
export function lowerPlan(plan: ListPlan, dialect: SqlDialect): LoweredPlan {
  const values: EncodedValue[] = []
  const filters: LoweredFilter[] = []
  let shape = plan.limit === null ? 'u' : 'p'
  let isCacheable = true
  let hasTextMatch = plan.search !== null
  // Fields are AND-ed, so their order is free: one order for all makes equal requests share a statement.
  const inOrder = plan.filters.length > 1 ? [...plan.filters].sort((a, b) => a.filterable.field.index - b.filterable.field.index) : plan.filters
  for (const { filterable, criteria } of inOrder) {
    const target = operandOf(filterable.field)
    shape += `;f${filterable.field.index}`
    if (filterable.field.type !== null && isEncodedByColumn(target)) isCacheable = false
    const lowered: LoweredCriterion[] = []
    for (const criterion of criteria) {
      const bare = lowerCriterion(criterion, filterable.field, dialect, values)
      const next = { ...bare, spelling: isEncodedByColumn(target) ? null : armourText(values, bare.slot, dialect) }
      lowered.push(next)
      shape += `${next.connector === 'and' ? '&' : '|'}${next.isNegated ? '!' : ''}${next.form}`
      if (next.form === 'each') shape += next.slotCount
      if (next.form.startsWith('has-') || next.form.startsWith('sw-')) hasTextMatch = true
      if (next.spelling !== null) shape += `~${next.spelling}`
    }
    filters.push({ filterable, criteria: lowered })
  }
  let search: LoweredPlan['search'] = null
  if (plan.search !== null) {
    const form = dialect.likeForm(plan.search.term)
    const slot = values.length
    values.push(dialect.likeTerm(plan.search.term, 'contains', form))
    const spelling = armourText(values, slot, dialect)
    search = { fields: plan.search.fields, form, slot, spelling }
    shape += `;q${form}${spelling === null ? '' : `~${spelling}`}`
    for (const field of plan.search.fields) shape += `,${field.index}`
  }
  for (const { field, direction } of plan.sort) shape += `;s${field.index}${direction}`
  return { filters, search, sort: plan.sort, isUnlimited: plan.limit === null, values, shape, isCacheable, hasTextMatch }
}

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
function armourText(values: EncodedValue[], firstSlot: number, { textArmour }: SqlDialect): Spelling | null {
  if (textArmour === undefined) return null
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

function lowerCriterion(
  criterion: Criterion,
  field: Field,
  dialect: SqlDialect,
  values: EncodedValue[],
): Omit<LoweredCriterion, 'spelling'> {
  const { connector, isNegated, operator } = criterion
  const target = operandOf(field)
  // As above: a type is absent under `$null` only.
  const type = field.type as FieldValueType
  const encode = (value: DecodedValue, rounding: Rounding): EncodedValue => encodeAs(type, value, target, dialect, rounding)
  const slot = values.length
  const lowered = (form: CriterionForm): Omit<LoweredCriterion, 'spelling'> => ({ connector, isNegated, form, slot, slotCount: values.length - slot })
  switch (operator) {
    case '$null':
      return lowered('null')
    case '$eq':
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte': {
      const value = encode(criterion.values[0], ROUNDING[operator] ?? 'exact')
      if (value !== NEVER) {
        values.push(value)
        return lowered(COMPARISON_FORM[operator])
      }
      // Past every value that a row can hold, all that there are lie on one side of it.
      return operator === '$lt' || operator === '$gt' ? { ...lowered('null'), isNegated: !isNegated } : lowered('never')
    }
    case '$btw': {
      const from = encode(criterion.values[0], 'ceil')
      const to = encode(criterion.values[1], 'floor')
      if (from === NEVER || to === NEVER) return lowered('never')
      values.push(from, to)
      return lowered('btw')
    }
    case '$in': {
      const listed = criterion.values.map((value) => encode(value, 'exact')).filter((value) => value !== NEVER)
      if (listed.length === 0) return lowered('never')
      const list = dialect.encodeList(listed, target)
      if (list === null) {
        values.push(...padList(listed))
        return lowered('each')
      }
      values.push(list)
      return lowered('in')
    }
    case '$contains':
      if (target.type.kind === 'collection') {
        const element = type.element as FieldValueType
        const { facts, type: elementType } = element.builtIn ?? { facts: target.facts?.element ?? null, type: element }
        const inner: Operand = { ...target, facts, type: elementType }
        const held = criterion.values.map((value) => encodeAs(element, value, inner, dialect, 'exact'))
        if (held.includes(NEVER)) return lowered('never')
        values.push(dialect.encodeHeld(held, target))
        return lowered('holds')
      }
      return lowered(pushLike(criterion.values[0] as string, 'contains', dialect, values))
    case '$ilike':
      return lowered(pushLike(criterion.values[0] as string, 'contains', dialect, values))
    case '$sw':
      return lowered(pushLike(criterion.values[0] as string, 'starts-with', dialect, values))
    default:
      return operator satisfies never
  }
}

function pushLike(term: string, match: 'contains' | 'starts-with', dialect: SqlDialect, values: EncodedValue[]): CriterionForm {
  const form = dialect.likeForm(term)
  values.push(dialect.likeTerm(term, match, form))
  return match === 'contains' ? `has-${form}` : `sw-${form}`
}
