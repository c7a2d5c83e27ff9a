// Front ends: the conditions of a filter model, as plain data.
import { factsOf } from '../../basics/criteria-text.js'
import { cannot } from './options.js'

/** One criterion on a field, as a list reads it: `isNegated` has every other row, null too. */
export interface Criterion {
  readonly field: string
  readonly operator: string
  readonly operand?: unknown
  readonly isNegated?: boolean
  /** Its operands are in the order in which the list compares them: numbers, dates, instants. */
  readonly isOrdered?: boolean
}

/** All or any of its members hold. Without members, all rows or none. */
export type Condition = Criterion | { readonly all: readonly Condition[] } | { readonly any: readonly Condition[] }

export const ALWAYS: Condition = { all: [] }
export const NEVER: Condition = { any: [] }

export function is(field: string, operator: string, operand?: unknown): Criterion {
  const { values, onCollection } = factsOf(operator) ?? {}
  if (Array.isArray(operand) && values === 'one' && onCollection !== 'list')
    cannot(`The filter '${operator}' of '${field}' takes one value, not a list.`)
  return { field, operator, operand }
}
export const isNot = (field: string, operator: string, operand?: unknown): Criterion => ({
  ...is(field, operator, operand),
  isNegated: true,
})
export const isNull = (field: string): Criterion => is(field, '$null')
export const isNotNull = (field: string): Criterion => isNot(field, '$null')

/** Equals one of the values; null among them is a missing value, and a value with a comma has a criterion of its own. */
export function oneOf(field: string, values: readonly unknown[]): Condition {
  const hasComma = (value: unknown): boolean => `${value as string}`.includes(',')
  const listed = values.filter((value) => value !== null && value !== '' && !hasComma(value))
  const apart = values.filter((value) => value !== null && !listed.includes(value))
  const list = listed.length === 0 ? [] : [is(field, '$in', listed)]
  return {
    any: [...list, ...apart.map((value) => is(field, '$eq', value)), ...(values.includes(null) ? [isNull(field)] : [])],
  }
}

/** Equals none of the values: every other row, null too if it is not among them. */
export function noneOf(field: string, values: readonly unknown[]): Condition {
  const one = oneOf(field, values) as { readonly any: readonly Criterion[] }
  return { all: one.any.map((criterion) => ({ ...criterion, isNegated: true })) }
}

export type Group = Exclude<Condition, Criterion>
export const isGroup = (condition: Condition): condition is Group => !('field' in condition)
export const membersOf = (group: Group): readonly Condition[] => ('all' in group ? group.all : group.any)
export const isAll = (group: Group): group is { readonly all: readonly Condition[] } => 'all' in group
const groupOf = (all: boolean, members: readonly Condition[]): Condition => (all ? { all: members } : { any: members })

/** Without groups of one, groups in their own kind, and members that hold for all rows or none. */
export function simplified(condition: Condition): Condition {
  if (!isGroup(condition)) return condition
  const all = isAll(condition)
  const members: Condition[] = []
  for (const member of membersOf(condition).map(simplified)) {
    if (!isGroup(member)) members.push(member)
    else if (isAll(member) === all) members.push(...membersOf(member))
    else if (membersOf(member).length === 0) return member
    else members.push(member)
  }
  return members.length === 1 ? members[0]! : groupOf(all, members)
}
