import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { PaginateConfigError } from '../../src/errors.js'
import { createPlan } from '../../src/plan/create-plan.js'
import { toWellFormed } from '../../src/basics/bytes.js'
import { normalizeQuery, PaginateQuery } from '../../src/request/paginate-query.js'
import type { QuerySource } from '../../src/request/query-source.js'
import type { PaginateQueryInput } from '../../src/types/query.js'
import { fieldNames } from '../../src/vocabulary.js'
import { runs } from '../support/property-runs.js'

const ok = (value: number) => ({ ok: true, value })
const refused = (reason: string) => ({ ok: false, reason })
const notInteger = refused('not-positive-integer')
const bound = (source: QuerySource) => normalizeQuery(PaginateQuery.from(source))
const withoutPath = (source: QuerySource) => {
  const { path: _path, ...rest } = bound(source)
  return rest
}
const filtersOf = (source: QuerySource) => bound(source).filters.map(({ name, criteria }) => [name, ...criteria])

/** Names of fields as they are asked for: one text, or several, with commas or one by one. */
const asPlanned = (query: PaginateQuery) => {
  const { fields, ...rest } = normalizeQuery(query)
  const texts = [fields ?? ''].flat()
  return { ...rest, fields: texts.every((text) => typeof text === 'string') ? fieldNames(texts.join(',')) : fields }
}

// R1.1.3, R1.1.5, R1.1.7
describe('page and limit', () => {
  test.each([
    ['', ok(1)],
    ['page=', ok(1)],
    ['page=%20+', ok(1)],
    ['page=%C2%A0', ok(1)], // white space beyond ASCII is blank too
    ['page', ok(1)],
    ['page=&page=2', ok(1)],
    ['page=3&page=x', ok(3)],
    ['page=007', ok(7)],
    [`page=${'0'.repeat(400)}7`, ok(7)],
    ['page=2147483647', ok(2147483647)],
    ['page=2147483648', refused('too-large')],
    [`page=${'9'.repeat(400)}`, refused('too-large')],
    ['Page=5', ok(1)],
    ['page=0', notInteger],
    ['page=-1', notInteger],
    ['page=+2', notInteger],
    ['page=%2B2', notInteger],
    ['page=2.0', notInteger],
    ['page=2e1', notInteger],
    ['page=0x2', notInteger],
    ['page=abc', notInteger],
    ['page=%202', notInteger],
    ['page=2%20', notInteger],
    ['page=2%0A', notInteger],
    ['page=%D9%A2', notInteger], // an Arabic digit
    ['page=%FF', notInteger],
    ['p%61ge=4', ok(4)],
  ])('%s', (text, page) => {
    expect(bound(text).page).toEqual(page)
  })

  test.each([
    ['', null],
    ['limit=', null],
    ['limit=+', null],
    ['limit=50', ok(50)],
    ['limit=-1', ok(-1)],
    ['limit=-01', notInteger],
    ['limit=%20-1', notInteger],
    ['limit=-2', notInteger],
    ['limit=0', notInteger],
    ['limit=2.0', notInteger],
    ['limit=abc', notInteger],
    ['limit=2147483648', refused('too-large')],
    ['limit=5&limit=abc', ok(5)],
  ])('%s', (text, limit) => {
    expect(bound(text).limit).toEqual(limit)
  })

  test('show NaN where what was sent cannot be read', () => {
    const query = PaginateQuery.from('page=abc&limit=0')
    expect([query.page, query.limit]).toEqual([Number.NaN, Number.NaN])
  })

  test('show Infinity for digits beyond 2147483647', () => {
    const query = PaginateQuery.from('page=2147483648&limit=99999999999')
    expect([query.page, query.limit]).toEqual([Infinity, Infinity])
    expect(new PaginateQuery({ limit: 2147483648 }).limit).toBe(2147483648)
  })

  test('show null for an absent limit and the default page for an absent page', () => {
    const query = PaginateQuery.from('')
    expect([query.page, query.limit]).toEqual([PaginateQuery.DefaultPage, null])
  })
})

// R1.1.4, R1.1.5
describe('lists and search', () => {
  test('keep the order of repeated keys and drop blank entries', () => {
    const query = PaginateQuery.from('sortBy=b:DESC&sortBy=&sortBy=a:ASC&searchBy=x&searchBy=%20&searchBy=x')
    expect(query.sortBy).toEqual(['b:DESC', 'a:ASC'])
    expect(query.searchBy).toEqual(['x', 'x'])
  })

  test.each([
    ['search=a&search=b', 'a'],
    ['search=&search=b', ''],
    ['search=%20a%20', ' a '],
    ['search=a=b', 'a=b'],
    ['Search=a', null],
    ['', null],
  ])('%s has the search %j', (text, search) => {
    expect(PaginateQuery.from(text).search).toBe(search)
  })
})

