// Front ends: conditions on a field with an order, as the intervals of its values.
import type { Condition, Criterion } from './condition.js'

type Value = number | bigint | string

interface Bound {
  readonly value: Value
  readonly isIn: boolean
}

/** From the lowest to the highest value of a part; null for no end. */
export interface Interval {
  readonly from: Bound | null
  readonly to: Bound | null
}

export interface Held {
  /** Apart from each other, in order. */
  readonly intervals: readonly Interval[]
  readonly hasNull: boolean
}

/** The rows of a condition; null if it is not only about values with an order. */
export function intervalsOf(condition: Condition): Held | null {
  const criteria = criteriaOf(condition)
  if (!criteria.every(isReadable)) return null
  // Between two neighbours of all values that are named, every value is like any other.
  const values = [...new Set(criteria.flatMap(({ operand }) => (operand === undefined ? [] : operand) as Value[]))]
  const cuts = values.sort((one, other) => (one < other ? -1 : 1))
  // Places in order: before the first, the first, between, the second, … , after the last.
  const places = Array.from({ length: cuts.length * 2 + 1 }, (_, place) => place)
  const holds = places.map((place) => isHeld(condition, place, cuts))
  const intervals: Interval[] = []
  for (const place of places.filter((at) => holds[at] && !holds[at - 1])) {
    let last = place
    while (holds[last + 1]) last += 1
    intervals.push({ from: boundOf(place, 0, cuts), to: boundOf(last, 1, cuts) })
  }
  return { intervals, hasNull: isHeld(condition, null, cuts) }
}

/** The end of the interval that begins, or ends, with a place: odd places are values, even ones are between them. */
function boundOf(place: number, isEnd: 0 | 1, cuts: readonly Value[]): Bound | null {
  const isIn = place % 2 === 1
  const at = isIn ? (place - 1) / 2 : place / 2 - 1 + isEnd
  const value = cuts[at]
  return value === undefined ? null : { value, isIn }
}

const criteriaOf = (condition: Condition): Criterion[] =>
  'field' in condition ? [condition] : ('all' in condition ? condition.all : condition.any).flatMap(criteriaOf)

const isReadable = ({ operator, operand, isOrdered }: Criterion): boolean =>
  operator === '$null' || ((isOrdered === true || [operand].flat().every(isNumber)) && operator in HOLDS)

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'

/** By the places of the value and of the operands. */
const HOLDS: Readonly<Record<string, (place: number, operands: readonly number[]) => boolean>> = {
  $eq: (place, [at = 0]) => place === at,
  $in: (place, places) => places.includes(place),
  $lt: (place, [at = 0]) => place < at,
  $lte: (place, [at = 0]) => place <= at,
  $gt: (place, [at = 0]) => place > at,
  $gte: (place, [at = 0]) => place >= at,
  $btw: (place, [from = 0, to = 0]) => place >= from && place <= to,
}

function isHeld(condition: Condition, place: number | null, cuts: readonly Value[]): boolean {
  if (!('field' in condition)) {
    return 'all' in condition
      ? condition.all.every((member) => isHeld(member, place, cuts))
      : condition.any.some((member) => isHeld(member, place, cuts))
  }
  const { operator, operand, isNegated = false } = condition
  if (operator === '$null') return (place === null) !== isNegated
  if (place === null) return isNegated
  const operands = [operand as Value].flat().map((value) => cuts.indexOf(value) * 2 + 1)
  return HOLDS[operator]!(place, operands) !== isNegated
}
