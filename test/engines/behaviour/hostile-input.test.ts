// Requests that no honest client sends: a 400 or a right page, soon, and never another error.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, paginate, PaginateConfigError, PaginateQuery, PaginateQueryError } from '../../../src/index.js'
import { type ArticleList, articleList } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
  '__defineGetter__',
  'then',
  'length',
  '0',
  '-1',
  '',
  ' ',
  '\u0000',
  '\ud800',
  '🎉',
  '%',
  "'",
  '"',
  ';--',
  '${x}',
  '../../..',
  'title ',
  'TITLE\u0000',
  'x'.repeat(100_000),
]
const many = (count: number, text: string, separator = '&'): string =>
  Array.from({ length: count }, () => text).join(separator)
const MEGABYTE = 'x'.repeat(1_000_000)

const hostile: readonly (readonly [title: string, text: string])[] = [
  ...(
    [
      'page=1',
      'page=x',
      'limit=5',
      'sortBy=title:ASC',
      'sortBy=',
      'search=a',
      'searchBy=title',
      'searchBy=',
      'filter.title=$eq:a',
      'filter.title=',
      'filter.nope=$eq:a',
      'filter.=x',
      'other=1',
      '=',
      '',
    ] as const
  ).map((text) => [`10,000 repeats of '${text}'`, many(10_000, text)] as const),
  ['10,000 different filters', Array.from({ length: 10_000 }, (_, index) => `filter.f${index}=$eq:1`).join('&')],
  [
    '10,000 case variants',
    Array.from(
      { length: 10_000 },
      (_, index) =>
        `filter.${[...'title'].map((letter, at) => ((index >> at) & 1 ? letter.toUpperCase() : letter)).join('')}=$eq:1`,
    ).join('&'),
  ],
  ...(
    [
      'page=',
      'limit=',
      'sortBy=',
      'sortBy=title:',
      'search=',
      'searchBy=',
      'filter.title=',
      'filter.title=$eq:',
      'filter.title=$ilike:',
      'filter.title=$sw:',
      'filter.views=$eq:',
      'filter.isPinned=$eq:',
      'filter.status=$eq:',
      'filter.title=$in:',
      'filter.tags=$contains:',
      'filter.',
      'x=',
    ] as const
  ).map((text) => [`a megabyte in '${text}'`, `${text}${MEGABYTE}`] as const),
  ['a megabyte of commas in a list', `filter.title=$in:${many(500_000, 'a', ',')}`],
  ['a megabyte of commas in a range', `filter.views=$btw:${many(500_000, '1', ',')}`],
  ['a megabyte of modifiers', `filter.title=${many(200_000, '$not', ':')}:$eq:x`],
  ['a megabyte of colons', `filter.title=${':'.repeat(1_000_000)}`],
  ['a megabyte of dollars', `filter.title=${'$'.repeat(1_000_000)}`],
  ['a megabyte of blanks', `page=${' '.repeat(500_000)}1&search=${' '.repeat(500_000)}`],
  ['a megabyte of blanks in a search', `search=a${' '.repeat(1_000_000)}b`],
  ['a megabyte of wildcards', `filter.title=$ilike:${'%25'.repeat(300_000)}`],
  ['a megabyte of escapes', `filter.title=$ilike:${'%5C'.repeat(300_000)}`],
  ['wildcards made to backtrack', `filter.title=$ilike:${'%25a_'.repeat(20)}`],
  ['digits by the hundred thousand', `filter.views=$eq:${'9'.repeat(100_000)}`],
  ['zeros by the hundred thousand', `filter.views=$eq:${'0'.repeat(100_000)}1`],
  ['a page of 400 digits', `page=${'9'.repeat(400)}`],
  ['a page of 400 zeros', `page=${'0'.repeat(400)}1`],
  ['a limit of 400 digits', `limit=${'9'.repeat(400)}`],
  ['broken UTF-8', 'filter.title=$eq:%FF%FE%80&search=%C3%28&sortBy=%ED%A0%80:ASC'],
  ['broken UTF-8 in values alone', 'filter.title=$eq:%FF%FE%80&filter.body=$ilike:%C3%28'],
  ['broken escapes', 'filter.title=$eq:%&search=%zz&filter.%=%'],
  ['NUL in values', 'filter.title=$eq:a%00b'],
  ['NUL in lists', 'filter.title=$in:a,%00,b'],
  ['NUL in a collection', 'filter.tags=$contains:a,%00'],
  ['NUL in a search', 'search=a%00b'],
  ['NUL in a pattern', 'filter.title=$ilike:%00&filter.body=$sw:%00'],
  ['NUL in an element', 'filter.reviewer=$eq:%00'],
  ['lone surrogates', 'filter.title=$eq:\ud800&search=\udfff'],
  ['names of placeholders', 'filter.title=$eq:v0&filter.body=$eq::v1&search=$1'],
  ['quotes and comments', `filter.title=$in:',",\`,--,/*,*/,;&filter.tags=$contains:',",{,},\\,NULL`],
  ['array syntax', 'filter.tags=$contains:{a},"b",\\"&filter.title=$in:{},{},NULL,"'],
  ['JSON syntax', 'filter.tags=$contains:[],{},"a",null&filter.title=$in:["a"],null'],
]

