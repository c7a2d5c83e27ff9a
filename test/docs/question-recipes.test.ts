// Recipes that answer one question each, run as written on their pages: their rows are those of plain SQL.
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { eq, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { type AnyPaginateConfig, type ListDatabase, type PaginateQuery, paginateConfig, rowsOf } from 'drizzle-paginate'
import { listHandler } from 'drizzle-paginate/http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPglite } from '../support/start-pglite.js'
import { articles as postgresArticles } from './example/postgres/schema.js'
import { articles as sqliteArticles, reviews as sqliteReviews } from './example/sqlite/schema.js'
import { type ExampleEngine, openPostgres, openSqlite } from './support/engines.js'
import { chainsOf, importBlocks } from './support/modules.js'
import { readPage } from './support/pages.js'

interface Row {
  readonly id: number
}
interface Page {
  readonly items: readonly Row[]
  readonly meta: {
    readonly currentPage: number
    readonly totalItems: number | null
    readonly hasNextPage: boolean
    readonly cursors: readonly string[]
  }
  readonly links: { readonly next: string | null; readonly last: string | null; readonly current: string | null }
}
type Handler = (request: Request) => Promise<Response>

/** What a block of a page exports, with those that continue it. */
async function exportsOf<Exports>(name: string, engine: ExampleEngine, at = 0): Promise<Exports> {
  Object.assign(globalThis, engine.names)
  const chain = chainsOf(readPage(`docs/recipes/${name}.md`))[at] ?? []
  return (await importBlocks(engine, chain)) as Exports
}

const idsOf = ({ items }: Pick<Page, 'items'>): number[] => items.map(({ id }) => id)
const url = (search: string): URL => new URL(`http://localhost/articles${search}`)

async function ask<Body = Page>(handler: Handler, search: string): Promise<Body> {
  const response = await handler(new Request(url(search)))
  expect(response.status, search).toBe(200)
  return (await response.json()) as Body
}

/** Rows of a statement without this package. */
async function plain<Answer = Row>(engine: ExampleEngine, statement: string): Promise<Answer[]> {
  const db = engine.db as unknown as {
    all?(query: SQL): Answer[]
    execute(query: SQL): Promise<{ readonly rows: Answer[] }>
  }
  return db.all === undefined ? (await db.execute(sql.raw(statement))).rows : db.all(sql.raw(statement))
}
const plainIds = async (engine: ExampleEngine, statement: string): Promise<number[]> =>
  (await plain(engine, statement)).map(({ id }) => id)

interface Facets {
  readonly facets: Readonly<
    Record<string, readonly { readonly value: string | null; readonly count: number; readonly filter: string | null }[]>
  >
}

const emptyTags = ({ dialect }: ExampleEngine): string => (dialect === 'postgresql' ? '{}' : '[]')
const no = ({ dialect }: ExampleEngine): string => (dialect === 'postgresql' ? 'false' : '0')

async function write(engine: ExampleEngine, statement: string): Promise<void> {
  const db = engine.db as unknown as { run?(query: SQL): unknown; execute(query: SQL): Promise<unknown> }
  await (db.run === undefined ? db.execute(sql.raw(statement)) : db.run(sql.raw(statement)))
}

/** Cells of the row of the page's first table that begins with a text. */
function cellsOf(name: string, head: string): readonly string[] {
  const row = readPage(`docs/recipes/${name}.md`)
    .text.split('\n')
    .find((line) => line.startsWith(`| ${head}`))
  return (row as string).slice(2, -2).split(' | ').slice(1)
}

/** Lists with a field of the test's own, by dialect. */
const bucketLists = {
  postgresql: (bucket: SQL<string>, type: 'date' | 'text') =>
    paginateConfig(postgresArticles)
      .field('bucket', bucket, type)
      .withLimits(20, 100)
      .withTieBreaker('id')
      .filterable('bucket', '$eq', '$null')
      .withFacets({ bucket: { limit: 240 } })
      .build(),
  sqlite: (bucket: SQL<string>, type: 'date' | 'text') =>
    paginateConfig(sqliteArticles)
      .field('bucket', bucket, type)
      .withLimits(20, 100)
      .withTieBreaker('id')
      .filterable('bucket', '$eq', '$null')
      .withFacets({ bucket: { limit: 240 } })
      .build(),
}

/** The list of search-other-tables.md with the expression that it names for SQLite. */
function reviewedOnSqlite(): AnyPaginateConfig {
  const { text } = readPage('docs/recipes/search-other-tables.md')
  const [, before = '', after = ''] = /`(group_concat\()\$\{reviews\.reviewer\}(, char\(10\)\))`/.exec(text) ?? []
  const joined = sql<string | null>`${sql.raw(before)}${sqliteReviews.reviewer}${sql.raw(after)}`
  const reviewsOf = rowsOf(sqliteReviews, eq(sqliteReviews.articleId, sqliteArticles.id))
  return paginateConfig(sqliteArticles)
    .field('reviewers', reviewsOf.aggregate(joined, 'text'))
    .withLimits(20, 100)
    .withTieBreaker('id')
    .searchable('title', 'reviewers')
    .build()
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

  it.each([
    ['', 'from articles order by published_at desc nulls last, id', 20],
    ['?limit=2', 'from articles order by published_at desc nulls last, id', 2],
    ['?limit=1&sortBy=title:DESC', 'from articles order by title desc, id', 1],
    [
      '?limit=2&sortBy=author.name:ASC&filter.views=$gte:50',
      'from articles left join authors on authors.id = articles.author_id where views >= 50 order by authors.name nulls last, articles.id',
      2,
    ],
    [
      '?limit=2&search=engines&filter.status=$eq:published',
      `from articles where status = 'published' and title like '%engines%' order by published_at desc nulls last, id`,
      2,
    ],
  ])('the page that holds a row: %s', async (search, statement, limit) => {
    const { pageOfArticle } = await exportsOf<{ pageOfArticle(id: number, at: URL): Promise<Page | null> }>(
      'page-of-a-row',
      engine,
    )
    const ordered = await plainIds(engine, `select articles.id as id ${statement}`)
    expect(ordered.length).toBeGreaterThan(0)
    for (const id of [1, 2, 3, 4, 5, 6]) {
      const page = await pageOfArticle(id, url(search))
      const at = ordered.indexOf(id)
      const start = Math.floor(at / limit) * limit
      expect(page === null ? null : idsOf(page), `row ${id}`).toEqual(
        at === -1 ? null : ordered.slice(start, start + limit),
      )
      if (page !== null) expect(page.links.current).toMatch(new RegExp(`^/articles\\?.*page=${start / limit + 1}$`))
    }
  })

  it('the row of a list with cursors, between its neighbours', async () => {
    const { aroundArticle } = await exportsOf<{
      aroundArticle(
        id: number,
        at: URL,
      ): Promise<{ readonly before: Page; readonly article: Row; readonly after: Page } | null>
    }>('page-of-a-row', engine, 1)
    const ordered = await plainIds(engine, `select id from articles where status = 'published' order by title desc, id`)
    for (const [at, id] of ordered.entries()) {
      const around = await aroundArticle(id, url('?limit=2&sortBy=title:DESC&filter.status=$eq:published'))
      expect([around?.article.id, idsOf(around?.before as Page), idsOf(around?.after as Page)]).toEqual([
        id,
        ordered.slice(Math.max(at - 2, 0), at),
        ordered.slice(at + 1, at + 3),
      ])
    }
    expect(await aroundArticle(3, url('?filter.status=$eq:published'))).toBeNull()
  })

  it('a total only when asked', async () => {
    const { GET } = await exportsOf<{ GET: Handler }>('total-when-asked', engine)
    const [{ n }] = (await plain<{ n: number | string }>(
      engine,
      `select count(*) as n from articles where status = 'published'`,
    )) as [{ n: number | string }]
    engine.log.clear()
    const silent = await ask(GET, '?limit=2&filter.status=$eq:published')
    expect([silent.meta.totalItems, silent.links.last, silent.meta.hasNextPage]).toEqual([null, null, true])
    expect(engine.log.statements()).toHaveLength(1)
    engine.log.clear()
    const counted = await ask(GET, '?limit=2&filter.status=$eq:published&count=true')
    expect([counted.meta.totalItems, counted.meta.hasNextPage]).toEqual([Number(n), true])
    expect(engine.log.statements()).toHaveLength(2)
    expect(counted.links.next).toContain('count=true')
    expect(silent.links.next).not.toContain('count')
    const { totalOf } = await exportsOf<{ totalOf(request: Request): Promise<number> }>('total-when-asked', engine, 1)
    expect(await totalOf(new Request(url('?filter.status=$in:published')))).toBe(Number(n))
  })

  it('counts by month and by day, and the way back', async () => {
    const dialect = engine.dialect as 'postgresql' | 'sqlite'
    const isPostgres = dialect === 'postgresql'
    const lists = cellsOf('counts-by-month', isPostgres ? 'PostgreSQL' : 'SQLite').map((cell) => {
      const [, expression = '', type = ''] = /^`(.*)`, `'(.*)'`$/.exec(cell) ?? []
      const parts = expression.split(/\bat\b(?! time)/).map((text) => sql.raw(text))
      const { publishedAt } = isPostgres ? postgresArticles : sqliteArticles
      return bucketLists[dialect](sql<string>`${sql.join(parts, sql`${publishedAt}`)}`, type as 'date' | 'text')
    })
    expect(lists).toHaveLength(2)
    for (const [at, config] of lists.entries()) {
      const handler = listHandler({ db: engine.db as never, config: config as AnyPaginateConfig })
      const { facets } = await ask<Facets>(handler, '')
      const day = isPostgres ? 'cast(published_at as text)' : `strftime('%Y-%m-%d', published_at / 1000, 'unixepoch')`
      const expected = await plain<{ value: string | null; n: number | string }>(
        engine,
        `select substr(${day}, 1, ${at === 0 ? 7 : 10}) as value, count(*) as n from articles group by 1 order by 1`,
      )
      const counts = (facets['bucket'] ?? []).map(({ value, count }) => [value, count] as const)
      expect(new Map(counts)).toEqual(new Map(expected.map(({ value, n }) => [value, Number(n)])))
      for (const { value, filter, count } of facets['bucket'] ?? [])
        expect(
          (await ask(handler, `?filter.bucket=${encodeURIComponent(filter as string)}`)).items,
          `${value}`,
        ).toHaveLength(count)
    }
  })

  it('search in rows of another table', async () => {
    const configs: AnyPaginateConfig[] = []
    if (engine.dialect === 'sqlite') configs.push(reviewedOnSqlite())
    else {
      const first = await exportsOf<{ reviewedList: AnyPaginateConfig }>('search-other-tables', engine)
      const second = await exportsOf<{ searchedList: AnyPaginateConfig }>('search-other-tables', engine, 1)
      configs.push(first.reviewedList, second.searchedList)
    }
    const handlers = configs.map((config) => listHandler({ db: engine.db as ListDatabase, config }))
    for (const term of ['ann', 'BO', 'nothing', 'o', '%', 'Ann%', 'Bo\\']) {
      const like = `like '%${term.toLowerCase().replace(/[!%_]/g, '!$&')}%' escape '!'`
      const expected = await plainIds(
        engine,
        `select id from articles where lower(title) ${like} or exists (select 1 from reviews where article_id = articles.id and lower(reviewer) ${like}) order by id`,
      )
      for (const handler of handlers)
        expect(idsOf(await ask(handler, `?search=${encodeURIComponent(term)}`)), term).toEqual(expected)
    }
    expect(idsOf(await ask(handlers[0] as Handler, '?search=ann&searchBy=reviewers'))).toEqual([1, 4, 6])
  })

  it('long filters as a body, with links that go on', async () => {
    const { longArticles } = await exportsOf<{ longArticles: Handler }>('long-filters', engine)
    const ids = Array.from({ length: 2_000 }, (_, at) => (at === 0 ? 2 : at === 1 ? 5 : at === 2 ? 6 : at + 1_000))
    const expected = await plainIds(engine, `select id from articles where id in (${ids.join()}) order by id`)
    const search = `filter.id=${encodeURIComponent(`$in:${ids.join()}`)}&limit=2`
    for (const method of ['QUERY', 'POST']) {
      const seen: number[] = []
      for (let query: string | undefined = search; query !== undefined;) {
        const response = await longArticles(new Request(url(''), { method, body: query }))
        expect([response.status, response.headers.get('link')], method).toEqual([200, null])
        const page = (await response.json()) as Page
        seen.push(...idsOf(page))
        query = page.links.next?.split('?')[1]
      }
      expect(seen, method).toEqual(expected)
    }
    interface Client {
      query(): { filter(field: string, operator: string, values: readonly number[]): { limit(rows: number): object } }
      fetchPage(query: object): Promise<Page>
      next(page: Page): object | null
    }
    const { client } = await exportsOf<{ client: Client }>('long-filters', engine, 1)
    const methods: string[] = []
    vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
      methods.push(options.method ?? 'GET')
      return longArticles(new Request(`http://localhost${path}`, options))
    })
    try {
      const page = await client.fetchPage(client.query().filter('id', '$in', ids).limit(2))
      const next = await client.fetchPage(client.next(page) as object)
      expect([...idsOf(page), ...idsOf(next)]).toEqual(expected)
      await client.fetchPage(client.query().filter('id', '$in', [1]).limit(2))
      expect(methods).toEqual(['POST', 'POST', 'GET'])
    } finally {
      vi.unstubAllGlobals()
    }
    const wrong = await longArticles(new Request(url(''), { method: 'QUERY', body: 'limit=0' }))
    expect(wrong.status).toBe(400)
    const tooLong = await longArticles(new Request(url(''), { method: 'POST', body: 'x'.repeat(200_001) }))
    expect(tooLong.status).toBe(413)
    expect((await longArticles(new Request(url('?limit=1')))).headers.get('link')).toContain('rel="next"')
  })

  it('newer than the first row, and the last page', async () => {
    interface Recipe {
      readonly feed: AnyPaginateConfig
      newerThan(cursor: string): Promise<{ items: readonly Row[]; cursor: string; hasMore: boolean }>
      lastPage(): Promise<{ items: readonly Row[]; previous: string | null }>
    }
    const { feed, newerThan, lastPage } = await exportsOf<Recipe>('newer-rows', engine)
    const handler = listHandler({ db: engine.db as ListDatabase, config: feed })
    const ordered = () =>
      plainIds(engine, 'select id from articles order by (published_at is null), published_at desc, id desc')
    const first = await ask(handler, '')
    expect(idsOf(first)).toEqual(await ordered())
    const cursor = first.meta.cursors[0] as string
    expect(await newerThan(cursor)).toEqual({ items: [], cursor, hasMore: false })
    const at = engine.dialect === 'postgresql' ? `'2024-04-01T00:00:00Z'` : String(Date.parse('2024-04-01T00:00:00Z'))
    const values = [7, 8, 9].map((id) => `(${id}, 'New', 'draft', 0, ${at}, '${emptyTags(engine)}', ${no(engine)})`)
    await write(
      engine,
      `insert into articles (id, title, status, views, published_at, tags, hidden) values ${values.join()}`,
    )
    try {
      const news = await newerThan(cursor)
      const all = await ordered()
      expect([news.items.map(({ id }) => id), news.hasMore]).toEqual([all.slice(0, 3), false])
      expect(await newerThan(news.cursor)).toMatchObject({ items: [], cursor: news.cursor })
      const last = await lastPage()
      expect(last.items.map(({ id }) => id)).toEqual(all)
      const two = await ask(handler, '?sortBy=publishedAt:ASC&limit=2')
      expect(idsOf(two).toReversed()).toEqual(all.slice(-2))
      const before = await ask(handler, (two.links.next as string).replace('/articles', ''))
      expect(idsOf(before).toReversed()).toEqual(all.slice(-4, -2))
    } finally {
      await write(engine, 'delete from articles where id > 6')
    }
  })
})

