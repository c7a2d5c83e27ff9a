// What is refused, with which words, and in which order: R3, R4.1 and R4.3 of docs/reference/contract.md.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, PaginateQuery, PaginateQueryError } from '../../../src/index.js'
import {
  type ArticleList,
  articleList,
  entryPoints,
  listOf,
  type Query,
  refusalOf,
} from '../../support/article-list.js'
import { countRefused } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const enc = encodeURIComponent
const page = (message: string, code: string) => ({ message, code, parameter: 'page' })
const notPositivePage = page("Query parameter 'page' must be a positive integer.", 'page.not_positive_integer')
const limit = (message: string, code: string) => ({ message, code, parameter: 'limit' })
const notPositiveLimit = limit("Query parameter 'limit' must be a positive integer.", 'limit.not_positive_integer')
const limitRange = limit("Query parameter 'limit' must be between 1 and 100.", 'limit.out_of_range')
const sort = (field: string) => ({
  message: `Sort for field '${field}' is not configured.`,
  code: 'sort.not_configured',
  parameter: 'sortBy',
})
const filter = (field: string, code: string, message: string) => ({
  message,
  code: `filter.${code}`,
  parameter: `filter.${field}`,
})
const unknownFilter = (field: string) =>
  filter(field, 'not_configured', `Filter for field '${field}' is not configured.`)
const notAllowed = (field: string, operator: string) =>
  filter(field, 'operator_not_allowed', `Filter '${field}' does not allow operator '${operator}'.`)
const missingColon = (field: string) =>
  filter(field, 'malformed', `Filter '${field}' must use the format '$operator:value'.`)
const leading = (connector: string) =>
  filter(
    'status',
    'leading_connector',
    `Filter 'status' must not begin with '${connector}'; a connector joins a criterion to the one before it.`,
  )

