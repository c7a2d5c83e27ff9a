// Stage encode: separates what decides a statement's text (the shape) from what fills it (the values). One pass over
// the plan; pure; never throws on what a client sends.
import { Column, type SQL, sql } from 'drizzle-orm'
import { powerOfTwoFrom } from '../basics/numbers.js'
import { decoderOf } from '../drizzle/fragments.js'
import { is } from '../drizzle/kinds.js'
import { orderTerms } from './order-terms.js'
import type { SqlDialect } from '../dialects/dialect.js'
import { DIALECTS } from '../dialects/index.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Criterion, Field, FieldFilter } from '../types/config.js'
import type { FilterTree, ListPlan } from '../types/plan.js'
import type { CriterionShape, ExpressionShape, FilterShape, KeySlot, Shape, CriterionForm } from '../types/shape.js'
import { type EncodedValue, type Spelling, type TextSpelling, NEVER, type Operand } from '../types/sql.js'
import type { Walk } from '../types/position.js'
import type { DecodedValue, FieldValueType, Rounding } from '../types/value.js'
import { type HeldCriterion, heldTogether } from '../values/held-together.js'
import { textForm } from '../values/text-form.js'
import { type FilterOperator, isTextOperator, TEXT_MATCHES, type TextMatch } from '../vocabulary.js'

/** A request as the compiler needs it. */
interface EncodedPlan {
  readonly shape: Shape
  /** By slot, as the driver binds them. */
  readonly values: EncodedValue[]
}

/**
 * @example `filter.status=$eq:draft` →
 * `{ shape: { filters: [{ criteria: [{ form: 'eq', slot: 0, … }] }], … }, values: ['draft'] }`
 */
export function encodePlan(plan: ListPlan, config: ResolvedConfig): EncodedPlan {
  const dialect = DIALECTS[config.dialect].sql
  const values: EncodedValue[] = []
  const { search, walk } = plan
  const filters = inFieldOrder(plan.filters).map((filter) => encodeFilter(filter, dialect, values))
  const shape: Shape = {
    filters,
    expression: plan.expression ? encodeTree(plan.expression.tree, dialect, values) : null,
    search: search === null || search.host !== null ? null : encodeSearch(search, dialect, values),
    ownSearch: ownSearchOf(search),
    order: walk === null ? orderTerms(plan.sort, config) : walk.order,
    walk: walk === null ? null : encodeWalk(walk, dialect, values),
    isUnlimited: plan.limit === null,
  }
  return { shape, values }
}

/** A plan that was encoded without a position, from one on. The functions of the app are not called again. */
export function encodedAt({ shape, values: given }: EncodedPlan, walk: Walk, { dialect }: ResolvedConfig): EncodedPlan {
  const values = [...given]
  return { shape: { ...shape, walk: encodeWalk(walk, DIALECTS[dialect].sql, values) }, values }
}

/** A distance without a condition finds every row. */
function ownSearchOf(search: ListPlan['search']): Shape['ownSearch'] {
  const { where = null, joins = [] } = search?.host ?? {}
  return where === null ? null : { where, joins }
}

function encodeFilter(filter: FieldFilter, dialect: SqlDialect, values: EncodedValue[]): FilterShape {
  const { filterable, criteria } = filter
  const { field, own } = filterable
  if (own !== undefined) return { filterable, criteria: criteria.map((criterion) => ownShape(criterion, own)) }
  const operand = operandOf(field)
  const isEncodedByColumn = field.type !== null && usesColumnEncoder(operand)
  return {
    filterable,
    criteria: heldTogether(filter).map((criterion): CriterionShape => {
      const slot = values.length
      const form = encodeCriterion(criterion, field, operand, dialect, values)
      return {
        isOr: criterion.connector === 'or',
        isNegated: criterion.isNegated,
        form,
        slot,
        slotCount: values.length - slot,
        // The column's encoder is given the value itself.
        spelling:
          isEncodedByColumn && !isTextOperator(criterion.operator) ? null : respell(values, slot, dialect.spelling),
      }
    }),
  }
}

/** The function of a `.filterWith()` is called here, once for each criterion. */
function ownShape(
  { connector, isNegated, operator, values }: Criterion,
  own: NonNullable<FieldFilter['filterable']['own']>,
): CriterionShape {
  const isList = operator === '$in' || operator === '$btw'
  const condition = own(isList ? { operator, values: [...values] } : { operator, value: values[0] })
  return { isOr: connector === 'or', isNegated, form: 'own', slot: 0, slotCount: 0, spelling: null, own: condition }
}

function encodeTree(tree: FilterTree, dialect: SqlDialect, values: EncodedValue[]): ExpressionShape {
  if ('term' in tree) return { term: tree.term.map((filter) => encodeFilter(filter, dialect, values)) }
  if ('not' in tree) return { not: encodeTree(tree.not, dialect, values) }
  const members = ('and' in tree ? tree.and : tree.or).map((member) => encodeTree(member, dialect, values))
  return 'and' in tree ? { and: members } : { or: members }
}

function encodeSearch(
  { term, fields }: NonNullable<ListPlan['search']>,
  dialect: SqlDialect,
  values: EncodedValue[],
): NonNullable<Shape['search']> {
  const form = dialect.likeForm(term)
  const slot = values.length
  values.push(dialect.likeTerm(term, 'contains', form))
  return { fields, form, slot, spelling: respell(values, slot, dialect.spelling) }
}

