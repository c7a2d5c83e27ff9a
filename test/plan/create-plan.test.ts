// What a request becomes before any database is asked, and what only engines with servers would show otherwise: NUL in
// text, char.
import { openedCursor } from '../../src/features/cursors/request-cursor.js'
import { sql } from 'drizzle-orm'
import { char, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { orderPrint, writeCursor } from '../../src/features/cursors/cursor-text.js'
import { defineValueType, PaginateConfigError, PaginateQuery, paginateConfig } from '../../src/index.js'
import { isPromiseLike } from '../../src/basics/maybe-promise.js'
import { askedPlan, createPlan } from '../../src/plan/create-plan.js'
import { normalizeQuery } from '../../src/request/paginate-query.js'
import type { ResolvedConfig } from '../../src/types/resolved-config.js'
import type { NormalizedQuery } from '../../src/types/query.js'
import type { PaginateConfigOptions } from '../../src/builder/settings.js'

const made = (name: string) => defineValueType({ name, parse: (sent) => `<${sent}>` })
const rows = pgTable('rows', {
  id: integer().primaryKey(),
  title: text().notNull(),
  body: text(),
  grade: char({ length: 1 }).notNull(),
  code: varchar().notNull(),
  views: integer().notNull(),
  tags: text().array().notNull(),
})
const begin = (settings: PaginateConfigOptions = {}) =>
  paginateConfig(rows, settings)
    .field('label', rows.code, made('text'))
    .field('mark', rows.code, made('token'))
    .withLimits(10, 20)
    .withTieBreaker('id')
    .sortable('title', 'views')
    .defaultSortBy('views', 'desc')
    .searchable('title', 'body')
    .filterable('title', '$eq', '$in')
    .filterable('grade', '$eq', '$in')
    .filterable('label', '$eq')
    .filterable('mark', '$eq')
    .filterable('views', '$eq', '$btw')
    .filterable('tags', '$contains')
    .filterable('body', '$null')
    .allowUnlimited(50)
const list = resolvedConfig(begin().build())

type Source = string | Partial<NormalizedQuery>
const planned = (source: Source, config: ResolvedConfig = list) =>
  createPlan(
    typeof source === 'string' ? normalizeQuery(PaginateQuery.from(source)) : { ...normalizeQuery({}), ...source },
    config,
  )
const planOf = (source: Source, config?: ResolvedConfig) => {
  const result = planned(source, config)
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}
const refusalOf = (source: Source, config?: ResolvedConfig) => {
  const result = planned(source, config)
  return result.ok ? null : [result.refusal.code, result.refusal.message]
}
/** With the answer of the app's own search, as calls that send statements have it. */
const askedPlanOf = (source: string, config: ResolvedConfig) => {
  const query = normalizeQuery(PaginateQuery.from(source))
  const planned = askedPlan(query, config, config.cursors?.openNow(query) ?? null)
  if (isPromiseLike(planned) || !planned.ok) throw new Error('not planned at once')
  return planned.value
}
const valuesOf = (source: string) => planOf(source).filters.map(({ criteria }) => criteria.map(({ values }) => values))
const sortOf = (terms: readonly { field: { name: string }; direction: string }[]) =>
  terms.map(({ field, direction }) => `${field.name}:${direction}`)

describe('filters', () => {
  test.each<[string, unknown[]]>([
    // R4.1.7
    ['filter.body=$null', [[[]]]],
    ['filter.body=$not:$null:', [[[]]]],
    ['filter.title=$in:a,,b', [[['a', '', 'b']]]],
    ['filter.title=$eq:', [[['']]]],
    // R5.1.2: a type with the name of text reads empty text.
    ['filter.label=$eq:', [[['<>']]]],
    ['filter.mark=$eq:a', [[['<a>']]]],
    ['filter.views=$btw:1,2', [[[1n, 2n]]]],
    ['filter.tags=$contains:a,b', [[['a', 'b']]]],
    ['filter.grade=$eq:a&filter.title=$eq:b&filter.grade=$or:$eq:b', [[['a'], ['b']], [['b']]]],
  ])('%s', (source, values) => {
    expect(valuesOf(source)).toEqual(values)
  })

  const empty = (field: string, operator = '$eq') => [
    'filter.value_empty',
    `Filter '${field}' requires a value for '${operator}'; use '$null' to match missing values.`,
  ]
  test.each<[string, string[]]>([
    ['filter.mark=$eq:', empty('mark')],
    ['filter.views=$eq:', empty('views')],
    // R5.1.5
    ['filter.grade=$eq:', empty('grade')],
    ['filter.grade=$eq:%20', empty('grade')],
    ['filter.grade=$in:a,%20', empty('grade', '$in')],
    [
      'filter.title=$eq:a%00',
      [
        'filter.value_invalid',
        `Filter 'title' has an invalid value 'a\\u0000': text must not contain a NUL character.`,
      ],
    ],
    [
      'search=a%00',
      ['search.invalid_text', `Query parameter 'search' is invalid: text must not contain a NUL character.`],
    ],
    ['filter.body=$eq:1', ['filter.operator_not_allowed', `Filter 'body' does not allow operator '$eq'.`]],
    ['filter.title=$not:$nope:1', ['filter.operator_unknown', `Filter 'title' has an unknown operator '$nope'.`]],
  ])('%s is refused', (source, refusal) => {
    expect(refusalOf(source)).toEqual(refusal)
  })

  test('text that is not well-formed is refused, in a query built by hand', () => {
    expect(refusalOf({ filters: [{ name: 'title', criteria: ['$eq:\ud800'] }] })).toEqual([
      'filter.value_invalid',
      `Filter 'title' has an invalid value '\\ud800': text must be well-formed Unicode.`,
    ])
  })

  test('join the criterion before them by "and" where nothing is said', () => {
    const { filters } = planOf('filter.title=$eq:a&filter.title=$eq:b&filter.title=$or:$not:$eq:c')
    expect(filters[0]?.criteria.map(({ connector, isNegated }) => [connector, isNegated])).toEqual([
      ['and', false],
      ['and', false],
      ['or', true],
    ])
  })

  test('without criteria are left out, in a query built by hand', () => {
    expect(planOf({ filters: [{ name: 'title', criteria: [] }] }).filters).toEqual([])
  })

  // R2.2.6
  test('as many as are allowed, and no more', () => {
    const config = { ...list, maxFilterConditions: 2, maxFilterValues: 2 }
    const codeOf = (source: string) => refusalOf(source, config)?.[0] ?? null
    expect(codeOf('filter.title=$in:a,b&filter.title=$eq:c')).toBeNull()
    expect(codeOf('filter.title=$in:a,b,c&filter.title=$eq:c')).toBe('filter.too_many_values')
    expect(codeOf('filter.title=$in:a,b&filter.title=$eq:c&filter.body=$null')).toBe('filter.too_many_conditions')
  })

  test('NUL passes on a dialect whose text can have it', () => {
    const table = sqliteTable('rows', { id: sqliteText().primaryKey(), title: sqliteText().notNull() })
    const config = resolvedConfig(
      paginateConfig(table)
        .withLimits(10, 20)
        .withTieBreaker('id')
        .searchable('title')
        .filterable('title', '$eq')
        .build(),
    )
    expect(planOf('search=a%00&filter.title=$eq:%00', config).search?.term).toBe('a\0')
  })
})

describe('search', () => {
  // R3.5.4: one pair of surrogates is one character, in all their range; a lone one, too.
  test.each<[string, number]>([
    ['a', 1],
    ['\ud800\udc00', 1],
    ['\udbff\udfff', 1],
    ['😀😀', 2],
    ['\ud800\ud800', 2],
    ['\udbff\ue000', 2],
    ['\udc00\udc00', 2],
    ['\ud7ff\udc00', 2],
    ['\ud800\udbff', 2],
    ['a\udc00', 2],
    ['\ue000\udc00', 2],
    ['ab', 2],
  ])('the length of %j is %i', (search, length) => {
    const least = (min: number) => refusalOf({ search }, { ...list, minSearchLength: min })?.[0]
    expect(least(length + 1)).toBe('search.too_short')
    expect(least(length)).not.toBe('search.too_short')
    const most = (max: number) => refusalOf({ search }, { ...list, maxSearchLength: max })?.[0]
    expect(most(length - 1)).toBe('search.too_long')
    expect(most(length)).not.toBe('search.too_long')
  })

  test.each<[string, string | null, string[], string[]]>([
    ['search=%20a%20', 'a', ['title', 'body'], []],
    ['search=a&searchBy=Body', 'a', ['body'], ['body']],
    // R3.5.6
    ['searchBy=body', null, [], []],
    ['search=%20&searchBy=body', null, [], []],
  ])('%s', (source, term, fields, searchBy) => {
    const plan = planOf(source)
    expect(plan.search?.term ?? null).toBe(term)
    expect(plan.search?.fields.map(({ name }) => name) ?? []).toEqual(fields)
    expect(plan.searchBy.map(({ name }) => name)).toEqual(searchBy)
  })

  test('undefined in place of a term is none, in a query built by hand', () => {
    expect(planOf({ search: undefined }).search).toBeNull()
  })

  test('a lone surrogate is refused', () => {
    expect(refusalOf({ search: '\ud800' })).toEqual([
      'search.invalid_text',
      `Query parameter 'search' is invalid: text must be well-formed Unicode.`,
    ])
  })
})

// R16.1
describe("a search by the host's own condition", () => {
  const terms: string[] = []
  const own = (rank: 'with a rank' | 'without') =>
    resolvedConfig(
      begin()
        .searchWith(({ term }) => {
          terms.push(term)
          return rank === 'without' ? sql`title = ${term}` : { where: sql`title = ${term}`, rank: sql`length(title)` }
        })
        .build(),
    )

  test.each<[string, string[], string[]]>([
    ['search=a', ['relevance:desc', 'views:desc'], ['relevance:desc']],
    ['', ['views:desc'], ['views:desc']],
    ['search=%20', ['views:desc'], ['views:desc']],
    [
      'search=a&sortBy=relevance:ASC&sortBy=title:DESC',
      ['relevance:asc', 'title:desc'],
      ['relevance:asc', 'title:desc'],
    ],
    ['search=a&sortBy=title:DESC', ['title:desc'], ['title:desc']],
  ])('?%s is sorted, and shows it', (source, sort, told) => {
    const plan = planOf(source, own('with a rank'))
    expect([sortOf(plan.sort), sortOf(plan.toldSort)]).toEqual([sort, told])
  })

  test.each(['sortBy=relevance:ASC', 'search=%20&sortBy=relevance:ASC'])('?%s needs a term', (source) => {
    expect(refusalOf(source, own('with a rank'))).toEqual([
      'sort.needs_search',
      `Sort for field 'relevance' needs a search term.`,
    ])
    expect(refusalOf(source, own('without'))).toEqual([
      'sort.not_configured',
      `Sort for field 'relevance' is not configured.`,
    ])
  })

  test('needs no field that is searchable', () => {
    const config = { ...own('without'), searchable: new Map() }
    expect(planOf('search=a', config).search).toMatchObject({ term: 'a', fields: [] })
    expect(refusalOf('search=a', { ...config, searchWith: null })?.[0]).toBe('search.not_configured')
  })

  test('is not sorted by a rank that the host does not give for this term', () => {
    const config = resolvedConfig(
      begin()
        .searchWith(({ term }) => ({ where: sql`true`, rank: term === 'plain' ? undefined : sql`1` }))
        .build(),
    )
    expect(sortOf(askedPlanOf('search=plain', config).sort)).toEqual(['views:desc'])
    expect(sortOf(askedPlanOf('search=plain', config).toldSort)).toEqual(['views:desc'])
    expect(sortOf(askedPlanOf('search=a', config).sort)).toEqual(['relevance:desc', 'views:desc'])
  })

  test('is asked by the calls that send statements alone, and not without a term', () => {
    const config = own('without')
    expect(planOf('search=%20b', config).search?.host).not.toBeNull()
    terms.length = 0
    expect(planOf('search=%20b', config).search?.host).not.toBeNull()
    expect(askedPlanOf('sortBy=title:ASC', config).search).toBeNull()
    expect(terms).toEqual([])
    expect(askedPlanOf('search=%20b', config).search?.host).not.toBeNull()
    expect(terms).toEqual(['b'])
  })

  test('sorts by a distance the nearest first, and by nothing else where the request names no sort', () => {
    const near = resolvedConfig(
      begin()
        .searchWith(({ term }) => ({ distance: sql`length(title) - length(${term})` }))
        .build(),
    )
    const told = (source: string) =>
      [planOf(source, near), askedPlanOf(source, near)].map(({ toldSort }) => sortOf(toldSort))
    for (const [source, sort, shown] of [
      ['search=a', ['relevance:asc'], ['relevance:desc']],
      [
        'search=a&sortBy=relevance:ASC&sortBy=views:ASC',
        ['relevance:desc', 'views:asc'],
        ['relevance:asc', 'views:asc'],
      ],
      ['search=a&sortBy=views:ASC', ['views:asc'], ['views:asc']],
    ] as const) {
      expect(sortOf(askedPlanOf(source, near).sort)).toEqual(sort)
      expect(told(source)).toEqual([shown, shown])
    }
  })

  // R16.1.3: the answer to this term has no rank, nor has that to any other.
  test.each<[source: string, refused: string | null]>([
    ['search=a&sortBy=title:ASC&sortBy=Relevance:DESC', 'Relevance'],
    ['search=a&sortBy=relevance:ASC', 'relevance'],
    ['search=a&sortBy=title:ASC', null],
    ['search=a', null],
  ])('without a rank: ?%s', (source, refused) => {
    const refusal = refused === null ? null : ['sort.not_configured', `Sort for field '${refused}' is not configured.`]
    expect(refusalOf(source, own('without'))).toEqual(refusal)
    const planned = askedPlan(normalizeQuery(PaginateQuery.from(source)), own('without'), null)
    if (isPromiseLike(planned)) throw new Error('not planned at once')
    expect(planned.ok ? null : [planned.refusal.code, planned.refusal.message]).toEqual(refusal)
  })

  test('a term without a rank is sorted by what else the request names, where other terms have one', () => {
    const config = resolvedConfig(
      begin()
        .searchWith(({ term }) => ({ where: sql`true`, rank: term === 'plain' ? undefined : sql`1` }))
        .build(),
    )
    expect(sortOf(askedPlanOf('search=plain&sortBy=relevance:DESC&sortBy=title:ASC', config).sort)).toEqual([
      'title:asc',
    ])
  })

  test('a cursor of an order by rank is checked once the rank is known', () => {
    const config = resolvedConfig(
      begin()
        .searchWith(() => ({ where: sql`true`, rank: sql`1` }))
        .withCursors()
        .build(),
    )
    const { walk } = askedPlanOf('search=a', config)
    if (walk === null) throw new Error('no order')
    expect(sortOf(walk.order)).toEqual(['relevance:desc', 'views:desc', 'id:asc'])
    const query = normalizeQuery(PaginateQuery.from('search=a'))
    const content = { print: orderPrint(walk.order), texts: ['1', '5', '7'] }
    const planned = askedPlan(query, config, openedCursor(query, { side: 'after', content }))
    if (isPromiseLike(planned) || !planned.ok) throw new Error('not planned at once')
    expect(planned.value.walk?.position?.side).toBe('after')
    expect(refusalOf(`search=b&after=${writeCursor(content)}`, config)?.[0]).toBe('cursor.order_changed')
  })

  test('one answer serves the calls that share a query', () => {
    const config = own('with a rank')
    terms.length = 0
    const shared = { ...normalizeQuery(PaginateQuery.from('search=shared')), searched: new Map() }
    for (const query of [shared, shared, normalizeQuery(PaginateQuery.from('search=own'))])
      void askedPlan(query, config, config.cursors?.openNow(query) ?? null)
    expect(terms).toEqual(['shared', 'own'])
  })

  test('gives way to searchBy', () => {
    const { search } = planOf('search=a&searchBy=title', own('with a rank'))
    expect([search?.host, search?.fields.map(({ name }) => name)]).toEqual([null, ['title']])
  })
})

describe('sort', () => {
  // R3.4.1: in a query built by hand, an entry may be anything.
  test.each<[unknown, string]>([
    [5, '5'],
    [5n, '5'],
    [true, 'true'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ toString: () => 'x' }, '[object]'],
    [Symbol('x'), '[symbol]'],
    ['title:ascending', 'title:ascending'],
    [':ASC', ':ASC'],
  ])('%s is malformed', (entry, shown) => {
    expect(refusalOf({ sortBy: [entry] })).toEqual([
      'sort.malformed',
      `Sort '${shown}' must have the form 'field:ASC' or 'field:DESC'.`,
    ])
    expect(refusalOf({ searchBy: [entry] })).toEqual([
      'search_by.not_configured',
      `Search for field '${shown}' is not configured.`,
    ])
  })
})

