// Front ends: the criteria of a list, or its expression, that say what a condition says.
import { conditions, type ListCondition } from '../client/condition.js'
import { criterionTexts } from '../../basics/criteria-text.js'
import { ListQuery } from '../client/list-query.js'
import {
  ALWAYS,
  type Condition,
  type Criterion,
  is,
  isAll,
  isGroup,
  isNotNull,
  isNull,
  membersOf,
  NEVER,
  simplified,
} from './condition.js'
import { type Interval, intervalsOf } from './intervals.js'
import { cannot } from './options.js'

const fieldsOf = (condition: Condition): string[] =>
  isGroup(condition) ? [...new Set(membersOf(condition).flatMap(fieldsOf))] : [condition.field]

/**
 * Adds a condition to a query: by criteria of its fields if they can say it, else by an expression.
 *
 * @param expressions whether the list reads expressions
 * @returns null if no row can meet it
 * @throws RangeError with a sentence if the list cannot be asked for it
 */
export function withCondition(query: ListQuery, given: Condition, expressions: boolean): ListQuery | null {
  const condition = simplified(given)
  if (isGroup(condition) && !isAll(condition) && condition.any.length === 0) return null
  const conjuncts = isGroup(condition) && isAll(condition) ? condition.all : [condition]
  const byField = new Map<string, Condition[]>()
  const across: Condition[] = []
  for (const conjunct of conjuncts) {
    const [field = '', ...more] = fieldsOf(conjunct)
    if (more.length > 0) across.push(conjunct)
    else byField.set(field, [...(byField.get(field) ?? []), conjunct])
  }
  const filters: [string, string][] = []
  for (const [field, members] of byField) {
    const own = simplified({ all: members })
    const ordered = chainOf(own) ? own : inOrder(field, own)
    if (ordered && isGroup(ordered) && membersOf(ordered).length === 0) {
      if (isAll(ordered)) continue
      return null
    }
    const chain = ordered && chainOf(ordered)
    if (chain) for (const text of chain) filters.push([field, text])
    else if (expressions) across.push(own)
    else {
      cannot(
        `The conditions on '${field}' need parentheses; declare .withFilterExpressions() and say 'expressions: true'.`,
      )
    }
  }
  const [first] = across
  if (first && !expressions) {
    const names = fieldsOf(first).map((name) => `'${name}'`)
    cannot(`'or' over ${names.join(' and ')} needs .withFilterExpressions(); declare it and say 'expressions: true'.`)
  }
  return new ListQuery({
    ...query.state,
    filters: [...query.state.filters, ...filters],
    ...(across.length > 0 && { filterExpression: expressionOf({ all: across }).text }),
  })
}

/**
 * Criteria that join from left to right, which a field's parameters do: only the first member of a group may be a group
 * itself. Null if the condition is otherwise.
 */
function chainOf(condition: Condition): string[] | null {
  if (!isGroup(condition)) return [textOf(condition)]
  const members = membersOf(condition)
  const groups = members.filter(isGroup)
  if (groups.length > 1) return null
  const begun = groups[0] ? chainOf(groups[0]) : []
  if (begun === null) return null
  const connector = isAll(condition) ? '' : '$or:'
  for (const member of members) if (!isGroup(member)) begun.push((begun.length > 0 ? connector : '') + textOf(member))
  return begun
}

const textOf = ({ field, operator, operand, isNegated }: Criterion): string =>
  (isNegated ? '$not:' : '') + criterionTexts(field, operator, operand)[0]!

function expressionOf(condition: Condition): ListCondition {
  if (isGroup(condition)) {
    const members = membersOf(condition).map(expressionOf)
    return isAll(condition) ? conditions.and(...members) : conditions.or(...members)
  }
  const { field, operator, operand, isNegated } = condition
  const term = conditions(field, operator, operand)
  return isNegated ? conditions.not(term) : term
}

/** The same rows of a field with an order, by intervals from the lowest to the highest; null if it has none. */
function inOrder(field: string, condition: Condition): Condition | null {
  const held = intervalsOf(condition)
  if (held === null) return null
  const bound = ({ from, to }: Interval): Condition => {
    if (from && to && from.value === to.value) return is(field, '$eq', from.value)
    return {
      all: [
        ...(from ? [is(field, from.isIn ? '$gte' : '$gt', from.value)] : []),
        ...(to ? [is(field, to.isIn ? '$lte' : '$lt', to.value)] : []),
      ],
    }
  }
  // Each upper bound also holds for the intervals before: the members nest from the left.
  const joined = held.intervals.reduce<Condition | null>((before, interval) => {
    const own = simplified(bound(interval))
    if (before === null) return own
    if (!isGroup(own)) return { any: [before, own] }
    const [from, ...to] = membersOf(own)
    return from ? { all: [{ any: [before, from] }, ...to] } : ALWAYS
  }, null)
  if (joined === null) return held.hasNull ? isNull(field) : NEVER
  const isWhole = isGroup(joined) && membersOf(joined).length === 0
  if (held.hasNull) return isWhole ? ALWAYS : { any: [joined, isNull(field)] }
  return isWhole ? isNotNull(field) : joined
}
