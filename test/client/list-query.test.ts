import fc from 'fast-check'
import { type AnyPaginateConfig, PaginateQuery } from 'drizzle-paginate'
import { listQuery, ListQuery, parseListQuery } from 'drizzle-paginate/client'
import { readCriterion } from '../../src/entries/client/criterion.js'
import { describe, expect, it } from 'vitest'

/** Without a configuration's type, names and values are as free as in JavaScript. */
const query = listQuery()
const sent = (list: { toString(): string }): Record<string, readonly string[]> => ({
  ...PaginateQuery.from(list.toString()).filters,
})

const written: [title: string, query: ListQuery, queryString: string][] = [
  ['nothing', query, ''],
  ['a page, last', query.page(2).limit(50), 'limit=50&page=2'],
  ['no first page', query.page(1), ''],
  ['a position, last', query.after('x=').limit(50), 'limit=50&after=x%3D'],
  ['a position from the other side, in place of the first', query.after('x').before('y'), 'before=y'],
  ['a position in place of a page, and a page in place of a position', query.page(2).after('x').page(1), ''],
  ['no position', query.after('x').after(null), ''],
  ['no position of an empty text', query.after('x').after(''), ''],
  ['no position of an empty text from the other side', query.before('x').before(''), ''],
  ['a position under another limit', query.after('x').limit(5), 'limit=5&after=x'],
  ['no position under another filter', query.after('x').filter('a', '$eq', 1), 'filter.a=%24eq%3A1'],
  ['no position under other criteria', query.before('x').filter('a', { $eq: 1 }), 'filter.a=%24eq%3A1'],
  ['no position under a negated filter', query.after('x').not.filter('a', '$null'), 'filter.a=%24not%3A%24null'],
  [
    'no position under a list with commas',
    query.filter('a', '$null').after('x').filter('a', '$in', ['b,c', 'd']),
    'filter.a=%24in%3Ad&filter.a=%24or%3A%24eq%3Ab%2Cc&filter.a=%24null',
  ],
  ['no position under fewer filters', query.filter('a', '$eq', 1).after('x').clearFilters('a'), ''],
  ['no position under an expression', query.after('x').expression((is) => is('a', '$null')), 'filter=a%3D%24null'],
  ['no position under no expression', query.after('x').expression(null), ''],
  ['no position of a search in other fields', query.after('x').searchBy('a'), 'searchBy=a'],
  ['no position of another order', query.after('x').sortBy('a'), 'sortBy=a%3AASC'],
  ['no position of an order that was', query.sortBy('a').before('x').clearSort(), ''],
  ['no position of another rank', query.after('x').search('y'), 'search=y'],
  ['an unlimited read', query.limit(-1), 'limit=-1'],
  ['no criteria where none is set', query.filter('a', { $gte: undefined, $in: [] }), ''],
  [
    'sorts in order',
    query.sortBy('title', 'desc').sortBy('author.name'),
    'sortBy=title%3ADESC&sortBy=author.name%3AASC',
  ],
  [
    'a sort turned round in its place',
    query.sortBy('a').sortBy('b').sortBy('A', 'desc'),
    'sortBy=A%3ADESC&sortBy=b%3AASC',
  ],
  ['a search with a space', query.search('a b').searchBy('title', 'body'), 'search=a%20b&searchBy=title&searchBy=body'],
  ['no empty search', query.search('x').search(''), ''],
  ['one criterion', query.filter('status', '$eq', 'draft'), 'filter.status=%24eq%3Adraft'],
  [
    'a plus of an offset',
    query.filter('at', '$gte', '2024-05-01T00:00+02:00'),
    'filter.at=%24gte%3A2024-05-01T00%3A00%2B02%3A00',
  ],
  ['a field with a name to escape', query.filter('a&b=c', '$null'), 'filter.a%26b%3Dc=%24null'],
]