test.each<[source: string, bounds: object, message: string]>([
  ['sortBy=title:ASC&sortBy=views:ASC', { maxSortFields: 1 }, "'sortBy' must not be repeated more than 1 time."],
  ['search=abc', { maxSearchLength: 1 }, "'search' must have at most 1 character."],
  [
    'filter.views=$eq:1&filter.views=$eq:2',
    { maxFilterConditions: 1 },
    "'filter' must not have more than 1 criterion.",
  ],
])('a bound of one, in words: %s', (source, bounds, message) => {
  expect(refusalOf(source, { ...list, ...bounds })?.[1]).toBe(`Query parameter ${message}`)
})

test('as many sort fields as are allowed, and no more', () => {
  const two = { ...list, maxSortFields: 2 }
  expect(refusalOf('sortBy=title:ASC&sortBy=views:ASC', two)).toBeNull()
  expect(refusalOf('sortBy=title:ASC&sortBy=views:ASC&sortBy=title:ASC', two)?.[0]).toBe('sort.too_many_fields')
})

test.each<[source: string, searchBy: string[]]>([
  ['search=a&searchBy=nope&searchBy=nope', []],
  ['search=a', []],
])('searchBy is not looked at where the list ignores it: %s', (source, searchBy) => {
  const { search, searchBy: told } = planOf(source, { ...list, ignoreSearchBy: true })
  expect(search?.fields.map(({ name }) => name)).toEqual(['title', 'body'])
  expect(told).toEqual(searchBy)
})