// R1.1.2, R1.1.6, R1.1.10
describe('filters', () => {
  test.each<[string, string, string[][]]>([
    ['ignores a filter without a name', 'filter.=$eq:a&filter=$eq:b', []],
    ['keeps values as sent', 'filter.a=$eq:x:y%26', [['a', '$eq:x:y&']]],
    ['keeps a blank value', 'filter.a=', [['a', '']]],
    ['reads the prefix case-sensitively', 'Filter.a=$eq:1&FILTER.a=$eq:2', []],
    [
      'collapses case variants under the first spelling, in query-string order',
      'filter.Status=$eq:a&filter.x=$eq:1&filter.STATUS=$or:$eq:b&filter.status=$or:$eq:c',
      [
        ['Status', '$eq:a', '$or:$eq:b', '$or:$eq:c'],
        ['x', '$eq:1'],
      ],
    ],
    [
      'keeps the order in which fields appeared, numbers among them',
      'filter.b=1&filter.10=2&filter.2=3',
      [
        ['b', '1'],
        ['10', '2'],
        ['2', '3'],
      ],
    ],
    ['reads an escaped name', 'filter%2Ea%20b=1', [['a b', '1']]],
    [
      'keeps names apart that only capital letters would make one',
      'filter.ß=1&filter.ss=2',
      [
        ['ß', '1'],
        ['ss', '2'],
      ],
    ],
    [
      'takes names of Object.prototype as names',
      'filter.__proto__=1&filter.constructor=2&filter.hasOwnProperty=3',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
        ['hasOwnProperty', '3'],
      ],
    ],
  ])('%s', (_title, text, expected) => {
    expect(filtersOf(text)).toEqual(expected)
    expect(filtersOf(new URLSearchParams(text))).toEqual(expected)
  })

  // R1.2.3
  test('are shown in a frozen record without prototype', () => {
    const { filters } = PaginateQuery.from('filter.__proto__=$eq:a&filter.x=$eq:b&filter.X=$eq:c')
    expect(Object.getPrototypeOf(filters)).toBeNull()
    expect(Object.isFrozen(filters)).toBe(true)
    expect(Object.isFrozen(filters['x'])).toBe(true)
    expect(Object.entries(filters)).toEqual([
      ['__proto__', ['$eq:a']],
      ['x', ['$eq:b', '$eq:c']],
    ])
  })

  test('lose nothing at 1,000 pairs', () => {
    const text = Array.from({ length: 1000 }, (_, i) => `filter.f${i % 7}=$eq:${i}`).join('&')
    expect(filtersOf(text).flat()).toHaveLength(1000 + 7)
    expect(filtersOf(text)[3]?.slice(0, 3)).toEqual(['f3', '$eq:3', '$eq:10'])
  })

  test('take linear time', { timeout: 60_000 }, () => {
    const text = Array.from({ length: 100_000 }, (_, i) => `filter.${i % 2 ? 'a' : `f${i}`}=$eq:${i}`).join('&')
    const start = performance.now()
    bound(text)
    bound(`search=${'a'.repeat(1_000_000)}`)
    bound('a&'.repeat(500_000))
    bound(`${'a&'.repeat(500_000)}=`)
    bound(`page=${'9'.repeat(1_000_000)}`)
    // Far above what a busy machine needs, far below what quadratic time would be.
    expect(performance.now() - start).toBeLessThan(30_000)
  })
})

