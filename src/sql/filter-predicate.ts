// Stage compile: criteria as predicates. Null logic and parentheses are written out: every predicate made here is true or
// false for every row, never unknown, so it may be negated and composed freely.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { FilterableField, LikeStrategy } from '../types/config.js'
import type { Operand, SlotWriter, Spelling, SqlDialect } from '../types/sql.js'
import { type CriterionForm, TEXT_MATCHES } from './criterion-form.js'
import { operandOf, usesColumnEncoder } from './operand.js'

/** A criterion as the walk over the plan describes it. */
export interface WrittenCriterion {
  readonly isNegated: boolean
  readonly form: CriterionForm
  /** The first of its values in the list of values. */
  readonly slot: number
  readonly slotCount: number
  /** How the text in its slots was respelled; null where it is bound as it is. */
  readonly spelling: Spelling | null
}

export interface PredicateContext {
  readonly dialect: SqlDialect
  readonly likeStrategy: LikeStrategy
  readonly slot: SlotWriter
}

export const MATCHES_NOTHING: SQL = sql`1 = 0`
const MATCHES_ALL: SQL = sql`1 = 1`

/** One criterion of a field, put to the elements of its collection where the field has one. */
export function filterPredicate({ field, collection }: FilterableField, criterion: WrittenCriterion, context: PredicateContext): SQL {
  const operand = operandOf(field)
  if (collection === null) return criterionPredicate(criterion, criterion.isNegated, operand, field.isNullable, context)
  return collection.predicate((isComplement, protect) =>
    criterionPredicate(
      criterion,
      criterion.isNegated !== isComplement,
      { ...operand, expression: protect(operand.expression) },
      field.isNullable,
      context,
    ),
  )
}

/** One criterion, or its complement: every row matches exactly one of the two, nulls included. */
function criterionPredicate(
  criterion: WrittenCriterion,
  isNegated: boolean,
  operand: Operand,
  isNullable: boolean,
  context: PredicateContext,
): SQL {
  const { form } = criterion
  switch (form) {
    case 'never':
      return isNegated ? MATCHES_ALL : MATCHES_NOTHING
    case 'null':
      return nullPredicate(operand, isNullable, !isNegated)
    // A bound beyond the column's range matches every non-null row.
    case 'present':
      return nullPredicate(operand, isNullable, isNegated)
    default:
      break
  }
  const compared = context.dialect.compared(operand)
  const matches = comparison(form, criterion, compared, operand, context)
  if (!isNullable && !context.dialect.mayYieldNull(operand)) return isNegated ? sql`not (${matches})` : matches
  return isNegated ? sql`(${compared} is null or not (${matches}))` : sql`(${compared} is not null and ${matches})`
}

function nullPredicate({ expression }: Operand, isNullable: boolean, isNull: boolean): SQL {
  if (!isNullable) return isNull ? MATCHES_NOTHING : MATCHES_ALL
  return isNull ? sql`${expression} is null` : sql`${expression} is not null`
}

type ComparisonForm = Exclude<CriterionForm, 'never' | 'null' | 'present'>

const SIGNS = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

function comparison(
  form: ComparisonForm,
  { slot, slotCount, spelling }: WrittenCriterion,
  compared: SQLWrapper,
  operand: Operand,
  context: PredicateContext,
): SQL {
  const { dialect, likeStrategy } = context
  const value = (offset: number): SQLWrapper => typedValue(slot + offset, spelling, operand, context)
  const text = (): SQLWrapper => boundText(slot, spelling, context)
  switch (form) {
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return sql`${compared} ${sql.raw(SIGNS[form])} ${value(0)}`
    case 'btw':
      return sql`(${compared} >= ${value(0)} and ${compared} <= ${value(1)})`
    case 'in':
      return dialect.isInList(compared, text(), operand)
    case 'each':
      return sql`${compared} in (${sql.join(
        Array.from({ length: slotCount }, (_, at) => value(at)),
        sql`, `,
      )})`
    case 'holds':
      return dialect.holdsAll(operand, text())
    case 'starts':
    case 'starts-long':
    case 'contains':
    case 'contains-long': {
      const { match, likeForm } = TEXT_MATCHES[form]
      return dialect.like(compared, text(), match, likeForm, likeStrategy)
    }
    default:
      return form satisfies never
  }
}

/** A value as the operand's type. A made value type without an encoding of its own is encoded by its column. */
function typedValue(slot: number, spelling: Spelling | null, operand: Operand, context: PredicateContext): SQLWrapper {
  if (operand.column !== null && usesColumnEncoder(operand)) return context.slot(slot, operand.column)
  return context.dialect.parameter(boundText(slot, spelling, context), operand)
}

/** The value of a slot; the SQL turns it back where it was respelled. */
export function boundText(slot: number, spelling: Spelling | null, { dialect, slot: write }: PredicateContext): SQLWrapper {
  return spelling !== null && dialect.spelling !== undefined ? dialect.spelling.restore(write(slot), spelling) : write(slot)
}