// A default filter applies where the request has no criterion on its field.
describe('default filters', () => {
  const config = resolvedConfig(
    begin().defaultFilter('grade', { $eq: 'a' }).defaultFilter('views', { $eq: 1 }).withFilterExpressions().build(),
  )
  test.each<[source: string, filters: string[]]>([
    ['', ['grade=$eq:a', 'views=$eq:1']],
    ['filter.title=$eq:x', ['title=$eq:x', 'grade=$eq:a', 'views=$eq:1']],
    ['filter.Views=$eq:2', ['views=$eq:2', 'grade=$eq:a']],
    ['filter=views=$eq:2 OR NOT (grade=$eq:b)', []],
    ['filter=title=$eq:x AND NOT grade=$eq:b', ['views=$eq:1']],
    ['filter.views=$eq:3&filter=grade=$eq:b', ['views=$eq:3']],
  ])('?%s', (source, filters) => {
    const told = planOf(source, config).filters.map(
      ({ filterable, texts }) => `${filterable.field.name}=${texts.join()}`,
    )
    expect(told).toEqual(filters)
  })
})

test.each([[{ filter: 'status' }], [new Map()], [[]]])('%o is no query, which is a mistake of the program', (given) => {
  expect(() => createPlan(normalizeQuery(given as never), list)).toThrow(PaginateConfigError)
})