// R1.1.9, R1.1.10, R3.1.4, R6.1.5
describe.each(dialects)('Hostile requests on $name', (engine) => {
  let database: TestDatabase
  let config: ArticleList
  beforeAll(async () => {
    database = await engine.open()
    config = articleList(database)
    await paginate(database.db, {}, config)
  })
  afterAll(() => database.close())

  /** A page, or a refusal; the app's own mistake where what it passes is no query; anything else fails. */
  const settle = async (
    query: Parameters<typeof paginate>[1],
    mayBeMisuse = false,
  ): Promise<'page' | 'refused' | 'misuse'> => {
    try {
      const answer = await paginate(database.db, query, config, { path: '/a' })
      expect(answer.meta.totalItems).toBeGreaterThanOrEqual(0)
      return 'page'
    } catch (error) {
      if (mayBeMisuse && error instanceof PaginateConfigError) return 'misuse'
      if (!(error instanceof PaginateQueryError)) throw error
      expect(error.status).toBe(400)
      expect(error.message.length).toBeLessThan(300)
      expect(error.message).not.toMatch(/select|articles|column|postgres|sqlite/i)
      return 'refused'
    }
  }

  test.each(hostile)('%s', async (_title, text) => {
    const start = performance.now()
    await settle(PaginateQuery.from(text))
    // Milliseconds on an idle machine; this one is shared.
    expect(performance.now() - start).toBeLessThan(20_000)
    expect(() => applyFilters(PaginateQuery.from(text), config)).not.toThrow(TypeError)
  })

  test.each(
    NAMES.map((name) => [name.length > 40 ? `${name.length} characters` : JSON.stringify(name), name] as const),
  )('the name %s in every position', async (_title, name) => {
    const queries: Parameters<typeof paginate>[1][] = [
      { sortBy: [name] },
      { sortBy: [`${name}:ASC`] },
      { sortBy: [`title:${name}`] },
      { search: name },
      { searchBy: [name] },
      { search: 'a', searchBy: [name] },
      { filters: { [name]: '$eq:a' } },
      { filters: { title: name } },
      { filters: { title: `$${name}:a` } },
      { filters: { title: `$eq:${name}` } },
      { filters: { title: `$in:${name}` } },
      { filters: { tags: `$contains:${name}` } },
      { filters: { reviewer: `$eq:${name}` } },
      { filters: { status: `$eq:${name}` } },
      { filters: { views: `$eq:${name}` } },
      { page: name as never },
      { limit: name as never },
    ]
    for (const query of queries) await settle(query)
    // A member that no query has: as a query built by hand it would be lost.
    expect(await settle({ [name]: name } as never, true)).toBe('misuse')
    for (const query of queries.slice(0, 15))
      await settle(
        PaginateQuery.from(
          new URLSearchParams(
            Object.entries(query as object).flatMap(([key, value]): [string, string][] =>
              key === 'filters'
                ? Object.entries(value as object).map(([field, criterion]): [string, string] => [
                    `filter.${field}`,
                    String(criterion),
                  ])
                : [value].flat().map((entry): [string, string] => [key, String(entry)]),
            ),
          ),
        ),
      )
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each<[title: string, make: () => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a number', () => 5],
    ['a symbol', () => Symbol('x')],
    ['a function', () => () => {}],
    ['an array', () => [['page', '2']]],
    [
      'a query that throws',
      () => ({
        get page() {
          throw new Error('mine')
        },
      }),
    ],
    [
      'a proxy that throws',
      () =>
        new Proxy(
          {},
          {
            get() {
              throw new Error('mine')
            },
            ownKeys() {
              throw new Error('mine')
            },
          },
        ),
    ],
    [
      'a revoked proxy',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return proxy
      },
    ],
    [
      'filters that throw',
      () => ({
        filters: {
          get title() {
            throw new Error('mine')
          },
        },
      }),
    ],
    [
      'values that throw when printed',
      () => ({
        sortBy: [
          {
            toString() {
              throw new Error('mine')
            },
          },
        ],
        search: {
          toString() {
            throw new Error('mine')
          },
        },
      }),
    ],
    ['symbols in lists', () => ({ sortBy: [Symbol('x')] })],
    ['symbols in searchBy', () => ({ searchBy: [Symbol('x')] })],
    ['symbols as criteria', () => ({ filters: { title: [Symbol('x')] } })],
    ['bigints', () => ({ page: 1n, limit: 1n })],
    ['nested arrays', () => ({ sortBy: [['title:ASC']], filters: { title: [['$eq:a']] } })],
    ['a map of filters', () => ({ filters: new Map([['title', '$eq:a']]) })],
    [
      'sparse lists',
      () => ({ sortBy: Object.assign([], { length: 3 }), filters: { title: Object.assign([], { length: 3 }) } }),
    ],
  ])('%s in place of a query', async (_title, make) => {
    await settle(make() as never, true)
    await settle(PaginateQuery.from(make() as never), true)
    expect(() => new PaginateQuery((make() ?? {}) as never)).not.toThrow()
    await settle(new PaginateQuery((make() ?? {}) as never), true)
  })

  test('no request leaves anything on Object.prototype', () => {
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