const criteria: [title: string, query: ListQuery, field: string, criteria: string[]][] = [
  ['a list', query.filter('a', '$in', ['x', 'y']), 'a', ['$in:x,y']],
  ['a list of one', query.filter('a', '$in', ['x']), 'a', ['$in:x']],
  ['a list of one empty text', query.filter('a', '$in', ['']), 'a', ['$eq:']],
  ['a list with an empty text', query.filter('a', '$in', ['', 'x']), 'a', ['$in:,x']],
  ['a list with a comma in a value', query.filter('a', '$in', ['x,y', 'z', 'w']), 'a', ['$in:z,w', '$or:$eq:x,y']],
  ['a list of commas', query.filter('a', '$in', [',', 'x,y', '']), 'a', ['$eq:,', '$or:$eq:x,y', '$or:$eq:']],
  ['no member of a list with commas', query.not.filter('a', '$in', ['x,y', 'z']), 'a', ['$not:$in:z', '$not:$eq:x,y']],
  [
    'a list with commas after another criterion',
    query.not.filter('a', '$null').filter('a', '$in', ['x,y', 'z']),
    'a',
    ['$in:z', '$or:$eq:x,y', '$not:$null'],
  ],
  [
    'a list with commas as an alternative',
    query.filter('a', '$null').or.filter('a', '$in', ['x,y', 'z']),
    'a',
    ['$null', '$or:$in:z', '$or:$eq:x,y'],
  ],
  [
    'a list with commas before another criterion',
    query.filter('a', '$in', ['x,y', 'z']).filter('a', '$sw', 'x'),
    'a',
    ['$in:z', '$or:$eq:x,y', '$sw:x'],
  ],
  ['a list with null', query.filter('a', '$in', ['x', null, 'y']), 'a', ['$in:x,y', '$or:$null']],
  ['a list of null', query.filter('a', '$in', [null]), 'a', ['$null']],
  [
    'a list with null, a comma and an empty text',
    query.filter('a', '$in', [null, 'x,y', '']),
    'a',
    ['$eq:x,y', '$or:$eq:', '$or:$null'],
  ],
  ['no member of a list with null', query.not.filter('a', '$in', ['x', null]), 'a', ['$not:$in:x', '$not:$null']],
  [
    'a list with null after another criterion',
    query.not.filter('a', '$eq', 'z').filter('a', { $in: ['x', null] }),
    'a',
    ['$in:x', '$or:$null', '$not:$eq:z'],
  ],
  ['a value with a comma, colons and all', query.filter('a', '$eq', 'a,b:c +%&=ü😀'), 'a', ['$eq:a,b:c +%&=ü😀']],
  ['an empty value', query.filter('a', '$eq', ''), 'a', ['$eq:']],
  ['a range', query.filter('a', '$btw', [1, 10]), 'a', ['$btw:1,10']],
  ['an object of criteria', query.filter('a', { $gte: 1, $lt: 10 }), 'a', ['$gte:1', '$lt:10']],
  [
    'an object of criteria, what is not set left out',
    query.filter('a', { $gte: undefined, $lt: 10, $in: [] }),
    'a',
    ['$lt:10'],
  ],
  ['an empty text in an object of criteria', query.filter('a', { $eq: '' }), 'a', ['$eq:']],
  ['a missing value', query.filter('a', { $null: true }), 'a', ['$null']],
  [
    'modifiers in any number',
    query.filter('a', '$eq', 1).or.not.not.filter('a', '$eq', 2),
    'a',
    ['$eq:1', '$or:$not:$eq:2'],
  ],
  ['a date', query.filter('a', '$gte', new Date(Date.UTC(2024, 1, 29, 12))), 'a', ['$gte:2024-02-29T12:00:00.000Z']],
  ['a bigint past 2^53', query.filter('a', '$eq', 9223372036854775807n), 'a', ['$eq:9223372036854775807']],
  ['a boolean', query.filter('a', '$eq', false), 'a', ['$eq:false']],
  [
    'a number without its exponent',
    query.filter('a', '$in', [1e21, 1.5e-7, -0, 1.5]),
    'a',
    ['$in:1000000000000000000000,0.00000015,0,1.5'],
  ],
  ['an object that writes itself', query.filter('a', '$eq', { toJSON: () => '2024-02-29' }), 'a', ['$eq:2024-02-29']],
  ['a field called __proto__', query.filter('__proto__', '$eq', 'x'), '__proto__', ['$eq:x']],
]

