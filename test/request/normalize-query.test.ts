import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeQuery, PaginateQuery } from '../../src/request/paginate-query.js'
import { wrongQuery } from '../../src/types/call-sentences.js'
import type { PaginateQueryInput } from '../../src/types/query.js'

const ok = (value: number) => ({ ok: true, value })
const refused = (reason: string) => ({ ok: false, reason })
const notInteger = refused('not-positive-integer')
const normalized = (input: unknown) => normalizeQuery(input as PaginateQueryInput)
const empty = {
  page: ok(1),
  isPageGiven: false,
  after: null,
  before: null,
  limit: null,
  sortBy: [],
  search: null,
  searchBy: [],
  filters: [],
  filterExpression: null,
  path: null,
  unread: [],
}

// R1.2.4, R1.2.5
describe('normalizeQuery', () => {
  test.each<[unknown, object]>([
    [undefined, ok(1)],
    [1, ok(1)],
    [2147483647, ok(2147483647)],
    [2147483648, refused('too-large')],
    [Infinity, refused('too-large')],
    [0, notInteger],
    [-0, notInteger],
    [-1, notInteger],
    [1.5, notInteger],
    [Number.NaN, notInteger],
    [null, notInteger],
    ['2', notInteger],
    [2n, notInteger],
    [{}, notInteger],
  ])('a page of %s by hand', (page, expected) => {
    expect(normalized({ page }).page).toEqual(expected)
  })

  test.each<[unknown, object | null]>([
    [undefined, null],
    [null, null],
    [10, ok(10)],
    [-1, ok(-1)],
    [0, refused('too-small')],
    [-2, refused('too-small')],
    [2147483648, refused('too-large')],
    [-1.5, notInteger],
    [Number.NaN, notInteger],
    ['10', notInteger],
    [Symbol('limit'), notInteger],
  ])('a limit of %s by hand', (limit, expected) => {
    expect(normalized({ limit }).limit).toEqual(expected)
  })

  test.each<[string, unknown, object]>([
    ['an empty query', {}, empty],
    ['nulls in place of lists', { sortBy: null, searchBy: null }, empty],
    ['blank entries are dropped', { sortBy: ['', ' ', 'a:ASC'], searchBy: ['\t'] }, { ...empty, sortBy: ['a:ASC'] }],
    [
      'entries of a wrong type are passed on',
      { sortBy: [1, null], searchBy: 5 },
      { ...empty, sortBy: [1, null], searchBy: [5] },
    ],
    ['a search of a wrong type is passed on', { search: 5 }, { ...empty, search: 5 }],
    [
      'one criterion may be a string',
      { filters: { a: '$eq:1' } },
      { ...empty, filters: [{ name: 'a', criteria: ['$eq:1'] }] },
    ],
    [
      'case variants collapse',
      { filters: { Ab: ['1'], c: '2', aB: '3' } },
      {
        ...empty,
        filters: [
          { name: 'Ab', criteria: ['1', '3'] },
          { name: 'c', criteria: ['2'] },
        ],
      },
    ],
    [
      'criteria of a wrong type are passed on',
      { filters: { a: [1] } },
      { ...empty, filters: [{ name: 'a', criteria: [1] }] },
    ],
    [
      'an own __proto__ is a name',
      { filters: JSON.parse('{"__proto__":"1"}') },
      { ...empty, filters: [{ name: '__proto__', criteria: ['1'] }] },
    ],
  ])('%s', (_title, input, expected) => {
    expect(normalized(input)).toEqual(expected)
  })

  test.each([undefined, null, 5, () => 1])('%s in place of a query is refused', (input) => {
    expect(normalized(input).page).toEqual(notInteger)
  })

  const wrong = wrongQuery
  const parsed =
    'The query has members that no PaginateQuery has, which would be lost; bind parsed parameters with PaginateQuery.from(query).'
  const copied =
    'The query cannot be a spread request or a URL with other members; write PaginateQuery.from(request).with({ limit: 5 }).'
  const noRecord = "The query has filters that are not a record; give them by field, such as { status: '$eq:live' }."
  const noChanges = 'PaginateQuery.with() needs a record of members, such as { page: 2 }; pass one.'
  class Asked {
    get page(): number {
      return 2
    }
  }
  test.each<[title: string, given: unknown, fault: string | undefined]>([
    ['a Map', new Map(), wrong],
    ['a list', [], wrong],
    ['a Date', new Date(0), wrong],
    ['parsed parameters', { page: '2', 'filter.a': '$eq:1' }, parsed],
    ['the same without a prototype', Object.assign(Object.create(null) as object, { 'filter.a': '$eq:1' }), parsed],
    [
      'half of a name',
      { expression: 'a=$eq:1' },
      "The query has no member 'expression'; did you mean 'filterExpression'?",
    ],
    ['an end that says nothing', { ion: 1 }, parsed],
    ['no name', { '': 1 }, parsed],
    ['a URL as text with another member', { limit: 5, url: '/a?page=2' }, copied],
    ['a whole URL, the same', { url: 'https://host/a?page=2', limit: 5 }, copied],
    ['a spread request of Node', { method: 'GET', url: '/a?page=2', page: 3 }, copied],
    ['members of a URL', { href: 'https://host/?page=2', search: '?page=2', limit: 5 }, copied],
    ['a member without a value', { page: 2, where: undefined }, undefined],
    ["an object of a class without a query's members", Object.create({}), wrong],
    ["one with another member beside a query's", Object.assign(new Asked(), { tenant: 1 }), wrong],
    ["one that has a query's members as getters", new Asked(), undefined],
    [
      'a filter that is undefined',
      { filters: { a: undefined } },
      "The query has the filter 'a' undefined; give it criteria, or leave the member out.",
    ],
    [
      'a filter that is null',
      { filters: { a: null } },
      "The query has the filter 'a' null; give it criteria, or leave the member out.",
    ],
    [
      'a filter of no criteria',
      { filters: { a: [] } },
      "The query has the filter 'a' without criteria; give it criteria, or leave the member out.",
    ],
    [
      'a list for an operator of one value',
      { filters: { a: { $eq: ['open', 'late'] } } },
      "Filter 'a' cannot send open,late. Filter values are text, numbers, booleans or dates.",
    ],
    [
      'no value for one',
      { filters: { a: { $gte: [] } } },
      "Filter 'a' cannot send . Filter values are text, numbers, booleans or dates.",
    ],
    [
      'a list in a negated criterion',
      { filters: { a: { $not: { $eq: ['open'] } } } },
      "Filter 'a' cannot send open. Filter values are text, numbers, booleans or dates.",
    ],
    ['a list for a collection', { filters: { a: { $contains: ['open', 'late'] } } }, undefined],
    ['an empty list for an operator of lists', { filters: { a: { $in: [] } } }, undefined],
    ['an empty list for a collection', { filters: { a: { $contains: [] } } }, undefined],
    ['an empty list for no value', { filters: { a: { $null: [] } } }, "Filter 'a' takes '$null' with true."],
    [
      'filters that are undefined',
      { filters: undefined },
      'The query has filters: undefined; give them criteria, or leave the member out.',
    ],
    [
      'filters that are null',
      { filters: null },
      'The query has filters: null; give them criteria, or leave the member out.',
    ],
    ['filters that are an empty list', { filters: [] }, noRecord],
    ['filters that are a list', { filters: ['$eq:1'] }, noRecord],
    ['filters that are a number', { filters: 5 }, noRecord],
    ['filters that are text', { filters: '' }, noRecord],
    ['filters in a Map', { filters: new Map([['a', '$eq:1']]) }, noRecord],
    ['filters that are inherited', { filters: Object.create({ a: '$eq:1' }) as object }, noRecord],
    [
      'filters of a query that are inherited',
      { filters: Object.create(new PaginateQuery({ filters: { a: '$eq:1' } }).filters) as object },
      noRecord,
    ],
    ['the mistake of a client', { fault: 'x' }, parsed],
    ['an empty mistake', { fault: '' }, parsed],
    ...[null, undefined, 5, '', 'page=2', [], new Map(), new URLSearchParams('page=2')].map(
      (changes): [string, unknown, string] => [
        `changes that are ${String(changes)} in .with()`,
        PaginateQuery.from('limit=5').with(changes as never),
        noChanges,
      ],
    ),
    ['the members of a query in .with()', PaginateQuery.from('').with(new PaginateQuery({ limit: 5 })), undefined],
    [
      'filters that .with() takes away',
      new PaginateQuery({ filters: { a: '$eq:1' } }).with({ filters: undefined as never }),
      'The query has filters: undefined; give them criteria, or leave the member out.',
    ],
  ])('%s in place of a query is a mistake that is remembered, or none', (_title, given, fault) => {
    const { fault: found, page } = normalized(given)
    expect(found).toBe(fault)
    if (fault !== undefined) expect(page).toEqual(notInteger)
  })

  test.each<[string, unknown, string | null]>([
    ['text', 'page=2&search=a', null],
    ['a path as text', '/a?page=2&search=a', '/a?page=2&search=a'],
    [
      'a URL, although it type-checks as a query with a search',
      new URL('https://host/?page=2&search=a'),
      'https://host/?page=2&search=a',
    ],
    ['a web Request', new Request('https://host/?page=2&search=a'), 'https://host/?page=2&search=a'],
    ['URLSearchParams', new URLSearchParams('page=2&search=a'), null],
  ])('%s is bound', (_title, source, path) => {
    expect(normalized(source)).toEqual({ ...empty, page: ok(2), isPageGiven: true, search: 'a', path })
  })

  test('a PaginateQuery was normalised once, when it was made', () => {
    const query = PaginateQuery.from('page=2')
    expect(normalizeQuery(query)).toBe(normalizeQuery(query))
  })

  test('never throws, whatever it is given', () => {
    const value = fc.anything({
      withNullPrototype: true,
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
    })
    const record = fc.record({
      page: value,
      limit: value,
      sortBy: value,
      search: value,
      searchBy: value,
      filters: value,
    })
    fc.assert(
      fc.property(fc.oneof(value, record), (input) => {
        normalized(input)
        expect(new PaginateQuery((input ?? {}) as PaginateQueryInput)).toBeInstanceOf(PaginateQuery)
      }),
      { numRuns: 300 },
    )
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no members')
        },
      },
    )
    expect(normalized(hostile)).toEqual({ ...empty, page: notInteger, isPageGiven: true, fault: wrongQuery })
    expect(normalized({ filters: hostile }).fault).toBe(wrongQuery)
    expect(new PaginateQuery(hostile).page).toBeNaN()
  })
})