// R1.2.1
describe('sources', () => {
  const text =
    'page=2&limit=5&sortBy=a:ASC&sortBy=b:DESC&search=x+y&searchBy=a&filter.s=$eq:%2B1&filter.s=$or:$null&offset=3&utm=1'
  const expected = {
    isPageGiven: true,
    after: null,
    before: null,
    page: ok(2),
    limit: ok(5),
    sortBy: ['a:ASC', 'b:DESC'],
    search: 'x y',
    searchBy: ['a'],
    filters: [{ name: 's', criteria: ['$eq:+1', '$or:$null'] }],
    filterExpression: null,
    unread: [
      { name: 'offset', value: '3' },
      { name: 'utm', value: '1' },
    ],
  }
  const record = {
    offset: '3',
    utm: '1',
    page: '2',
    limit: '5',
    sortBy: ['a:ASC', 'b:DESC'],
    search: 'x y',
    searchBy: 'a',
    'filter.s': ['$eq:+1', '$or:$null'],
  }
  // As Node's querystring and Fastify make them: an object whose prototype has none.
  const parsed = Object.assign(Object.create(Object.create(null)) as Record<string, string | string[]>, record)
  class IncomingMessage {
    url: string | undefined = `/list?${text}#page=9`
    page = '7'
  }

  test.each<[string, QuerySource]>([
    ['a query string', text],
    ['a query string with its question mark', `?${text}`],
    ['a URL', new URL(`https://host/list?${text}#page=9`)],
    ['URLSearchParams', new URLSearchParams(text)],
    ['a web Request', new Request(`https://host/list?${text}`)],
    ['a message of Node', new IncomingMessage()],
    ['a plain record', record],
    ['a record of Node', parsed],
    ['a record without prototype', Object.assign(Object.create(null) as Record<string, string>, record)],
    // R1.2.2
    ['the path and query string of Express', `/list?${text}`],
    ['a whole URL as text', `https://host/list?${text}`],
    ['a whole URL with a fragment as text', `https://host/list?${text}#page=9`],
    ['a name and a query string', `list?${text}`],
  ])('%s', (_title, source) => {
    expect(withoutPath(source)).toEqual(expected)
  })

  // R7.2.3
  test.each<[title: string, source: QuerySource, path: string | null]>([
    ['a query string', text, null],
    ['a query string with its question mark', `?${text}`, null],
    ['a name and a query string', `list?${text}`, null],
    ['an equals sign before the question mark', '/a=1?page=2', '/a=1?page=2'],
    ['an equals sign before the question mark of other text', 'a=1?page=2', null],
    ['an equals sign without a question mark', '/a=1', null],
    ['a path', '/list', '/list'],
    ['the path and query string of Express', `/list?${text}`, `/list?${text}`],
    ['a whole URL as text', 'https://host/list?page=2#x', 'https://host/list?page=2#x'],
    ['a URL', new URL('https://host/list?page=2'), 'https://host/list?page=2'],
    ['URLSearchParams', new URLSearchParams(text), null],
    ['a web Request', new Request('https://host/list?page=2'), 'https://host/list?page=2'],
    ['a message of Node', new IncomingMessage(), `/list?${text}#page=9`],
    [
      "Express's own, under a router",
      Object.assign(new IncomingMessage(), { originalUrl: '/api/list?page=2' }),
      '/api/list?page=2',
    ],
    ['a plain record', record, null],
    ['a record with a parameter named url', { ...record, url: '/x?page=9' }, null],
  ])('the path of %s', (_title, source, path) => {
    expect(bound(source).path).toBe(path)
    expect(PaginateQuery.from(source).path).toBe(path)
    expect(PaginateQuery.from(source).with({ page: 3 }).path).toBe(path)
  })

  test.each<[string, PaginateQuery, PaginateQueryInput]>([
    ['a request without a page', PaginateQuery.from('/list?limit=2&after=x&y=1'), { path: '/other' }],
    ['an unreadable page', PaginateQuery.from('page=99999999999&limit=x'), { search: 'a' }],
    ['an unreadable limit', PaginateQuery.from('limit=99999999999'), { sortBy: ['title:ASC'] }],
    ['two expressions', PaginateQuery.from('filter=a=1&filter=b=2'), { limit: 5 }],
    ['fields of another type', PaginateQuery.from({ fields: { a: '1' } } as never), { limit: 5 }],
    ['what is no query', new PaginateQuery(new Map() as never), { limit: 5, page: 1 }],
    ['a filter that was left out', new PaginateQuery({ filters: { a: undefined } as never }), { page: 1 }],
  ])('%s stays as it was read in a copy with other members', (_title, query, changes) => {
    const names = ['isPageGiven', ...Object.keys(changes)]
    const rest = (normalized: object): object =>
      Object.fromEntries(Object.entries(normalized).filter(([name]) => !names.includes(name)))
    const before = normalizeQuery(query)
    const after = normalizeQuery(query.with(changes))
    expect(rest(after)).toEqual(rest(before))
    expect(after.isPageGiven).toBe('page' in changes || before.isPageGiven)
  })

  test('a record with a parameter named url', () => {
    const source = { ...record, url: '/x?page=9', search: 'x y' }
    expect(withoutPath(source)).toEqual({
      ...expected,
      unread: [...expected.unread, { name: 'url', value: '/x?page=9' }],
    })
  })

  // R1.2.2
  test.each<[string, string, object]>([
    ['a fragment after a question mark', '?page=2&search=a#b', { page: ok(2), search: 'a' }],
    ['a hash in a query string', 'page=2&search=a#b', { page: ok(2), search: 'a#b' }],
    ['a question mark in a value', 'search=what?&page=2', { search: 'what?', page: ok(2) }],
    [
      'a question mark in a value after the one of the path',
      '/list?search=what?&page=2',
      { search: 'what?', page: ok(2) },
    ],
    ['a slash in a value', 'page=2&search=a/b', { page: ok(2), search: 'a/b' }],
    [
      'a question mark after an ampersand and before any equals sign',
      'lang&q?page=2',
      {
        unread: [
          { name: 'lang', value: '' },
          { name: 'q?page', value: '2' },
        ],
      },
    ],
    ['a question mark after a name without a value', 'page&search=a?page=2', { search: 'a?page=2' }],
    ['a second question mark belongs to a name', '/list??page=2', { unread: [{ name: '?page', value: '2' }] }],
    ['an equals sign in a path', '/a=1&page=3/b?page=2', { page: ok(2) }],
    ['an ampersand in the path of a URL', 'https://host/r&d/list?page=2&search=a?b#c', { page: ok(2), search: 'a?b' }],
    ['an equals sign before all others', '/a=1&page=2', { page: ok(2), unread: [{ name: '/a', value: '1' }] }],
    ['a scheme in a value', 'search=https://host/?page=3', { search: 'https://host/?page=3' }],
    ['two question marks', '??page=2', { unread: [{ name: '?page', value: '2' }] }],
    ['an encoded question mark in a path', '/a%3Fpage=9?page=2', { page: ok(2) }],
  ])('%s', (_title, source, members) => {
    expect(withoutPath(source)).toEqual({ ...withoutPath({}), isPageGiven: 'page' in members, ...members })
  })

  test.each<[string, QuerySource]>([
    ['a path without a query string', new Request('https://host/list')],
    ['a question mark within the fragment', Object.assign(new IncomingMessage(), { url: '/list#?page=2' })],
    ['members of a record that are undefined', { page: undefined, sortBy: undefined, 'filter.a': undefined }],
    ['members of a record that are null', { page: null, 'filter.a': null } as unknown as QuerySource],
    ['nothing', undefined as unknown as QuerySource],
    ['null', null as unknown as QuerySource],
    ['an instance of a class without members', Object.create({}) as object],
    ['a record with a url that is no address', { url: 'page=2' }],
    ['empty lists', { page: [], sortBy: [], 'filter.a': [] }],
    ['pairs without a name', '&&=&=x&'],
    ['parameters without a name', new URLSearchParams('=&=x')],
    ['a path as text', '/list'],
    ['a URL without a query string as text', 'https://host/list'],
    ['a path with a fragment as text', '/list#?page=2'],
    [
      'a REST event of API Gateway without parameters',
      { path: '/list', multiValueQueryStringParameters: null, queryStringParameters: null },
    ],
  ])('%s binds an empty query', (_title, source) => {
    expect(withoutPath(source)).toMatchObject({ ...withoutPath({}), unread: expect.anything() as unknown })
  })

  test.each<[text: string, names: string[]]>([
    ['/list', []],
    ['/list#page', []],
    ['https://host/list', []],
    ['HTTPS://host', []],
    ['h2+x.y-z://host/list', []],
    ['list', ['list']],
    ['2h://host', ['2h://host']],
    ['see https://host/list', ['see https://host/list']],
    ['//x&y', ['//x', 'y']],
  ])('the text %s has parameters, or is a path without them', (given, names) => {
    expect(bound(given).unread.map(({ name }) => name)).toEqual(names)
  })

  test.each(['page', 'limit', 'sortBy', 'search', 'searchBy', 'after', 'before', 'filter', 'filter.a'])(
    'a record with the parameter %s is a record, whatever else it has',
    (name) => {
      const members = { url: '/list?lang=de', query: { lang: 'fr' }, [name]: 'x' }
      expect(bound(members as unknown as QuerySource).unread.find((unread) => unread.name === 'url')).toEqual({
        name: 'url',
        value: '/list?lang=de',
      })
    },
  )

  test.each<[title: string, source: object, unread: [string, unknown][]]>([
    ['with text that has an address in it', { url: 'see https://host/?page=2' }, [['url', 'see https://host/?page=2']]],
    ['with a null', { lang: null, url: 'de' }, [['url', 'de']]],
    ['with a parameter called query', { query: 'x' }, [['query', 'x']]],
    ['with a list called query', { query: ['x', 'y'] }, [['query', 'x'], ['query', 'y']]], // prettier-ignore
  ])('a record %s is read by its own members', (_title, source, unread) => {
    expect(bound(source as QuerySource)).toMatchObject({
      page: ok(1),
      unread: unread.map(([name, value]) => ({ name, value })),
    })
  })

  // R1.2.8
  const carried = { url: '/list?page=2&filter.a=$eq:1' }
  class Context {
    readonly #request = carried
    env = {}
    get req(): { url: string } {
      return this.#request
    }
  }
  test.each<[string, unknown]>([
    ['an event of h3 1', Object.assign(Object.create({}) as object, { node: { req: carried }, context: {} })],
    ['an event of h3 2', Object.assign(Object.create({}) as object, { req: new Request(`http://host${carried.url}`) })],
    ['a context of Hono', new Context()],
    ['a context of Koa', Object.create({ get url() { return carried.url } } as object, { state: { value: {}, enumerable: true } })], // prettier-ignore
    [
      'an event of SvelteKit',
      { request: new Request(`http://host${carried.url}`), url: new URL(`http://host${carried.url}`), fetch },
    ],
    ['what a universal load of SvelteKit gets', { url: new URL(`http://host${carried.url}`), fetch, params: {} }],
    ['the arguments of a loader', { request: new Request(`http://host${carried.url}`), params: {}, context: {} }],
    [
      'an event of AWS Lambda',
      { version: '2.0', rawPath: '/list', rawQueryString: carried.url.slice(6), headers: {}, isBase64Encoded: false },
    ],
    [
      'a REST event of API Gateway',
      {
        path: '/list',
        queryStringParameters: { page: '2', 'filter.a': '$eq:2' },
        multiValueQueryStringParameters: { page: ['2'], 'filter.a': ['$eq:1'] },
        headers: {},
      },
    ],
    ["the parameters of a page of Next's", { params: {}, searchParams: { page: '2', 'filter.a': '$eq:1' } }],
    ['a record with parsed parameters', { query: new URLSearchParams(carried.url.slice(6)) }],
    [
      'an event with one value of each parameter',
      { path: '/list', queryStringParameters: { page: '2', 'filter.a': '$eq:1' } },
    ],
    ['a request by an address without its slash', { request: { url: carried.url.slice(1) } }],
    [
      'an instance of a class by such an address',
      Object.assign(Object.create({}) as object, { url: carried.url.slice(1) }),
    ],
    ['an event with parsed parameters beside the request', { ...carried, query: { page: '3' }, method: 'GET' }],
    ['a record with an address alone', carried],
    ['a record with a whole URL', { url: `https://host${carried.url}`, method: 'GET', headers: {} }],
  ])('%s is read by the request that it carries', (_title, source) => {
    expect(bound(source as QuerySource)).toMatchObject({
      page: ok(2),
      filters: [{ name: 'a', criteria: ['$eq:1'] }],
      unread: [],
    })
  })

  const fault =
    'PaginateQuery.from() cannot read its source; pass a query string, a URL, a Request, or a record of parsed parameters.'
  test.each<[string, unknown]>([
    ['a number', 5],
    ['true', true],
    ['a function', Object.assign(() => 1, { page: '2' })],
    ['a Map', new Map([['page', '2']])],
    ['a promise of parameters', Promise.resolve({ page: '2' })],
    ['headers', new Headers({ page: '2' })],
    ['a list', [{ page: '2' }]],
    ['an event without a request', { params: {}, fetch }],
    [
      'an instance of a class with parsed parameters alone',
      Object.assign(Object.create({}) as object, { query: { page: '2' } }),
    ],
    [
      'an instance of a class with members that no parser makes',
      Object.assign(Object.create({}) as object, { context: {} }),
    ],
  ])('%s in place of a source is remembered, and thrown when the query runs', (_title, source) => {
    const query = PaginateQuery.from(source as QuerySource)
    for (const given of [query, query.withPage(1), new PaginateQuery(query)]) {
      expect(() => createPlan(normalizeQuery(given), {} as never)).toThrow(new PaginateConfigError(fault))
    }
  })

  // An instance of a class is one of the known sources only by all of the members that are read of it.
  test.each<[string, object, object]>([
    ['with getAll, but without forEach', { page: '2', getAll: () => ['3'] }, { page: ok(2) }],
    ['with a search, but without an href', { search: 'abc' }, { search: 'abc' }],
    ['with an href, but without a search', { page: '2', href: '?page=3' }, { page: ok(2) }],
  ])('an instance of a class %s is read by its own members', (_title, members, expected) => {
    expect(bound(Object.assign(new Date(0), members) as unknown as QuerySource)).toMatchObject(expected)
  })

  test('a record may hold numbers that a framework made of digits', () => {
    expect(bound({ page: 2, limit: 10n, 'filter.a': true } as unknown as QuerySource)).toEqual({
      ...normalizeQuery({}),
      isPageGiven: true,
      page: ok(2),
      limit: ok(10),
      filters: [{ name: 'a', criteria: ['true'] }],
      filterExpression: null,
    })
  })

  test('a record that holds objects is remembered, not ignored', () => {
    const nested = { 0: 'a' }
    expect(
      withoutPath({ page: nested, sortBy: nested, search: nested, 'filter.a': nested } as unknown as QuerySource),
    ).toEqual({
      page: notInteger,
      isPageGiven: true,
      after: null,
      before: null,
      limit: null,
      sortBy: [nested],
      search: nested,
      searchBy: [],
      filters: [{ name: 'a', criteria: [nested] }],
      filterExpression: null,
      unread: [],
    })
  })

  test('what a list does not read is remembered in order, and kept by a copy', () => {
    const query = PaginateQuery.from('lang=de&Page=3&filter.=1&filter=2&lang=%C3%A9&page=2')
    const unread = [
      ['lang', 'de'],
      ['Page', '3'],
      ['filter.', '1'],
      ['filter', '2'],
      ['lang', 'é'],
    ].map(([name, value]) => ({ name, value }))
    expect(normalizeQuery(query).unread).toEqual(unread)
    expect(normalizeQuery(query.withPage(5)).unread).toEqual(unread)
  })

  // R1.1.8
  test('binding agrees with URLSearchParams on any query string', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'page',
        'limit',
        'sortBy',
        'search',
        'searchBy',
        'filter.a',
        'filter.A',
        'filter.1',
        'filter.',
        'filter.__proto__',
      ),
      fc.string({ unit: 'binary' }),
    )
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('%FF', '%C3%A9', '+', '=', '&', '%', '\ud800'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.array(piece))), (pairs) => {
        // A bare `#` would begin the fragment of a URL, which text with a `?` may be.
        const query = pairs.map(([key, value]) => `${key}=${value.join('')}`.replaceAll('#', '%23')).join('&')
        const inAscii = toWellFormed(query).replace(/[^\0-\x7f]+/gu, encodeURIComponent)
        expect(bound(`?${query}`)).toEqual(bound(new URLSearchParams(`?${inAscii}`)))
      }),
      { numRuns: 200 },
    )
  })

  // R1.1.9
  test('binding never throws', () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no keys')
        },
        get: () => {
          throw new Error('no members')
        },
      },
    )
    expect(bound(hostile as QuerySource).page).toEqual(notInteger)
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true }), (source) => {
        PaginateQuery.from(source as QuerySource)
        PaginateQuery.from({ page: source, 'filter.a': source } as unknown as QuerySource)
      }),
      { numRuns: 200 },
    )
  })
})

