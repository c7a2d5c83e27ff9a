// The pages for those who come from elsewhere, run as written over the documentation's example, on both engines.
import { type AnyPaginateConfig, isPaginateQueryError, paginate, type PaginateQuery } from 'drizzle-paginate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExampleEngine, openPostgres, openSqlite } from './support/engines.js'
import { chainsOf, importBlocks } from './support/modules.js'
import { readPage } from './support/pages.js'

interface Row {
  readonly id: number
}
const idsOf = (rows: readonly Row[]): readonly number[] => rows.map(({ id }) => id)

/** What the blocks of a page export together. */
async function exportsOf<Exports>(name: string, engine: ExampleEngine): Promise<Exports> {
  const modules: object[] = []
  Object.assign(globalThis, engine.names)
  for (const chain of chainsOf(readPage(`docs/guides/${name}.md`))) modules.push(await importBlocks(engine, chain))
  return Object.assign({}, ...modules) as Exports
}

const rejected = async (list: () => unknown): Promise<string> => {
  try {
    await list()
  } catch (error) {
    if (isPaginateQueryError(error)) return error.code
    throw error
  }
  throw new Error('Nothing was rejected.')
}

describe.each([
  ['PostgreSQL', openPostgres],
  ['SQLite', openSqlite],
] as const)('on %s', (_title, open) => {
  let engine: ExampleEngine
  beforeAll(async () => {
    engine = await open()
  })
  afterAll(() => engine.close())

  it('hand-written Drizzle: the same rows and totals, from the client before and after', async () => {
    type Hand = { readonly items: readonly Row[]; readonly total: number }
    type Listed = { readonly items: readonly Row[]; readonly meta: { readonly totalItems: number } }
    type Page = {
      listByHand(parameters: URLSearchParams): Promise<Hand>
      listByDeclaration(parameters: URLSearchParams): Promise<Listed>
      listForOldClients(parameters: URLSearchParams): Promise<Listed>
      viewsByStatus(parameters: URLSearchParams): PromiseLike<readonly object[]>
      listByOffset(
        parameters: URLSearchParams,
      ): Promise<{ readonly data: readonly Row[]; readonly total: number; readonly hasMore: boolean }>
    }
    const { listByHand, listByDeclaration, listForOldClients, viewsByStatus, listByOffset } = await exportsOf<Page>(
      'from-drizzle',
      engine,
    )
    const asked = [
      ['', ''],
      ['page=2', 'page=2'],
      ['status=published', 'filter.status=$eq:published'],
      ['minViews=100&page=2', 'filter.views=$gte:100&page=2'],
      ['q=nulls', 'search=nulls'],
    ] as const
    for (const [before, after] of asked) {
      const hand = await listByHand(new URLSearchParams(before))
      const page = await listByDeclaration(new URLSearchParams(after))
      expect(page.items, before).toEqual(hand.items)
      expect(page.meta.totalItems, before).toBe(hand.total)
      expect((await listForOldClients(new URLSearchParams(before))).items, before).toEqual(hand.items)
    }
    // What goes wrong by hand.
    const wild = new URLSearchParams({ q: '0%n' })
    expect([(await listByHand(wild)).total, (await listForOldClients(wild)).meta.totalItems]).toEqual([1, 0])
    for (const wrong of ['page=0', 'minViews=many'])
      expect(await rejected(() => listForOldClients(new URLSearchParams(wrong))), wrong).toMatch(/^(page|filter)\./)
    const whole = await listByOffset(new URLSearchParams('limit=5000'))
    expect([whole.data.length, whole.hasMore]).toEqual([whole.total, false])
    const part = await listByOffset(new URLSearchParams('offset=2&limit=2'))
    expect(part).toEqual({ data: whole.data.slice(2, 4), total: whole.total, hasMore: true })
    for (const wrong of ['offset=3&limit=2', 'offset=-2', 'limit=0', 'limit=many', 'offset=many'])
      expect(await rejected(() => listByOffset(new URLSearchParams(wrong))), wrong).toMatch(/^(page|limit)\./)
    expect(await viewsByStatus(new URLSearchParams('filter.views=$gte:100'))).toEqual([
      { status: 'published', articles: 4 },
    ])
  })

  it('Spring Data: pages from 0, orders and filters, and its page', async () => {
    type Page = {
      readonly articlesOfOldClients: AnyPaginateConfig
      springQuery(parameters: URLSearchParams): PaginateQuery
      springPage(page: object): { readonly content: readonly Row[]; readonly page: object }
    }
    const { articlesOfOldClients, springQuery, springPage } = await exportsOf<Page>('from-spring-and-json-api', engine)
    const ask = async (text: string) =>
      springPage(await paginate(engine.db as never, springQuery(new URLSearchParams(text)), articlesOfOldClients))
    const answer = await ask('page=1&size=2&sort=views,desc&status=published')
    expect(idsOf(answer.content)).toEqual([4, 1])
    expect(answer.page).toEqual({ size: 2, number: 1, totalElements: 4, totalPages: 2 })
    expect(idsOf((await ask('sort=views,title,desc&size=1')).content)).toEqual([2])
    expect(idsOf((await ask('sort=title&size=1')).content)).toEqual([4])
    // Several values are "in", a blank parameter does not count, and an order may ignore letter case.
    expect(idsOf((await ask('status=draft&status=archived')).content)).toEqual([3, 5])
    expect(idsOf((await ask('status=draft&views=')).content)).toEqual([3])
    expect((await ask('status=&sort=&page=&size=')).page).toMatchObject({ number: 0, totalElements: 6 })
    for (const sort of ['title,ignorecase', 'title,asc,ignorecase', 'title,ASC,IgnoreCase'])
      expect(springQuery(new URLSearchParams({ sort })).sortBy, sort).toEqual([
        expect.stringMatching(/^titleIgnoreCase:asc$/i),
      ])
    expect(idsOf((await ask('sort=title,desc,ignorecase&size=1')).content)).toEqual([6])
    expect(await rejected(() => ask('page=-1'))).toBe('page.not_positive_integer')
    expect(await rejected(() => ask('sort=secret,asc'))).toBe('sort.not_configured')
    expect(await rejected(() => ask('secret=1'))).toBe('filter.not_configured')
  })

  it('JSON:API: documents, links and errors', async () => {
    const { GET } = await exportsOf<{ GET(request: Request): Promise<Response> }>('from-spring-and-json-api', engine)
    const ask = async (search: string) => {
      const response = await GET(new Request(`http://localhost/articles?${search}`))
      return [response.status, response.headers.get('content-type'), await response.json()] as const
    }
    const [status, type, document] = await ask('sort=-views&page[number]=2&page[size]=2&filter[status]=published')
    expect([status, type]).toEqual([200, 'application/vnd.api+json'])
    expect(document).toMatchObject({
      data: [
        { type: 'articles', id: '4', attributes: { title: '100% of the nulls', views: 310 } },
        { type: 'articles', id: '1' },
      ],
      meta: { total: 4 },
      links: { next: null },
    })
    const { links } = document as { readonly links: Readonly<Record<'first' | 'prev' | 'last', string>> }
    expect(decodeURIComponent(links.prev)).toBe(
      '/articles?sort=-views&page[number]=1&page[size]=2&filter[status]=published',
    )
    const [, , first] = await ask(new URL(links.prev, 'http://localhost').search.slice(1))
    expect(first).toMatchObject({ data: [{ id: '2' }, { id: '6' }], links: { prev: null } })
    expect((await ask('filter[views]=$gte:500&filter[status]=draft,published&sort=title'))[2]).toMatchObject({
      data: [{ id: '2' }, { id: '6' }],
    })
    const wrong = [
      ['filter[secret]=1', 'filter.not_configured', 'filter[secret]'],
      ['page[size]=1000', 'limit.out_of_range', 'page[size]'],
      ['page[number]=two', 'page.not_positive_integer', 'page[number]'],
      ['sort=secret', 'sort.not_configured', 'sort'],
      ['include=author', 'parameter.unknown', 'include'],
      ['fields[articles]=title', 'parameter.unknown', 'fields[articles]'],
    ] as const
    for (const [search, code, parameter] of wrong) {
      const [answered, , body] = await ask(search)
      expect([answered, body], search).toMatchObject([
        400,
        { errors: [{ status: '400', code, source: { parameter } }] },
      ])
    }
  })

  it('OData: filters, orders, pages and counts', async () => {
    type Page = {
      odataQuery(parameters: URLSearchParams): PaginateQuery
      odataPage(
        parameters: URLSearchParams,
      ): Promise<{ readonly value: readonly Row[]; readonly '@odata.count'?: number }>
    }
    const { odataPage, odataQuery } = await exportsOf<Page>('from-dotnet', engine)
    const ask = (text: string) => odataPage(new URLSearchParams(text.replaceAll('+', '%2B')))
    const filters = [
      ["status eq 'draft' or (views gt 300 and not (title eq 'Joins, drawn'))", [2, 3, 4, 6]],
      ['publishedAt eq null', [3]],
      ['publishedAt ne null and views lt 100', [5]],
      ['views ge 120 and views le 310', [1, 4]],
      ["title eq 'a\tb' or title eq 'c\n\"d\\e' or views eq 75", [5]],
      ["status  eq\t'draft'", [3]],
      ["title eq 'It''s' or title eq 'A (compiler) and'", []],
      ["status ne 'published'", [3, 5]],
      ['publishedAt ge 2024-03-08T08:15:00.250Z', [4, 6]],
    ] as const
    for (const [filter, ids] of filters) expect(idsOf((await ask(`$filter=${filter}`)).value), filter).toEqual(ids)
    const orders = [
      ['views  desc', ['views:desc']],
      ['author/name desc, title', ['author.name:desc', 'title:asc']],
    ] as const
    for (const [order, sortBy] of orders)
      expect(odataQuery(new URLSearchParams({ $orderby: order })).sortBy, order).toEqual(sortBy)
    const page = await ask('$orderby=views desc&$top=2&$skip=2&$count=true')
    expect([idsOf(page.value), page['@odata.count']]).toEqual([[4, 1], 6])
    for (const [wrong, code] of [
      ["$filter=contains(title,'x')", 'filter.expression_syntax'],
      ['$filter=secret eq 1', 'filter.not_configured'],
      ['$expand=reviews', 'parameter.unknown'],
      ['$top=2&$skip=3', 'page.not_positive_integer'],
      ['$top=0&$skip=0', 'page.not_positive_integer'],
      ['$orderby=secret', 'sort.not_configured'],
    ] as const)
      expect(await rejected(() => ask(wrong)), wrong).toBe(code)
  })

  it('offset to cursors: one chain, two lists, and a row that is written between pages', async () => {
    type Lists = 'numberedArticles' | 'articleFeed'
    type Handler = (request: Request) => Promise<Response>
    type Page = Readonly<Record<Lists, AnyPaginateConfig>> &
      Readonly<Record<'byNumber' | 'byCursor', Handler>> & {
        readAll(list: AnyPaginateConfig, afterEachPage: () => Promise<void>): Promise<readonly number[]>
      }
    const { numberedArticles, articleFeed, byNumber, byCursor, readAll } = await exportsOf<Page>(
      'from-offset-to-cursors',
      engine,
    )
    const { articles } = engine.names as { readonly articles: never }
    type Writer = {
      insert(table: never): { values(row: object): PromiseLike<unknown> }
      delete(table: never): { where(condition: unknown): PromiseLike<unknown> }
    }
    const db = engine.db as unknown as Writer
    const { eq } = await import('drizzle-orm')
    const walk = async (list: AnyPaginateConfig): Promise<readonly number[]> => {
      let pages = 0
      const newer = {
        id: 7,
        title: 'Newer',
        status: 'draft',
        views: 0,
        publishedAt: new Date('2024-04-01'),
        tags: [],
        hidden: false,
        authorId: null,
      }
      try {
        return await readAll(list, async () => {
          if (pages++ === 0) await db.insert(articles).values(newer)
        })
      } finally {
        await db.delete(articles).where(eq((articles as { readonly id: never }).id, 7))
      }
    }
    const text = readPage('docs/guides/from-offset-to-cursors.md').text
    const [, number = '', cursor = ''] = /by number `([\d, ]+)`, and by cursor `([\d, ]+)`/.exec(text) ?? []
    expect((await walk(numberedArticles)).join(', ')).toBe(number)
    expect((await walk(articleFeed)).join(', ')).toBe(cursor)
    const statusOf = async (handler: Handler, search: string): Promise<number> =>
      (await handler(new Request(`http://localhost/articles${search}`))).status
    expect([await statusOf(byNumber, '?page=2'), await statusOf(byCursor, '?page=2')]).toEqual([200, 400])
    const first = (await (await byCursor(new Request('http://localhost/articles'))).json()) as {
      meta: { nextCursor: string }
    }
    const after = `?after=${encodeURIComponent(first.meta.nextCursor)}`
    expect([await statusOf(byCursor, after), await statusOf(byCursor, `${after}&sortBy=title:ASC`)]).toEqual([200, 400])
    const heads = await Promise.all(
      [byNumber, byCursor].map((handler) => handler(new Request('http://localhost/articles'))),
    )
    expect(heads.map(({ headers }) => /rel="last"/.test(headers.get('link') ?? ''))).toEqual([true, false])
  })
})
