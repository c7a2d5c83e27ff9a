// What an expression becomes, what is refused in it and with which words, and its canonical spelling.
import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { paginateConfig, PaginateQuery, rowsOf } from '../../../src/index.js'
import { createPlan } from '../../../src/plan/create-plan.js'
import { normalizeQuery } from '../../../src/request/paginate-query.js'
import type { ResolvedConfig } from '../../../src/types/resolved-config.js'
import type { FilterTree } from '../../../src/types/plan.js'
import type { FieldFilter } from '../../../src/types/config.js'
import type { PaginateConfigOptions } from '../../../src/builder/settings.js'

const orders = pgTable('orders', {
  id: integer().primaryKey(),
  status: text().notNull(),
  total: integer().notNull(),
  note: text(),
  isOpen: boolean().notNull(),
})
const begin = (settings: PaginateConfigOptions = {}) =>
  paginateConfig(orders, settings)
    .field('odd name', sql<string>`'x'`, 'text')
    .field('a=b', sql<string>`'x'`, 'text')
    .withLimits(10, 20)
    .withTieBreaker('id')
    .filterable('status', '$eq', '$in', '$ilike')
    .filterable('total', '$eq', '$gte', '$btw')
    .filterable('note', '$eq', '$null')
    .filterable('isOpen', '$eq')
    .filterable('odd name', '$eq')
    .filterable('a=b', '$eq')
    .when(false)
    .filterable('id', '$eq')
const list = resolvedConfig(begin().withFilterExpressions().build())
const bounded = (bounds: { maxTerms?: number; maxDepth?: number }) =>
  resolvedConfig(begin().withFilterExpressions(bounds).build())

const planned = (expression: unknown, config: ResolvedConfig = list, more: object = {}) =>
  createPlan(normalizeQuery({ ...more, filterExpression: expression as string }), config)
const expressionOf = (expression: string, config?: ResolvedConfig) => {
  const result = planned(expression, config)
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value.expression
}
const refusalOf = (expression: unknown, config?: ResolvedConfig, more?: object) => {
  const result = planned(expression, config, more)
  return result.ok ? null : [result.refusal.code, result.refusal.message, result.refusal.parameter]
}
/** A tree with its decoded values. */
const written = (tree: FilterTree): unknown => {
  if ('and' in tree) return ['and', ...tree.and.map(written)]
  if ('or' in tree) return ['or', ...tree.or.map(written)]
  if ('not' in tree) return ['not', written(tree.not)]
  const [{ filterable, criteria }] = tree.term as [FieldFilter]
  return [filterable.field.name, ...criteria.map(({ isNegated, operator, values }) => [isNegated, operator, ...values])]
}
const treeOf = (expression: string) => {
  const planned = expressionOf(expression)
  return planned ? written(planned.tree) : null
}

describe('the plan', () => {
  test.each<[expression: string, tree: unknown]>([
    ['status=$eq:open', ['status', [false, '$eq', 'open']]],
    ['STATUS=$IN:open,new', ['status', [false, '$in', 'open', 'new']]],
    [
      'status=$not:$eq:x AND (total=$btw:1,3 OR NOT note=$null)',
      [
        'and',
        ['status', [true, '$eq', 'x']],
        ['or', ['total', [false, '$btw', 1n, 3n]], ['not', ['note', [false, '$null']]]],
      ],
    ],
    ['NOT NOT note=$null', ['note', [false, '$null']]],
    [
      'NOT NOT NOT (note=$null OR total=$eq:1)',
      ['not', ['or', ['note', [false, '$null']], ['total', [false, '$eq', 1n]]]],
    ],
    ['"odd name"=$eq:"a b"', ['odd name', [false, '$eq', 'a b']]],
    ['"a=b"=$eq:c=d', ['a=b', [false, '$eq', 'c=d']]],
  ])('%s', (expression, tree) => {
    expect(treeOf(expression)).toEqual(tree)
  })

  test.each([null, undefined, '', ' \t\n'])('%o is no expression', (expression) => {
    expect(planned(expression)).toMatchObject({ ok: true, value: { expression: null } })
  })

  test('a list that does not declare expressions ignores them', () => {
    const result = planned('((', resolvedConfig(begin().build()))
    expect(result.ok && result.value.expression).toBeUndefined()
    const gated = planned('((', resolvedConfig(begin().when(false).withFilterExpressions().build()))
    expect(gated.ok && gated.value.expression).toBeUndefined()
  })
})

