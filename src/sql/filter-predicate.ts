// Stage compile, cold half: criteria as predicates. Null logic and parentheses are written out: every predicate made
// here is true or false for every row, never unknown, so it may be negated and composed freely.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { LikeStrategy } from '../types/config.js'
import type { Operand, SlotWriter, Spelling, SqlDialect } from '../types/sql.js'
import { elementPredicate } from './element-predicate.js'
import { isEncodedByColumn, operandOf } from './lower-plan.js'
import type { ShapedCriterion, ShapedFilter } from './shape.js'

export interface PredicateContext {
  readonly dialect: SqlDialect
  readonly likeStrategy: LikeStrategy
  readonly slot: SlotWriter
}

export const MATCHES_NOTHING: SQL = sql`1 = 0`
const MATCHES_ALL: SQL = sql`1 = 1`

/** All criteria of a field, joined from left to right without precedence: `a`, `$or:b`, `$and:c` is `((a or b) and c)`. */
export function filterPredicate({ filterable, criteria }: ShapedFilter, context: PredicateContext): SQL {
  const { field, collection } = filterable
  const target = operandOf(field)
  let joined: SQL | undefined
  for (const criterion of criteria) {
    const predicate =
      collection === null
        ? criterionPredicate(criterion, criterion.isNegated, target, field.isNullable, context)
        : elementPredicate(collection, (isComplement, protect) =>
            criterionPredicate(
              criterion,
              criterion.isNegated !== isComplement,
              { ...target, expression: protect(target.expression) },
              field.isNullable,
              context,
            ),
          )
    joined = joined === undefined ? predicate : sql`(${joined} ${sql.raw(criterion.connector)} ${predicate})`
  }
  return joined ?? MATCHES_ALL
}

/** One criterion, or its complement: every row matches exactly one of the two, nulls included. */
function criterionPredicate(
  criterion: ShapedCriterion,
  isNegated: boolean,
  target: Operand,
  isNullable: boolean,
  context: PredicateContext,
): SQL {
  if (criterion.form === 'never') return isNegated ? MATCHES_ALL : MATCHES_NOTHING
  if (criterion.form === 'null') {
    const { expression } = target
    if (!isNullable) return isNegated ? MATCHES_ALL : MATCHES_NOTHING
    return isNegated ? sql`${expression} is not null` : sql`${expression} is null`
  }
  const left = context.dialect.operand(target)
  const matches = comparison(criterion, left, target, context)
  if (!isNullable && !context.dialect.mayYieldNull(target)) return isNegated ? sql`not (${matches})` : matches
  return isNegated ? sql`(${left} is null or not (${matches}))` : sql`(${left} is not null and ${matches})`
}

const SIGNS = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

function comparison(criterion: ShapedCriterion, left: SQLWrapper, target: Operand, context: PredicateContext): SQL {
  const { dialect, likeStrategy } = context
  const { slot, form, spelling } = criterion
  const text = (): SQLWrapper => boundText(slot, spelling, context)
  switch (form) {
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return sql`${left} ${sql.raw(SIGNS[form])} ${parameter(slot, spelling, target, context)}`
    case 'btw':
      return sql`(${left} >= ${parameter(slot, spelling, target, context)} and ${left} <= ${parameter(slot + 1, spelling, target, context)})`
    case 'in':
      return dialect.isInList(left, text(), target)
    case 'each': {
      const each = Array.from({ length: criterion.slotCount }, (_, i) => parameter(slot + i, spelling, target, context))
      return sql`${left} in (${sql.join(each, sql`, `)})`
    }
    case 'holds':
      return dialect.holdsAll(target, text())
    case 'sw-like':
    case 'sw-instr':
      return dialect.like(left, text(), 'starts-with', form === 'sw-like' ? 'like' : 'instr', likeStrategy)
    case 'has-like':
    case 'has-instr':
      return dialect.like(left, text(), 'contains', form === 'has-like' ? 'like' : 'instr', likeStrategy)
    default:
      throw new Error(`Unexpected criterion form '${form}'; please report.`)
  }
}

/** A made value type without an encoding of its own is encoded by its column. */
function parameter(slot: number, spelling: Spelling | null, target: Operand, context: PredicateContext): SQLWrapper {
  if (target.column !== null && isEncodedByColumn(target)) return context.slot(slot, target.column)
  return context.dialect.parameter(boundText(slot, spelling, context), target)
}

/** The slot, spelled as the client's text again where it had to be respelled. */
export function boundText(slot: number, spelling: Spelling | null, { dialect, slot: write }: PredicateContext): SQLWrapper {
  return spelling !== null && dialect.textArmour !== undefined ? dialect.textArmour.unwrap(write(slot), spelling) : write(slot)
}
