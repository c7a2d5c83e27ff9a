// Refine's filters as its documentation describes them, over rows in memory, and random models of them. No package of
// Refine filters rows itself: @refinedev/simple-rest leaves it to a server, and knows five of the operators.
import fc from 'fast-check'
import type { FieldFact, RefineFilter } from 'drizzle-paginate/front-ends'
import type { City } from './cities.js'
import { REFINE_MENUS } from './menus.js'

/** In the time zone of the laws. `created` is compared by its days, `moment` by its instants. */
export const REFINE_FIELDS: { readonly [field: string]: FieldFact } = {
  date: 'date',
  created: 'day',
  moment: 'timestamp',
}

type Scalar = string | number | boolean
const POSITIVE = {
  eq: (cell: Scalar, value: Scalar) => cell === value,
  lt: (cell: Scalar, value: Scalar) => cell < value,
  lte: (cell: Scalar, value: Scalar) => cell <= value,
  gt: (cell: Scalar, value: Scalar) => cell > value,
  gte: (cell: Scalar, value: Scalar) => cell >= value,
  in: (cell: Scalar, values: readonly Scalar[]) => values.includes(cell),
  between: (cell: Scalar, [from, to]: readonly [Scalar, Scalar]) => cell >= from && cell <= to,
  contains: (cell: Scalar, value: Scalar) => folded(cell).includes(folded(value)),
  startswith: (cell: Scalar, value: Scalar) => folded(cell).startsWith(folded(value)),
  endswith: (cell: Scalar, value: Scalar) => folded(cell).endsWith(folded(value)),
} satisfies Record<string, (cell: Scalar, value: never) => boolean>
type Positive = keyof typeof POSITIVE
const folded = (text: Scalar): string => String(text).toLowerCase()
/** "Does not …": every other row, those with a missing value too. */
const NEGATIVE = {
  ne: 'eq',
  nin: 'in',
  nbetween: 'between',
  ncontains: 'contains',
  nstartswith: 'startswith',
  nendswith: 'endswith',
} as const satisfies Record<string, Positive>
/** @returns the ids that filters leave, in the order of the rows */
export function refineOracle(rows: readonly City[], zone: string): (filters: readonly RefineFilter[]) => number[] {
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  const days = new Map(rows.map((row) => [row, row.created && calendar.format(row.created)]))
  const cellOf = (row: City, field: string): Scalar | null => {
    if (field === 'created') return days.get(row) ?? null
    if (field === 'moment') return row.created && row.created.toISOString()
    return field === 'date' ? row.day : (row[field as 'name'] as Scalar | null)
  }
  // One that nothing has been chosen for, and a group of such.
  const isBlank = ({ operator, value }: RefineFilter): boolean =>
    operator === 'and' || operator === 'or'
      ? (value as readonly RefineFilter[]).every(isBlank)
      : operator !== 'null' && operator !== 'nnull' && (value === '' || value === null || value === undefined)
  const passes = (row: City, { field = '', operator, value }: RefineFilter): boolean => {
    const members = (Array.isArray(value) ? (value as readonly RefineFilter[]) : []).filter((one) => !isBlank(one))
    if (operator === 'and') return members.every((one) => passes(row, one))
    if (operator === 'or') return members.length === 0 || members.some((one) => passes(row, one))
    const cell = cellOf(row, field)
    if (operator === 'null') return cell === null
    if (operator === 'nnull') return cell !== null
    if (operator in NEGATIVE)
      return !passes(row, { field, operator: NEGATIVE[operator as keyof typeof NEGATIVE], value })
    return cell !== null && POSITIVE[operator as Positive](cell, value as never)
  }
  return (filters) => rows.filter((row) => filters.every((one) => isBlank(one) || passes(row, one))).map(({ id }) => id)
}

const ORDER = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte']
const TEXT = ['eq', 'ne', 'contains', 'ncontains', 'startswith', 'nstartswith', 'endswith', 'nendswith']
const texts = fc.constantFrom('per', 'PERU', 'Peru', 'r', '%', '_', 'a,b', '10', '1', '2,5', '(der)', ' ', 'live', '7')
const numbers = fc.integer({ min: -1, max: 11 })
const days = fc.integer({ min: 1, max: 11 }).map((day) => `2024-01-${`${day}`.padStart(2, '0')}`)
const times = fc.constantFrom('00:00:00', '12:00:00', '06:35:57', '23:00:00')
const instants = fc.tuple(days, times).map((parts) => `${parts.join('T')}.000Z`)

const filter = (fields: readonly string[], operators: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.record({ field: fc.constantFrom(...fields), operator: fc.constantFrom(...operators), value })
/** Every operator of values with an order. */
const ordered = (fields: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.oneof(
    filter(fields, ORDER, value),
    filter(fields, ['in', 'nin'], fc.array(value, { maxLength: 3 })),
    filter(fields, ['between', 'nbetween'], fc.tuple(value, value)),
  )
const leaf: fc.Arbitrary<RefineFilter> = fc.oneof(
  { weight: 4, arbitrary: filter(['name', 'code', 'kind'], TEXT, texts) },
  { weight: 2, arbitrary: filter(['name', 'code', 'kind'], ['in', 'nin'], fc.array(texts, { maxLength: 3 })) },
  { weight: 4, arbitrary: ordered(['pop', 'rank'], numbers) },
  { weight: 1, arbitrary: filter(['active'], ['eq', 'ne'], fc.boolean()) },
  { weight: 3, arbitrary: ordered(['date', 'created'], days) },
  { weight: 3, arbitrary: ordered(['moment'], instants) },
  {
    weight: 2,
    arbitrary: filter(['name', 'pop', 'active', 'date', 'created'], ['null', 'nnull'], fc.constantFrom(true, null)),
  },
  { weight: 1, arbitrary: filter(['name', 'pop', 'date'], [...ORDER, 'in', 'between'], fc.constantFrom('', null)) },
  { weight: 1, arbitrary: filter(['name', 'kind'], REFINE_MENUS.refused, texts) },
)
const groupOf = (member: fc.Arbitrary<RefineFilter>): fc.Arbitrary<RefineFilter> =>
  fc.record({ operator: fc.constantFrom('and', 'or'), value: fc.array(member, { minLength: 1, maxLength: 3 }) })
/** One to three filters, of which some are groups of groups. */
export const refineModel: fc.Arbitrary<RefineFilter[]> = fc.array(
  fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: groupOf(fc.oneof(leaf, groupOf(leaf))) }),
  { minLength: 1, maxLength: 3 },
)