// R29.1.11
describe('neighbours under one AND that say something of the same element are one term', () => {
  const lines = pgTable('lines', {
    id: integer().primaryKey(),
    orderId: integer().notNull(),
    kind: text().notNull(),
    units: integer(),
  })
  const other = pgTable('notes', { id: integer().primaryKey(), orderId: integer().notNull(), by: text().notNull() })
  const elements = resolvedConfig(
    begin()
      .filterableMany('Line', rowsOf(lines, eq(lines.orderId, orders.id)), {
        kind: [lines.kind, '$eq'],
        units: [lines.units, '$gte'],
      })
      .filterableMany('note2', rowsOf(other, eq(other.orderId, orders.id)), { by: [other.by, '$eq'] })
      .withFilterExpressions()
      .build(),
  )
  /** A term of one element in brackets. */
  const runs = (tree: FilterTree): string => {
    if ('and' in tree) return `(${tree.and.map(runs).join(' & ')})`
    if ('or' in tree) return `(${tree.or.map(runs).join(' | ')})`
    if ('not' in tree) return `!${runs(tree.not)}`
    return `[${tree.term.map(({ filterable, criteria }) => `${filterable.field.name}=${criteria[0]?.values[0]}`).join(' ')}]`
  }
  const kind = 'line.KIND=$eq:a'
  const units = 'Line.units=$gte:2'

  test.each<[expression: string, tree: string]>([
    [`${kind} AND ${units}`, '[Line.kind=a Line.units=2]'],
    [`${kind} AND ${units} AND line.kind=$eq:b`, '[Line.kind=a Line.units=2 Line.kind=b]'],
    [`total=$eq:1 AND ${kind} AND ${units}`, '([total=1] & [Line.kind=a Line.units=2])'],
    [`${kind} AND total=$eq:1 AND ${units}`, '([Line.kind=a] & [total=1] & [Line.units=2])'],
    [`${kind} AND note2.by=$eq:x AND note2.by=$eq:y`, '([Line.kind=a] & [note2.by=x note2.by=y])'],
    [`${kind} AND NOT ${units} AND line.kind=$eq:b`, '([Line.kind=a] & ![Line.units=2] & [Line.kind=b])'],
    [`${kind} AND NOT NOT ${units}`, '([Line.kind=a] & [Line.units=2])'],
    [`${kind} AND (${units} OR total=$eq:1)`, '([Line.kind=a] & ([Line.units=2] | [total=1]))'],
    [`${kind} OR ${units}`, '([Line.kind=a] | [Line.units=2])'],
    // Parentheses keep what is in them together, and apart from what is around them.
    [`(${kind} AND total=$eq:1) AND ${units}`, '(([Line.kind=a] & [total=1]) & [Line.units=2])'],
    [`(${kind} AND ${units}) AND line.kind=$eq:b`, '([Line.kind=a Line.units=2] & [Line.kind=b])'],
  ])('%s', (expression, tree) => {
    const planned = expressionOf(expression, elements)
    expect(planned && runs(planned.tree)).toBe(tree)
  })
})