// R1.2.6
describe('withPage', () => {
  test('keeps everything but the page, what could not be read and the order of fields with it', () => {
    const query = PaginateQuery.from('page=9&limit=abc&sortBy=a:ASC&search=%20x&searchBy=b&filter.z=1&filter.5=2')
    expect(normalizeQuery(query.withPage(3))).toEqual({ ...normalizeQuery(query), page: ok(3) })
    expect(query.page).toBe(9)
    expect(query.withPage(3)).toBeInstanceOf(PaginateQuery)
  })

  test('replaces a page that could not be read', () => {
    expect(PaginateQuery.from('page=abc').withPage(2).page).toBe(2)
  })

  test('takes any number and leaves the check to the run', () => {
    const query = new PaginateQuery({ limit: 0 }).withPage(1.5)
    expect([query.page, query.limit]).toEqual([1.5, 0])
    expect(normalizeQuery(query)).toMatchObject({ page: notInteger, limit: refused('too-small') })
  })
})

describe('a query as an object', () => {
  test('is frozen, and so are its lists', () => {
    const bound = PaginateQuery.from('sortBy=a:ASC&searchBy=b&lang=de')
    for (const query of [bound, new PaginateQuery({ ...bound }), bound.with({ limit: 5 })]) {
      const { sortBy, searchBy, filters, unread } = query
      expect(unread).toEqual([{ name: 'lang', value: 'de' }])
      expect([query, sortBy, searchBy, filters, unread, unread[0]].every(Object.isFrozen)).toBe(true)
    }
  })

  test('does not see later changes of what it was made of', () => {
    const sortBy = ['a:ASC']
    const filters = { status: ['$eq:a'] }
    const unread = [{ name: 'lang', value: 'de' }]
    const query = new PaginateQuery({ sortBy, filters, unread })
    sortBy.push('b:ASC')
    filters.status.push('$eq:b')
    unread.push({ name: 'lang', value: 'fr' })
    Object.assign(unread[0] as object, { value: 'it' })
    expect(query.unread).toEqual([{ name: 'lang', value: 'de' }])
    expect(query.sortBy).toEqual(['a:ASC'])
    expect(query.filters['status']).toEqual(['$eq:a'])
    expect(normalizeQuery(query).filters).toEqual([{ name: 'status', criteria: ['$eq:a'] }])
  })

  // A list with cursors rejects `page`, so a copy must not send one that the request did not have.
  test.each([
    ['an unreadable page', 'page=abc&limit=5&filter.a=$eq:1', true],
    ['a page and a limit past 32 bits', 'page=2147483648&limit=2147483648', true],
    ['a page and a limit past any number', `page=${'9'.repeat(400)}&limit=${'9'.repeat(400)}`, true],
    ['an unreadable limit', 'page=2&limit=1e3', true],
    ['a limit of 0', 'page=2&limit=0', true],
    ['the first page', 'page=1&limit=5', true],
    ['no page', 'limit=5&after=x', false],
    ['a blank page', 'page=&limit=5', false],
  ])('copies of a request with %s are the same request', (_title, text, isPageGiven) => {
    const query = PaginateQuery.from(text)
    const copies = [
      { ...query },
      new PaginateQuery({ ...query }),
      Object.assign({}, query),
      structuredClone({ ...query }),
    ]
    for (const copy of copies) expect(normalizeQuery(copy)).toEqual(normalizeQuery(query))
    expect(normalizeQuery({ ...query, limit: 1 }).isPageGiven).toBe(isPageGiven)
    const spread = { ...query }
    expect('page' in spread).toBe(isPageGiven)
    expectTypeOf(spread.page).toEqualTypeOf<number>()
    const { page, ...rest } = spread
    expect(page).toBe(isPageGiven ? query.page : undefined)
    expect('page' in rest).toBe(false)
  })

  class Hostile {
    get page(): number {
      throw new Error('no page')
    }
  }
  test.each<[string, PaginateQuery]>([
    ['a filter that is undefined', new PaginateQuery({ filters: { tenant: { $eq: undefined } } })],
    ['a filter that is left out', new PaginateQuery({ filters: { tenant: undefined as never } })],
    ['an unknown operator', new PaginateQuery({ filters: { tenant: { $is: 1 } } })],
    ['an unknown member', new PaginateQuery({ fliters: { tenant: '$eq:1' } } as never)],
    ['parsed parameters', new PaginateQuery({ 'filter.tenant': '$eq:1' } as never)],
    ['no filters', new PaginateQuery({ filters: null as never })],
    ['a list of filters', new PaginateQuery({ filters: ['$eq:1'] as never })],
    ['a Map of filters', new PaginateQuery({ filters: new Map([['tenant', '$eq:1']]) as never })],
    ['inherited filters', new PaginateQuery({ filters: Object.create({ tenant: '$eq:1' }) as object as never })],
    ['a list', new PaginateQuery([] as never)],
    ['a number', PaginateQuery.from(5 as never)],
    ['what throws', new PaginateQuery(new Hostile())],
    ['changes that are not a record', new PaginateQuery({ limit: 5 }).with(null as never)],
  ])('copies of a query that is a mistake (%s) are the same mistake', (_title, query) => {
    const { fault = '' } = normalizeQuery(query)
    expect(fault).not.toBe('')
    const copies = [
      query,
      { ...query },
      { ...query, page: 1 },
      { ...query, filters: {} },
      Object.assign({ limit: 5 }, query, { page: undefined }),
      new PaginateQuery(query),
      new PaginateQuery({ ...query, page: 2 }),
      Object.assign({}, query, { page: 1 }),
      structuredClone({ ...query, page: 1 }),
      { ...(JSON.parse(JSON.stringify(query)) as PaginateQuery), page: 1 },
      query.with({ page: 1 }),
      query.withPage(1),
      new PaginateQuery(structuredClone({ ...query.with({ limit: 5 }) })).with({ page: 1 }),
    ]
    for (const copy of copies) {
      expect(() => createPlan(normalizeQuery(copy), {} as never)).toThrow(new PaginateConfigError(fault))
    }
  })

  test('copies of copies are the same query, whatever it was made of', () => {
    const criterion = fc.constantFrom<unknown>('$eq:1', ['$gte:1', '$or:$null'], { $in: ['a', null] }, [], undefined, 5)
    const filters = fc.oneof(
      fc.dictionary(fc.constantFrom('a', 'B', 'b', '1', '__proto__'), criterion, { maxKeys: 3 }),
      fc.constantFrom<unknown>(null, [], 5, new Map()),
    )
    const entries = fc.oneof(
      fc.array(fc.constantFrom<unknown>('a:ASC', '', 'b', 7, null)),
      fc.constantFrom('a:ASC', null),
    )
    const members = {
      page: fc.constantFrom<unknown>(1, 2, 0, 2147483648, Infinity, Number.NaN, '2', null),
      limit: fc.constantFrom<unknown>(5, 0, -1, 2147483648, Number.NaN, '2', null),
      sortBy: entries,
      searchBy: entries,
      search: fc.constantFrom<unknown>('x', ' ', null, 5),
      after: fc.constantFrom<unknown>('x', '', null, 5),
      filterExpression: fc.constantFrom<unknown>('a=$eq:1', '', null, 5),
      fields: fc.constantFrom<unknown>('id,a', ['id', 'a'], ['id', 7], '', 7, { a: 'id' }, null),
      path: fc.constantFrom('/list', null),
    }
    const byHand = fc
      .record({ ...members, filters, nothing: fc.constant(1) }, { requiredKeys: [] })
      .map((input) => new PaginateQuery(input as PaginateQueryInput))
    const parsed = fc
      .record({ ...members, 'filter.a': criterion, filter: entries, lang: entries }, { requiredKeys: [] })
      .map((source) => PaginateQuery.from(source as QuerySource))
    const copies: readonly ((query: PaginateQuery) => PaginateQuery)[] = [
      (query) => new PaginateQuery(query),
      (query) => new PaginateQuery({ ...query }),
      (query) => new PaginateQuery(Object.assign({}, query)),
      (query) => new PaginateQuery(structuredClone({ ...query })),
      (query) => query.with({}),
      (query) => query.with({ search: query.search }),
    ]
    const copying = fc.array(fc.constantFrom(...copies), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.oneof(byHand, parsed), copying, (query, steps) => {
        let copy = query
        for (const step of steps) copy = step(copy)
        expect(asPlanned(copy)).toEqual(asPlanned(query))
      }),
      { numRuns: runs(3000) },
    )
  })

  test('may be extended', () => {
    class TenantQuery extends PaginateQuery {
      tenant = 'a'
    }
    expect(new TenantQuery({ page: 2 })).toMatchObject({ page: 2, tenant: 'a' })
  })

  test('is copied by the constructor', () => {
    const query = PaginateQuery.from('page=abc&filter.b=1&filter.1=2')
    expect(normalizeQuery(new PaginateQuery(query))).toBe(normalizeQuery(query))
  })
})

