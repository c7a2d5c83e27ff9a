// Stage compile: the rows after a position, null-safe, in forms that an index on the order serves at every depth.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { DIALECTS } from '../dialects/index.js'
import type { DialectName } from '../vocabulary.js'
import { MATCHES_NOTHING } from './filter-predicate.js'
import type { KeyForm, OrderTerm, Position, PositionKey } from '../types/position.js'

/** One term, in the order in which the rows are read. */
interface ReadTerm {
  /** What rows are ordered by. */
  readonly expression: SQLWrapper
  readonly sign: '>' | '<'
  /** Do nulls come at the end? */
  readonly hasNullsAfter: boolean
  readonly isNullable: boolean
  readonly mayBeComposite: boolean
  readonly left: SQLWrapper
  /** Null where the position has null here. */
  readonly value: SQLWrapper | null
}

export interface Seek {
  /**
   * Conditions without a row in common that together give every row after the position. Each is one range of an index
   * on the order, so that the first rows of each are found without passing others.
   */
  readonly ranges: readonly SQL[]
  /** All of them in one condition. */
  readonly condition: SQL
  /** What only the first term leaves: all of them, and rows that share its value. Undefined: every row. */
  readonly lead: SQL | undefined
  /** How many terms from the first on are null in every row after the position, and need not be sorted by. */
  readonly nullTerms: number
}

/** What a page by position is ordered by, and what its position is compared with. */
export function positionOrder(expression: SQLWrapper, key: PositionKey): SQLWrapper {
  const { ordered } = DIALECTS[key.dialect].keys
  return ordered === undefined ? expression : ordered(expression, key)
}

/** A position as it is written: a value of null is part of the text. */
export interface WrittenPosition {
  readonly side: Position['side']
  readonly keys: readonly ({ readonly form: KeyForm; readonly slot: SQLWrapper } | null)[]
}

/** @param expressions what the rows are ordered by, term by term */
export function compileSeek(
  terms: readonly OrderTerm[],
  expressions: readonly SQLWrapper[],
  { side, keys }: WrittenPosition,
  dialect: DialectName,
): Seek {
  const { operand, parameter, hasRowComparison, needsLead, sortsByNull, hasComposites } = DIALECTS[dialect].keys
  const read = terms.map(({ direction, nulls, isNullable, key }, index): ReadTerm => {
    const written = keys[index] ?? null
    const expression = expressions[index] as SQLWrapper
    return {
      expression,
      sign: (direction === 'asc') === (side === 'after') ? '>' : '<',
      hasNullsAfter: (nulls === 'last') === (side === 'after'),
      isNullable,
      mayBeComposite: hasComposites === true && key.kind === 'other',
      left: written === null || operand === undefined ? expression : operand(expression, key, written.form),
      value: written === null ? null : parameter(written.slot, key, written.form),
    }
  })
  return {
    ranges: rangesOf(read, hasRowComparison),
    condition: nestedCondition(read, needsLead),
    lead: leadOf(read[0] as ReadTerm),
    nullTerms: sortsByNull ? nullTermsOf(read) : 0,
  }
}

/** Terms of null with nothing beyond. The last term stays: an order needs one. */
function nullTermsOf(terms: readonly ReadTerm[]): number {
  const at = terms.findIndex(({ value, hasNullsAfter }) => value !== null || !hasNullsAfter)
  return at === -1 ? terms.length - 1 : at
}

