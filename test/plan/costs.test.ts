// Bounds of criteria that a database evaluates apart from each other, for each row.
import { eq, sql, sum } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { paginateConfig, PaginateQuery, rowsOf } from '../../src/index.js'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { createPlan } from '../../src/plan/create-plan.js'
import { normalizeQuery } from '../../src/request/paginate-query.js'

const orders = pgTable('orders', { id: integer().primaryKey(), status: text().notNull(), tags: text().array() })
const lines = pgTable('lines', { orderId: integer().notNull(), quantity: integer(), name: text().notNull() })
const notes = pgTable('notes', { orderId: integer().notNull() })
const ofOrder = eq(lines.orderId, orders.id)
const rows = rowsOf(lines, ofOrder)
const list = resolvedConfig(
  paginateConfig(orders, { maxFilterValues: 5 })
    .withLimits(10, 100)
    .withTieBreaker('id')
    .withFilterExpressions({ maxTerms: 40 })
    .field('n', rows.count())
    .field('total', rows.aggregate(sum(lines.quantity)))
    .field('notes', rowsOf(notes, eq(notes.orderId, orders.id)).count())
    .filterable('status', '$eq', '$in', '$sw', '$ew', '$ilike', '$contains')
    .filterable('n', '$eq')
    .filterable('total', '$eq')
    .filterable('notes', '$eq')
    .filterableMany('some', rows, lines.name, '$eq')
    .filterableMany('every', rows.every(), lines.name, '$eq')
    .filterableMany('none', rows.none(), lines.name, '$eq')
    .field('raw', sql`(select count(*) from ${lines} where ${lines.orderId} = ${orders.id})`, 'integer')
    .filterable('raw', '$eq')
    .field('said', sql`coalesce(${orders.status}, 'please select one')`, 'text')
    .filterable('said', '$eq')
    .filterable('tags', '$contains')
    .filterWith('own', 'text', ({ value }) => eq(orders.status, value), '$eq')
    .filterWith('other', 'text', ({ value }) => eq(orders.status, value), '$eq')
    .filterableMany('part', rows, { name: [lines.name, '$ilike'] })
    .filterableMany('each', rows, { name: [lines.name, '$eq'] })
    .build(),
)
const planned = (query: string) => createPlan(normalizeQuery(PaginateQuery.from(query)), list)
const refusalOf = (query: string): readonly unknown[] | null => {
  const plan = planned(query)
  return plan.ok ? null : [plan.refusal.code, plan.refusal.parameter, plan.refusal.message]
}
const times = (count: number, write: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => write(at))
const criteria = (field: string, count: number, connector = ''): string =>
  times(count, (at) => `filter.${field}=${at === 0 ? '' : connector}$eq:${at}`).join('&')
const expression = (members: readonly string[], by: string): string => `filter=${members.join(` ${by} `)}`
const places = (fields: readonly string[]): string =>
  expression(
    fields.map((field, at) => `(${field}=$eq:${at} OR status=$eq:${at})`),
    'AND',
  )

const TOO_MANY_ELEMENTS = (field: string, parameter = `filter.${field}`) => [
  'filter.too_many_conditions',
  parameter,
  `Filter '${field}' must not have more than 10 criteria that each need an element.`,
]
const TOO_MANY_OWN = (parameter = 'filter.own') => [
  'filter.too_many_conditions',
  parameter,
  "Filter 'own' must not have more than 10 criteria.",
]
const TOO_MANY_IN_ALL = [
  'filter.too_many_conditions',
  'filter',
  "Query parameter 'filter' must not have more than 10 criteria that are evaluated one by one.",
]
const TOO_MANY_MATCHES = [
  'filter.too_many_conditions',
  'filter',
  "Query parameter 'filter' must not have more than 30 criteria that look inside of text.",
]
const matches = (count: number): string => {
  const operators = ['$sw', '$ew', '$not:$ilike', '$contains']
  return times(count, (at) => `filter.status=${at > 0 && at % 3 === 0 ? '$or:' : ''}${operators[at % 4]}:${at}`).join(
    '&',
  )
}
const TOO_MANY_PLACES = [
  'filter.expression_too_large',
  'filter',
  "Query parameter 'filter' must not have more than 5 separate conditions on rows of other tables.",
]
const TOO_MANY_VALUES = [
  'filter.too_many_values',
  'filter',
  "Query parameter 'filter' must not have more than 50 listed values.",
]

