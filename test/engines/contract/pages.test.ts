// Pages, sorts, searches, meta, links and statements: R1, R3.3 to R3.5, R6, R7 and R8 of docs/reference/contract.md.
import { eq, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery, paginateSelect, paginateSelectMap } from '../../../src/index.js'
import {
  aliasOf,
  type ArticleList,
  articleList,
  idsFor,
  listOf,
  type Query,
  refusalOf,
} from '../../support/article-list.js'
import { countRefused, countStatements, isCount, joinCount } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded } from '../../support/seed.js'

const enc = encodeURIComponent
const NO_LINKS = { first: null, previous: null, next: null, last: null, current: null }

describe.each(dialects)('Pages on $name', (engine) => {
  let database: TestDatabase
  let config: ArticleList
  beforeAll(async () => {
    database = await engine.open()
    config = articleList(database)
  })
  afterAll(() => database.close())
  const ask = (text: string, given: Parameters<typeof paginate>[2] = config) =>
    paginate(database.db, PaginateQuery.from(text), given)

  // R1.1.1, R1.1.2, R1.1.3, R1.1.5, R3.3.1, R3.3.4, R3.3.5, R7.1.1, R7.1.2
  describe('page and limit', () => {
    test.each<[text: string, page: number, limit: number]>([
      ['', 1, 5],
      ['page=&limit=', 1, 5],
      ['page=%20&limit=%09', 1, 5],
      ['page=&page=2', 1, 5],
      ['page=2&page=x', 2, 5],
      ['page=007&limit=003', 7, 3],
      ['limit=1', 1, 1],
      ['limit=100', 1, 100],
      ['limit=7&limit=0', 1, 7],
      ['Page=3&LIMIT=2&offset=9&utm_source=x&filter=y&filter.=z', 1, 5],
      ['page=2147483647&limit=100', 2147483647, 100],
    ])('?%s is page %i of %i rows each', async (text, page, limit) => {
      const { meta, items } = await ask(text)
      const ids = [...seeded].sort((a, b) => b.views - a.views || a.id - b.id).map((row) => row.id)
      expect(items.map((item) => (item as { id: number }).id)).toEqual(ids.slice((page - 1) * limit, page * limit))
      expect(meta).toEqual({
        totalItems: 24,
        itemCount: items.length,
        itemsPerPage: limit,
        totalPages: Math.ceil(24 / limit),
        currentPage: page,
        sortBy: ['views:DESC'],
        search: null,
        searchBy: [],
        filter: {},
        hasPreviousPage: page > 1,
        hasNextPage: page < Math.ceil(24 / limit),
      })
    })

    // R1.2.1, R1.2.4, R1.2.6
    test('a query bound from any source, or built by hand, gives the same answer', async () => {
      const text = 'page=2&limit=3&sortBy=title:DESC&search=e&searchBy=title&filter.views=$gte:0'
      const expected = await ask(text)
      const record = {
        page: '2',
        limit: ['3'],
        sortBy: ['title:DESC'],
        search: 'e',
        searchBy: 'title',
        'filter.views': ['$gte:0'],
      }
      for (const source of [`?${text}`, new URLSearchParams(text), record])
        expect(await paginate(database.db, PaginateQuery.from(source), config)).toEqual(expected)
      // What has a path gives links for it.
      const linked = await paginate(database.db, PaginateQuery.from(text), config, { path: '/p' })
      expect(linked).toEqual({ ...expected, links: linked.links })
      for (const source of [new URL(`http://h/p?${text}`), new Request(`http://h/p?${text}`)]) {
        expect(await paginate(database.db, source, config)).toEqual(linked)
        expect(await paginate(database.db, PaginateQuery.from(source), config)).toEqual(linked)
      }
      const byHand: Query = {
        page: 2,
        limit: 3,
        sortBy: ['title:DESC'],
        search: 'e',
        searchBy: ['title'],
        filters: { views: '$gte:0' },
      }
      expect(await paginate(database.db, byHand, config)).toEqual(expected)
      expect(await paginate(database.db, new PaginateQuery(byHand as object), config)).toEqual(expected)
      expect(
        await paginate(database.db, new PaginateQuery({ ...byHand, page: 1 } as object).withPage(2), config),
      ).toEqual(expected)
    })
  })

  // R6.1.2, R6.1.3
  describe('statements', () => {
    test.each<[title: string, text: string, statements: number]>([
      ['a page costs a count and a select', '', 2],
      ['the last page too', 'page=5', 2],
      ['a page past the end costs the count alone', 'page=6', 1],
      ['an empty set costs the count alone', 'filter.id=$eq:99', 1],
      ['a page past the end of an empty set costs the count alone', 'filter.id=$eq:99&page=3', 1],
    ])('%s', async (_title, text, count) => {
      const { value, statements } = await countStatements(database, () => ask(text))
      expect(statements).toHaveLength(count)
      expect(isCount(statements[0] as never)).toBe(true)
      if (count === 1) expect(value.items).toEqual([])
    })

    test.each<[title: string, text: string, ofCount: readonly string[], ofPage: readonly string[]]>([
      ['no join where nothing needs one', 'filter.views=$eq:1', [], []],
      ['the count joins what a filter needs', 'filter.author.name=$eq:Ada', ['authors'], ['authors']],
      ['the count does not join what the order needs', 'sortBy=author.name:ASC', [], ['authors']],
      ['the count joins what the search needs', 'search=ada', ['authors'], ['authors']],
      ['a search narrowed to the root needs no join', 'search=hello&searchBy=title', [], []],
      ['an aliased join', 'filter.editor.email=$null', ['authors'], ['authors']],
      ['both', 'filter.editor.email=$null&sortBy=author.name:ASC', ['authors'], ['authors', 'authors']],
      ['a sub-collection needs none', 'filter.reviewer=$eq:kim', [], []],
    ])('%s', async (_title, text, ofCount, ofPage) => {
      const { statements } = await countStatements(database, () => ask(text))
      expect(statements.map((statement) => joinCount(statement, 'authors'))).toEqual([ofCount.length, ofPage.length])
    })

    // R6.1.3, R8.1.2
    test('a selection joins its tables to the page alone', async () => {
      const { authors, articles } = database.schema
      const { statements } = await countStatements(database, () =>
        paginateSelect(database.db, {}, config, { id: articles.id, author: { name: authors.name } }),
      )
      expect(statements.map((statement) => joinCount(statement, 'authors'))).toEqual([0, 1])
    })

    // R6.1.3, R8.1.4
    test('a host condition joins what it refers to', async () => {
      const { authors } = database.schema
      const { statements, value } = await countStatements(database, () =>
        paginate(database.db, {}, config, { where: eq(authors.name, 'Ada') }),
      )
      expect(statements.map((statement) => joinCount(statement, 'authors'))).toEqual([1, 1])
      expect(value.meta.totalItems).toBe(seeded.filter((row) => row.authorId === 1).length)
    })

    // R2.4.4
    test('an inner join decides which rows there are, in the count as on the page', async () => {
      const { articles, authors } = database.schema
      const joined = paginateConfig(articles)
        .innerJoin('author', authors, eq(authors.id, articles.authorId))
        .withLimits(100, 100)
        .withTieBreaker('id')
        .build()
      const { meta, items } = await paginate(database.db, {}, joined)
      expect(items.map((item) => item.id)).toEqual(seeded.filter((row) => row.authorId !== null).map((row) => row.id))
      expect(meta.totalItems).toBe(items.length)
    })
  })

  // R3.3.6, R2.2.5, R6.1.2, R7.1.2, R7.1.3, R7.2.3
  describe('unlimited reads', () => {
    test('limit=-1 is one page of all rows for one statement', async () => {
      const open = listOf(database).allowUnlimited(24).filterable('id', '$lte').build()
      const { value, statements } = await countStatements(database, () =>
        paginate(database.db, PaginateQuery.from('limit=-1'), open, { path: '/a' }),
      )
      expect(statements).toHaveLength(1)
      expect(value.items).toHaveLength(24)
      expect(value.meta).toMatchObject({
        totalItems: 24,
        itemCount: 24,
        itemsPerPage: 24,
        totalPages: 1,
        currentPage: 1,
        hasNextPage: false,
        hasPreviousPage: false,
      })
      expect(value.links).toEqual({
        first: '/a?limit=-1&page=1',
        previous: null,
        next: null,
        last: '/a?limit=-1&page=1',
        current: '/a?limit=-1&page=1',
      })
    })

    test('an empty set has no pages', async () => {
      const open = listOf(database).allowUnlimited(24).filterable('id', '$lte').build()
      const { value, statements } = await countStatements(database, () =>
        paginate(database.db, { limit: -1, filters: { id: '$lte:0' } }, open),
      )
      expect(statements).toHaveLength(1)
      expect(value).toMatchObject({
        items: [],
        meta: { totalItems: 0, itemsPerPage: 0, totalPages: 0, currentPage: 1 },
      })
    })

    // R3.3.7, R3.1.3
    test('one row more than the ceiling is refused, and no more than that is asked for', async () => {
      const open = listOf(database).allowUnlimited(23).build()
      const { value: error, statements } = await countRefused(database, () =>
        paginate(database.db, { limit: -1 }, open),
      )
      expect(error).toMatchObject({ status: 400, code: 'limit.too_many_rows', parameter: 'limit' })
      expect(statements).toHaveLength(1)
      expect(statements[0]?.params).toContain(24)
    })

    test.each<[text: string, code: string]>([
      ['limit=-1&page=2', 'page.unlimited'],
      ['limit=-2', 'limit.not_positive_integer'],
      ['limit=0', 'limit.not_positive_integer'],
      ['limit=101', 'limit.out_of_range'],
    ])('?%s is refused all the same', async (text, code) => {
      expect((await refusalOf(() => ask(text, listOf(database).allowUnlimited(100).build()))).code).toBe(code)
    })

    test('a page of 1 may be named', async () => {
      expect((await ask('limit=-1&page=1', listOf(database).allowUnlimited(100).build())).items).toHaveLength(24)
    })
  })

  // R3.3.8, R2.2.4, R3.1.3
  describe('offset depth', () => {
    test.each<[text: string, isRefused: boolean]>([
      ['page=3&limit=5', false],
      ['page=11&limit=1', false],
      ['page=12&limit=1', true],
      ['page=4&limit=5', true],
      ['page=1&limit=100', false],
      ['page=2147483647&limit=100', true],
    ])('?%s with a ceiling of 10', async (text, isRefused) => {
      const shallow = listOf(database).withMaxOffset(10).build()
      const { statements } = isRefused
        ? await countRefused(database, () => ask(text, shallow))
        : await countStatements(database, () => ask(text, shallow))
      expect(statements).toHaveLength(isRefused ? 0 : 2)
      if (isRefused)
        expect(await refusalOf(() => ask(text, shallow))).toMatchObject({
          code: 'page.offset_too_deep',
          parameter: 'page',
        })
    })
  })

  // R3.4.1, R3.4.2, R3.4.5, R7.1.4
  describe('sortBy', () => {
    const by = (...terms: ((a: (typeof seeded)[number], b: (typeof seeded)[number]) => number)[]) =>
      [...seeded]
        .sort((a, b) => terms.reduce((order, term) => order || term(a, b), 0) || a.id - b.id)
        .map((row) => row.id)
    test.each<[text: string, ids: () => number[], echo: string[]]>([
      ['sortBy=views:ASC', () => by((a, b) => a.views - b.views), ['views:ASC']],
      ['sortBy=VIEWS:desc', () => by((a, b) => b.views - a.views), ['views:DESC']],
      [
        'sortBy=views:Desc&sortBy=id:dEsC',
        () =>
          by(
            (a, b) => b.views - a.views,
            (a, b) => b.id - a.id,
          ),
        ['views:DESC', 'id:DESC'],
      ],
      ['sortBy=id:ASC&sortBy=ID:DESC', () => by(), ['id:ASC', 'id:DESC']],
      ['sortBy=&sortBy=%20&sortBy=id:DESC', () => by((a, b) => b.id - a.id), ['id:DESC']],
      ['sortBy=&sortBy=%20', () => by((a, b) => b.views - a.views), ['views:DESC']],
      [
        'sortBy=commentCount:DESC',
        () => [1, 2, 19, ...by().filter((id) => ![1, 2, 19].includes(id))],
        ['commentCount:DESC'],
      ],
    ])('?%s', async (text, ids, echo) => {
      const { items, meta } = await ask(`limit=100&${text}`)
      expect(items.map((item) => (item as { id: number }).id)).toEqual(ids())
      expect(meta.sortBy).toEqual(echo)
    })

    // R2.3.3
    test('several default sorts apply in the order they were declared', async () => {
      const sorted = listOf(database)
        .sortable('views', 'title', 'id')
        .defaultSortBy('views', 'desc')
        .defaultSortBy('id', 'desc')
        .build()
      const { items, meta } = await ask('limit=100', sorted)
      expect(meta.sortBy).toEqual(['views:DESC', 'id:DESC'])
      expect(items.map((item) => (item as { id: number }).id)).toEqual(
        by(
          (a, b) => b.views - a.views,
          (a, b) => b.id - a.id,
        ),
      )
    })

    // R2.3.4
    test('a default sort of a gated declaration is skipped', async () => {
      const sorted = listOf(database)
        .when(false)
        .sortable('views')
        .sortable('id')
        .defaultSortBy('views' as 'id', 'desc')
        .defaultSortBy('id', 'desc')
        .build()
      expect((await ask('limit=100', sorted)).meta.sortBy).toEqual(['id:DESC'])
    })

    // R3.4.5, R7.1.4, R2.3.1
    test('with no sort at all the tie-breaker alone orders, and is not echoed', async () => {
      const { items, meta } = await ask('limit=100', listOf(database).withTieBreaker({ id: 'desc' }).build())
      expect(items.map((item) => (item as { id: number }).id)).toEqual(seeded.map((row) => row.id).reverse())
      expect(meta.sortBy).toEqual([])
    })

    // R2.2.3, R3.4.3
    test('the ceiling of sort fields is configurable', async () => {
      const two = listOf(database).sortable('id', 'views').withMaxSortFields(2).build()
      expect((await ask('sortBy=id:ASC&sortBy=views:ASC', two)).meta.sortBy).toHaveLength(2)
      expect((await refusalOf(() => ask('sortBy=id:ASC&sortBy=views:ASC&sortBy=id:ASC', two))).code).toBe(
        'sort.too_many_fields',
      )
    })

    // R2.3.5
    test.each<['first' | 'last', 'ASC' | 'DESC']>([
      ['first', 'ASC'],
      ['first', 'DESC'],
      ['last', 'ASC'],
      ['last', 'DESC'],
    ])('nulls %s under %s', async (place, direction) => {
      const base = listOf(database).sortable('likes')
      const { items } = await ask(
        `limit=100&sortBy=likes:${direction}`,
        (place === 'first'
          ? base.sortable('likes', { nulls: 'first' })
          : base.sortable('likes', { nulls: 'last' })
        ).build(),
      )
      const sign = direction === 'ASC' ? 1 : -1
      const nulls = seeded.filter((row) => row.likes === null).map((row) => row.id)
      const others = [...seeded]
        .filter((row) => row.likes !== null)
        .sort((a, b) => sign * ((a.likes as number) - (b.likes as number)) || a.id - b.id)
        .map((row) => row.id)
      expect(items.map((item) => (item as { id: number }).id)).toEqual(
        place === 'first' ? [...nulls, ...others] : [...others, ...nulls],
      )
    })

    // R2.3.1
    test('a composite tie-breaker ends every order', async () => {
      const { memberships } = database.schema
      const list = paginateConfig(memberships)
        .withLimits(2, 100)
        .withTieBreaker('orgId', 'userId')
        .sortable('nickname', 'orgId')
        .build()
      const { items } = await paginate(database.db, { limit: 100 }, list)
      expect(items.map((item) => [item.orgId, item.userId])).toEqual([
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
        [3, 9],
      ])
      const mixed = paginateConfig(memberships)
        .withLimits(2, 100)
        .withTieBreaker({ orgId: 'desc', userId: 'asc' })
        .build()
      expect(
        (await paginate(database.db, { limit: 100 }, mixed)).items.map((item) => [item.orgId, item.userId]),
      ).toEqual([
        [3, 9],
        [2, 1],
        [2, 2],
        [1, 1],
        [1, 2],
      ])
    })
  })

  // R3.5.1, R3.5.2, R3.5.3, R3.5.6, R7.1.5
  describe('search and searchBy', () => {
    const NFC = 'caf\u00e9'
    const NFD = 'cafe\u0301'
    test.each<[text: string, ids: number[], search: string | null, searchBy: string[]]>([
      ['search=under_', [10], 'under_', []],
      ['search=%20%09under_%0A', [10], 'under_', []],
      ['search=100%25', [8, 9], '100%', []],
      ['search=100%25&searchBy=TITLE', [8], '100%', ['title']],
      ['search=100%25&searchBy=body&searchBy=Title', [8, 9], '100%', ['body', 'title']],
      ['search=%5Bbracket', [12], '[bracket', []],
      [`search=${enc('\\')}&searchBy=title`, [13], '\\', ['title']],
      [`search=${NFC}&searchBy=title`, [6], NFC, ['title']],
      [`search=${NFD}&searchBy=title`, [7], NFD, ['title']],
      ['search=comma', [15], 'comma', []],
      ["search=O'Brien", [10, 11], "O'Brien", []],
      ['search=no such thing', [], 'no such thing', []],
      ['search=under_&search=comma', [10], 'under_', []],
      ['search=', seeded.map((row) => row.id), null, []],
      ['search=%20%0A%09', seeded.map((row) => row.id), null, []],
      ['search=&searchBy=title', seeded.map((row) => row.id), null, []],
      ['searchBy=title&searchBy=&searchBy=%20', seeded.map((row) => row.id), null, []],
    ])('?%s', async (text, ids, search, searchBy) => {
      const { items, meta } = await ask(`limit=100&sortBy=id:ASC&${text}`)
      expect(items.map((item) => (item as { id: number }).id)).toEqual(ids)
      expect(meta).toMatchObject({ search, searchBy, totalItems: ids.length })
    })

    test.each<[title: string, text: string, code: string | null]>([
      ['a term as short as allowed', 'search=abc', null],
      ['a term shorter after trimming', 'search=%20ab%20%20', 'search.too_short'],
      ['a term of code points, not of units', `search=${enc('🎉🎉')}`, 'search.too_short'],
      ['a term as long as allowed', `search=%20${enc('🎉'.repeat(5))}%20`, null],
      ['a term longer than allowed', 'search=abcdef', 'search.too_long'],
      ['white space alone', `search=${'%20'.repeat(9)}`, null],
      // R3.5.4, R2.2.2
    ])('%s between 3 and 5 characters', async (_title, text, code) => {
      const bounded = listOf(database).searchable('title').withMinSearchLength(3).withMaxSearchLength(5).build()
      if (code === null) await ask(text, bounded)
      else expect(await refusalOf(() => ask(text, bounded))).toMatchObject({ code, parameter: 'search' })
    })

    // R2.2.2
    test('256 characters by default', async () => {
      expect((await ask(`search=${'x'.repeat(256)}`)).items).toEqual([])
    })

    // R3.5.5
    test('without searchable fields any term is refused, and blank ones are not', async () => {
      const none = listOf(database).build()
      expect(await refusalOf(() => ask('search=a', none))).toMatchObject({
        code: 'search.not_configured',
        parameter: 'search',
      })
      expect((await ask('search=%20', none)).meta.search).toBeNull()
      expect(await refusalOf(() => ask('searchBy=title', none))).toMatchObject({ code: 'search_by.not_configured' })
    })

    // R3.5.7, R2.2.7
    test('searchBy is ignored where the configuration says so', async () => {
      const ignoring = listOf(database).searchable('title', 'body').ignoreSearchByInQueryParam().build()
      const { items, meta } = await ask('limit=100&search=100%25&searchBy=title&searchBy=nope&searchBy=title', ignoring)
      expect(items).toHaveLength(2)
      expect(meta.searchBy).toEqual([])
    })

    // R3.5.1, R8.1.4
    test('the search block is one unit beside a host condition', async () => {
      const { articles } = database.schema
      const { items } = await paginate(database.db, PaginateQuery.from('search=HELLO&limit=100'), config, {
        where: eq(articles.id, 3),
      })
      expect(items.map((item) => item.id)).toEqual([3])
    })
  })

  describe('meta and links', () => {
    // R7.1.6
    test('meta.filter echoes criteria as sent under configured names', async () => {
      const { meta } = await ask(
        'filter.VIEWS=$GTE:010&filter.status=$not:$IN:draft,review&filter.views=$or:$not:$eq:1&filter.body=$null:',
      )
      expect(meta.filter).toEqual({
        views: ['$GTE:010', '$or:$not:$eq:1'],
        status: ['$not:$IN:draft,review'],
        body: ['$null:'],
      })
      expect(Object.keys(meta.filter)).toEqual(['views', 'status', 'body'])
    })

    // R7.1.1
    test('the answer is plain data', async () => {
      const answer = await paginate(database.db, PaginateQuery.from('filter.views=$eq:1'), config, { path: '/a' })
      expect(Object.keys(answer)).toEqual(['items', 'meta', 'links'])
      expect(Object.keys(answer.links)).toEqual(['first', 'previous', 'next', 'last', 'current'])
      expect(JSON.parse(JSON.stringify(answer.meta))).toEqual(answer.meta)
    })

    // R7.2.1
    test('links are null without a request context', async () => {
      expect((await ask('page=2')).links).toEqual(NO_LINKS)
    })

    const carried =
      'limit=2&sortBy=views%3AASC&sortBy=Id%3AdeSC&search=%20e%20&searchBy=Title&filter.Views=%24gte%3A0&filter.Views=%24or%3A%24eq%3A5'
    const sent =
      'page=2&utm=1&filter.Views=$gte:0&searchBy=Title&sortBy=views:ASC&search=+e+&filter.Views=$or:$eq:5&sortBy=Id:deSC&limit=02'
    // R7.2.3, R7.2.5, R7.2.6
    test.each<[title: string, request: string | URL | Request, path: string]>([
      ['a path', '/api/articles', '/api/articles'],
      ['a path with a query of its own', '/api/articles?x=1#y', '/api/articles'],
      ['a URL', new URL('https://user:pw@example.com:8443/api/articles?page=9'), '/api/articles'],
      ['a web Request', new Request('https://example.com/api/articles?page=9'), '/api/articles'],
      ['a path that begins with several slashes', '//evil.example/a', '/evil.example/a'],
      ['a Request whose path does', new Request('https://example.com//evil.example/a'), '/evil.example/a'],
      ['a URL whose path does', new URL('https://example.com///evil.example'), '/evil.example'],
      ['the root', new URL('https://example.com'), '/'],
      ['an encoded path', new URL('https://example.com/a%2Fb/%C3%A9'), '/a%2Fb/%C3%A9'],
    ])('links of %s', async (_title, address, path) => {
      const request =
        typeof address === 'string'
          ? `${address.replace(/[?#].*/, '')}?${sent}`
          : address instanceof URL
            ? new URL(`?${sent}`, address)
            : new Request(new URL(`?${sent}`, address.url))
      const { links, meta } = await paginate(database.db, request, config)
      const link = (page: number): string => `${path}?${carried}&page=${page}`
      expect(meta).toMatchObject({ search: 'e', searchBy: ['title'], sortBy: ['views:ASC', 'id:DESC'], currentPage: 2 })
      expect(links).toEqual({
        first: link(1),
        previous: link(1),
        next: link(3),
        last: link(meta.totalPages),
        current: link(2),
      })
    })

    // R7.2.4
    test('links keep the parameters of the host that are named, in every paging call', async () => {
      const request = new Request(
        'https://example.com/a?lang=de&page=2&utm=1&limit=5&theme=dark%20blue&lang=fr&filter.id=$gte:0',
      )
      const own = listOf(database, { ownParameters: ['theme', 'lang', 'page'] })
        .filterable('id', '$gte')
        .build()
      const selection = { id: database.schema.articles.id }
      const expected = '/a?limit=5&filter.id=%24gte%3A0&theme=dark%20blue&lang=de&lang=fr&page=3'
      for (const query of [
        request,
        PaginateQuery.from(request),
        new PaginateQuery({ ...PaginateQuery.from(request) }),
      ]) {
        expect((await paginate(database.db, query, own)).links.next).toBe(expected)
        expect((await paginateSelect(database.db, query, own, selection)).links.next).toBe(expected)
        expect((await paginateSelectMap(database.db, query, own, selection, ({ id }) => id)).links.next).toBe(expected)
        expect((await paginate(database.db, query, config)).links.next).toBe('/a?limit=5&filter.id=%24gte%3A0&page=3')
      }
      expect((await paginate(database.db, { page: 2 }, own, { path: '/b' })).links.next).toBe('/b?limit=5&page=3')
      const text = PaginateQuery.from(new URL(request.url).searchParams)
      expect((await paginate(database.db, text, own)).links).toEqual(NO_LINKS)
    })

    // R7.2.2
    test.each<[title: string, text: string, pages: (number | null)[]]>([
      ['the first page', 'limit=10', [1, null, 2, 3, 1]],
      ['the last page', 'limit=10&page=3', [1, 2, null, 3, 3]],
      ['a page past the end', 'limit=10&page=9', [1, 8, null, 3, 9]],
      ['an empty set', 'limit=10&filter.id=$eq:99', [1, null, null, 1, 1]],
      ['the only page', 'limit=100', [1, null, null, 1, 1]],
    ])('links of %s', async (_title, text, pages) => {
      const { links } = await paginate(database.db, PaginateQuery.from(text), config, { path: '/a' })
      const rest = text.includes('filter') ? '&filter.id=%24eq%3A99' : ''
      const limit = text.includes('100') ? 100 : 10
      expect(Object.values(links)).toEqual(
        pages.map((page) => (page === null ? null : `/a?limit=${limit}${rest}&page=${page}`)),
      )
    })

    // R7.2.3
    test('values are encoded as encodeURIComponent does, and links parse back to their request', async () => {
      const value = `$in:a b&c=d#é🎉+%,~!*'()`
      const { links } = await paginate(database.db, { filters: { title: value }, page: 3 }, config, { path: '/a' })
      expect(links.current).toBe(`/a?limit=5&filter.title=${enc(value)}&page=3`)
      expect(PaginateQuery.from((links.current as string).split('?')[1] as string)).toMatchObject({
        page: 3,
        limit: 5,
        filters: { title: [value] },
      })
    })
  })

  // R8.1.4
  describe("the host's condition", () => {
    test('a raw or cannot be escaped from, nor escape', async () => {
      const { articles } = database.schema
      const where = sql`${articles.id} = ${1} or ${articles.id} = ${2}`
      expect(
        (
          await paginate(database.db, PaginateQuery.from('filter.id=$eq:2&filter.id=$or:$eq:3'), config, { where })
        ).items.map((item) => item.id),
      ).toEqual([2])
      expect((await paginate(database.db, {}, config, { where })).meta.totalItems).toBe(2)
      expect(
        (
          await paginate(
            database.db,
            { search: 'HELLO', searchBy: ['title'], filters: { views: ['$eq:10', '$or:$eq:0'] } },
            config,
            {
              where: or(eq(articles.id, 3), eq(articles.id, 4)) as never,
            },
          )
        ).items,
      ).toHaveLength(engine.dialect === 'sqlite' ? 1 : 1)
    })

    test('its values are bound again at every call', async () => {
      const { articles } = database.schema
      for (const id of [1, 2, 3, 2]) {
        expect(
          (await paginate(database.db, {}, config, { where: eq(articles.id, id) })).items.map((item) => item.id),
        ).toEqual([id])
        expect(
          (await paginate(database.db, {}, config, { where: sql`${articles.id} in (${id}, ${id + 1})` })).meta
            .totalItems,
        ).toBe(2)
        expect(
          (await paginate(database.db, {}, config, { where: eq(articles.createdAt, seeded[18]?.createdAt as Date) }))
            .meta.totalItems,
        ).toBe(3)
      }
    })

    test('two conditions that differ only in raw text are told apart', async () => {
      const { articles } = database.schema
      for (const id of [1, 2])
        expect(
          (await paginate(database.db, {}, config, { where: sql`${articles.id} = ${sql.raw(String(id))}` })).items.map(
            (item) => item.id,
          ),
        ).toEqual([id])
    })

    test('it may be undefined', async () => {
      expect((await paginate(database.db, {}, config, { where: undefined })).meta.totalItems).toBe(24)
    })
  })

  // R8.1.3
  test('paginateSelectMap maps each row, at once or later, in order', async () => {
    const { articles } = database.schema
    const later = await paginateSelectMap(
      database.db,
      { limit: 3, sortBy: ['id:ASC'] },
      config,
      { id: articles.id, title: articles.title },
      async ({ id, title }) => `${id} ${title}`,
    )
    expect(later.items).toEqual(['1 Hello', '2 hello', '3 HELLO'])
    const now = await paginateSelectMap(
      database.db,
      { limit: 3, sortBy: ['id:ASC'] },
      config,
      { id: articles.id },
      ({ id }) => id * 2,
    )
    expect(now.items).toEqual([2, 4, 6])
    expect(now.meta.itemCount).toBe(3)
    await expect(
      paginateSelectMap(database.db, {}, config, { id: articles.id }, () => {
        throw new RangeError('mine')
      }),
    ).rejects.toThrow(RangeError)
  })

  test('paginateSelectMap observes what earlier rows began where a later one throws at once', async () => {
    const { articles } = database.schema
    const unhandled: unknown[] = []
    const record = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', record)
    const called: number[] = []
    try {
      await expect(
        paginateSelectMap(database.db, { sortBy: ['id:ASC'] }, config, { id: articles.id }, ({ id }) => {
          called.push(id)
          if (id === 1) return Promise.reject(new Error('later'))
          throw new RangeError('at once')
        }),
      ).rejects.toThrow('at once')
      // Node reports a rejection that nobody observes once the queue of promises is empty.
      await new Promise((resolve) => setTimeout(resolve, 5))
    } finally {
      process.off('unhandledRejection', record)
    }
    expect(unhandled).toEqual([])
    expect(called).toEqual([1, 2])
  })

  // R2.4.3, R6.1.4
  test('an aliased root table', async () => {
    const a = aliasOf(database, database.schema.articles, 'a')
    const list = paginateConfig(a)
      .withLimits(5, 100)
      .withTieBreaker('id')
      .filterable('views', '$gt')
      .searchable('title')
      .sortable('title')
      .build()
    expect(await idsFor(database, list, 'filter.views=$gt:9&search=100')).toEqual([8, 9])
    const { items } = await paginateSelect(database.db, { limit: 1 }, list, {
      id: a.id,
      n: sql<number>`(select count(*) from ${database.schema.comments} where ${database.schema.comments.articleId} = ${a.id})`.mapWith(
        Number,
      ),
    })
    expect(items).toEqual([{ id: 1, n: 3 }])
  })
})