function encodeWalk(
  { order, position }: Walk,
  dialect: SqlDialect,
  values: EncodedValue[],
): NonNullable<Shape['walk']> {
  if (position === null) return { order, side: 'after', keys: null }
  const keys = position.keys.map((bound): KeySlot => {
    if (bound === null) return null
    const slot = values.length
    values.push(bound.value)
    const spelling = bound.form === 'plain' ? respell(values, slot, dialect.spelling) : null
    return { form: spelling ?? bound.form, slot }
  })
  return { order, side: position.side, keys }
}

const inFieldOrder = (filters: readonly FieldFilter[]): readonly FieldFilter[] =>
  [...filters].sort((a, b) => a.filterable.field.index - b.filterable.field.index)

/**
 * Respells the values from `firstSlot` on where one of them needs it. One spelling per criterion keeps the number of
 * statements low.
 */
function respell(values: EncodedValue[], firstSlot: number, spelling: TextSpelling | undefined): Spelling | null {
  if (spelling === undefined) return null
  let found: Spelling | null = null
  for (let slot = firstSlot; slot < values.length; slot++) {
    const needed = spelling.spellingOf(values[slot])
    if (needed !== null && found !== 'hex') found = needed
  }
  if (found === null) return null
  for (let slot = firstSlot; slot < values.length; slot++) values[slot] = spelling.respell(values[slot], found)
  return found
}

// The decoded values of a criterion as what the driver binds, and the form in which they are written.

/**
 * A comparison with one value. A value that no row can hold lies beyond all that rows hold, on the side to which it was
 * rounded:
 * `beyond` is what the comparison then comes to.
 */
const COMPARISONS = {
  $eq: { form: 'eq', rounding: 'exact', beyond: 'never' },
  $lt: { form: 'lt', rounding: 'ceil', beyond: 'present' },
  $lte: { form: 'lte', rounding: 'floor', beyond: 'never' },
  $gt: { form: 'gt', rounding: 'floor', beyond: 'present' },
  $gte: { form: 'gte', rounding: 'ceil', beyond: 'never' },
} as const satisfies {
  readonly [Token in FilterOperator]?: { form: CriterionForm; rounding: Rounding; beyond: CriterionForm }
}

function encodeCriterion(
  { operator, values: given, isAny = false }: HeldCriterion,
  field: Field,
  operand: Operand,
  dialect: SqlDialect,
  values: EncodedValue[],
): CriterionForm {
  // A field without a value type is asked only for `$null`, which reads no type.
  const type = field.type as FieldValueType
  switch (operator) {
    case '$null':
      return 'null'
    case '$eq':
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte': {
      // Of these a collection supports only `$eq`.
      if (operand.type.kind === 'collection') return encodeHeld(given, isAny, type, operand, dialect, values)
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
    case '$ilike':
    case '$sw':
    case '$ew':
      // A collection supports only the first of them.
      if (operand.type.kind === 'collection') return encodeHeld(given, isAny, type, operand, dialect, values)
      return encodeText(textForm(type, operand.column, given[0]), TEXT_MATCHES[operator], dialect, values)
    default:
      return operator satisfies never
  }
}

/** The dialect's encoding. A made type over a built-in one is first put into the built-in type's form. */
function encodeAs(
  type: FieldValueType,
  value: DecodedValue,
  operand: Operand,
  dialect: SqlDialect,
  rounding: Rounding,
): EncodedValue {
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
  const length = powerOfTwoFrom(values.length)
  return [...values, ...Array<EncodedValue>(length - values.length).fill(values[values.length - 1])]
}

function encodeHeld(
  given: readonly DecodedValue[],
  isAny: boolean,
  type: FieldValueType,
  operand: Operand,
  dialect: SqlDialect,
  values: EncodedValue[],
): CriterionForm {
  const element = type.element as FieldValueType
  const { facts, type: elementType } = element.builtIn ?? { facts: operand.facts?.element ?? null, type: element }
  const elementOperand: Operand = { ...operand, facts, type: elementType }
  const encoded = given.map((value) => encodeAs(element, value, elementOperand, dialect, 'exact'))
  const held = encoded.filter((value) => value !== NEVER)
  if (isAny ? held.length === 0 : held.length < encoded.length) return 'never'
  values.push(dialect.encodeHeld(held, operand))
  return isAny ? 'holds-any' : 'holds'
}

function encodeText(term: string | null, match: TextMatch, dialect: SqlDialect, values: EncodedValue[]): CriterionForm {
  if (term === null) return 'never'
  const form = dialect.likeForm(term)
  values.push(dialect.likeTerm(term, match, form))
  return form === 'like' ? match : `${match}-long`
}

// What a criterion on a field compares.

const operands = new WeakMap<Field, Operand>()

/** One operand per field: criteria of all requests share it. */
export function operandOf(field: Field): Operand {
  let operand = operands.get(field)
  if (operand === undefined) {
    const column = is(field.expression, Column) ? field.expression : null
    const { facts, type } = field.type?.builtIn ?? field
    // What a column reads (`max(column)`) it also writes, if the type does not.
    const writer = column ?? (type?.kind === 'custom' && decoderOf(field.expression as SQL))
    operand = {
      expression: column ?? sql`(${field.expression})`,
      column: is(writer, Column) ? writer : null,
      facts,
      // Only a `$null` criterion reaches a field without a value type, and it reads only the expression.
      type: type as FieldValueType,
    }
    operands.set(field, operand)
  }
  return operand
}

/** True for a made value type without an encoding of its own: the column's encoder writes its values. */
export function usesColumnEncoder({ type, column }: Operand): boolean {
  return column !== null && type.kind === 'custom' && type.encode === undefined
}
