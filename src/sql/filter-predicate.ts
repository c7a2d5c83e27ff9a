// Stage compile: criteria as predicates. Null logic and parentheses are written out: every predicate made here is true
// or false for every row, never unknown, so it may be negated and composed freely.
import { Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import type { SqlDialect } from '../dialects/dialect.js'
import { tableOf } from '../drizzle/tables.js'
import { tableIdentity } from '../fragments/source-name.js'
import type { Field, LikeStrategy, OwnCondition, Protect, ResolvedCollection } from '../types/config.js'
import type { CriterionForm, CriterionShape, FilterShape } from '../types/shape.js'
import type { FragmentWriter, LikeForm, Operand, SlotWriter, Spelling } from '../types/sql.js'
import type { TextMatch } from '../vocabulary.js'
import { aggregateOperand, type AggregateField, type Condition, isAggregateField } from './condition.js'
import { operandOf, usesColumnEncoder } from './encode-plan.js'

export interface PredicateContext {
  readonly dialect: SqlDialect
  readonly likeStrategy: LikeStrategy
  readonly slot: SlotWriter
  readonly own: FragmentWriter
}

export const MATCHES_NOTHING: SQL = sql`1 = 0`
const MATCHES_ALL: SQL = sql`1 = 1`

/**
 * The criteria of a field, joined from left to right; applied to the elements of its collection where the field has
 * one.
 */
export function filterPredicate(filter: FilterShape, context: PredicateContext): Condition {
  const { filterable, criteria } = filter
  const { field, collection } = filterable
  if (collection !== null) return collectionPredicate(field, collection, criteria, context)
  // A criterion on elements reads them in a select of its own, where most engines know no aggregate of the one around it.
  if (isAggregateField(field) && (field.type?.element === undefined || context.dialect.nestsAggregates === true))
    return aggregateCondition(field, criteria, context)
  const operand = operandOf(field)
  return chained(criteria, (criterion) =>
    criterionPredicate(criterion, criterion.isNegated, operand, field.isNullable, context),
  )
}

/** The criteria of an aggregate, written inside its sub-select. */
function aggregateCondition(
  field: AggregateField,
  criteria: readonly CriterionShape[],
  context: PredicateContext,
): Condition {
  const operand = aggregateOperand(field, context.dialect)
  const write = (isSure: boolean): SQL =>
    chained(criteria, (criterion) =>
      criterionPredicate(criterion, criterion.isNegated, operand, field.isNullable, context, isSure),
    )
  // A selection that reads no aggregate would have a row for each row.
  return criteria.some(({ form }) => readsOperand(form, field.isNullable))
    ? { subSelect: field.subSelect, fields: new Set([field]), write, ofNothing: ofNull(criteria) }
    : write(true)
}

const readsOperand = (form: CriterionForm, isNullable: boolean): boolean =>
  form === 'null' || form === 'present' ? isNullable : form !== 'never'

/** What the criteria come to for a null. */
const ofNull = (criteria: readonly CriterionShape[]): boolean =>
  criteria.reduce((before, { form, isNegated, isOr }, at) => {
    const matches = (form === 'null') !== isNegated
    return at === 0 ? matches : isOr ? before || matches : before && matches
  }, false)

/** Planners take seconds for many sub-selects, or run each of them for every row. */
const MAX_SUB_SELECTS = 5
/** Of many, these are sub-selects of their own. A planner may begin with an index on the elements. */
const LEADING = 2

/**
 * Each criterion of a `.filterableMany()` has elements of its own, so each would be a sub-select. Two things make them
 * fewer and change no row, since a predicate over an element is never unknown:
 *
 * | criteria | are | because |
 * |---|---|---|
 * | `or` of `some` | one `exists (… and (a or b))` | an element is `a` or `b` where one is `a` or one is `b` |
 * | `and` of `none` | one `not exists (… and (a or b))` | De Morgan |
 * | `and` of `every` | one `not exists (… and (not a or not b))` | De Morgan |
 * | `and` of `some`, `or` of `none` and `every` | apart: two elements may decide | |
 *
 * Those that are apart read the elements of a row once where they are many: `max(case when a then 1 else 0 end)` is 1
 * where an element is `a`. Few of them stay apart, because a planner may begin with an index on the elements.
 */
function collectionPredicate(
  field: Field,
  collection: ResolvedCollection,
  criteria: readonly CriterionShape[],
  context: PredicateContext,
): SQL {
  const isSome = collection.quantifier === 'some'
  const runs = runsOf(criteria, isSome)
  const operand = operandOf(field)
  const anyOf = (run: readonly CriterionShape[], isComplement: boolean, protect: Protect): SQL => {
    const element = { ...operand, expression: protect(operand.expression) }
    const [first, ...rest] = run.map((criterion) =>
      criterionPredicate(criterion, criterion.isNegated !== isComplement, element, field.isNullable, context),
    )
    return rest.length === 0 ? (first as SQL) : sql`(${sql.join([first as SQL, ...rest], sql` or `)})`
  }
  const apart = (some: readonly Run[]): SQL =>
    chained(some, ({ criteria: run }) =>
      collection.predicate((isComplement, protect) => anyOf(run, isComplement, protect)),
    )
  const together = (some: readonly Run[]): SQL =>
    collection.predicate((isComplement, protect) => {
      const found = sql.raw(isSome ? '1' : '0')
      const all = chained(
        some,
        ({ criteria: run }) => sql`max(case when ${anyOf(run, isComplement, protect)} then 1 else 0 end) = ${found}`,
      )
      return isSome ? all : sql`not (${all})`
    }, 'having')
  if (runs.length <= MAX_SUB_SELECTS || !isAggregable(operand, collection, criteria)) return apart(runs)
  // Rows that an index of the elements finds for the first of them are then few.
  if (isSome && runs.every(({ isOr }, at) => at === 0 || !isOr)) {
    return sql`(${apart(runs.slice(0, LEADING))} and ${together(runs.slice(LEADING))})`
  }
  return together(runs)
}

/** Is the condition one or several `exists` that are all met, which a planner may read as joins? */
export function isJoinable({ filterable: { collection, element }, criteria }: FilterShape): boolean {
  if (collection === null) return false
  const runs = element === undefined ? runsOf(criteria, collection.quantifier === 'some') : []
  return runs.length <= MAX_SUB_SELECTS && runs.every(({ isOr }, at) => at === 0 || !isOr)
}

interface Run {
  readonly isOr: boolean
  readonly criteria: readonly CriterionShape[]
}

/** Neighbours that one sub-select tests: those joined by `or` for `some`, by `and` for the others. */
function runsOf(criteria: readonly CriterionShape[], isSome: boolean): readonly Run[] {
  const runs: { isOr: boolean; criteria: CriterionShape[] }[] = []
  for (const criterion of criteria) {
    const last = runs.at(-1)
    // A run that is joined in the other way ends there: `a and b or c` is `(a and b) or c`.
    const isOpen = last !== undefined && criterion.isOr === isSome && (runs.length === 1 || last.isOr === isSome)
    if (isOpen) last.criteria.push(criterion)
    else runs.push({ isOr: criterion.isOr, criteria: [criterion] })
  }
  return runs
}

/** An aggregate over only columns of the row would belong to the outer query. SQL Server aggregates no sub-select. */
function isAggregable(
  { expression }: Operand,
  { table, joins }: ResolvedCollection,
  criteria: readonly CriterionShape[],
): boolean {
  if (!is(expression, Column) || criteria.some(({ form }) => form === 'holds')) return false
  const identity = tableIdentity(tableOf(expression))
  return [table, ...joins.map((join) => join.table)].some((source) => tableIdentity(source) === identity)
}

/** The app's condition may be unknown for a row. Unknown is not a match, so it is one under `$not`. */
export const notTrue = (where: SQL, { isNotTrue }: SqlDialect): SQL =>
  isNotTrue?.(where) ?? sql`((${where}) is not true)`

/**
 * The criteria of several fields of one record, applied to one and the same element: AND-ed there, each
 * field's own from left to right, connectors and `$not` within.
 */
export function elementPredicate(filters: readonly FilterShape[], context: PredicateContext): SQL {
  const { collection } = (filters[0] as FilterShape).filterable
  return (collection as ResolvedCollection).predicate((isComplement, protect) => {
    const all = elementCriteria(filters, context, protect)
    return isComplement ? sql`not (${all})` : all
  })
}

/** The same criteria as a condition of the element itself. */
export function elementCriteria(filters: readonly FilterShape[], context: PredicateContext, protect: Protect): SQL {
  const ofFields = filters.map(({ filterable: { field }, criteria }) => {
    const operand = operandOf(field)
    const element = { ...operand, expression: protect(operand.expression) }
    return chained(criteria, (criterion) =>
      criterionPredicate(criterion, criterion.isNegated, element, field.isNullable, context),
    )
  })
  return ofFields.length === 1 ? (ofFields[0] as SQL) : sql`(${sql.join(ofFields, sql` and `)})`
}

/** Joined from left to right without precedence: `a`, `$or:b`, `$and:c` is `((a or b) and c)`. */
function chained<Link extends { readonly isOr: boolean }>(links: readonly Link[], write: (link: Link) => SQL): SQL {
  const [first, ...rest] = links.map(write)
  return rest.reduce(
    (before, predicate, at) => sql`(${before} ${sql.raw(links[at + 1]?.isOr === true ? 'or' : 'and')} ${predicate})`,
    first as SQL,
  )
}

/** One criterion, or its complement: every row matches exactly one of the two, nulls included. */
function criterionPredicate(
  criterion: CriterionShape,
  isNegated: boolean,
  operand: Operand,
  isNullable: boolean,
  context: PredicateContext,
  isSure = true,
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
    case 'own': {
      const where = context.own((criterion.own as OwnCondition).where)
      return isNegated ? notTrue(where, context.dialect) : sql`(${where})`
    }
    default:
      break
  }
  const compared = context.dialect.compared(operand)
  const matches = comparison(form, criterion, compared, operand, context)
  if (!isNullable && !context.dialect.mayYieldNull(operand)) return isNegated ? sql`not (${matches})` : matches
  if (operand.isAggregate === true) {
    if (!isSure && !isNegated && !context.dialect.mayYieldNull(operand)) return matches
    const isMatch = context.dialect.orFalse?.(matches) ?? sql`coalesce(${matches}, false)`
    return isNegated ? sql`not (${isMatch})` : isMatch
  }
  return isNegated ? sql`(${compared} is null or not (${matches}))` : sql`(${compared} is not null and ${matches})`
}