function rangesOf(terms: readonly ReadTerm[], hasRowComparison: boolean): readonly SQL[] {
  const ranges: SQL[] = []
  const equal: SQL[] = []
  const push = (condition: SQL): void => void ranges.push(conjunctionOf([...equal, condition]))
  for (let at = 0; at < terms.length;) {
    const term = terms[at] as ReadTerm
    const run = hasRowComparison ? runFrom(terms, at) : 1
    if (run > 1) {
      const compared = terms.slice(at, at + run)
      const [sides, values] = [
        list(compared.map(({ left }) => left)),
        list(compared.map(({ value }) => value as SQLWrapper)),
      ]
      const beyond = sql`(${sides}) ${sql.raw(term.sign)} (${values})`
      // Planners do not see that a row comparison leaves out the nulls of a left join, whose other side they may then
      // begin with.
      push(term.isNullable ? sql`(${term.left} ${sql.raw(`${term.sign}=`)} ${term.value} and ${beyond})` : beyond)
    } else {
      const beyond = beyondValue(term)
      if (beyond !== null) push(beyond)
    }
    for (const passed of terms.slice(at, at + run)) {
      if (hasNullsBeyond(passed)) push(isNull(passed))
      equal.push(isEqual(passed))
    }
    at += run
  }
  return ranges.length === 0 ? [MATCHES_NOTHING] : ranges
}

/** How many terms from here on one row comparison covers: all ascending or all descending, none of them null. */
function runFrom(terms: readonly ReadTerm[], from: number): number {
  const { sign } = terms[from] as ReadTerm
  let at = from
  while (at < terms.length && terms[at]?.value !== null && terms[at]?.sign === sign) at++
  return Math.max(at - from, 1)
}

/**
 * `a > x or (a = x and (b > y or …))`, led by the range of the first term where a planner would not see that an index
 * begins there.
 */
function nestedCondition(terms: readonly ReadTerm[], needsLead: boolean): SQL {
  let condition: SQL | null = null
  for (const term of [...terms].reverse()) {
    const beyond = beyondValue(term)
    const choices = [...(beyond === null ? [] : [beyond]), ...(hasNullsBeyond(term) ? [isNull(term)] : [])]
    if (condition !== null) choices.push(sql`(${isEqual(term)} and ${condition})`)
    condition =
      choices.length === 0
        ? MATCHES_NOTHING
        : choices.length === 1
          ? (choices[0] as SQL)
          : sql`(${sql.join(choices, sql` or `)})`
  }
  const [first] = terms
  const isLed = needsLead && first !== undefined && terms.length > 1 && first.value !== null && !hasNullsBeyond(first)
  return isLed ? sql`(${leadOf(first)} and ${condition})` : (condition ?? MATCHES_NOTHING)
}

function leadOf(term: ReadTerm): SQL | undefined {
  if (term.value === null) return term.hasNullsAfter ? isNull(term) : undefined
  const from = sql`${term.left} ${sql.raw(`${term.sign}=`)} ${term.value}`
  return hasNullsBeyond(term) ? sql`(${from} or ${isNull(term)})` : from
}

/** Rows that lie beyond the position by only this term, nulls aside; null where there can be none. */
function beyondValue({ expression, mayBeComposite, left, sign, value, hasNullsAfter }: ReadTerm): SQL | null {
  if (value !== null) return sql`${left} ${sql.raw(sign)} ${value}`
  if (hasNullsAfter) return null
  return mayBeComposite ? sql`${expression} is distinct from null` : sql`${expression} is not null`
}

const hasNullsBeyond = ({ value, isNullable, hasNullsAfter }: ReadTerm): boolean =>
  value !== null && isNullable && hasNullsAfter
/** Only `is null` is found in an index. */
const isNull = ({ expression, mayBeComposite }: ReadTerm): SQL =>
  mayBeComposite ? sql`(${expression} is null and ${expression} is not distinct from null)` : sql`${expression} is null`
const isEqual = (term: ReadTerm): SQL => (term.value === null ? isNull(term) : sql`${term.left} = ${term.value}`)
const list = (members: readonly SQLWrapper[]): SQL => sql.join(members as SQL[], sql`, `)
const conjunctionOf = (conditions: readonly SQL[]): SQL =>
  conditions.length === 1 ? (conditions[0] as SQL) : sql`(${sql.join(conditions as SQL[], sql` and `)})`
