// A search by the host's own condition: what it replaces, how it ranks, what is refused.
import { eq, or, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateConfigError,
  PaginateQuery,
  paginateSelect,
  streamRows,
} from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { listOf, refusalOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { withSettings } from '../../support/settings.js'

/** Equal to the term is best, its beginning is good; nothing else matches. */
const ranked =
  ({ title }: { title: unknown }) =>
  ({ term }: { term: string }): { where: SQL; rank: SQL } => ({
    where: sql`lower(${title}) = ${term} or lower(${title}) like ${`${term}%`}`,
    rank: sql`case when lower(${title}) = ${term} then 2 else 1 end`,
  })

describe.each(dialects)('searchWith on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const builder = () => listOf(database).sortable('id', 'title').defaultSortBy('id', 'desc')
  const list = () => {
    const { articles } = database.schema
    return builder().searchable('body').filterable('views', '$eq', '$gte').searchWith(ranked(articles)).build()
  }
  const ask = async (text: string, config: AnyPaginateConfig = list()) => {
    const { items, meta } = await paginate(database.db, PaginateQuery.from(text), config)
    return { ids: items.map((item) => (item as { id: number }).id), meta }
  }

  // R16.1.1, R16.1.2
  test('replaces the substring match, and ranks: best first, then the default sort and the tie-breaker', async () => {
    const { ids, meta } = await ask('search=hello')
    // A condition with an `or` of its own stays within its parentheses.
    expect(ids).toStrictEqual([3, 2, 1])
    expect(meta).toMatchObject({ sortBy: ['relevance:DESC'], search: 'hello', searchBy: [], totalItems: 3 })
    expect((await ask('search=hello&filter.views=$gte:100')).ids).toStrictEqual([])
    const mixed = await ask('search=u&limit=100')
    expect(mixed.ids).toStrictEqual([11, 10])
  })

  // R16.1.3
  test('sorts by relevance where the request names it, in either direction and among others', async () => {
    expect((await ask('search=hel&sortBy=relevance:DESC')).meta.sortBy).toStrictEqual(['relevance:DESC'])
    expect((await ask('search=100&sortBy=relevance:DESC')).ids).toStrictEqual([8, 9])
    expect((await ask('search=hello&sortBy=RELEVANCE:asc&sortBy=id:DESC')).ids).toStrictEqual([3, 2, 1])
    expect((await ask('search=hello&sortBy=id:ASC')).ids).toStrictEqual([1, 2, 3])
  })

  test('the page that is asked for comes from the ranked order, in every form', async () => {
    for (const pageForm of ['plain', 'deferred', 'filtered', 'reverse'] as const) {
      const query = PaginateQuery.from('search=hello&limit=1&page=2')
      const { items } = await paginate(database.db, query, withSettings(list(), { pageForm }))
      expect(
        items.map(({ id }) => id),
        pageForm,
      ).toStrictEqual([2])
    }
  })

  // R16.1.2, R13.1.13
  test('a walk by cursor follows the rank, in both directions, and belongs to its term', async () => {
    const { articles } = database.schema
    for (const sortBy of [[], ['relevance:ASC'], ['relevance:DESC', 'title:ASC']]) {
      const query = { search: 'h', sortBy, limit: 100 }
      const byNumber = builder().searchWith(ranked(articles))
      const all = (await paginate(database.db, query, byNumber.build())).items.map(({ id }) => id)
      expect(all.length).toBeGreaterThan(2)
      const config = byNumber.withCursors().build()
      for (const limit of [1, 2]) {
        let page = await paginate(database.db, { ...query, limit }, config)
        const forth = page.items.map(({ id }) => id)
        while (page.meta.nextCursor !== null) {
          page = await paginate(database.db, { ...query, limit, after: page.meta.nextCursor }, config)
          forth.push(...page.items.map(({ id }) => id))
        }
        expect(forth).toStrictEqual(all)
        const back = page.items.map(({ id }) => id)
        while (page.meta.previousCursor !== null) {
          page = await paginate(database.db, { ...query, limit, before: page.meta.previousCursor }, config)
          back.unshift(...page.items.map(({ id }) => id))
        }
        expect(back).toStrictEqual(all)
        const first = await paginate(database.db, { ...query, limit: 1 }, config)
        const other = await refusalOf(() =>
          paginate(database.db, { ...query, search: 'he', limit: 1, after: first.meta.nextCursor }, config),
        )
        expect(other).toMatchObject({ code: 'cursor.order_changed' })
      }
      const streamed: number[] = []
      for await (const { id } of streamRows(database.db, query, byNumber.build(), { batchSize: 2 })) streamed.push(id)
      expect(streamed).toStrictEqual(all)
    }
  })

  test('a column, or an object with getSQL(), is a rank and a distance, in pages and cursors alike', async () => {
    const { articles } = database.schema
    const where = sql`${articles.id} <= 12`
    const wrapper = { getSQL: () => sql`${articles.views} + 0` }
    const walk = async (config: AnyPaginateConfig) => {
      const ids: unknown[] = []
      let after: string | null = null
      do {
        const page: { readonly items: readonly unknown[]; readonly meta: object } = await paginate(
          database.db,
          { search: 'a', limit: 2, after } as never,
          config,
        )
        ids.push(...page.items.map((item) => (item as { id: number }).id))
        after = (page.meta as { nextCursor?: string | null }).nextCursor ?? null
      } while (after !== null)
      return ids
    }
    const answers = [
      [
        { where, rank: sql`${articles.views}` },
        { where, rank: articles.views },
        { where, rank: wrapper },
      ],
      [
        { where, distance: sql`${articles.id}` },
        { where, distance: articles.id },
      ],
      [{ distance: sql`${articles.views}` }, { distance: articles.views }, { distance: wrapper }],
    ] as const
    for (const [written, ...others] of answers) {
      const expected = await walk(
        builder()
          .searchWith(() => written)
          .withCursors()
          .build(),
      )
      expect(expected.length).toBeGreaterThan(8)
      for (const answer of others) {
        const list = builder().searchWith(() => answer)
        expect(await walk(list.withCursors().build())).toStrictEqual(expected)
        const { ids, meta } = await ask('search=a&limit=100', list.build())
        expect(ids).toStrictEqual(expected)
        expect(meta.sortBy).toStrictEqual(['relevance:DESC'])
      }
    }
  })

  test('a column of a joined table as a rank joins it', async () => {
    const { articles, authors } = database.schema
    const config = listOf(database)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .searchWith(() => ({ where: sql`${articles.id} < 5`, rank: authors.id }))
      .build()
    database.clear()
    expect((await ask('search=a', config)).ids).toHaveLength(4)
    expect(database.statements().map(({ sql: text }) => /join/.test(text))).toContain(true)
  })

  // R16.1.4
  test('searchBy matches substrings of the searchable fields instead', async () => {
    const { ids, meta } = await ask('search=ello&searchBy=body&sortBy=id:ASC')
    expect(ids).toStrictEqual([1, 2])
    expect(meta.searchBy).toStrictEqual(['body'])
    expect((await ask('search=ello&searchBy=body')).meta.sortBy).toStrictEqual(['relevance:DESC'])
  })

  test.each([
    ['sortBy=relevance:DESC', 'sort.needs_search', `Sort for field 'relevance' needs a search term.`],
    ['sortBy=relevance:ASC&search=%20', 'sort.needs_search', `Sort for field 'relevance' needs a search term.`],
    ['search=a&sortBy=relevance', 'sort.malformed', `Sort 'relevance' must have the form 'field:ASC' or 'field:DESC'.`],
    ['search=a&searchBy=title', 'search_by.not_configured', `Search for field 'title' is not configured.`],
  ])('refuses %s', async (text, code, message) => {
    expect(await refusalOf(() => ask(text))).toMatchObject({ code, message })
  })

  test('without a rank the order is the default one, and relevance is no sort', async () => {
    const { articles } = database.schema
    const config = builder()
      .searchWith(({ term }) => sql`lower(${articles.title}) = ${term}`)
      .build()
    const { ids, meta } = await ask('search=hello', config)
    expect(ids).toStrictEqual([3, 2, 1])
    expect(meta.sortBy).toStrictEqual(['id:DESC'])
    expect(await refusalOf(() => ask('search=a&sortBy=relevance:DESC', config))).toMatchObject({
      code: 'sort.not_configured',
    })
  })

  test('may look at joined tables, which are joined where they are needed', async () => {
    const { articles, authors } = database.schema
    const config = listOf(database)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .searchWith(({ term }) => ({ where: sql`${authors.id} = ${Number(term)}`, rank: sql`-${authors.id}` }))
      .build()
    database.clear()
    const { ids } = await ask('search=1', config)
    expect(ids).toStrictEqual([1, 3, 17, 18])
    expect(database.statements().map(({ sql: text }) => /join/.test(text))).toStrictEqual([true, true])
    database.clear()
    await ask('', config)
    expect(database.statements().map(({ sql: text }) => /join/.test(text))).toStrictEqual([false, false])
  })

  test('is told the table that the list was made of, and selections and facets follow it', async () => {
    const { articles } = database.schema
    const config = builder()
      .filterable('views', '$eq')
      .searchWith(({ term, table }) => {
        expect(table).toBe(articles)
        return sql`${articles.title} = ${term}`
      })
      .build()
    const query = PaginateQuery.from('search=hello')
    expect((await paginateSelect(database.db, query, config, { id: articles.id })).items).toStrictEqual([{ id: 2 }])
    expect(await facetCounts(database.db, query, config, { views: true })).toStrictEqual({
      views: [{ value: 10, count: 1, filter: '$eq:10' }],
    })
    expect(applyFilters(query, config).where).toBeDefined()
  })

  test('a gate switches it off: substrings again, and relevance is unknown', async () => {
    const { articles } = database.schema
    const gated = (isOn: boolean) => builder().searchable('title').when(isOn).searchWith(ranked(articles)).build()
    expect((await ask('search=ell', gated(true))).ids).toStrictEqual([])
    expect((await ask('search=ell', gated(false))).ids).toContain(2)
    expect(await refusalOf(() => ask('search=a&sortBy=relevance:DESC', gated(false)))).toMatchObject({
      code: 'sort.not_configured',
    })
    expect(gated(true).describe().searchWith).toBe('ranked')
    expect(gated(false).describe().searchWith).toBeUndefined()
  })

  test('a term is a parameter', async () => {
    const hostile = `' or 1 = 1 --`
    database.clear()
    expect((await ask(`search=${encodeURIComponent(hostile)}`)).ids).toStrictEqual([])
    expect(database.statements().every(({ sql: text }) => !text.includes('1 = 1'))).toBe(true)
  })

  test('in memory a function of its own stands for it', () => {
    const rows = [
      { id: 1, title: 'a b' },
      { id: 2, title: 'b b' },
      { id: 3, title: 'c' },
    ]
    const search = (row: { title: string }, term: string) =>
      row.title.split(' ').filter((word) => word === term).length || false
    const config = builder().searchWith(ranked(database.schema.articles)).build()
    const query = { search: 'b' }
    const page = paginateArray(rows, query, config, { own: { search } })
    expect(page.items.map(({ id }) => id)).toStrictEqual([2, 1])
    expect(page.meta.sortBy).toStrictEqual(['relevance:DESC'])
    expect(
      paginateArray(rows, { ...query, sortBy: ['relevance:ASC'] }, config, { own: { search } }).items.map(
        ({ id }) => id,
      ),
    ).toStrictEqual([1, 2])
    expect(() => paginateArray(rows, query, config)).toThrow(PaginateConfigError)
    expect(paginateArray(rows, {}, config).items).toHaveLength(3)
  })

  test('a function that answers no SQL is refused by the call, and build() refuses a second call and a field named relevance', async () => {
    const { articles } = database.schema
    const search = ranked(articles)
    const loose = builder() as unknown as {
      searchWith(search: unknown): { build(): unknown; searchWith(search: unknown): { build(): unknown } }
    }
    expect(() => loose.searchWith(search).searchWith(search).build()).toThrow(
      '.searchWith() is called twice; keep one of the calls.',
    )
    for (const wrong of [null, 'a'])
      expect(() => loose.searchWith(wrong).build()).toThrow(/\.searchWith\(\) needs a function/)
    const answers = [
      undefined,
      or(),
      null,
      {},
      { where: 'a' },
      articles.title,
      { where: articles.title, rank: sql`1` },
      { where: sql`1 = 1`, rank: 1 },
      { where: sql`1 = 1`, rank: articles },
      { distance: articles },
      { distance: 1 },
      { where: 1, distance: sql`1` },
      { rank: sql`1` },
    ]
    for (const answer of [...answers, { where: sql`1 = 1`, rank: sql`1`, distance: sql`1` }]) {
      for (const wrong of [() => answer, () => Promise.resolve(answer)]) {
        const config = loose.searchWith(wrong).build() as AnyPaginateConfig
        await expect(ask('search=a', config)).rejects.toThrow(/\.searchWith\(\) needs a function/)
      }
    }
    const named = paginateConfig(articles)
      .field('Relevance', articles.views)
      .withLimits(1, 2)
      .withTieBreaker('id')
      .searchWith(search)
    expect(() => named.build()).toThrow(/the name 'relevance'/)
  })
})
