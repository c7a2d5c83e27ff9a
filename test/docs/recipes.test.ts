// Recipes run as written on their pages: against a handler over the documentation's example, on both engines.
import { AsyncLocalStorage } from 'node:async_hooks'
import { context, type Context, type ContextManager, metrics, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type AnyPaginateConfig, type ListDatabase, PaginateQuery } from 'drizzle-paginate'
import {
  createListClient,
  type ListFetch,
  type ListQuery,
  type ListRequestError,
  parseListQuery,
} from 'drizzle-paginate/client'
import { listHandler } from 'drizzle-paginate/http'
import {
  columnFilteringFeature,
  constructTable,
  coreFeatures,
  filterFns,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  type Updater,
} from '@tanstack/table-core'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type ExampleEngine, openPostgres, openSqlite } from './support/engines.js'
import { chainsOf, importBlocks } from './support/modules.js'
import { type Page, pages } from './support/pages.js'

/** As `@opentelemetry/context-async-hooks` does it. */
class StorageContextManager implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }
  with<Arguments extends unknown[], Answer>(
    own: Context,
    run: (...given: Arguments) => Answer,
    thisArgument?: unknown,
    ...given: Arguments
  ): Answer {
    return this.#storage.run(own, () => run.call(thisArgument, ...given))
  }
  bind<Target>(_own: Context, target: Target): Target {
    return target
  }
  enable(): this {
    return this
  }
  disable(): this {
    this.#storage.disable()
    return this
  }
}

/**
 * What a block exports, evaluated with the names of an engine; `at` counts the page's blocks, those that continue one
 * left out.
 */
async function run<Exports>(name: string, engine: ExampleEngine, at = 0): Promise<Exports> {
  const chain = chainsOf(pages.find((page) => page.name === `docs/recipes/${name}.md`) as Page)[at]
  if (chain === undefined) throw new Error(`${name} has no block ${at}`)
  Object.assign(globalThis, engine.names)
  return (await importBlocks(engine, chain)) as Exports
}

/** What the recipe of TanStack Table gives to the table. */
type TableSlices = {
  readonly sorting: unknown[]
  readonly columnFilters: unknown[]
  readonly pagination: { pageIndex: number; pageSize: number }
  readonly globalFilter: string
}
type TableOptions = {
  readonly data: readonly { readonly title: string }[]
  readonly rowCount: number
  readonly state: TableSlices
} & Readonly<
  Record<
    'onSortingChange' | 'onColumnFiltersChange' | 'onPaginationChange' | 'onGlobalFilterChange',
    (updater: Updater<never>) => void
  >
>
type TableRecipe = {
  tableOptions(query: ListQuery, page: unknown, setQuery: (query: ListQuery) => void): TableOptions
}
const features = tableFeatures({
  ...coreFeatures,
  coreReactivityFeature: storeReactivityBindings(),
  columnFilteringFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  filterFns,
})
const columns = ['title', 'status', 'views', 'tags'].map((id) => ({ id, accessorKey: id }))
const tableOf = (options: TableOptions) =>
  constructTable({ features, columns, ...options } as unknown as Parameters<
    typeof constructTable<typeof features, object>
  >[0])

