// Strict lists: what they refuse, what they let pass, and what they suggest: R21.1 of docs/reference/contract.md.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, paginate, PaginateQuery } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
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