function nullPredicate({ expression }: Operand, isNullable: boolean, isNull: boolean): SQL {
  if (!isNullable) return isNull ? MATCHES_NOTHING : MATCHES_ALL
  return isNull ? sql`${expression} is null` : sql`${expression} is not null`
}

type ComparisonForm = Exclude<CriterionForm, 'never' | 'null' | 'present' | 'own'>

const TEXT_FORMS = {
  'starts-with': ['starts-with', 'like'],
  'starts-with-long': ['starts-with', 'long'],
  'ends-with': ['ends-with', 'like'],
  'ends-with-long': ['ends-with', 'long'],
  contains: ['contains', 'like'],
  'contains-long': ['contains', 'long'],
} as const satisfies { readonly [Form in TextMatch | `${TextMatch}-long`]: readonly [TextMatch, LikeForm] }

/** Is the criterion a LIKE over a field? */
export const isTextMatch = ({ form }: CriterionShape): boolean => form in TEXT_FORMS

const SIGNS = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

function comparison(
  form: ComparisonForm,
  { slot, slotCount, spelling }: CriterionShape,
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
      return operand.isAggregate === true
        ? sql`(${compared} between ${value(0)} and ${value(1)})`
        : sql`(${compared} >= ${value(0)} and ${compared} <= ${value(1)})`
    case 'in':
      return dialect.isInList(compared, text(), operand)
    case 'each':
      return sql`${compared} in (${sql.join(
        Array.from({ length: slotCount }, (_, at) => value(at)),
        sql`, `,
      )})`
    case 'holds':
      return dialect.holdsAll(operand, text())
    case 'holds-any':
      return dialect.holdsAny(operand, text())
    case 'starts-with':
    case 'starts-with-long':
    case 'ends-with':
    case 'ends-with-long':
    case 'contains':
    case 'contains-long': {
      const [match, likeForm] = TEXT_FORMS[form]
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
export function boundText(
  slot: number,
  spelling: Spelling | null,
  { dialect, slot: write }: PredicateContext,
): SQLWrapper {
  return spelling !== null && dialect.spelling !== undefined
    ? dialect.spelling.restore(write(slot), spelling)
    : write(slot)
}
