// Client: conditions of `.expression()`, as the text of the parameter `filter`.
import { CONNECTORS, NEGATION, quotedName, quotedPart } from '../../features/expressions/expression-text.js'
import type { CheckedCriteria, FilterName, ListSource, OperandArguments, OperatorOf } from './client-types.js'
import { criterionTexts } from '../../basics/criteria-text.js'

/** A condition for `.expression()`. Plain data, which you can combine with others. */
export interface ListCondition {
  /** The text that is sent. */
  readonly text: string
  /** The word that joins its members; null for a term or a negation. */
  readonly joinedBy: 'and' | 'or' | null
}

/**
 * Makes conditions: `is('status', '$eq', 'open')` is a term, and `is.and()`, `is.or()`, `is.not()` combine conditions.
 */
export interface Conditions<Source extends ListSource> {
  /**
   * One criterion on a field, as `.filter()` takes it.
   *
   * @throws RangeError for an empty list, and for a comma in `$btw` or in a collection's `$contains`
   */
  <Name extends FilterName<Source>, Operator extends OperatorOf<Source, Name>>(
    field: Name,
    operator: Operator,
    ...operand: OperandArguments<Source, Name, Operator>
  ): ListCondition
  /** Several criteria on a field, all of which must hold. */
  <Name extends FilterName<Source>, const Criteria extends object>(
    field: Name,
    criteria: Criteria & CheckedCriteria<Source, Name, Criteria>,
  ): ListCondition
  /** All of the conditions hold. @throws RangeError without a condition */
  and(...conditions: readonly ListCondition[]): ListCondition
  /** At least one of the conditions holds. @throws RangeError without a condition */
  or(...conditions: readonly ListCondition[]): ListCondition
  /** The condition does not hold: every other row, missing values included. */
  not(condition: ListCondition): ListCondition
}

type Joined = 'and' | 'or'

const condition = (text: string, joinedBy: Joined | null = null): ListCondition => ({ text, joinedBy })

/** A group in parentheses. An `and` in an `and` keeps its own: it may speak of one element of a sub-collection. */
const apart = ({ text, joinedBy }: ListCondition): string => (joinedBy ? `(${text})` : text)

function join(joinedBy: Joined, conditions: readonly ListCondition[]): ListCondition {
  const [first, second] = conditions
  if (!first) throw new RangeError(`'${joinedBy}' needs at least one condition.`)
  const written = joinedBy === 'and' ? apart : ({ text }: ListCondition) => text
  return second ? condition(conditions.map(written).join(CONNECTORS[joinedBy]), joinedBy) : first
}

function term(field: string, criterion: string): ListCondition {
  const at = criterion.indexOf(':') + 1
  return condition(`${quotedName(field)}=${at ? criterion.slice(0, at) + quotedPart(criterion.slice(at)) : criterion}`)
}

function is(field: string, operator: string | object, operand?: unknown): ListCondition {
  // A listed value with a comma is a term of its own.
  if (typeof operator === 'string')
    return join(
      'or',
      criterionTexts(field, operator, operand).map((criterion) => term(field, criterion)),
    )
  return join(
    'and',
    Object.entries(operator).map(([token, value]) => is(field, token, value)),
  )
}

/** What `.expression()` passes to its function. */
export const conditions = Object.assign(is, {
  and: (...given: readonly ListCondition[]) => join('and', given),
  or: (...given: readonly ListCondition[]) => join('or', given),
  not: (given: ListCondition) => condition(NEGATION + apart(given)),
})

/** Both of two expressions, of which the first may have been read from a URL. */
export function bothOf(before: string | null, added: ListCondition): string {
  if (!before) return added.text
  // Without a blank or a parenthesis it is one term: `(a)OR(b)` needs no blanks.
  return `${/[\s()]/.test(before) ? `(${before})` : before}${CONNECTORS.and}${apart(added)}`
}