const refused: [title: string, make: () => unknown, message: string][] = [
  [
    '`$null` with false, which reads as its opposite',
    () => query.filter('a', { $null: false as never }),
    "Filter 'a' takes '$null' with true.",
  ],
  ['an empty list', () => query.filter('a', '$in', []), "Filter 'a' requires at least one '$in' value."],
  [
    'an alternative to nothing',
    () => query.filter('b', '$eq', 1).or.filter('a', '$eq', 1),
    "Filter 'a' must not begin with '$or'.",
  ],
  [
    'a comma in a collection',
    () => query.filter('a', '$contains', ['x,y']),
    "Filter 'a' cannot send a comma in '$contains'; send that element with '$eq'.",
  ],
  ['an empty text in a collection', () => query.filter('a', '$contains', ['']), 'lone empty value'],
  ['a comma in a range', () => query.filter('a', '$btw', ['x,y', 'z']), 'cannot send a comma'],
  [
    'two lists with commas',
    () => query.filter('a', '$in', ['x,y', 'z']).filter('a', '$in', ['v,w', 'z']),
    "Filter 'a' cannot join a list with commas or null.",
  ],
  [
    'an invalid date',
    () => query.filter('a', '$eq', new Date(Number.NaN)),
    "Filter 'a' cannot send Invalid Date. Filter values are text, numbers, booleans or dates.",
  ],
  [
    'an invalid date among criteria',
    () => query.filter('b.c', { $gte: new Date('x') }),
    "Filter 'b.c' cannot send Invalid Date.",
  ],
  ['null in a range', () => query.filter('a', '$btw', [1, null as never]), "Filter 'a' cannot send null."],
  ['null among criteria', () => query.filter('a', { $gte: null as never }), "Filter 'a' cannot send null."],
  ['NaN', () => query.filter('a', '$eq', Number.NaN), "Filter 'a' cannot send NaN."],
  ['no value', () => query.filter('a', '$eq', undefined as never), "Filter 'a' cannot send undefined."],
  [
    'a list for an operator of one value',
    () => query.filter('a', '$eq', ['x', 'y'] as never),
    "Filter 'a' cannot send x,y. Filter values are text, numbers, booleans or dates.",
  ],
  ['a list of one', () => query.filter('a', { $gte: [1] as never }), "Filter 'a' cannot send 1."],
  ['an object', () => query.filter('a', '$eq', {} as never), "Filter 'a' cannot send [object Object]."],
  ...[0, -1, 1.5, Number.NaN, Infinity, 2 ** 31].map((page): [string, () => unknown, string] => [
    `page ${page}`,
    () => query.page(page),
    `The page ${page} is not a whole number from 1 to 2147483647.`,
  ]),
  ...[0, -2, 1.5, Number.NaN, Infinity, 2 ** 31, undefined as never].map((limit): [string, () => unknown, string] => [
    `limit ${limit}`,
    () => query.limit(limit),
    `The limit ${limit} is not a whole number from 1 to 2147483647.`,
  ]),
  ['a page as text', () => query.page('2' as never), "The page '2' is text; pass a number."],
  ['a limit as text', () => query.limit('-1' as never), "The limit '-1' is text; pass a number."],
  ['a page of a state', () => new ListQuery({ page: 0 }), 'The page 0'],
]

const read: [source: string | URL | URLSearchParams, state: object][] = [
  ['/articles?page=2&limit=10#top', { page: 2, limit: 10 }],
  ['https://example.com/articles?search=a+b&utm=1', { search: 'a b' }],
  ['/articles?limit=2&after=aB-_1', { limit: 2, after: 'aB-_1' }],
  ['before=x&before=y&after=%20', { before: 'x' }],
  [new URL('https://example.com/articles?filter.a=$eq:%2B'), { filters: [['a', '$eq:+']] }],
  [new URLSearchParams({ sortBy: 'a:asc' }), { sortBy: ['a:asc'] }],
  ['sortBy=&sortBy=a:ASC&searchBy=%20', { sortBy: ['a:ASC'] }],
  ['page=abc&limit=1.5&filter.=x&page=2', {}],
  ['page=0&limit=0', {}],
  ['page=007&limit=2147483647', { page: 7, limit: 2147483647 }],
  ['page=2147483648&limit=2147483648', {}],
  ['page=%202&limit=1e3', {}],
  ['limit=-1&page=-1', { limit: -1 }],
  ['/articles', {}],
  ['', {}],
  ['search=what?', { search: 'what?' }],
  ['?search=what?&page=2', { search: 'what?', page: 2 }],
  ['search=a?b&page=2', { search: 'a?b', page: 2 }],
  ['page&search=what?page=3', { search: 'what?page=3' }],
  ['/articles?search=what?&page=2', { search: 'what?', page: 2 }],
  ['https://example.com/articles?search=a?search=b', { search: 'a?search=b' }],
  ['/articles#search?page=2', {}],
  ['/r&d/articles?limit=50&page=2', { limit: 50, page: 2 }],
  ['/articles;v=1?page=2', { page: 2 }],
  ['https://shop.example/a=b?page=2', { page: 2 }],
  ['/a=1&page=2', { page: 2 }],
  ['search=https://shop.example/?page=2', { search: 'https://shop.example/?page=2' }],
  ['search=c#&page=2', { search: 'c#', page: 2 }],
]