describe('filter', () => {
  test.each([
    ['', null],
    ['filter=a%3D$eq:1', 'a=$eq:1'],
    ['filter=+a=$eq:1+', ' a=$eq:1 '],
    ['filter=&filter=%20', null],
    ['filter=&filter=a', 'a'],
    // The first is shown; plan refuses both.
    ['filter=a&filter=b', 'a'],
    ['Filter=a', null],
  ])('%s', (text, expression) => {
    expect(PaginateQuery.from(text).filterExpression).toBe(expression)
  })
  test('is bound once, or as a list that plan refuses', () => {
    expect(bound('filter=a&filter=&filter=b').filterExpression).toEqual(['a', 'b'])
    expect(bound({ filter: ['a', ''] }).filterExpression).toBe('a')
    expect(bound('filter=a').unread).toEqual([{ name: 'filter', value: 'a' }])
  })
  test('of a query built by hand, and kept by withPage', () => {
    expect(new PaginateQuery({ filterExpression: 'a=$eq:1' }).withPage(2)).toMatchObject({
      filterExpression: 'a=$eq:1',
      page: 2,
    })
    expect(new PaginateQuery({ filterExpression: ' ' }).filterExpression).toBeNull()
    expect(normalizeQuery(PaginateQuery.from('filter=a&filter=b').withPage(2)).filterExpression).toEqual(['a', 'b'])
  })
})