describe.each([
  ['PostgreSQL', openPostgres],
  ['SQLite', openSqlite],
] as const)('on %s', (_title, open) => {
  let engine: ExampleEngine
  let list: AnyPaginateConfig
  beforeAll(async () => {
    engine = await open()
    list = engine.names['articleList'] as AnyPaginateConfig
  })
  afterAll(() => engine.close())

  /** `fetch` of a front end whose server has this list, and what was asked of it. */
  function server(config: AnyPaginateConfig): { readonly send: ListFetch; readonly asked: string[] } {
    const handler = listHandler({ db: engine.db as ListDatabase, config })
    const asked: string[] = []
    const send: ListFetch = async (url, options) => {
      options.signal?.throwIfAborted()
      asked.push(decodeURIComponent(url))
      return handler(new Request(`http://localhost${url}`, options))
    }
    return { asked, send }
  }
  const { signal } = new AbortController()

  it('OpenTelemetry: a measurement for each request, a span for each statement', async () => {
    const spans = new InMemorySpanExporter()
    const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
    const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const reader = new PeriodicExportingMetricReader({ exporter: measured })
    context.setGlobalContextManager(new StorageContextManager())
    trace.setGlobalTracerProvider(tracers)
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
    try {
      const { GET } = await run<{ GET: (request: Request) => Promise<Response> }>('opentelemetry', engine)
      const ask = (search: string): Promise<Response> => {
        const incoming = trace.getTracer('http').startSpan('GET')
        const answer = context.with(trace.setSpan(context.active(), incoming), () =>
          GET(new Request(`http://localhost/articles${search}`)),
        )
        return answer.finally(() => incoming.end())
      }
      await ask('?filter.status=$in:draft&sortBy=title:ASC')
      await ask('?limit=0')
      const finished = spans.getFinishedSpans()
      const [first] = finished.filter(({ name }) => name === 'GET')
      expect(first?.attributes).toEqual({
        'list.shape': 'sortBy=title:ASC filter.status=$in',
        'list.statements': 2,
        'list.rows': expect.any(Number) as number,
      })
      const statements = finished.filter(({ name }) => name.startsWith('articles '))
      expect(statements.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId])).toEqual([
        ['articles count', first?.spanContext().spanId],
        ['articles page', first?.spanContext().spanId],
      ])
      expect(JSON.stringify(statements.map(({ attributes }) => attributes))).not.toContain('draft')
      await reader.forceFlush()
      const points = measured.getMetrics().at(-1)?.scopeMetrics[0]?.metrics[0]?.dataPoints ?? []
      expect(points.map(({ attributes }) => attributes)).toEqual([
        { list: 'articles', shape: 'sortBy=title:ASC filter.status=$in', 'http.response.status_code': 200 },
        { list: 'articles', shape: '', 'http.response.status_code': 400, code: 'limit.not_positive_integer' },
      ])
    } finally {
      await reader.shutdown()
      for (const api of [context, trace, metrics]) api.disable()
    }
  })

  it('TanStack Query: a page under its URL; a refusal is not tried again', async () => {
    type Recipe = { pageOptions(query: ListQuery, from: unknown): Options }
    type Options = {
      readonly queryKey: readonly string[]
      readonly retry: (failures: number, error: Error) => boolean
      readonly queryFn: (context: {
        readonly signal: AbortSignal
      }) => Promise<{ readonly items: readonly { readonly title: string }[] }>
    }
    const { pageOptions } = await run<Recipe>('tanstack', engine)
    const { send } = server(list)
    const client = createListClient('/articles', { fetch: send })
    const options = pageOptions(client.query().filter('status', '$in', ['draft', 'archived']).sortBy('title'), client)
    expect(options.queryKey).toEqual([
      'articles',
      '/articles?sortBy=title%3AASC&filter.status=%24in%3Adraft%2Carchived',
    ])
    const german = createListClient('/articles?lang=de', { fetch: send })
    expect(pageOptions(german.query(), german).queryKey).not.toEqual(pageOptions(client.query(), client).queryKey)
    expect((await options.queryFn({ signal })).items.map(({ title }) => title)).toEqual([
      'Indexes and order',
      'Joins, drawn',
    ])
    const wrong = pageOptions(client.query().filter('isbn', '$eq', '1'), client)
    const error = await wrong.queryFn({ signal }).then(
      () => null,
      (thrown: unknown) => thrown as ListRequestError,
    )
    expect(error?.problem?.code).toBe('filter.not_configured')
    expect([
      options.retry(0, error as Error),
      options.retry(0, new Error('offline')),
      options.retry(3, new Error('offline')),
    ]).toEqual([false, true, false])
    const gone = new AbortController()
    gone.abort()
    await expect(options.queryFn({ signal: gone.signal })).rejects.toThrow('aborted')
  })

  it('TanStack Query: an endless list, each row once', async () => {
    type FeedPage = {
      readonly items: readonly { readonly id: number }[]
      readonly meta: { readonly nextCursor: string | null }
    }
    type Recipe = {
      readonly articleFeed: AnyPaginateConfig
      feedOptions(
        query: ListQuery,
        from: unknown,
      ): {
        readonly queryKey: readonly string[]
        readonly initialPageParam: string | null
        readonly queryFn: (context: {
          readonly pageParam: string | null
          readonly signal: AbortSignal
        }) => Promise<FeedPage>
        readonly getNextPageParam: (page: FeedPage) => string | null
      }
    }
    const { articleFeed, feedOptions } = await run<Recipe>('tanstack', engine, 1)
    const client = createListClient('/feed', { fetch: server(articleFeed).send })
    const options = feedOptions(client.query().limit(2).sortBy('title'), client)
    expect(options.queryKey).toEqual(['feed', '/feed?limit=2&sortBy=title%3AASC'])
    const ids: number[] = []
    let pageParam = options.initialPageParam
    for (let pagesRead = 0; pagesRead === 0 || pageParam !== null; pagesRead += 1) {
      const page = await options.queryFn({ pageParam, signal })
      ids.push(...page.items.map(({ id }) => id))
      pageParam = options.getNextPageParam(page)
    }
    const { items } = await client.fetchPage(client.query().limit(100).sortBy('title'))
    expect(ids).toEqual((items as { id: number }[]).map(({ id }) => id))
    expect(ids).toHaveLength(6)
  })

  it('TanStack Table: each change of the table is the next request', async () => {
    const { tableOptions } = await run<TableRecipe>('tanstack', engine, 2)
    const client = createListClient('/articles', { fetch: server(list).send })
    let query = client.query().page(2).limit(2)
    const table = async (): Promise<TableOptions> =>
      tableOptions(query, await client.fetchPage(query), (next) => (query = next))
    let now = await table()
    expect([now.rowCount, now.data.length, now.state.pagination]).toEqual([6, 2, { pageIndex: 1, pageSize: 2 }])
    // As a header and the buttons of the table do it.
    expect([
      tableOf(now).getPageCount(),
      tableOf(now).getCanNextPage(),
      tableOf(now).getRowModel().rows.length,
    ]).toEqual([3, true, 2])
    tableOf(now).getColumn('title')?.toggleSorting(false)
    expect(query.state).toMatchObject({ page: 1, limit: 2, sortBy: ['title:ASC'] })
    now = await table()
    expect(tableOf(now).getColumn('title')?.getIsSorted()).toBe('asc')
    tableOf(now).nextPage()
    expect(query.state).toMatchObject({ page: 2, sortBy: ['title:ASC'] })
    now = await table()
    expect(now.data.map(({ title }) => title)).toEqual(['Indexes and order', 'Joins, drawn'])
    now.onColumnFiltersChange([
      { id: 'status', value: ['published'] },
      { id: 'views', value: [100, undefined] },
    ] as never)
    expect(String(query)).toBe('limit=2&sortBy=title%3AASC&filter.status=%24in%3Apublished&filter.views=%24gte%3A100')
    now = await table()
    expect([now.rowCount, now.state.columnFilters]).toEqual([
      4,
      [
        { id: 'status', value: ['published'] },
        { id: 'views', value: ['100', undefined] },
      ],
    ])
    tableOf(now).setGlobalFilter('ada')
    expect((await table()).data.map(({ title }) => title)).toEqual(['Notes on engines'])
  })

  it('TanStack Table: a change starts from the one before it in the same event', async () => {
    const { tableOptions } = await run<TableRecipe>('tanstack', engine, 2)
    const client = createListClient('/articles', { fetch: server(list).send })
    const query = parseListQuery('?sortBy=title:DESC&filter.status=$in:draft&search=joins&page=2')
    const asked: string[] = []
    const options = tableOptions(query, await client.fetchPage(query), (next) => void asked.push(String(next)))
    const table = tableOf(options)
    table.resetSorting(true)
    table.resetColumnFilters(true)
    table.setGlobalFilter('')
    expect(asked.at(-1)).toBe('')
    table.nextPage()
    table.nextPage()
    expect(asked.at(-1)).toBe('page=3')
    table.getColumn('title')?.toggleSorting(true)
    expect(asked.at(-1)).toBe('sortBy=title%3ADESC')
    expect(options.state.globalFilter).toBe('joins')
  })

  it('TanStack Table: no rows until the first page is there', async () => {
    const { tableOptions } = await run<TableRecipe>('tanstack', engine, 2)
    const options = tableOptions(parseListQuery('?page=2'), undefined, () => {})
    expect([options.data, options.rowCount, options.state.pagination.pageIndex]).toEqual([[], 0, 1])
    // A table computes its rows again for other data.
    expect(tableOptions(parseListQuery(''), undefined, () => {}).data).toBe(options.data)
  })

  it('TanStack Table: no filter function of the table drops criteria', async () => {
    const { tableOptions } = await run<TableRecipe>('tanstack', engine, 2)
    const query = parseListQuery('?filter.tags=$not:$contains:sql')
    const asked: string[] = []
    const page = { items: [{ title: 'x', tags: ['sql'] }], meta: { totalItems: 1 } }
    const table = tableOf(tableOptions(query, page, (next) => void asked.push(decodeURIComponent(String(next)))))
    table.getColumn('status')?.setFilterValue(['draft'])
    table.getColumn('status')?.setFilterValue(undefined)
    table.getColumn('tags')?.setFilterValue(undefined)
    expect(asked).toEqual([
      'filter.tags=$not:$contains:sql&filter.status=$in:draft',
      'filter.tags=$not:$contains:sql',
      '',
    ])
  })

  it('a plain form: what it sends, what it shows again, its links, and its mistakes', async () => {
    const { articlePage } = await run<{ articlePage(url: URL): Promise<Response> }>('html-form', engine)
    const get = async (path: string): Promise<{ readonly status: number; readonly html: string }> => {
      const response = await articlePage(new URL(path, 'http://localhost'))
      return { status: response.status, html: await response.text() }
    }
    const titles = (html: string): string[] => [...html.matchAll(/<li>([^<,]*)/g)].map(([, title = '']) => title)
    // As a browser sends the form untouched: every control, blank ones too.
    const untouched = await get('/articles?search=&filter.status=&minViews=&sortBy=publishedAt:DESC')
    expect([untouched.status, titles(untouched.html)]).toEqual([200, titles((await get('/articles')).html)])
    expect(untouched.html).toContain('<p>6 articles</p>')
    const filled = await get(
      '/articles?search=&filter.status=%24in%3Adraft%2Carchived&minViews=50&sortBy=title%3AASC&limit=1',
    )
    expect(titles(filled.html)).toEqual(['Indexes and order'])
    expect(filled.html).toContain('<option value="$in:draft,archived" selected>')
    expect(filled.html).toContain('name="minViews" value="50"')
    expect(filled.html).toContain('<option value="title:ASC" selected>')
    // A browser reads `&amp;` of a link as `&`.
    const first = await get('/articles?minViews=100&limit=2&sortBy=title:ASC')
    const [, next = ''] = /<a href="([^"]*)">Next/.exec(first.html) ?? []
    const second = await get(next.replaceAll('&amp;', '&'))
    expect([...titles(first.html), ...titles(second.html)]).toEqual([
      '100% of the nulls',
      'A compiler in an afternoon',
      'Notes on engines',
      'Paging without tears',
    ])
    expect(second.html).toContain('name="minViews" value="100"')
    const hostile = await get(`/articles?search=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(hostile.html).not.toContain('<script')
    expect(hostile.html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    const mistake = await get(`/articles?minViews=${encodeURIComponent('<b>many')}`)
    expect(mistake.status).toBe(400)
    expect(mistake.html).toMatch(/<p role="alert">Filter &#39;views&#39;[^<]*<\/p>/)
    expect(mistake.html).toContain('name="minViews" value="&lt;b&gt;many"')
  })

  it('a tool: its schema admits what the list takes, its answers are rows or a sentence', async () => {
    type Recipe = {
      readonly findArticles: {
        readonly name: string
        readonly description: string
        readonly input_schema: Record<string, unknown>
      }
      callFindArticles(input: unknown): Promise<{ readonly content: string; readonly isError: boolean }>
    }
    const { findArticles, callFindArticles } = await run<Recipe>('language-model-tool', engine)
    expect(JSON.parse(JSON.stringify(findArticles.input_schema))).toEqual(findArticles.input_schema)
    const schema = z.fromJSONSchema(findArticles.input_schema as Parameters<typeof z.fromJSONSchema>[0])
    const isValid = (input: object): boolean => schema.safeParse(input).success
    const asks: readonly (readonly [object, readonly number[]])[] = [
      [{}, [6, 4, 2, 1, 3]],
      [{ filters: { views: '$gte:300', status: '$eq:published' }, sortBy: ['title:ASC'], limit: 2 }, [4, 2]],
      [{ search: 'nulls' }, [4]],
      [{ filters: { views: ['$gte:100', '$lte:400'] } }, [4, 1]],
      // The host's own condition holds, whatever is asked.
      [{ filters: { status: '$eq:archived' } }, []],
    ]
    for (const [input, ids] of asks) {
      expect(isValid(input), JSON.stringify(input)).toBe(true)
      const { content, isError } = await callFindArticles(input)
      expect([isError, (JSON.parse(content) as { items: { id: number }[] }).items.map(({ id }) => id)]).toEqual([
        false,
        ids,
      ])
    }
    // A criterion is text to the schema; the list reads it.
    const wrong: readonly (readonly [object, string, boolean])[] = [
      [{ filters: { secret: '$eq:1' } }, "'secret'", false],
      [{ filters: { views: '$eq:1' } }, "'views'", true],
      [{ filters: { views: '$gte:many' } }, "'views'", true],
      [{ limit: 100_000 }, "'limit'", false],
      [{ sortBy: ['views:DESC'] }, "'views'", false],
    ]
    for (const [input, sentence, isOfSchema] of wrong) {
      expect(isValid(input), JSON.stringify(input)).toBe(isOfSchema)
      expect(await callFindArticles(input)).toEqual({ isError: true, content: expect.stringContaining(sentence) })
    }
  })
})

describe('state in the URL', () => {
  type Store = {
    query(): ListQuery
    setQuery(next: ListQuery | ((query: ListQuery) => ListQuery), replace?: boolean): void
    subscribe(listener: () => void): () => void
  }
  /** A window with a history of URLs; `hasNavigation` as in browsers with the Navigation API. */
  function host(start: string, hasNavigation = false) {
    const events = new EventTarget()
    const navigation = new EventTarget()
    const entries = [start]
    let at = 0
    const current = (): URL => new URL(entries[at]!, 'http://localhost/admin')
    const enter = (to: number, url: string): void => {
      entries.splice(to, to > at ? Infinity : 1, url.replace('/admin', ''))
      at = to
      navigation.dispatchEvent(new Event('currententrychange'))
    }
    return {
      location: {
        pathname: '/admin',
        get search() {
          return current().search
        },
        get hash() {
          return current().hash
        },
      },
      history: {
        pushState: (_data: unknown, _unused: string, url: string) => enter(at + 1, url),
        replaceState: (_data: unknown, _unused: string, url: string) => enter(at, url),
      },
      ...(hasNavigation && { navigation }),
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      entries,
      back: () => {
        at -= 1
        events.dispatchEvent(new Event('popstate'))
      },
    }
  }
  type Router = { useRoutedQuery(): [ListQuery, Store['setQuery']] }
  type Recipe = Router & {
    urlState(host: unknown): Store
    useArticleQuery(): [ListQuery, Store['setQuery']]
  }
  let engine: ExampleEngine
  beforeAll(async () => {
    engine = await openSqlite()
  })
  afterAll(() => engine.close())
  afterEach(() => vi.unstubAllGlobals())
  /** The block ends with a hook over the page's own window. */
  const recipeIn = (browser: object): Promise<Recipe> => {
    vi.stubGlobal('window', browser)
    return run<Recipe>('url-state', engine)
  }

  it('is read, written, gone back from, and the same object until it changes', async () => {
    const browser = host('')
    vi.stubGlobal('useSyncExternalStore', (_subscribe: unknown, snapshot: () => unknown) => snapshot())
    const recipe = await recipeIn(browser)
    const page = host('?filter.status=$eq:draft&page=3&tab=2')
    const store = recipe.urlState(page)
    expect(store.query().state).toMatchObject({ page: 3, filters: [['status', '$eq:draft']] })
    expect(store.query()).toBe(store.query())
    const heard = vi.fn()
    const stop = store.subscribe(heard)
    store.setQuery(store.query().search('a b&c').page(1))
    expect(page.entries).toEqual([
      '?filter.status=$eq:draft&page=3&tab=2',
      '?search=a%20b%26c&filter.status=%24eq%3Adraft&tab=2',
    ])
    store.setQuery(store.query().search('a b'), true)
    expect([page.entries.length, store.query().state.search]).toEqual([2, 'a b'])
    store.setQuery(store.query().page(1))
    expect([page.entries.length, heard.mock.calls.length]).toEqual([2, 2])
    page.back()
    expect([store.query().state.page, heard.mock.calls.length]).toEqual([3, 3])
    stop()
    store.setQuery(parseListQuery(''))
    expect([page.entries.at(-1), heard.mock.calls.length]).toEqual(['?tab=2', 3])
    const [query, setQuery] = recipe.useArticleQuery()
    setQuery(query.limit(5))
    expect([browser.entries.at(-1), recipe.useArticleQuery()[0].state.limit]).toEqual(['?limit=5', 5])
    // What the page shows is what the endpoint reads.
    expect(PaginateQuery.from(browser.entries.at(-1)!).limit).toBe(5)
  })

  it('keeps the hash, and the parameters that no list reads', async () => {
    const page = host('?tab=a%26b&page=2&pages=1&filters=x&filter=views%3D%24gte%3A1#comments')
    const { setQuery, query } = (await recipeIn(page)).urlState(page)
    setQuery(query().page(1))
    expect(page.entries.at(-1)).toBe('?filter=views%3D%24gte%3A1&tab=a%26b&pages=1&filters=x#comments')
    setQuery(parseListQuery(''), true)
    expect(page.entries).toHaveLength(2)
    expect(page.entries.at(-1)).toBe('?tab=a%26b&pages=1&filters=x#comments')
  })

  it('starts a change from the URL that is there', async () => {
    const page = host('')
    const { setQuery } = (await recipeIn(page)).urlState(page)
    page.history.pushState(null, '', '/admin?filter.status=$eq:draft')
    setQuery((now) => now.page(2))
    setQuery((now) => now.limit(5))
    expect(decodeURIComponent(page.entries.at(-1)!)).toBe('?limit=5&filter.status=$eq:draft&page=2')
  })

  it("reads the URL again after a router's link, if the browser has the Navigation API", async () => {
    const page = host('', true)
    const { query, subscribe } = (await recipeIn(page)).urlState(page)
    const heard = vi.fn()
    const stop = subscribe(heard)
    page.history.pushState(null, '', '/admin?page=2')
    expect([query().state.page, heard.mock.calls.length]).toEqual([2, 1])
    stop()
    page.history.pushState(null, '', '/admin?page=3')
    expect(heard.mock.calls.length).toBe(1)
  })

  it('goes through React Router', async () => {
    const page = host('?page=3&tab=2#comments')
    vi.stubGlobal('useLocation', () => page.location)
    vi.stubGlobal('useNavigate', () => (url: string, { replace }: { replace: boolean }) => {
      page.history[replace ? 'replaceState' : 'pushState'](null, '', url)
    })
    vi.stubGlobal('useMemo', (make: () => unknown) => make())
    const { useRoutedQuery } = await recipeIn(page)
    const [query, setQuery] = useRoutedQuery()
    setQuery(query.page(4))
    expect(page.entries.at(-1)).toBe('?page=4&tab=2#comments')
    setQuery(query.page(5), true)
    expect(page.entries).toEqual(['?page=3&tab=2#comments', '?page=5&tab=2#comments'])
  })
})