// R29.1.8
describe('canonical spelling', () => {
  test.each<[expression: string, text: string]>([
    ['  status=$eq:open\t', 'status=$eq:open'],
    ['sTaTuS=$NOT:$Not:$EQ:Open', 'status=$not:$eq:Open'],
    ['note=$null:', 'note=$null'],
    ['not note=$null and total=$eq:1 or total=$eq:+2', 'NOT note=$null AND total=$eq:1 OR total=$eq:+2'],
    ['((note=$null AND total=$eq:1) OR (total=$eq:2))', 'note=$null AND total=$eq:1 OR total=$eq:2'],
    [
      '(note=$null OR total=$eq:1) AND ((total=$eq:2 AND note=$null))',
      '(note=$null OR total=$eq:1) AND total=$eq:2 AND note=$null',
    ],
    ['NOT(NOT (note=$null))', 'NOT NOT note=$null'],
    ['NOT (NOT (note=$null AND total=$eq:1))', 'NOT NOT (note=$null AND total=$eq:1)'],
    ['note=$null AND NOT (total=$eq:1 AND total=$eq:2)', 'note=$null AND NOT (total=$eq:1 AND total=$eq:2)'],
    [`status=$eq:'open'`, 'status=$eq:open'],
    [`status="$eq:van (der) Berg"`, 'status=$eq:"van (der) Berg"'],
    [`status=$eq:'say "hi"'`, String.raw`status=$eq:"say \"hi\""`],
    [`status=$eq:"it's"`, `status=$eq:"it's"`],
    [String.raw`status=$eq:"C:\Users\x y"`, String.raw`status=$eq:"C:\\Users\\x y"`],
    [String.raw`status=$eq:C:\Users`, String.raw`status=$eq:C:\Users`],
    ['status=$eq:', 'status=$eq:'],
    ['status=$eq:""', 'status=$eq:'],
    [`'ODD NAME'=$eq:x`, '"odd name"=$eq:x'],
    ['"A=b"=$eq:x', '"a=b"=$eq:x'],
  ])('%s', (expression, text) => {
    expect(expressionOf(expression)?.text).toBe(text)
  })

  test('means the same, and is its own', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a b', '"', "'", '\\', '(', ') AND (', 'NOT', ''),
    )
    const quoted = (sent: string) => `"${sent.replace(/["\\]/g, '\\$&')}"`
    const term = fc.oneof(
      value.filter((sent) => !/[\0\p{Surrogate}]/u.test(sent)).map((sent) => `Status="$eq:"${quoted(sent)}`),
      fc.constantFrom('note=$not:$null', 'total=$gte:5', '"odd name"=$eq:"x"', 'isOpen=$EQ:TRUE'),
    )
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 3 },
        term,
        fc
          .tuple(tie('expression'), fc.constantFrom(' AND ', '\tor ', ' Or'), tie('expression'))
          .map(([a, by, b]) => `(${a}) ${by} ${b}`),
        tie('expression').map((inner) => `not (${inner})`),
        tie('expression').map((inner) => `( ${inner})`),
      ),
    }))
    const wide = bounded({ maxTerms: 100, maxDepth: 100 })
    fc.assert(
      fc.property(expression, (sent) => {
        const first = expressionOf(sent, wide)
        if (!first) throw new Error('no expression')
        const again = expressionOf(first.text, wide)
        expect(again?.text).toBe(first.text)
        expect(again && written(again.tree)).toEqual(written(first.tree))
      }),
      { numRuns: 300, seed: 29 },
    )
  })
})