describe('paging', () => {
  // R2.2.5
  test.each<[source: string, code: string | null]>([
    ['page=2', null],
    ['page=2&limit=11', 'page.offset_too_deep'],
    ['page=11&limit=1', null],
    ['page=12&limit=1', 'page.offset_too_deep'],
    ['page=3', 'page.offset_too_deep'],
    ['limit=-1', null],
    ['limit=20', null],
    ['limit=21', 'limit.out_of_range'],
  ])('?%s of a list that skips at most 10 rows', (source, code) => {
    expect(refusalOf(source, { ...list, maxOffset: 10 })?.[0] ?? null).toBe(code)
    if (code === 'page.offset_too_deep') expect(refusalOf(source)).toBeNull()
  })

  test.each<[string, number, number | null, number]>([
    ['', 1, 10, 0],
    ['page=3', 3, 10, 20],
    ['page=3&limit=20', 3, 20, 40],
    ['limit=-1', 1, null, 0],
  ])('?%s', (source, page, limit, offset) => {
    expect(planOf(source)).toMatchObject({ page, limit, offset })
  })
})

test('a list with cursors plans its order, and no position without a cursor', () => {
  const { walk } = planOf('sortBy=title:ASC', resolvedConfig(begin().withCursors().build()))
  expect(walk?.position).toBeNull()
  expect(walk && sortOf(walk.order)).toEqual(['title:asc', 'id:asc'])
  expect(planOf('').walk).toBeNull()
})