interface Refused {
  readonly message: string | RegExp
  readonly code: string
  readonly parameter: string
}
const anyMessage = (code: string, parameter: string): Refused => ({ message: /^[A-Z].*\.$/, code, parameter })

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length} characters)` : text)

const refusedTexts: readonly (readonly [text: string, expected: Refused])[] = [
  // R3.3.1, R1.1.7
  ...[
    '0',
    '-1',
    '%2B2',
    '+2',
    '2+',
    '2.0',
    'abc',
    '%202',
    '2%20',
    '%0A2',
    '0x2',
    '1e1',
    '٢',
    '２',
    '2147483648',
    '9'.repeat(400),
    '00',
    '-0',
    '2,3',
    'NaN',
    'null',
  ].map((text) => [`page=${text}`, notPositivePage] as const),
  // R3.3.2, R1.1.7
  ...['0', '-2', '2.0', 'abc', '%2B2', '+2', '%205', '5%20', '1e1', '-01', '-1.0', '٢', '00', '-0', '-'].map(
    (text) => [`limit=${text}`, notPositiveLimit] as const,
  ),
  // R3.3.3, R2.2.5
  ...['101', '0101', '2147483647', '2147483648', '9'.repeat(400), '-1'].map(
    (text) => [`limit=${text}`, limitRange] as const,
  ),
  // R3.4.1, R1.1.4
  ...[
    'title',
    'title:',
    'title:up',
    ':ASC',
    'title:ASC,views:DESC',
    'title%20ASC',
    'title:ASC%20',
    'title:%20ASC',
    'title:ASCENDING',
    ':',
    'title:ASC:DESC',
    'title::DESC',
  ].map((text) => [`sortBy=${text}`, anyMessage('sort.malformed', 'sortBy')] as const),
  // R3.4.4
  ['sortBy=nope:ASC', sort('nope')],
  ['sortBy=NoPe:asc', sort('NoPe')],
  ['sortBy=createdAt:ASC', sort('createdAt')],
  ['sortBy=slug:ASC', sort('slug')],
  ['sortBy=author:ASC', sort('author')],
  ['sortBy=reviewer:ASC', sort('reviewer')],
  ['sortBy=%20title:ASC', sort(' title')],
  ['sortBy=title:ASC&sortBy=nope:ASC', sort('nope')],
  [
    // R3.4.3, R2.2.3
    'sortBy=id:ASC&sortBy=id:ASC&sortBy=id:ASC&sortBy=id:ASC&sortBy=id:ASC&sortBy=id:ASC',
    anyMessage('sort.too_many_fields', 'sortBy'),
  ],
  // R3.5.4, R2.2.2
  [`search=${'x'.repeat(257)}`, anyMessage('search.too_long', 'search')],
  [`search=%20${'%F0%9F%8E%89'.repeat(257)}%20`, anyMessage('search.too_long', 'search')],
  // R3.5.6, R1.1.4
  ['searchBy=nope', anyMessage('search_by.not_configured', 'searchBy')],
  ['searchBy=views', anyMessage('search_by.not_configured', 'searchBy')],
  ['searchBy=slug', anyMessage('search_by.not_configured', 'searchBy')],
  ['searchBy=title,body', anyMessage('search_by.not_configured', 'searchBy')],
  ['searchBy=title&searchBy=title', anyMessage('search_by.repeated', 'searchBy')],
  ['searchBy=title&searchBy=TITLE', anyMessage('search_by.repeated', 'searchBy')],
  ['search=x&searchBy=title&searchBy=TITLE', anyMessage('search_by.repeated', 'searchBy')],
  // R4.1.4, R2.5.1
  ['filter.nope=$eq:1', unknownFilter('nope')],
  ['filter.NoPe=$eq:1', unknownFilter('NoPe')],
  ['filter.hidden=$eq:true', unknownFilter('hidden')],
  ['filter.HIDDEN=$eq:true', unknownFilter('HIDDEN')],
  ['filter.slug=$eq:a', unknownFilter('slug')],
  ['filter.author=$eq:a', unknownFilter('author')],
  ['filter.%20title=$eq:a', unknownFilter(' title')],
  ['filter.hidden=garbage', unknownFilter('hidden')],
  ['filter.hidden=$or:$eq:x', unknownFilter('hidden')],
  // R4.1.2
  ['filter.title=', anyMessage('filter.malformed', 'filter.title')],
  ['filter.title=hello', anyMessage('filter.malformed', 'filter.title')],
  ['filter.title=eq:hello', anyMessage('filter.malformed', 'filter.title')],
  ['filter.title=$not', anyMessage('filter.malformed', 'filter.title')],
  ['filter.title=$not:', anyMessage('filter.malformed', 'filter.title')],
  ['filter.title=$not:hello', anyMessage('filter.malformed', 'filter.title')],
  ['filter.title=%20$eq:hello', anyMessage('filter.malformed', 'filter.title')],
  ['filter.TITLE=$ne:hello', anyMessage('filter.operator_unknown', 'filter.title')],
  ['filter.title=$eq%20:hello', anyMessage('filter.operator_unknown', 'filter.title')],
  ['filter.title=$', anyMessage('filter.operator_unknown', 'filter.title')],
  ['filter.title=$constructor:x', anyMessage('filter.operator_unknown', 'filter.title')],
  // R4.1.6
  ['filter.status=$or:$eq:draft', leading('$or')],
  ['filter.status=$and:$eq:draft', leading('$and')],
  ['filter.STATUS=$OR:$EQ:draft', leading('$or')],
  ['filter.status=$and:$or:$eq:draft', leading('$or')],
  ['filter.status=$or:$and:$eq:draft', leading('$and')],
  ['filter.status=$not:$or:$eq:draft', leading('$or')],
  ['filter.status=$or:$not:$eq:draft', leading('$or')],
  // R4.1.5
  ['filter.title=$lt:a', notAllowed('title', '$lt')],
  ['filter.TITLE=$LT:a', notAllowed('title', '$lt')],
  ['filter.title=$not:$lt:a', notAllowed('title', '$lt')],
  ['filter.views=$sw:1', notAllowed('views', '$sw')],
  ['filter.views=$ew:1', notAllowed('views', '$ew')],
  ['filter.views=$ilike:1', notAllowed('views', '$ilike')],
  ['filter.status=$null', notAllowed('status', '$null')],
  ['filter.isFeatured=$in:true', notAllowed('isFeatured', '$in')],
  ['filter.isFeatured=$ilike:true', notAllowed('isFeatured', '$ilike')],
  [
    // R4.3.10, R4.1.5
    'filter.views=$contains:1',
    filter(
      'views',
      'operator_not_supported',
      "Filter 'views' supports '$contains' only for string or collection fields.",
    ),
  ],
  [
    'filter.isFeatured=$contains:1',
    filter(
      'isFeatured',
      'operator_not_supported',
      "Filter 'isFeatured' supports '$contains' only for string or collection fields.",
    ),
  ],
  [
    'filter.status=$contains:1',
    filter(
      'status',
      'operator_not_supported',
      "Filter 'status' supports '$contains' only for string or collection fields.",
    ),
  ],
  // R4.3.11, R4.1.5
  ...['$lt', '$lte', '$gt', '$gte', '$btw'].map(
    (operator) =>
      [
        `filter.ISFEATURED=${operator}:true`,
        filter(
          'isFeatured',
          'operator_not_supported',
          "Filter 'isFeatured' does not support comparison operators for type 'Boolean'.",
        ),
      ] as const,
  ),
  [
    'filter.isFeatured=$not:$gt:true',
    filter(
      'isFeatured',
      'operator_not_supported',
      "Filter 'isFeatured' does not support comparison operators for type 'Boolean'.",
    ),
  ],
  [
    'filter.section=$gt:news',
    filter(
      'section',
      'operator_not_supported',
      "Filter 'section' does not support comparison operators for type 'Enum'.",
    ),
  ],
  [
    'filter.tags=$gt:a',
    filter(
      'tags',
      'operator_not_supported',
      "Filter 'tags' does not support comparison operators for type 'Collection'.",
    ),
  ],
  ['filter.tags=$in:a', notAllowed('tags', '$in')],
  ['filter.reviewer=$sw:a', notAllowed('reviewer', '$sw')],
  // R4.3.2, R4.1.7
  ['filter.title=$in', filter('title', 'values_required', "Filter 'title' requires at least one '$in' value.")],
  ['filter.title=$in:', filter('title', 'values_required', "Filter 'title' requires at least one '$in' value.")],
  ['filter.VIEWS=$not:$in:', filter('views', 'values_required', "Filter 'views' requires at least one '$in' value.")],
  [
    'filter.reviewer=$in:',
    filter('reviewer', 'values_required', "Filter 'reviewer' requires at least one '$in' value."),
  ],
  // R4.3.9, R4.1.7
  [
    'filter.tags=$contains:',
    filter('tags', 'values_required', "Filter 'tags' requires at least one '$contains' value."),
  ],
  [
    'filter.tags=$contains',
    filter('tags', 'values_required', "Filter 'tags' requires at least one '$contains' value."),
  ],
  // R4.3.3
  ['filter.body=$null:x', filter('body', 'value_not_taken', "Filter 'body' does not take a value for '$null'.")],
  ['filter.body=$not:$null:x', filter('body', 'value_not_taken', "Filter 'body' does not take a value for '$null'.")],
  ['filter.body=$null:%20', filter('body', 'value_not_taken', "Filter 'body' does not take a value for '$null'.")],
  ['filter.body=$null::', filter('body', 'value_not_taken', "Filter 'body' does not take a value for '$null'.")],
  // R4.3.12
  ...['', ':', ':1', ':1,', ':,2', ':,', ':1,2,3', ':1,2,'].map(
    (values) =>
      [
        `filter.views=$btw${values}`,
        /^:1,$|^:,2$|^:,$/.test(values)
          ? anyMessage('filter.value_empty', 'filter.views')
          : filter('views', 'two_values_required', "Filter 'views' requires exactly two '$btw' values."),
      ] as const,
  ),
  [
    'filter.title=$btw:a,b,c',
    filter('title', 'two_values_required', "Filter 'title' requires exactly two '$btw' values."),
  ],
  // R5.1.2, R5.1.1
  ['filter.views=$eq:', anyMessage('filter.value_empty', 'filter.views')],
  // R4.1.7
  ...['title', 'views', 'isPinned', 'status', 'likes', 'commentCount'].flatMap((field) =>
    ['$eq', '$not:$eq', '$NOT:$EQ'].map((text) => [`filter.${field}=${text}`, missingColon(field)] as const),
  ),
  ...['$sw', '$ew', '$ilike', '$contains'].map((text) => [`filter.title=${text}`, missingColon('title')] as const),
  ...['$gt', '$gte', '$lt', '$lte'].map((text) => [`filter.views=${text}`, missingColon('views')] as const),
  ['filter.reviewer=$eq', missingColon('reviewer')],
  ['filter.title=$eq:a&filter.title=$or:$eq', missingColon('title')],
  [
    'filter.title=$or:$eq',
    filter(
      'title',
      'leading_connector',
      "Filter 'title' must not begin with '$or'; a connector joins a criterion to the one before it.",
    ),
  ],
  ['filter.title=$lt', notAllowed('title', '$lt')],
  ['filter.likes=$eq:', anyMessage('filter.value_empty', 'filter.likes')],
  ['filter.likes=$in:1,', anyMessage('filter.value_empty', 'filter.likes')],
  ['filter.likes=$in:,', anyMessage('filter.value_empty', 'filter.likes')],
  ['filter.isPinned=$eq:', anyMessage('filter.value_empty', 'filter.isPinned')],
  ['filter.status=$eq:', anyMessage('filter.value_empty', 'filter.status')],
  ['filter.views=$eq:abc', anyMessage('filter.value_invalid', 'filter.views')],
  ['filter.views=$in:1,abc', anyMessage('filter.value_invalid', 'filter.views')],
  ['filter.isPinned=$eq:1', anyMessage('filter.value_invalid', 'filter.isPinned')],
  ['filter.status=$eq:draft,review', anyMessage('filter.value_invalid', 'filter.status')],
  ['filter.status=$eq:0', anyMessage('filter.value_invalid', 'filter.status')],
  ['filter.status=$eq:%20draft', anyMessage('filter.value_invalid', 'filter.status')],
  ['filter.commentCount=$eq:x', anyMessage('filter.value_invalid', 'filter.commentCount')],
  // R2.2.6, R3.2.3
  [
    Array.from({ length: 101 }, () => 'filter.title=$eq:a').join('&'),
    anyMessage('filter.too_many_conditions', 'filter'),
  ],
  [
    `filter.views=$in:${Array.from({ length: 1001 }, () => '1').join(',')}`,
    anyMessage('filter.too_many_values', 'filter.views'),
  ],
  [
    `filter.tags=$contains:${Array.from({ length: 1001 }, () => '1').join(',')}`,
    anyMessage('filter.too_many_values', 'filter.tags'),
  ],
]

/** One mistake per check, in the order of R3.2.1. */
const mistakes: readonly (readonly [check: string, text: string, code: string])[] = [
  ['page', 'page=x', 'page.not_positive_integer'],
  ['limit', 'limit=0', 'limit.not_positive_integer'],
  ['page against an unlimited read', 'limit=-1&page=2', 'page.unlimited'],
  ['sortBy', 'sortBy=nope:ASC', 'sort.not_configured'],
  ['search', `search=${'x'.repeat(300)}`, 'search.too_long'],
  ['searchBy', 'searchBy=nope', 'search_by.not_configured'],
  ['filters', 'filter.nope=$eq:1', 'filter.not_configured'],
  ['offset depth', 'page=1000', 'page.offset_too_deep'],
]

describe.each(dialects)('Refusals on $name', (engine) => {
  let database: TestDatabase
  let config: ArticleList
  beforeAll(async () => {
    database = await engine.open()
    config = articleList(database)
  })
  afterAll(() => database.close())

  // R3.1.1, R3.1.3, R3.1.4, R3.1.5
  test.each(refusedTexts.map(([text, expected]) => [short(text), text, expected] as const))(
    '?%s is refused before any statement',
    async (_title, text, { message, code, parameter }) => {
      const { value: error, statements } = await countRefused(database, () =>
        paginate(database.db, PaginateQuery.from(text), config),
      )
      expect(error).toBeInstanceOf(PaginateQueryError)
      expect(error).toMatchObject({ status: 400, name: 'PaginateQueryError', code, parameter })
      const { message: said } = error as PaginateQueryError
      if (typeof message === 'string') expect(said).toBe(message)
      else expect(said).toMatch(message)
      expect(said.length).toBeLessThan(300)
      expect(statements).toEqual([])
    },
  )

  test.each(entryPoints)('%s refuses each request with the same words', async (_name, call) => {
    for (const [text] of refusedTexts) {
      const query = PaginateQuery.from(text)
      expect(await refusalOf(() => call(database, query, config)), text).toEqual(
        await refusalOf(() => paginate(database.db, query, config)),
      )
    }
  })

  // R1.2.7
  test.each<[string, unknown, string, string]>([
    [
      'the filters of a query built by hand',
      { page: 'x', filters: { status: '$eq:draft' } },
      'filters',
      'filter.status',
    ],
    ['a nested filter', { filter: { status: '$eq:draft', views: '$gte:1' } }, 'filter', 'filter.status'],
    [
      'a nested filter, as a parser without prototypes makes it',
      { filter: Object.assign(Object.create(null), { a: { $eq: '1' } }) },
      'filter',
      'filter.a',
    ],
    ['a list of nested filters', { filters: [{ hidden: 'x' }] }, 'filters', 'filter.hidden'],
    ['a name that needs escaping', { filter: { 'a\n': '' } }, 'filter', 'filter.a\\u000a'],
  ])('%s in place of parameters is refused, not ignored', async (_title, source, parameter, hint) => {
    const { value: error, statements } = await countRefused(database, () =>
      paginate(database.db, PaginateQuery.from(source as never), config),
    )
    expect(error).toMatchObject({
      name: 'PaginateQueryError',
      code: 'parameter.nested',
      parameter,
      message: `Query parameter '${parameter}' must not be an object; write it as '${hint}'.`,
    })
    expect(statements).toEqual([])
  })

  test('text under these names, and objects under others, are ignored', async () => {
    const source = { filter: 'status', filters: ['a', 'b'], filterBy: { status: 'draft' }, lang: { a: 'b' } }
    expect(await paginate(database.db, PaginateQuery.from(source as never), config)).toEqual(
      await paginate(database.db, {}, config),
    )
  })

  // R3.1.7, R2.6.1
  test.each(entryPoints)('%s cannot tell a gated declaration from an unknown one', async (_name, call) => {
    const pairs: readonly (readonly [gated: string, unknown: string])[] = [
      ['filter.hidden=$eq:true', 'filter.xidden=$eq:true'],
      ['filter.Hidden=$gt:true', 'filter.Xidden=$gt:true'],
      ['filter.hidden=nonsense', 'filter.xidden=nonsense'],
      ['filter.hidden=$or:$eq:true', 'filter.xidden=$or:$eq:true'],
      ['sortBy=createdAt:ASC', 'sortBy=xreatedAt:ASC'],
      ['sortBy=CREATEDAT:desc', 'sortBy=XREATEDAT:desc'],
      ['searchBy=slug', 'searchBy=xlug'],
    ]
    for (const [gated, unknown] of pairs) {
      const ofGated = await refusalOf(() => call(database, PaginateQuery.from(gated), config))
      const ofUnknown = await refusalOf(() => call(database, PaginateQuery.from(unknown), config))
      const spell = (text: string): string =>
        text
          .replaceAll('xidden', 'hidden')
          .replaceAll('Xidden', 'Hidden')
          .replace('xreatedAt', 'createdAt')
          .replace('XREATEDAT', 'CREATEDAT')
          .replace('xlug', 'slug')
      expect(ofGated).toEqual(JSON.parse(spell(JSON.stringify(ofUnknown))))
    }
  })

  // R2.6.1, R2.4.2
  test('a moderator reaches what is gated', async () => {
    const full = articleList(database, { moderate: true })
    const query = PaginateQuery.from('filter.HIDDEN=$eq:TRUE&sortBy=CREATEDAT:asc&search=article-2&searchBy=SLUG')
    const { items, meta } = await paginate(database.db, query, full)
    expect(items.map((item) => item.id)).toEqual([20, 21])
    expect(meta).toMatchObject({ filter: { hidden: ['$eq:TRUE'] }, sortBy: ['createdAt:ASC'], searchBy: ['slug'] })
  })

  // R3.2.1
  describe('of several mistakes', () => {
    const guarded = () =>
      listOf(database)
        .sortable('id')
        .searchable('title')
        .filterable('views', '$eq')
        .withMaxOffset(10)
        .allowUnlimited(100)
        .build()
    for (const [index, [first, firstText, code]] of mistakes.entries()) {
      for (const [second, secondText] of mistakes.slice(index + 1)) {
        // A page cannot be unreadable and past 1, nor a limit.
        if ((first === 'page' || first === 'limit') && second.startsWith('page against')) continue
        if (first === 'page' && second === 'offset depth') continue
        if (first.startsWith('page against') && second === 'offset depth') continue
        test(`${first} is reported before ${second}`, async () => {
          for (const text of [`${firstText}&${secondText}`, `${secondText}&${firstText}`]) {
            expect((await refusalOf(() => paginate(database.db, PaginateQuery.from(text), guarded()))).code).toBe(code)
          }
        })
      }
    }

    test.each<[string, string, string]>([
      // R3.2.2
      ['filters are checked in the order the fields first appeared', 'filter.b=$eq:1&filter.a=$eq:1', 'filter.b'],
      ['integer-like names keep their place too', 'filter.b=$eq:1&filter.1=$eq:1', 'filter.b'],
      [
        'a field takes the place of its first case variant',
        'filter.views=$eq:1&filter.z=$eq:1&filter.VIEWS=$eq:x',
        'filter.views',
      ],
    ])('%s', async (_title, text, parameter) => {
      expect((await refusalOf(() => paginate(database.db, PaginateQuery.from(text), guarded()))).parameter).toBe(
        parameter,
      )
    })
  })

  test.each<[string, Query, string, string]>([
    // R1.2.5, R1.2.4
    ['a page of 0', { page: 0 }, 'page.not_positive_integer', 'page'],
    ['a page of 1.5', { page: 1.5 }, 'page.not_positive_integer', 'page'],
    ['a page of NaN', { page: Number.NaN }, 'page.not_positive_integer', 'page'],
    ['an infinite page', { page: Infinity }, 'page.not_positive_integer', 'page'],
    ['a page past 32 bits', { page: 2_147_483_648 }, 'page.not_positive_integer', 'page'],
    ['a page as text', { page: '2' as never }, 'page.not_positive_integer', 'page'],
    ['a page of null', { page: null as never }, 'page.not_positive_integer', 'page'],
    ['a limit of 0', { limit: 0 }, 'limit.out_of_range', 'limit'],
    ['a limit of -1', { limit: -1 }, 'limit.out_of_range', 'limit'],
    ['a limit of -2', { limit: -2 }, 'limit.out_of_range', 'limit'],
    ['a limit of 101', { limit: 101 }, 'limit.out_of_range', 'limit'],
    ['a limit of 1.5', { limit: 1.5 }, 'limit.not_positive_integer', 'limit'],
    ['a limit of NaN', { limit: Number.NaN }, 'limit.not_positive_integer', 'limit'],
    ['a limit as text', { limit: '2' as never }, 'limit.not_positive_integer', 'limit'],
    ['an entry of sortBy that is no text', { sortBy: [5 as never] }, 'sort.malformed', 'sortBy'],
    ['sortBy without a direction', { sortBy: ['title'] }, 'sort.malformed', 'sortBy'],
    ['a search that is no text', { search: 5 as never }, 'search.not_text', 'search'],
    ['an entry of searchBy that is no text', { searchBy: [null as never] }, 'search_by.not_configured', 'searchBy'],
    ['an unknown filter as one text', { filters: { nope: '$eq:1' } }, 'filter.not_configured', 'filter.nope'],
    ['a criterion that is no text', { filters: { title: [5 as never] } }, 'filter.malformed', 'filter.title'],
    [
      'a criterion that is an object',
      { filters: { title: [{ $eq: 'a' } as never] } },
      'filter.malformed',
      'filter.title',
    ],
    ['a leading connector', { filters: { title: ['$or:$eq:a'] } }, 'filter.leading_connector', 'filter.title'],
  ])('a query built by hand with %s is refused', async (_title, query, code, parameter) => {
    for (const given of [query, new PaginateQuery(query as never)]) {
      const { value: error, statements } = await countRefused(database, () => paginate(database.db, given, config))
      expect(error).toBeInstanceOf(PaginateQueryError)
      expect(error).toMatchObject({ code, parameter })
      expect(statements).toEqual([])
    }
  })

  // R3.3.3, R1.2.5
  // R3.1.5
  test.each<[place: string, text: string, message: string]>([
    ['a field of sortBy', `sortBy=${enc('a\u0000b:ASC')}`, "Sort for field 'a\\u0000b' is not configured."],
    [
      'an entry of sortBy',
      `sortBy=${enc('\u001b[31m')}`,
      "Sort '\\u001b[31m' must have the form 'field:ASC' or 'field:DESC'.",
    ],
    ['a field of searchBy', `searchBy=${enc('a\nb')}`, "Search for field 'a\\u000ab' is not configured."],
    [
      'a filtered field',
      `filter.${enc('a\u0085\u009f')}=$eq:1`,
      "Filter for field 'a\\u0085\\u009f' is not configured.",
    ],
    ['a token', `filter.title=${enc('$\u2028\u007f')}`, "Filter 'title' has an unknown operator '$\\u2028\\u007f'."],
    [
      'a value',
      `filter.status=$eq:${enc('\r\n\u0001')}`,
      "Filter 'status' has an invalid value '\\u000d\\u000a\\u0001': expected one of ",
    ],
    [
      'a long value',
      `filter.views=$eq:${enc(`\t${'9'.repeat(70)}`)}`,
      `Filter 'views' has an invalid value '\\u0009${'9'.repeat(63)}…': `,
    ],
  ])('control characters in %s are written as escapes', async (_place, text, message) => {
    expect(
      (await refusalOf(() => paginate(database.db, PaginateQuery.from(text), config))).message.startsWith(message),
    ).toBe(true)
  })

  // R3.2.3
  test.each<[title: string, text: string, code: string, parameter: string]>([
    [
      'criteria on a field that does not exist',
      Array(101).fill('filter.nope=x').join('&'),
      'filter.too_many_conditions',
      'filter',
    ],
    [
      'criteria that cannot be read',
      Array(101).fill('filter.title=x').join('&'),
      'filter.too_many_conditions',
      'filter',
    ],
    [
      'criteria over several fields',
      [...Array(100).fill('filter.title=$eq:a'), 'filter.views=x'].join('&'),
      'filter.too_many_conditions',
      'filter',
    ],
    [
      'values that cannot be read',
      `filter.VIEWS=$in:${Array(1001).fill('x').join(',')}`,
      'filter.too_many_values',
      'filter.views',
    ],
    ['empty values', `filter.views=$in:${','.repeat(1000)}`, 'filter.too_many_values', 'filter.views'],
  ])('how many there are is asked before what they say: %s', async (_title, text, code, parameter) => {
    expect(await refusalOf(() => paginate(database.db, PaginateQuery.from(text), config))).toMatchObject({
      code,
      parameter,
    })
  })

  test('messages of a limit name the configured ceiling', async () => {
    const small = listOf(database).withLimits(3, 7).build()
    expect((await refusalOf(() => paginate(database.db, { limit: 8 }, small))).message).toBe(
      "Query parameter 'limit' must be between 1 and 7.",
    )
    expect((await refusalOf(() => paginate(database.db, { limit: 0 }, small))).message).toBe(
      "Query parameter 'limit' must be between 1 and 7.",
    )
  })

  test("a configuration that is none is the developer's mistake, not a client's", async () => {
    await expect(paginate(database.db, {}, {} as never)).rejects.toMatchObject({ name: 'PaginateConfigError' })
  })
})