describe('Refused are', () => {
  test.each<[title: string, query: string, refusal: readonly unknown[] | null]>([
    ['some, by and: 10', criteria('some', 10), null],
    ['some, by and: 11', criteria('some', 11), TOO_MANY_ELEMENTS('some')],
    ['some, by or', criteria('some', 40, '$or:'), null],
    ['none, by or: 11', criteria('none', 11, '$or:'), TOO_MANY_ELEMENTS('none')],
    ['none, by and', criteria('none', 40), null],
    ['every, by or: 11', criteria('every', 11, '$or:'), TOO_MANY_ELEMENTS('every')],
    ['every, by and', criteria('every', 40), null],
    ['filters of the app: 10', criteria('own', 10), null],
    ['filters of the app: 11', criteria('own', 11, '$or:'), TOO_MANY_OWN()],
    [
      'filters of the app, terms: 10',
      expression(
        times(10, (at) => `own=$eq:${at}`),
        'OR',
      ),
      null,
    ],
    [
      'filters of the app, terms: 11',
      expression(
        times(11, (at) => `own=$eq:${at}`),
        'OR',
      ),
      TOO_MANY_OWN('filter'),
    ],
    ['a sub-select of the app: 10', criteria('raw', 10), null],
    [
      'a sub-select of the app: 11',
      criteria('raw', 11, '$or:'),
      ['filter.too_many_conditions', 'filter.raw', "Filter 'raw' must not have more than 10 criteria."],
    ],
    ['a literal that says select: 11', criteria('said', 11, '$or:'), null],
    [
      'terms on a collection',
      expression(
        times(20, (at) => `tags=$contains:${at}`),
        'OR',
      ),
      null,
    ],
    ['two fields: 5 and 5', `${criteria('some', 5)}&${criteria('own', 5)}`, null],
    ['two fields: 5 and 6', `${criteria('some', 5)}&${criteria('own', 6)}`, TOO_MANY_IN_ALL],
    [
      'ten on one field, and one on each other',
      ['some', 'own', 'other', 'every'].map((field, at) => criteria(field, at === 0 ? 10 : 1)).join('&'),
      null,
    ],
    [
      'a parameter and terms',
      `${criteria('own', 6)}&${expression(
        times(5, (at) => `own=$eq:${at}`),
        'OR',
      )}`,
      TOO_MANY_OWN(),
    ],
    ['one and the same element', criteria('each.name', 40), null],
    [
      'terms by AND: 10',
      expression(
        times(10, (at) => `some=$eq:${at}`),
        'AND',
      ),
      null,
    ],
    [
      'terms by AND: 11',
      expression(
        times(11, (at) => `some=$eq:${at}`),
        'AND',
      ),
      TOO_MANY_ELEMENTS('some', 'filter'),
    ],
    [
      'terms by OR',
      expression(
        times(40, (at) => `some=$eq:${at}`),
        'OR',
      ),
      null,
    ],
    ['aggregates in 5 places', places(Array(5).fill('n')), null],
    ['aggregates in 6 places', places(Array(6).fill('n')), TOO_MANY_PLACES],
    ['aggregates of the same rows, in 6 places', places(['n', 'total', 'n', 'total', 'n', 'total']), TOO_MANY_PLACES],
    [
      'terms in one place',
      expression(
        times(40, (at) => `n=$eq:${at}`),
        'AND',
      ),
      null,
    ],
    [
      'groups in one place',
      expression(
        times(10, (at) => `(n=$eq:${at} AND NOT total=$eq:1)`),
        'OR',
      ),
      null,
    ],
    [
      'terms among others, in one place',
      expression(
        times(20, (at) => `n=$eq:${at} OR status=$eq:a`),
        'OR',
      ),
      null,
    ],
    [
      'two kinds of rows, in two places',
      expression(
        times(20, (at) => `n=$eq:${at} AND notes=$eq:${at}`),
        'AND',
      ),
      null,
    ],
    ['a hundred criteria on one', criteria('n', 100), null],
    ['30 that look inside of text', matches(30), null],
    ['31 that look inside of text', matches(31), TOO_MANY_MATCHES],
    [
      '31 that look inside of texts',
      `${matches(20)}&${times(11, (at) => `filter.part.name=$ilike:${at}`).join('&')}`,
      TOO_MANY_MATCHES,
    ],
    ['31 that look inside of text, one of them a term', `${matches(30)}&filter=status=$ilike:a`, TOO_MANY_MATCHES],
    ['values of a collection', times(10, () => 'filter.tags=$contains:1,2,3,4').join('&'), null],
    ['50 listed values', times(10, () => 'filter.status=$in:a,b,c,d,e').join('&'), null],
    [
      '51 listed values',
      [...times(10, () => 'filter.status=$in:a,b,c,d,e'), 'filter=status=$in:a'].join('&'),
      TOO_MANY_VALUES,
    ],
    ['values of other operators', criteria('status', 60), null],
  ])('%s', (_title, query, refusal) => {
    expect(refusalOf(query)).toEqual(refusal)
  })
})

test('Six terms of one sub-collection in one group are one filter, and five are not', () => {
  const treeOf = (count: number): unknown => {
    const plan = planned(expression([...times(count, (at) => `some=$eq:${at}`), 'status=$eq:a'], 'OR'))
    return plan.ok ? plan.value.expression?.tree : null
  }
  expect(treeOf(5)).toMatchObject({ or: { length: 6 } })
  expect(treeOf(6)).toMatchObject({
    or: [
      {
        term: [
          { texts: times(6, (at) => `$eq:${at}`), criteria: Array.from({ length: 6 }, () => ({ connector: 'or' })) },
        ],
      },
      { term: [{ filterable: { field: { name: 'status' } } }] },
    ],
  })
})
