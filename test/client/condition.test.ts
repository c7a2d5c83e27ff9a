// Conditions across fields: what `.expression()` sends, and that the endpoint reads what was meant.
import fc from 'fast-check'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PaginateQuery, paginateConfig } from 'drizzle-paginate'
import { fromTableState, type ListCondition, listQuery, parseListQuery, toTableState } from 'drizzle-paginate/client'
import { paginateArray } from 'drizzle-paginate/memory'
import { describe, expect, it } from 'vitest'

const orders = sqliteTable('orders', { id: integer().primaryKey(), status: text().notNull(), total: integer() })
const list = paginateConfig(orders)
  .field('odd name', orders.status)
  .withLimits(100, 100)
  .withTieBreaker('id')
  .filterable('status', '$eq', '$in', '$ilike')
  .filterable('total', '$in', '$gte', '$lt', '$btw', '$null')
  .filterable('odd name', '$eq')
  .withFilterExpressions({ maxTerms: 200, maxDepth: 20 })
  .build()
const query = listQuery<typeof list>()
type Make = Parameters<typeof query.expression>[0]
type Is = Parameters<NonNullable<Make>>[0]
type Row = (typeof orders)['$inferSelect']
const values = { 'odd name': ({ status }: Row) => status }

describe('expression', () => {
  it.each<[expression: string, make: NonNullable<Make>]>([
    ['status=$eq:open', (is) => is('status', '$eq', 'open')],
    ['total=$null', (is) => is('total', '$null')],
    [
      'status=$eq:open OR NOT total=$gte:1000',
      (is) => is.or(is('status', '$eq', 'open'), is.not(is('total', '$gte', 1000))),
    ],
    [
      '(status=$eq:a OR status=$eq:b) AND total=$gte:1',
      (is) => is.and(is.or(is('status', '$eq', 'a'), is('status', '$eq', 'b')), is('total', '$gte', 1)),
    ],
    [
      'status=$eq:a AND total=$gte:1 OR total=$null',
      (is) => is.or(is.and(is('status', '$eq', 'a'), is('total', '$gte', 1)), is('total', '$null')),
    ],
    ['NOT (total=$null OR total=$gte:1)', (is) => is.not(is.or(is('total', '$null'), is('total', '$gte', 1)))],
    ['NOT NOT total=$null', (is) => is.not(is.not(is('total', '$null')))],
    [
      '(total=$gte:1 AND total=$lt:5) AND total=$null',
      (is) => is.and(is('total', { $gte: 1, $lt: 5 }), is('total', { $null: true })),
    ],
    ['total=$btw:1,2', (is) => is('total', '$btw', [1, 2])],
    ['status=$in:a,b', (is) => is('status', '$in', ['a', 'b'])],
    ['status=$in:b OR status=$eq:"a, c"', (is) => is('status', '$in', ['a, c', 'b'])],
    ['total=$in:1,2 OR total=$null', (is) => is('total', '$in', [1, null, 2])],
    ['NOT total=$null', (is) => is.not(is('total', '$in', [null]))],
    ['NOT (status=$in:b OR status=$eq:a,c)', (is) => is.not(is('status', '$in', ['a,c', 'b']))],
    ['status=$eq:"van (der) Berg"', (is) => is('status', '$eq', 'van (der) Berg')],
    [String.raw`status=$eq:"a\"\\"`, (is) => is('status', '$eq', String.raw`a"\ `.trim())],
    ['status=$eq:', (is) => is('status', '$eq', '')],
    ['"odd name"=$eq:x', (is) => is('odd name', '$eq', 'x')],
    ['total=$null', (is) => is.or(is.and(is('total', '$null')))],
  ])('sends %s', (expression, make) => {
    const made = query.expression(make)
    expect(made.state.filterExpression).toBe(expression)
    expect(PaginateQuery.from(String(made)).filterExpression).toBe(expression)
    expect(parseListQuery(`/orders?${made}`).state).toEqual(made.state)
    expect(() =>
      paginateArray<typeof list, Row>([], PaginateQuery.from(String(made)), list, { own: { values } }),
    ).not.toThrow()
  })

  it('joins what comes after it, and is dropped by null', () => {
    const open = query.expression((is) => is('status', '$eq', 'open'))
    const either = query.expression((is) => is.or(is('status', '$eq', 'open'), is('total', '$null')))
    const more = (before: typeof query) =>
      before.expression((is) => is.or(is('total', '$gte', 1), is('total', '$null'))).state.filterExpression
    expect(more(open)).toBe('status=$eq:open AND (total=$gte:1 OR total=$null)')
    expect(more(either)).toBe('(status=$eq:open OR total=$null) AND (total=$gte:1 OR total=$null)')
    // Parentheses end a term, so an address may have no blank.
    const typed = parseListQuery<typeof list>('?filter=(status=$eq:open)OR(total=$null)')
    expect(more(typed)).toBe('((status=$eq:open)OR(total=$null)) AND (total=$gte:1 OR total=$null)')
    expect(either.expression(null).state).toEqual(query.state)
    expect(String(either.filter('status', '$eq', 'x').page(2))).toBe(
      'filter.status=%24eq%3Ax&filter=status%3D%24eq%3Aopen%20OR%20total%3D%24null&page=2',
    )
    expect(either.filter('status', '$eq', 'x').clearFilters().state).toEqual(either.state)
    expect(either.state).not.toEqual(open.state)
  })

  it('needs a condition in a group', () => {
    expect(() => query.expression((is) => is.and())).toThrow(new RangeError(`'and' needs at least one condition.`))
    expect(() => query.expression((is) => is.or())).toThrow(RangeError)
    expect(() => query.expression((is) => is('status', '$in', []))).toThrow(RangeError)
  })

  it('is kept by table state', () => {
    const made = query.expression((is) => is('total', '$null')).filter('status', '$eq', 'x')
    const state = toTableState(made, { defaultLimit: 20 })
    expect(state.filterExpression).toBe('total=$null')
    expect(fromTableState<typeof list>(state, { defaultLimit: 20 }).state).toEqual(made.state)
    expect(toTableState(query)).not.toHaveProperty('filterExpression')
  })

  it('means what it says', () => {
    const rows = ['', 'a', 'b', 'a b', '"', '\\', "'", '(', ') OR (', 'AND', 'a,b', '=', '\u00a0'].flatMap(
      (status, index) => [null, 1, 2].map((total, at) => ({ id: index * 3 + at, status, total })),
    )
    interface Meant {
      readonly make: (is: Is) => ListCondition
      readonly holds: (row: Row) => boolean
    }
    const statuses = fc.constantFrom(...rows.map(({ status }) => status))
    const term: fc.Arbitrary<Meant> = fc.oneof(
      statuses.map(
        (status) =>
          ({ make: (is) => is('status', '$eq', status), holds: (row) => row.status === status }) satisfies Meant,
      ),
      fc
        .array(statuses, { minLength: 1, maxLength: 3 })
        .map(
          (some) =>
            ({ make: (is) => is('status', '$in', some), holds: (row) => some.includes(row.status) }) satisfies Meant,
        ),
      fc.constant<Meant>({ make: (is) => is('total', '$null'), holds: ({ total }) => total === null }),
      fc.constant<Meant>({ make: (is) => is('total', { $gte: 1, $lt: 2 }), holds: ({ total }) => total === 1 }),
    )
    const { meant } = fc.letrec<{ meant: Meant }>((tie) => ({
      meant: fc.oneof(
        { maxDepth: 3 },
        term,
        fc.array(tie('meant'), { minLength: 1, maxLength: 3 }).map((all) => ({
          make: (is: Is) => is.and(...all.map(({ make }) => make(is))),
          holds: (row: Row) => all.every(({ holds }) => holds(row)),
        })),
        fc.array(tie('meant'), { minLength: 1, maxLength: 3 }).map((any) => ({
          make: (is: Is) => is.or(...any.map(({ make }) => make(is))),
          holds: (row: Row) => any.some(({ holds }) => holds(row)),
        })),
        tie('meant').map(({ make, holds }) => ({
          make: (is: Is) => is.not(make(is)),
          holds: (row: Row) => !holds(row),
        })),
      ),
    }))
    fc.assert(
      fc.property(meant, meant, (one, other) => {
        const asked = PaginateQuery.from(String(query.expression(one.make).expression(other.make)))
        const { items } = paginateArray(rows, asked, list, { own: { values } })
        expect(items.map(({ id }) => id)).toEqual(
          rows.filter((row) => one.holds(row) && other.holds(row)).map(({ id }) => id),
        )
      }),
      { numRuns: 300, seed: 29 },
    )
  })
})