describe('on PostgreSQL alone', () => {
  let engine: ExampleEngine
  beforeAll(async () => {
    engine = await openPostgres()
  })
  afterAll(() => engine.close())

  it('counts by month, as the page has them', async () => {
    const { GET } = await exportsOf<{ GET: Handler }>('counts-by-month', engine)
    const { facets } = await ask<Facets>(GET, '?filter.month=$eq:2024-02')
    const published = await plain<{ value: string; count: string }>(
      engine,
      `select to_char(published_at, 'YYYY-MM') as value, count(*) as count from articles group by 1`,
    )
    expect(new Map(facets['month']?.map(({ value, count }) => [value, count]))).toEqual(
      new Map(published.map(({ value, count }) => [value, Number(count)])),
    )
    expect(facets['month']?.[0]).toEqual({ value: '2024-03', count: 3, filter: '$eq:2024-03' })
    expect(facets['month']?.find(({ value }) => value === null)?.filter).toBeNull()
  })

  it('trees: a level, all below a row, and a scope', async () => {
    await write(engine, `create table folders (id integer primary key, name text not null, "parentId" integer)`)
    try {
      // 7 is its own grandchild's child: a circle.
      const parents = { 1: null, 2: 1, 3: 1, 4: 2, 5: 4, 6: null, 7: 9, 8: 7, 9: 8, 10: 6 }
      const values = Object.entries(parents).map(([id, parent]) => `(${id}, 'Folder ${id}', ${parent})`)
      await write(engine, `insert into folders values ${values.join()}`)
      const { folderList, ownFolders } = await exportsOf<{
        folderList: AnyPaginateConfig
        ownFolders: AnyPaginateConfig
      }>('trees', engine)
      const handler = listHandler({ db: engine.db as ListDatabase, config: folderList })
      const below = (id: number): number[] => {
        const found = new Set([id])
        for (const seen of found)
          for (const [child, parent] of Object.entries(parents)) if (parent === seen) found.add(Number(child))
        return [...found].sort((a, b) => a - b)
      }
      for (const id of [1, 2, 4, 5, 6, 7, 99])
        expect(idsOf(await ask(handler, `?filter.below=$eq:${id}`)), `below ${id}`).toEqual(id === 99 ? [] : below(id))
      const without = await ask(handler, '?filter.below=$eq:1&filter.below=$not:$eq:4')
      expect(idsOf(without)).toEqual(below(1).filter((id) => !below(4).includes(id)))
      const roots = await plain<{ id: number; n: string }>(
        engine,
        `select id, (select count(*) from folders as child where child."parentId" = folders.id) as n from folders where "parentId" is null order by id`,
      )
      const level = await ask<{ items: readonly { id: number; children: number }[] }>(handler, '?filter.parentId=$null')
      expect(level.items.map(({ id, children }) => [id, children])).toEqual(roots.map(({ id, n }) => [id, Number(n)]))
      expect(idsOf(await ask(handler, '?filter.parentId=$eq:1'))).toEqual([2, 3])
      const own = listHandler({ db: engine.db as ListDatabase, config: ownFolders, scope: () => ({ rootId: 2 }) })
      expect(idsOf(await ask(own, ''))).toEqual(below(2))
      expect(idsOf(await ask(own, '?filter.parentId=$null'))).toEqual([])
    } finally {
      await write(engine, 'drop table folders')
    }
  })

  const listOf = async (at: number, name: string): Promise<Handler> => {
    const made = await exportsOf<Record<string, AnyPaginateConfig>>('small-questions', engine, at)
    return listHandler({ db: engine.db as ListDatabase, config: made[name] as AnyPaginateConfig })
  }

  it('nulls where the client wants them', async () => {
    const handler = await listOf(0, 'nullsList')
    for (const [field, nulls] of [
      ['publishedAt', 'last'],
      ['publishedAtNullsFirst', 'first'],
    ])
      for (const direction of ['ASC', 'DESC'])
        expect(idsOf(await ask(handler, `?sortBy=${field}:${direction}`)), `${field} ${direction}`).toEqual(
          await plainIds(engine, `select id from articles order by published_at ${direction} nulls ${nulls}, id`),
        )
  })

  it('empty lists', async () => {
    const handler = await listOf(1, 'emptyList')
    await write(engine, `update articles set tags = '{}' where id in (2, 5)`)
    try {
      for (const [search, condition] of [
        ['?filter.reviewCount=$eq:0', 'not exists (select 1 from reviews where article_id = articles.id)'],
        ['?filter.tagCount=$eq:0', `tags = '{}'`],
        ['?filter.tagCount=$gte:1', `tags <> '{}'`],
      ] as const)
        expect(idsOf(await ask(handler, search)), search).toEqual(
          await plainIds(engine, `select id from articles where ${condition} order by id`),
        )
    } finally {
      await write(engine, `update articles set tags = '{compilers}' where id = 2`)
      await write(engine, `update articles set tags = '{sql,performance}' where id = 5`)
    }
  })

  it('one day of a timestamp, in a zone and in UTC', async () => {
    const { onThatDay } = await exportsOf<{ onThatDay: PaginateQuery }>('small-questions', engine, 2)
    const handler = listHandler({
      db: engine.db as ListDatabase,
      config: engine.names['articleList'] as AnyPaginateConfig,
    })
    const page = readPage('docs/recipes/small-questions.md').text
    const quoted = /\/\/ (\?filter\.publishedAt=\S+)/.exec(page)?.[1] as string
    expect(`?${decodeURIComponent(String(onThatDay))}`).toBe(quoted)
    const byHand = /UTC: `(\S+)`/.exec(page)?.[1] as string
    for (const [search, zone] of [
      [quoted, 'Europe/Paris'],
      [byHand, 'UTC'],
    ] as const)
      expect(idsOf(await ask(handler, search)), zone).toEqual(
        await plainIds(
          engine,
          `select id from articles where (published_at at time zone '${zone}')::date = '2024-03-08' order by id`,
        ),
      )
  })

  it('one row', async () => {
    const { articleOf } = await exportsOf<{ articleOf(id: number): Promise<unknown> }>('small-questions', engine, 4)
    expect(await articleOf(5)).toMatchObject({ id: 5, title: 'Indexes and order', author: { name: 'Ada Byron' } })
    expect(await articleOf(99)).toBeNull()
  })

  it('accents ignored', async () => {
    const client = await startPglite({ unaccent })
    try {
      await client.exec(`create extension unaccent; create table authors (id integer primary key, name text not null, country text);
        insert into authors values (1, 'Ada Byron'), (2, 'Émile Zola'), (3, 'emile zola'), (4, 'Zoë Émile'), (5, 'EMILE ZOLÀ')`)
      const { authorList } = await exportsOf<{ authorList: AnyPaginateConfig }>('small-questions', engine, 3)
      const handler = listHandler({ db: drizzle({ client }), config: authorList })
      const ids = async (condition: string): Promise<number[]> =>
        (await client.query<Row>(`select id from authors where ${condition} order by id`)).rows.map(({ id }) => id)
      for (const name of ['emile zola', 'Émile Zola', 'zola'])
        expect(idsOf(await ask(handler, `?filter.name=$eq:${encodeURIComponent(name)}`)), name).toEqual(
          await ids(`lower(translate(name, 'Éëà À', 'Eea A')) = lower(translate('${name}', 'Éëà À', 'Eea A'))`),
        )
      expect(idsOf(await ask(handler, '?search=emile'))).toEqual([2, 3, 4, 5])
      expect(idsOf(await ask(handler, `?search=${encodeURIComponent('zoe émile')}`))).toEqual([4])
    } finally {
      await client.close()
    }
  })
})