// R29.1.3, R29.1.7
describe('refusals', () => {
  const SYNTAX = 'filter.expression_syntax'
  const LARGE = 'filter.expression_too_large'
  test.each<[expression: unknown, code: string, message: string]>([
    [
      'status=$eq:a AND',
      SYNTAX,
      `Query parameter 'filter' is not valid at character 17: expected 'field=$operator:value', 'NOT' or '('.`,
    ],
    ['(status=$eq:a', SYNTAX, `Query parameter 'filter' is not valid at character 14: expected 'AND', 'OR' or ')'.`],
    [
      'status=$eq:"a',
      SYNTAX,
      `Query parameter 'filter' is not valid at character 14: expected " for the one at character 12.`,
    ],
    ['status', SYNTAX, `Query parameter 'filter' is not valid at character 7: expected '=' and a criterion.`],
    // A malformed criterion and a connector are mistakes of the expression; `filter.<field>` has codes of its own for
    // them.
    [
      'STATUS=open',
      SYNTAX,
      `Query parameter 'filter' is not valid at character 8: expected '[$not:]$operator[:value]' for 'status'.`,
    ],
    [
      'status=',
      SYNTAX,
      `Query parameter 'filter' is not valid at character 8: expected '[$not:]$operator[:value]' for 'status'.`,
    ],
    [
      'status=$eq',
      SYNTAX,
      `Query parameter 'filter' is not valid at character 8: expected '[$not:]$operator[:value]' for 'status'.`,
    ],
    [
      'status=$not',
      SYNTAX,
      `Query parameter 'filter' is not valid at character 8: expected '[$not:]$operator[:value]' for 'status'.`,
    ],
    [
      'note=$null OR  status=$or:$eq:a',
      SYNTAX,
      `Query parameter 'filter' is not valid at character 23: expected a criterion of 'status' without '$or'.`,
    ],
    [5, SYNTAX, `Query parameter 'filter' must be text.`],
    [{ status: '$eq:a' }, SYNTAX, `Query parameter 'filter' must be text.`],
    // Those of the term.
    ['nope=$eq:a', 'filter.not_configured', `Filter for field 'nope' is not configured.`],
    ['id=$eq:1', 'filter.not_configured', `Filter for field 'id' is not configured.`],
    ['__proto__=$eq:1', 'filter.not_configured', `Filter for field '__proto__' is not configured.`],
    ['nope=open', 'filter.not_configured', `Filter for field 'nope' is not configured.`],
    ['Status=$like:a', 'filter.operator_unknown', `Filter 'status' has an unknown operator '$like'.`],
    ['note=$null OR status=$gte:a', 'filter.operator_not_allowed', `Filter 'status' does not allow operator '$gte'.`],
    [
      'isOpen=$lt:true',
      'filter.operator_not_supported',
      `Filter 'isOpen' does not support comparison operators for type 'Boolean'.`,
    ],
    [
      'total=$contains:1',
      'filter.operator_not_supported',
      `Filter 'total' supports '$contains' only for string or collection fields.`,
    ],
    ['status=$in:', 'filter.values_required', `Filter 'status' requires at least one '$in' value.`],
    ['total=$btw:1', 'filter.two_values_required', `Filter 'total' requires exactly two '$btw' values.`],
    ['note=$null:x', 'filter.value_not_taken', `Filter 'note' does not take a value for '$null'.`],
    [
      'total=$eq:',
      'filter.value_empty',
      `Filter 'total' requires a value for '$eq'; use '$null' to match missing values.`,
    ],
    [
      'total=$eq:1.5',
      'filter.value_invalid',
      `Filter 'total' has an invalid value '1.5': expected a whole number between -2147483648 and 2147483647.`,
    ],
    [
      'status=$eq:\u0000',
      'filter.value_invalid',
      `Filter 'status' has an invalid value '\\u0000': text must not contain a NUL character.`,
    ],
  ])('%o', (expression, code, message) => {
    expect(refusalOf(expression)).toEqual([code, message, 'filter'])
  })

  // R29.1.6
  test('too large', () => {
    const terms = (count: number) => Array.from({ length: count }, () => 'note=$null').join(' OR ')
    expect(refusalOf(terms(20))).toBeNull()
    expect(refusalOf(terms(21))).toEqual([
      LARGE,
      `Query parameter 'filter' must not have more than 20 terms.`,
      'filter',
    ])
    expect(refusalOf(terms(21), bounded({ maxTerms: 21 }))).toBeNull()
    expect(refusalOf(terms(2), bounded({ maxTerms: 1 }))?.[1]).toMatch(/more than 1 term\.$/)
    const nested = (levels: number): string =>
      levels === 0 ? 'note=$null' : `note=$null ${levels % 2 === 0 ? 'AND' : 'OR'} (${nested(levels - 1)})`
    expect(refusalOf(nested(5))).toBeNull()
    expect(refusalOf(nested(6))).toEqual([
      LARGE,
      `Query parameter 'filter' must not have more than 5 levels of 'AND' and 'OR'.`,
      'filter',
    ])
    expect(refusalOf(nested(6), bounded({ maxDepth: 6 }))).toBeNull()
    expect(refusalOf(nested(2), bounded({ maxDepth: 1 }))?.[1]).toMatch(/more than 1 level of 'AND' and 'OR'\.$/)
    expect(refusalOf(`${'('.repeat(3_000)}NOT NOT ${nested(5)}${')'.repeat(3_000)}`)).toBeNull()
    // Characters are code points, as those of a search are.
    const long = (characters: number) => `status=$eq:${'😀'.repeat(characters - 11)}`
    expect(refusalOf(long(8000))).toBeNull()
    expect(refusalOf('😀'.repeat(8000))?.[0]).toBe(SYNTAX)
    expect(refusalOf('😀'.repeat(8001))?.[0]).toBe(LARGE)
    expect(refusalOf(long(8001))).toEqual([
      LARGE,
      `Query parameter 'filter' must not have more than 8000 characters.`,
      'filter',
    ])
    expect(refusalOf('('.repeat(10_000_000))?.[0]).toBe(LARGE)
  })

  // R29.1.5
  test('its terms are criteria', () => {
    const config = resolvedConfig(begin({ maxFilterConditions: 3 }).withFilterExpressions().build())
    const two = 'note=$null OR total=$eq:1'
    expect(refusalOf(two, config, { filters: { total: '$eq:1' } })).toBeNull()
    expect(refusalOf(two, config, { filters: { total: ['$eq:1', '$eq:2'] } })).toEqual([
      'filter.too_many_conditions',
      `Query parameter 'filter' must not have more than 3 criteria.`,
      'filter',
    ])
  })

  test('given twice, unless one is blank', () => {
    const of = (text: string) => createPlan(normalizeQuery(PaginateQuery.from(text)), list)
    expect(of('filter=note=$null&filter=total=$eq:1')).toMatchObject({
      ok: false,
      refusal: {
        code: SYNTAX,
        parameter: 'filter',
        message: `Query parameter 'filter' must not be repeated; join its terms with 'AND' or 'OR'.`,
      },
    })
    expect(of('filter=&filter=note=$null&filter=+')).toMatchObject({
      ok: true,
      value: { expression: { text: 'note=$null' } },
    })
    expect(of('filter=&filter=')).toMatchObject({ ok: true, value: { expression: null } })
  })

  test('come after those of filters, and before the depth of the page', () => {
    const config = resolvedConfig(begin().withMaxOffset(5).withFilterExpressions().build())
    expect(refusalOf('(', config, { filters: { nope: '$eq:1' } })?.[1]).toBe(
      `Filter for field 'nope' is not configured.`,
    )
    expect(refusalOf('(', config, { page: 9 })?.[0]).toBe(SYNTAX)
    // The first mistake in the order of the text, but mistakes of the grammar before those of terms.
    expect(refusalOf('nope=$eq:1 AND total=x')?.[0]).toBe('filter.not_configured')
    expect(refusalOf('nope=$eq:1 AND')?.[0]).toBe(SYNTAX)
  })
})

// R29.1.9
test('a strict list knows the parameter where it is declared, and says so', () => {
  const strict = resolvedConfig(begin({ strictParameters: true }).withFilterExpressions().build())
  const of = (text: string, config = strict) => createPlan(normalizeQuery(PaginateQuery.from(text)), config)
  expect(of('filter=note=$null')).toMatchObject({ ok: true })
  expect(of('filters=note=$null')).toMatchObject({
    refusal: { message: `Query parameter 'filters' is not known; did you mean 'filter'?` },
  })
  expect(of('filter=note=$null', resolvedConfig(begin({ strictParameters: true }).build()))).toMatchObject({
    refusal: { code: 'parameter.unknown', parameter: 'filter' },
  })
  const gated = begin({ strictParameters: true }).when(false).withFilterExpressions().build()
  expect(of('filter=note=$null', resolvedConfig(gated))).toMatchObject({ refusal: { code: 'parameter.unknown' } })
})

test('what a query parser made an object of is refused as on every list', () => {
  const of = (filter: unknown) => createPlan(normalizeQuery(PaginateQuery.from({ filter } as never)), list)
  expect(of({ status: '$eq:a' })).toMatchObject({ refusal: { code: 'parameter.nested' } })
})