describe('after and before', () => {
  test.each([
    ['', null, null],
    ['after=a&before=b', 'a', 'b'],
    ['after=a&after=b', 'a', null],
    ['after=&after=b', null, null],
    ['after=%20&before=+', null, null],
    ['After=a&BEFORE=b', null, null],
    ['after=%3D', '=', null],
  ])('%s', (text, after, before) => {
    const query = PaginateQuery.from(text)
    expect([query.after, query.before]).toEqual([after, before])
    expect([bound(text).after, bound(text).before]).toEqual([after, before])
  })
  test('of a query built by hand, and kept by withPage', () => {
    expect(new PaginateQuery({ after: 'a' }).withPage(2)).toMatchObject({ after: 'a', before: null, page: 2 })
    expect(new PaginateQuery({ after: null, before: ' ' })).toMatchObject({ after: null, before: null })
    expect(normalizeQuery({}).isPageGiven).toBe(false)
    expect(normalizeQuery({ page: 1 }).isPageGiven).toBe(true)
    expect(normalizeQuery(new PaginateQuery({}).withPage(1)).isPageGiven).toBe(true)
    expect(normalizeQuery(PaginateQuery.from('page=')).isPageGiven).toBe(false)
  })
  test('stay among the parameters that a list of pages by number does not read', () => {
    expect(bound('after=a').unread).toEqual([{ name: 'after', value: 'a' }])
  })
})