describe('a list query', () => {
  it.each<[call: string, make: (modified: ListQuery) => unknown]>([
    ['.filter() of an object', (modified) => modified.filter('a', { $eq: 1 })],
    ['.filter() of an object without criteria', (modified) => modified.filter('a', {})],
    ['.page()', (modified) => modified.page(2)],
    ['.clearFilters()', (modified) => modified.clearFilters()],
  ])('refuses %s after .not and .or', (_call, make) => {
    for (const modified of [query.not, query.filter('a', '$eq', 2).or, query.not.not]) {
      expect(() => make(modified as ListQuery)).toThrow(
        new TypeError('After .not and .or, call .filter() with an operator.'),
      )
    }
  })

  it.each(written)('writes %s', (_title, list, queryString) => {
    expect(list.toString()).toBe(queryString)
    expect(parseListQuery(`/path?${queryString}`).state).toEqual(list.state)
  })

  it.each(criteria)('sends %s', (_title, list, field, expected) => {
    expect(PaginateQuery.from(list.toString()).filters[field]).toEqual(expected)
    expect(list.criteria(field)).toEqual(expected.map(readCriterion))
  })

  it.each(refused)('refuses %s', (_title, make, message) => {
    expect(make).toThrow(message)
  })

  it.each(read)('reads %s', (source, state) => {
    expect(parseListQuery(source).state).toEqual({ ...query.state, ...state })
  })

  it('never changes', () => {
    const shared = query.filter('a', '$eq', 1)
    const one = shared.filter('a', '$eq', 2)
    const other = shared.or.filter('A', '$eq', 3).page(3)
    expect([query, shared, one, other].map(sent)).toEqual([
      {},
      { a: ['$eq:1'] },
      { a: ['$eq:1', '$eq:2'] },
      { a: ['$eq:1', '$or:$eq:3'] },
    ])
    expect(Object.isFrozen(shared) && Object.isFrozen(shared.state)).toBe(true)
  })

  it('shares no list with another query, nor with what it was made of', () => {
    const empty = { ...listQuery().state, sortBy: listQuery().state.sortBy as string[] }
    expect(() => empty.sortBy.push('a:ASC')).toThrow(TypeError)
    expect(String(listQuery())).toBe('')
    const sortBy = ['a:ASC']
    const made = new ListQuery({ sortBy })
    sortBy.push('b:ASC')
    expect(made.state.sortBy).toEqual(['a:ASC'])
  })

  it('drops criteria by field, in any case, or all of them, and sorts', () => {
    const full = query.sortBy('a').filter('a', '$eq', 1).filter('b', '$eq', 2).filter('c', '$eq', 3)
    expect(sent(full.clearFilters('A', 'c'))).toEqual({ b: ['$eq:2'] })
    expect(full.clearFilters().clearSort().toString()).toBe('')
  })

  it('takes criteria apart whatever the order of their modifiers', () => {
    expect(readCriterion('$OR:$not:$and:$EQ:a:b')).toEqual({
      connector: 'and',
      isNegated: true,
      operator: '$eq',
      value: 'a:b',
    })
    expect(readCriterion('$null')).toEqual({ connector: 'and', isNegated: false, operator: '$null', value: '' })
  })
})

const anyText = fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text))
const hostile = fc.oneof(
  anyText,
  fc.constantFrom('', ',', ':', '+', '$or:', 'a,b', '%2B', ' ', 'é😀', '$in:x', '&', '='),
)
const name = hostile.filter((text) => text.trim() !== '')
const anyState = fc.record({
  page: fc.integer({ min: 1, max: 2_147_483_647 }),
  after: fc.option(name),
  before: fc.option(name),
  limit: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
  sortBy: fc.array(name.map((text) => `${text}:ASC`)),
  search: fc.option(hostile.filter((text) => text !== '')),
  searchBy: fc.array(name),
  filters: fc.array(fc.tuple(name, hostile)),
  filterExpression: fc.option(name),
  fields: fc.array(name.filter((text) => !text.includes(','))),
})

