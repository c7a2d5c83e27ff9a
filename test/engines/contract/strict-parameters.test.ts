// Strict lists: what they refuse, what they let pass, and what they suggest: R21.1 of docs/reference/contract.md.
import { max } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applyFilters,
  facetCounts,
  paginate,
  PaginateQuery,
  type PaginateQueryInput,
  paginateSelect,
  paginateSelectMap,
  streamRows,
  summarize,
} from '../../../src/index.js'
import { facetArray, filterArray, paginateArray } from '../../../src/entries/memory/index.js'
import { querySchema } from '../../../src/entries/openapi/index.js'
import { listOf, refusalOf } from '../../support/article-list.js'
import { countRefused } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const NOBODY = { moderate: false }
const strictly = (...ownParameters: string[]) => ({ strictParameters: true, ownParameters })
const list = (
  database: TestDatabase,
  settings: Parameters<typeof listOf>[1] = {},
  can: { readonly moderate: boolean } = NOBODY,
) =>
  listOf(database, settings)
    .sortable('id', 'title')
    .searchable('title')
    .filterable('status', '$eq')
    .filterable('views', '$gte')
    .when(can.moderate)
    .filterable('hidden', '$eq')
    .when(can.moderate)
    .sortable('createdAt')

describe.each(dialects)('Strict parameters on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => void (database = await engine.open()))
  afterAll(() => database.close())
  const strict = () => list(database, strictly('lang', 'utm_source')).build()

  // R21.1.1
  test.each<[text: string, name: string, near: string | null]>([
    ['filters.status=$eq:draft', 'filters.status', 'filter.status'],
    ['Filter.status=$eq:draft', 'Filter.status', 'filter.status'],
    ['filter%5Bstatus%5D=draft', 'filter[status]', 'filter.status'],
    ['filter_status=draft', 'filter_status', 'filter.status'],
    ['fitler.status=$eq:draft', 'fitler.status', 'filter.status'],
    ['filters.stauts=$eq:draft', 'filters.stauts', 'filter.status'],
    ['filters.nope=$eq:draft', 'filters.nope', null],
    ['status=draft', 'status', 'filter.status'],
    ['sort=title:ASC', 'sort', 'sortBy'],
    ['sortby=title:ASC', 'sortby', 'sortBy'],
    ['sort_by=title:ASC', 'sort_by', 'sortBy'],
    ['Page=2', 'Page', 'page'],
    ['pgae=2', 'pgae', 'page'],
    ['limits=2', 'limits', 'limit'],
    ['serach=x', 'serach', 'search'],
    ['searchby=title', 'searchby', 'searchBy'],
    ['Lang=de', 'Lang', 'lang'],
    ['utm-source=x', 'utm-source', 'utm_source'],
    ['offset=2', 'offset', null],
    ['q=x', 'q', null],
    ['filter=status', 'filter', null],
    ['filter.=x', 'filter.', null],
    ['=x', '', null],
    ['=', '', null],
    ['%20=x', ' ', null],
    ['after=x', 'after', null],
    ['__proto__=x', '__proto__', null],
    ['flag', 'flag', null],
    [`${'a'.repeat(70)}=x`, `${'a'.repeat(64)}…`, null],
    ['a%00b=x', 'a\\u0000b', null],
  ])('?%s is refused', async (text, name, near) => {
    const { value: error, statements } = await countRefused(database, () =>
      paginate(database.db, PaginateQuery.from(text), strict()),
    )
    expect(error).toMatchObject({
      name: 'PaginateQueryError',
      status: 400,
      code: 'parameter.unknown',
      parameter: new URLSearchParams(text).keys().next().value,
      message: `Query parameter '${name}' is not known${near === null ? '.' : `; did you mean '${near}'?`}`,
    })
    expect(statements).toEqual([])
  })

  // R21.1.2
  test('it is checked before everything else, in the order of the query string', async () => {
    const query = PaginateQuery.from('page=x&limit=x&filter.nope=$eq:1&nope=1&more=2')
    expect((await refusalOf(() => paginate(database.db, query, strict()))).parameter).toBe('nope')
    expect(await refusalOf(() => applyFilters(query, strict()))).toMatchObject({
      code: 'parameter.unknown',
      parameter: 'nope',
    })
    expect(await refusalOf(() => paginateArray([], query, strict(), { own: { values: {} } }))).toMatchObject({
      code: 'parameter.unknown',
    })
  })

  // R21.1.3
  test('what the list reads and what it allows passes', async () => {
    const text = 'page=1&limit=5&sortBy=id:ASC&search=a&searchBy=title&filter.status=$eq:draft&lang=de&utm_source=x'
    for (const source of [
      text,
      `/articles?${text}`,
      '/articles',
      '',
      '?',
      '/articles?&&lang=de&',
      { lang: ['de', 'en'] },
      { nope: undefined },
      { nope: [] },
    ]) {
      await paginate(database.db, PaginateQuery.from(source), strict())
    }
    const several = strict()
    expect((await paginate(database.db, PaginateQuery.from('lang=de&utm_source=x'), several)).meta.totalItems).toBe(24)
    expect((await refusalOf(() => paginate(database.db, PaginateQuery.from('lang=de&x=1'), several))).parameter).toBe(
      'x',
    )
  })

  // R21.1.5
  const ASKED = { filterExpression: 'status=$eq:draft', after: 'x', before: 'x', fields: ['id'] }
  test.each([
    ['filter', 'filterExpression', 'filter=status=$eq:draft'],
    ['after', 'after', 'after=x'],
    ['before', 'before', 'before=x'],
    ['fields', 'fields', 'fields=id'],
  ] as const)('?%s is refused as a member of a bound query, by every call', async (parameter, member, text) => {
    const refusal = {
      message: `Query parameter '${parameter}' is not known.`,
      code: 'parameter.unknown',
      parameter,
    }
    const { db, schema } = database
    const config = strict()
    const given: PaginateQueryInput = { [member]: ASKED[member] }
    const ofClient = { toURLSearchParams: () => new URLSearchParams(text) }
    const { title } = schema.articles
    const facets = { status: true } as const
    for (const query of [text, given, new PaginateQuery(given), PaginateQuery.from('limit=5').with(given), ofClient]) {
      const rows = streamRows(db, query, config)
      for (const call of [
        () => paginate(db, query, config),
        () => paginateSelect(db, query, config, { title }),
        () => paginateSelectMap(db, query, config, { title }, (row) => row.title),
        () => applyFilters(query, config),
        () => facetCounts(db, query, config, facets),
        () => summarize(db, query, config, { last: max(title) }),
        () => rows.next(),
        () => paginateArray([], query, config, { own: { values: {} } }),
        () => filterArray([], query, config, { own: { values: {} } }),
        () => facetArray([], query, config, facets, { own: { values: {} } }),
      ]) {
        const { value, statements } = await countRefused(database, call)
        expect(value).toMatchObject(refusal)
        expect(statements).toEqual([])
      }
    }
    const { issues } = querySchema(config)['~standard'].validate(given)
    expect(issues).toEqual([{ message: refusal.message, path: [member] }])
    // Members that are not there, parameters of the app, and lists that are not strict.
    const own = list(database, strictly(parameter)).build()
    const accepted: [query: PaginateQueryInput, list: typeof config][] = [
      [{ [member]: null }, config],
      [{ [member]: '' }, config],
      [{ fields: [] }, config],
      [new PaginateQuery(), config],
      [given, own],
      [given, list(database).build()],
    ]
    for (const [query, accepting] of accepted) expect((await paginate(db, query, accepting)).meta.totalItems).toBe(24)
  })

  // R21.1.5
  test('a bound query may have what the list declares', async () => {
    const { db } = database
    const begun = list(database, strictly())
    const expressions = begun.withFilterExpressions().build()
    expect(await paginate(db, { filterExpression: ASKED.filterExpression }, expressions)).toMatchObject({
      meta: { totalItems: 2 },
    })
    expect((await paginate(db, { fields: ASKED.fields, limit: 1 }, begun.selectable().build())).items).toEqual([
      { id: 1 },
    ])
    expect(await refusalOf(() => paginate(db, { after: 'x' }, begun.withCursors().build()))).toMatchObject({
      code: 'cursor.invalid',
    })
  })

  test('a filter that is not configured keeps its own sentence', async () => {
    expect(
      await refusalOf(() => paginate(database.db, PaginateQuery.from('filter.stauts=$eq:draft'), strict())),
    ).toEqual({
      message: "Filter for field 'stauts' is not configured.",
      code: 'filter.not_configured',
      parameter: 'filter.stauts',
    })
  })

  test('a list that is not strict, or whose strictness is switched off, ignores other names', async () => {
    const query = PaginateQuery.from('filters.status=$eq:draft&sort=title:ASC&after=x')
    for (const settings of [{}, { ...strictly('lang'), strictParameters: false }]) {
      const config = list(database, settings).build()
      expect(await paginate(database.db, query, config)).toEqual(await paginate(database.db, {}, config))
    }
  })

  // R21.1.4
  test('a gated field is never suggested, and an answer does not tell it from an unknown one', async () => {
    const texts = ['filters.hidden=x', 'filters.hiden=x', 'hidden=x', 'Filter.HIDDEN=x', 'filters.hide=x']
    const messages = async (can: { readonly moderate: boolean }) => {
      const config = list(database, strictly(), can).build()
      return Promise.all(
        texts.map(
          async (text) => (await refusalOf(() => paginate(database.db, PaginateQuery.from(text), config))).message,
        ),
      )
    }
    for (const message of await messages({ moderate: false }))
      expect(message).toMatch(/^Query parameter '\S+' is not known\.$/)
    expect(
      (await messages({ moderate: true }))
        .slice(0, 4)
        .every((message) => message.endsWith("did you mean 'filter.hidden'?")),
    ).toBe(true)
  })

  test('a description names what is allowed, and only where the list is strict', () => {
    expect(strict().describe().strictParameters).toEqual(['lang', 'utm_source'])
    expect(list(database, strictly()).build().describe().strictParameters).toEqual([])
    for (const settings of [{}, { ownParameters: ['lang'] }])
      expect(list(database, settings).build().describe()).not.toHaveProperty('strictParameters')
  })

  test('a name that is empty or no text is refused', () => {
    for (const name of ['', 5, null])
      expect(() => list(database, strictly('a', name as never))).toThrow(
        'The setting ownParameters of paginateConfig() needs a list of names; correct it.',
      )
  })

  test('hostile names take no long time', async () => {
    const query = PaginateQuery.from(Array.from({ length: 20_000 }, (_, at) => `f${at}=1`).join('&'))
    const start = performance.now()
    await refusalOf(() => paginate(database.db, query, strict()))
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