// R30.1.2
describe('fields', () => {
  test.each<[text: string, fields: string[], sent: unknown]>([
    ['', [], undefined],
    ['fields=', [], undefined],
    ['fields=id,,Author.name,', ['id', 'Author.name'], 'id,,Author.name,'],
    ['fields=%20&fields=id', ['id'], 'id'],
    // Both are shown; plan refuses them.
    ['fields=id&fields=a,b', ['id', 'a', 'b'], ['id', 'a,b']],
    ['Fields=id', [], undefined],
  ])('%s', (text, fields, sent) => {
    const query = PaginateQuery.from(text)
    expect(query.fields).toEqual(fields)
    expect(Object.isFrozen(query.fields)).toBe(true)
    // A copy of the members asks for the same.
    expect(Object.assign({ fields: [] }, query).fields).toEqual(fields)
    expect([normalizeQuery(query).fields, normalizeQuery(query.withPage(2)).fields]).toEqual([sent, sent])
  })

  test.each<[given: unknown, fields: unknown, sent: unknown]>([
    [['id', 'Author.name'], ['id', 'Author.name'], 'id,Author.name'],
    ['id,title', ['id', 'title'], 'id,title'],
    [[], [], undefined],
    [' ', [], undefined],
    [undefined, [], undefined],
    // Of a wrong type: shown as given, and refused by plan.
    [7, 7, 7],
    [
      ['id', 7],
      ['id', 7],
      ['id', 7],
    ],
  ])('%j by hand', (given, fields, sent) => {
    const query = new PaginateQuery({ fields: given as string[] })
    expect(query.fields).toEqual(fields)
    expect([normalizeQuery(query).fields, normalizeQuery({ ...query }).fields]).toEqual([sent, sent])
  })

  test('stay among the parameters that a list without them does not read', () => {
    expect(bound('fields=id').unread).toEqual([{ name: 'fields', value: 'id' }])
  })
})
