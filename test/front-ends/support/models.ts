// Random filter models of each front end: every operator of its menus, over the rows of cities.ts.
import fc from 'fast-check'
import type { MuiFilterItem } from 'drizzle-paginate/front-ends'
import { OPERATORS } from '../../../src/vocabulary.js'

const hasEndsWith = (OPERATORS as readonly string[]).includes('$ew')
const texts = fc.constantFrom('per', 'PERU', 'r', '%', '_', 'a,b', '10', '1', '2,5', '(der)', ' ', 'live', '7')
const codes = fc.constantFrom('10', '1', '1-0', '2,5', '7', ',')
const numbers = fc.integer({ min: -1, max: 11 })
const days = fc.integer({ min: 1, max: 11 }).map((day) => `2024-01-${`${day}`.padStart(2, '0')}`)
const times = fc.constantFrom('00:00:00', '00:00:00', '12:00:00', '06:35:57', '23:59:59', '01:00:00')

const TEXT_TYPES = ['contains', 'notContains', 'equals', 'notEqual', 'startsWith', 'blank', 'notBlank']
const SCALAR_TYPES = ['equals', 'notEqual', 'lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual']
const MORE_SCALAR_TYPES = [...SCALAR_TYPES, 'inRange', 'blank', 'notBlank']

type Model = { readonly filterType: string; readonly [key: string]: unknown }

const agText = (filter: fc.Arbitrary<string>): fc.Arbitrary<Model> =>
  fc.record({
    filterType: fc.constant('text'),
    type: fc.constantFrom(...TEXT_TYPES, ...(hasEndsWith ? ['endsWith'] : [])),
    filter,
  })
const agNumber: fc.Arbitrary<Model> = fc.record({
  filterType: fc.constant('number'),
  type: fc.constantFrom(...MORE_SCALAR_TYPES),
  filter: numbers,
  filterTo: numbers,
})
const agDate = (time: fc.Arbitrary<string>): fc.Arbitrary<Model> => {
  const date = fc.tuple(days, time).map((parts) => parts.join(' '))
  return fc.record({
    filterType: fc.constant('date'),
    type: fc.constantFrom(...MORE_SCALAR_TYPES),
    dateFrom: date,
    dateTo: date,
  })
}
const agBoolean: fc.Arbitrary<Model> = fc.record({
  filterType: fc.constant('text'),
  type: fc.constantFrom('true', 'false'),
})
const agGroup = (one: fc.Arbitrary<Model>): fc.Arbitrary<object> =>
  fc.oneof(
    one,
    fc
      .tuple(fc.constantFrom('AND', 'OR'), fc.array(one, { minLength: 2, maxLength: 3 }))
      .map(([operator, conditions]) => ({
        filterType: conditions[0]!.filterType,
        operator,
        conditions,
      })),
  )

/** A filter model of AG Grid: one or two columns. `moment` is a timestamp by its instants, `created` by its days. */
export const agGridModel: fc.Arbitrary<Record<string, object>> = fc
  .subarray(['name', 'code', 'pop', 'active', 'moment', 'created', 'date'], { minLength: 1, maxLength: 2 })
  .chain((columns) => {
    const filters: Record<string, fc.Arbitrary<object>> = {
      name: agGroup(agText(texts)),
      code: agGroup(agText(codes)),
      pop: agGroup(agNumber),
      active: agBoolean,
      moment: agGroup(agDate(times)),
      created: agGroup(agDate(times)),
      date: agGroup(agDate(times)),
    }
    return fc.record(Object.fromEntries(columns.map((column) => [column, filters[column]!])))
  }) as fc.Arbitrary<Record<string, object>>

const item = (field: string, operators: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<MuiFilterItem> =>
  fc.record({ field: fc.constant(field), operator: fc.constantFrom(...operators), value })
const MUI_TEXT = [
  'contains',
  'doesNotContain',
  'equals',
  'doesNotEqual',
  'startsWith',
  ...(hasEndsWith ? ['endsWith'] : []),
]
const MUI_DATE = ['is', 'not', 'after', 'onOrAfter', 'before', 'onOrBefore']
const unset = fc.constantFrom<unknown>(undefined, '', null)
const midnights = days.map((day) => `${day}T00:00:00.000Z`)
const muiItem: fc.Arbitrary<MuiFilterItem> = fc.oneof(
  item('name', MUI_TEXT, fc.oneof(texts, texts, texts, unset)),
  item('code', MUI_TEXT, codes),
  item('code', ['isAnyOf'], fc.array(codes, { maxLength: 3 })),
  item('kind', ['is', 'not'], fc.oneof(fc.constantFrom('draft', 'live', 'in review, late'), unset)),
  item('kind', ['isAnyOf'], fc.array(fc.constantFrom('draft', 'live', 'in review, late'), { maxLength: 3 })),
  item('pop', ['=', '!=', '>', '>=', '<', '<='], fc.oneof(numbers, numbers, unset)),
  item('pop', ['isAnyOf'], fc.array(numbers, { maxLength: 3 })),
  item('active', ['is'], fc.oneof(fc.boolean(), unset)),
  item('date', MUI_DATE, fc.oneof(midnights, midnights, unset)),
  item('created', MUI_DATE, midnights),
  item(
    'moment',
    MUI_DATE,
    fc.tuple(days, times).map((parts) => `${parts.join('T')}.000Z`),
  ),
  fc.record({
    field: fc.constantFrom('name', 'code', 'pop', 'date', 'created', 'moment'),
    operator: fc.constantFrom('isEmpty', 'isNotEmpty'),
  }),
)
export const muiModel = fc.record({
  items: fc.array(muiItem, { minLength: 1, maxLength: 3 }),
  logicOperator: fc.constantFrom('and', 'or'),
})

const anyText = fc.constantFrom('Peru', 'peru', 'a,b', '10', 'live', 'in review, late')
const adminEntry: fc.Arbitrary<readonly [string, unknown]> = fc.oneof(
  fc.tuple(fc.constantFrom('name', 'code', 'kind', 'kind_eq', 'name_neq'), anyText),
  fc.tuple(fc.constantFrom('kind', 'kind_eq_any', 'kind_neq_any', 'name'), fc.array(anyText, { maxLength: 3 })),
  fc.tuple(fc.constantFrom('name', 'pop', 'kind', 'active'), fc.constant(null)),
  fc.tuple(fc.constantFrom('pop', 'pop_neq', 'pop_eq', 'rank', 'rank_gte', 'rank_lte', 'rank_gt', 'rank_lt'), numbers),
  fc.tuple(fc.constant('pop_eq_any'), fc.array(numbers, { maxLength: 3 })),
  fc.tuple(fc.constant('active'), fc.constantFrom<unknown>(true, false, 'true', 'false')),
  fc.tuple(fc.constantFrom('date', 'date_gte', 'date_lte', 'date_gt', 'date_lt', 'date_neq'), days),
  fc.tuple(fc.constantFrom('code_q', 'kind_q'), fc.constantFrom('1', '0', 'r', 'LIVE', '-')),
)
export const adminFilter = fc
  .array(adminEntry, { minLength: 1, maxLength: 3 })
  .map((entries) => Object.fromEntries(entries) as Record<string, unknown>)