// R21.1.1
test.each<[sent: string, near: string | null]>([
  ['pages', 'page'],
  ['limits', 'limit'],
  ['sort', 'sortBy'],
  ['serach', 'search'],
  ['searchbi', 'searchBy'],
  ['filters', 'filter'],
  ['field', 'fields'],
  ['aftr', null],
])('on a strict list of numbered pages %s is near %s', (sent, near) => {
  const strict = resolvedConfig(begin({ strictParameters: true }).withFilterExpressions().selectable().build())
  const message = `Query parameter '${sent}' is not known${near === null ? '' : `; did you mean '${near}'?`}`
  expect(refusalOf(`${sent}=x`, strict)).toEqual(['parameter.unknown', near === null ? `${message}.` : message])
})

describe('parameters of a strict list with cursors', () => {
  const strict = resolvedConfig(
    begin({ strictParameters: true, ownParameters: ['lang'] })
      .withCursors()
      .build(),
  )

  // R21.1.1
  test.each<[sent: string, near: string]>([
    ['aftr', 'after'],
    ['befor', 'before'],
    ['limits', 'limit'],
    ['sort', 'sortBy'],
    ['serach', 'search'],
    ['searchbi', 'searchBy'],
    ['langs', 'lang'],
  ])('%s is near %s', (sent, near) => {
    expect(refusalOf(`${sent}=x`, strict)).toEqual([
      'parameter.unknown',
      `Query parameter '${sent}' is not known; did you mean '${near}'?`,
    ])
  })

  test('a page is no name that is near', () => {
    expect(refusalOf('pages=2', strict)).toEqual(['parameter.unknown', `Query parameter 'pages' is not known.`])
  })
})

// R1.2.7
test.each([null, '', {}])('%j under a name of filters is not an object with a field', (value) => {
  expect(refusalOf({ unread: [{ name: 'filter', value }] })).toBeNull()
})

// R13.1.21
test.each<[value: unknown, isRefused: boolean]>([
  ['a', true],
  [' ', false],
  [['a', 'b'], true],
  [undefined, true],
])('cursor=%j of a list with cursors, in a query built by hand', (value, isRefused) => {
  const config = resolvedConfig(begin().withCursors().build())
  expect(refusalOf({ unread: [{ name: 'cursor', value }] }, config)?.[0] ?? null).toBe(
    isRefused ? 'page.not_supported' : null,
  )
  expect(refusalOf({ unread: [{ name: 'cursor', value }] })).toBeNull()
})