describe('the members of items', () => {
  it('stand in one parameter, and replace those before', () => {
    const query = new ListQuery<AnyPaginateConfig>().fields('id' as never, 'title' as never)
    expect(`${query.fields('id' as never, 'author.name' as never)}`).toBe('fields=id%2Cauthor.name')
    expect(`${query.fields()}`).toBe('')
    expect(parseListQuery(`/a?${query}`).state).toEqual(query.state)
    expect(parseListQuery(`${query.fields()}`).state).toEqual(query.fields().state)
  })

  it.each(['fields=id,,title', 'fields=id&fields=title', 'fields=id&fields=,title,%20&fields=a', 'fields=,', 'fields'])(
    'are those that the endpoint reads: %s',
    (text) => {
      const parsed = parseListQuery(text)
      expect(parsed.state.fields).toEqual(PaginateQuery.from(text).fields)
      expect(parseListQuery(`${parsed}`).state).toEqual(parsed.state)
    },
  )
})

describe('the laws of a list query', () => {
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(parseListQuery(`/a?${new ListQuery(state)}`).state).toEqual(state)
      }),
    )
  })

  it('reads text as the endpoint does', () => {
    const piece = fc.constantFrom(
      '?',
      '=',
      '&',
      '/',
      '#',
      'page=2',
      'search=',
      'sortBy=a:ASC',
      'filter.a=$eq:',
      'x',
      '%3F',
      'https://h/a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const { searchBy, sortBy, search, filters } = PaginateQuery.from(pieces.join(''))
        const { state } = parseListQuery(pieces.join(''))
        expect({ ...state, search: state.search ?? '' }).toMatchObject({ sortBy, searchBy, search: search ?? '' })
        expect(state.filters).toEqual(
          Object.entries(filters).flatMap(([field, criteria]) => criteria.map((criterion) => [field, criterion])),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('is bound by the endpoint as what it means', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const bound = PaginateQuery.from(new ListQuery(state).toString())
        const { page, after, before, limit, sortBy, search, searchBy, filterExpression } = bound
        expect({ page, after, before, limit, sortBy, search, searchBy, filterExpression }).toEqual({
          page: state.page,
          after: state.after,
          before: state.before,
          limit: state.limit,
          sortBy: state.sortBy,
          search: state.search,
          searchBy: state.searchBy,
          filterExpression: state.filterExpression,
        })
        for (const [field] of state.filters) {
          const isSame = (other: string): boolean => other.toLowerCase() === field.toLowerCase()
          const spelling = Object.keys(bound.filters).find(isSame) ?? field
          expect(bound.filters[spelling]).toEqual(
            state.filters.filter(([other]) => isSame(other)).map(([, criterion]) => criterion),
          )
        }
      }),
    )
  })

  it('keeps the meaning of lists with commas and nulls among other criteria', () => {
    const value = fc.constantFrom<string | null>('a', 'b', 'a,b', 'b,c', '', null)
    const step = fc.record({
      isOr: fc.boolean(),
      isNegated: fc.boolean(),
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
        let list = query
        try {
          for (const [index, { isOr, isNegated, values }] of steps.entries()) {
            if (isOr && index > 0)
              list = isNegated ? list.or.not.filter('f', '$in', values) : list.or.filter('f', '$in', values)
            else list = isNegated ? list.not.filter('f', '$in', values) : list.filter('f', '$in', values)
          }
        } catch (error) {
          expect(error).toEqual(new RangeError("Filter 'f' cannot join a list with commas or null."))
          return
        }
        const texts = (sent(list)['f'] ?? []).map(readCriterion)
        for (const row of ['a', 'b', 'c', 'a,b', 'b,c', '', null]) {
          const meant = steps.reduce((held, { isOr, isNegated, values }, index) => {
            const holds = values.includes(row) !== isNegated
            return index === 0 ? holds : isOr ? held || holds : held && holds
          }, true)
          const read = texts.reduce((held, { connector, isNegated, operator, value: text }, index) => {
            const listed: (string | null)[] =
              operator === '$null' ? [null] : operator === '$in' ? text.split(',') : [text]
            const holds = listed.includes(row) !== isNegated
            return index === 0 ? holds : connector === 'or' ? held || holds : held && holds
          }, true)
          expect([row, read]).toEqual([row, meant])
        }
      }),
      { numRuns: 500 },
    )
  })

  it('writes every finite number in digits that read as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const digits = query.filter('f', '$eq', number).criteria('f')[0]?.value ?? ''
        expect(digits).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(digits)).toBe(number === 0 ? 0 : number)
      }),
    )
  })
})
