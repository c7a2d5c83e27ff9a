import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { paginate, paginateConfig, PaginateQuery, PaginateQueryError } from 'drizzle-paginate'
import { createListClient, type ListFetch, type ListQuery, listQuery, ListRequestError } from 'drizzle-paginate/client'
import { listHandler } from 'drizzle-paginate/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articleList } from '../openapi/article-list.js'
import { sqlite } from '../support/databases/sqlite.js'
import type { TestDatabase } from '../support/dialects.js'

type List = ReturnType<typeof articleList>

let database: TestDatabase
let server: Server
let endpoint: string
beforeAll(async () => {
  database = await sqlite.open()
  const config = articleList(database.schema)
  server = createServer((request, response) => {
    if (request.url?.startsWith('/broken'))
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    // Without a path, a page has no links.
    const query = PaginateQuery.from(request)
    paginate(database.db, request.url?.startsWith('/bare') ? query.with({ path: null }) : query, config).then(
      (page) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page)),
      (error: unknown) => {
        if (!(error instanceof PaginateQueryError)) return response.writeHead(500).end()
        const { status, message, code, parameter } = error
        return response
          .writeHead(status, { 'content-type': 'application/problem+json' })
          .end(JSON.stringify({ type: 'about:blank', title: 'Bad Request', status, detail: message, code, parameter }))
      },
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await database.close()
})

describe('a list client', () => {
  it('walks the pages of a query by their links, forth and back', async () => {
    const articles = createListClient<List>(`${endpoint}/articles`)
    const first = articles.query().limit(5).sortBy('title').filter('views', '$lte', 10)
    const pages: number[][] = []
    let last: Awaited<ReturnType<typeof articles.fetchPage>> | undefined
    for (let query: ListQuery<List> | null = first; query !== null; query = articles.next(last)) {
      last = await articles.fetchPage(query)
      pages.push(last.items.map((item) => item.id))
    }
    const whole = await articles.fetchPage(first.limit(-1))
    expect(pages.flat()).toEqual(whole.items.map((item) => item.id))
    expect(pages.length).toBeGreaterThan(2)
    expect(last && articles.previous(last)?.state).toEqual({ ...first.state, page: pages.length - 1 })
    expect(articles.previous(whole)).toBeNull()
  })

  it.each(['/r&d/articles', '/articles;v=1', '/limit=9&page=1/articles'])(
    'follows the links of a path with the characters of a query: %s',
    async (path) => {
      const config = articleList(database.schema)
      const handler = listHandler({ db: database.db, config })
      const client = createListClient<List>(path, {
        fetch: async (asked) => handler(new Request(`http://localhost${asked}`)),
      })
      const page = await client.fetchPage(client.query().limit(5))
      expect(client.next(page)?.state).toEqual(client.query().limit(5).page(2).state)
    },
  )

  it.each(['default', 'none', { upTo: 5 }] as const)(
    'walks a list with cursors forth and back, totals %j, and never sends a page',
    async (totals) => {
      const begin = paginateConfig(database.schema.articles)
        .withLimits(4, 100)
        .withTieBreaker('id')
        .sortable('title')
        .filterable('id', '$gte')
        .withCursors()
      const config = totals === 'default' ? begin.build() : begin.withTotals(totals).build()
      const asked: string[] = []
      const handler = listHandler({ db: database.db, config })
      const client = createListClient<typeof config>('/articles', {
        fetch: async (path) => {
          asked.push(path)
          return handler(new Request(`http://localhost${path}`))
        },
      })
      const start = client.query().sortBy('title').filter('id', '$gte', 2)
      const forth: number[][] = []
      let page = await client.fetchPage(start)
      for (let query: ListQuery<typeof config> | null = start; query !== null; query = client.next(page)) {
        page = await client.fetchPage(query)
        forth.push(page.items.map(({ id }) => id))
      }
      const back = [forth.at(-1)]
      for (let query = client.previous(page); query !== null; query = client.previous(page)) {
        page = await client.fetchPage(query)
        back.unshift(page.items.map(({ id }) => id))
      }
      expect(forth.length).toBeGreaterThan(2)
      expect(back).toEqual(forth)
      expect(asked.filter((path) => /[?&]page=/.test(path))).toEqual([])
      // By the cursors themselves, for hosts that keep them.
      const first = await client.fetchPage(start)
      const second = await client.fetchPage(start.after(first.meta.nextCursor))
      expect(second.items.map(({ id }) => id)).toEqual(forth[1])
      expect((await client.fetchPage(start.before(second.meta.previousCursor))).items.map(({ id }) => id)).toEqual(
        forth[0],
      )
      expect(client.next(first)?.state).toEqual({ ...start.limit(4).after(first.meta.nextCursor).state })
      expect(Object.hasOwn(first.meta, 'totalItemsAtLeast')).toBe(totals !== 'default')
    },
  )

  it('rejects a refusal with its problem document', async () => {
    const articles = createListClient<List>(`${endpoint}/articles`)
    const error = await articles.fetchPage(articles.query().limit(101)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ListRequestError)
    expect(error).toMatchObject({
      status: 400,
      message: "Query parameter 'limit' must be between 1 and 100.",
      problem: { code: 'limit.out_of_range', parameter: 'limit' },
    })
  })

  it('rejects an answer that is no page and no problem', async () => {
    const error = await createListClient(`${endpoint}/broken`)
      .fetchPage()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ListRequestError', status: 502, problem: null, message: 'Status 502' })
  })

  it.each([
    ['{"detail":[{"loc":["query"]}]}', { detail: [{ loc: ['query'] }] }],
    ['"Not you"', null],
    ['null', null],
  ])('quotes no detail that is not text, and has no problem in a text: %s', async (body, problem) => {
    const fetch = async (): Promise<Response> => new Response(body, { status: 422 })
    const error = await createListClient('/articles', { fetch })
      .fetchPage()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 422, problem, message: 'Status 422' })
  })

  it.each([
    ['/page.html', 'text/html; charset=utf-8', '<!doctype html><title>Sign in</title>'],
    ['/list.json', 'application/json', '[{"id":1}]'],
    ['/other.json', 'application/json', '{"data":[]}'],
    ['/null.json', 'application/json', 'null'],
    ['/long.txt', 'text/plain', 'x'.repeat(200)],
    ['/none', null, ''],
  ])('rejects what a wrong address answers with status 200: %s', async (path, type, body) => {
    const fetch = async (): Promise<Response> =>
      new Response(body === '' ? null : body, { headers: type === null ? {} : { 'content-type': type } })
    const error = await createListClient(path, { fetch })
      .fetchPage()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ListRequestError)
    expect(error).toMatchObject({
      status: 200,
      problem: null,
      message: `The endpoint answered no page: status 200, ${type ?? 'no content type'}, '${body.slice(0, 80)}'.`,
    })
  })

  it.each([
    '/articles?sortBy=title:ASC&sortBy=publishedAt%3aASC&lang=de',
    '/articles?filter.views=$lte:10&limit=4',
    '/articles?searchBy=title&searchBy=author.name',
    '/articles?filter.views=$gte:0&filter.views=$gte:0',
  ])('sends the parameters of its endpoint once, on every page: %s', async (path) => {
    const handler = listHandler({ db: database.db, config: articleList(database.schema) })
    const asked: string[] = []
    const client = createListClient<List>(path, {
      fetch: async (url) => {
        asked.push(url)
        return handler(new Request(`http://localhost${url}`))
      },
    })
    const start = client.query().filter('views', '$lte', 10).limit(4)
    const page = await client.fetchPage(start)
    const second = client.next(page)
    expect(second?.state).toEqual({ ...start.state, page: 2, ...(path.includes('limit') && { limit: null }) })
    const back = client.previous(await client.fetchPage(second!))
    expect(back?.state).toEqual({ ...second?.state, page: 1 })
    expect(asked).toEqual([client.url(start), `${path}&${String(second)}`])
  })

  it('looks the global fetch up when a request is made', async () => {
    const client = createListClient('/articles')
    const before = globalThis.fetch
    const page = { items: [{ id: 1 }], meta: {} }
    globalThis.fetch = async () => Response.json(page)
    try {
      expect(await client.fetchPage()).toEqual(page)
    } finally {
      globalThis.fetch = before
    }
  })

  it('asks a function for the headers of each request', async () => {
    const seen: unknown[] = []
    const fetch: ListFetch = async (_url, { headers }) => {
      seen.push(headers)
      return Response.json({ items: [], meta: {} })
    }
    let token = 0
    const given = [() => ({ Authorization: `Bearer ${++token}` }), async () => ({ Authorization: `Bearer ${++token}` })]
    for (const headers of given)
      await createListClient('/articles', { fetch, headers }).fetchPage(listQuery(), { headers: { b: '2' } })
    expect(seen).toEqual([
      { authorization: 'Bearer 1', b: '2' },
      { authorization: 'Bearer 2', b: '2' },
    ])
  })

  it.each([
    ['before it is sent', (): void => undefined, 0],
    [
      'by a fetch with an error of its own',
      (): never => {
        throw new Error('socket hang up')
      },
      1,
    ],
    ['by a fetch that does not listen', (): void => undefined, 1],
  ])('rejects with the reason of the signal: cancelled %s', async (_title, then, calls) => {
    const controller = new AbortController()
    const reason = new Error('no longer on the page')
    let asked = 0
    const fetch: ListFetch = async () => {
      asked += 1
      controller.abort(reason)
      then()
      return Response.json({ items: [], meta: {} })
    }
    if (calls === 0) controller.abort(reason)
    await expect(
      createListClient('/articles', { fetch }).fetchPage(listQuery(), { signal: controller.signal }),
    ).rejects.toBe(reason)
    expect(asked).toBe(calls)
  })

  it('rejects with the reason of the signal where a real request is under way', async () => {
    const controller = new AbortController()
    const reason = new Error('gone')
    const asked = createListClient(`${endpoint}/articles`, { signal: controller.signal }).fetchPage()
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })

  it('says so where a page has no links to follow', async () => {
    const client = createListClient(`${endpoint}/bare`)
    const page = await client.fetchPage()
    expect(() => client.next(page)).toThrow('No links')
  })

  it('hands its options to fetch, those of the call over its own', async () => {
    const seen: unknown[] = []
    const fetch: ListFetch = async (url, options) => {
      seen.push([url, options])
      return { ok: true, status: 200, json: async () => ({ items: [], meta: {} }) }
    }
    const client = createListClient('/articles', { fetch, credentials: 'include', headers: { A: '1', c: '3' } })
    await client.fetchPage()
    await client.fetchPage(client.query().page(2), { headers: { b: '2', a: '4' } })
    await createListClient('/articles?lang=de', { fetch }).fetchPage(client.query().page(2))
    await createListClient('/articles?lang=de', { fetch }).fetchPage()
    expect(seen).toEqual([
      ['/articles', { credentials: 'include', headers: { a: '1', c: '3' } }],
      ['/articles?page=2', { credentials: 'include', headers: { a: '4', b: '2', c: '3' } }],
      ['/articles?lang=de&page=2', { headers: {} }],
      ['/articles?lang=de', { headers: {} }],
    ])
  })

  it('keeps its own options where those of the call are undefined', async () => {
    const { signal } = new AbortController()
    const seen: unknown[] = []
    const fetch: ListFetch = async (_url, options) => {
      seen.push(options)
      return { ok: true, status: 200, json: async () => ({ items: [], meta: {} }) }
    }
    const open = { signal: undefined, credentials: undefined, headers: undefined } as object
    await createListClient('/articles', { fetch, signal, credentials: 'include', headers: { a: '1' } }).fetchPage(
      undefined,
      open,
    )
    await createListClient('/articles', { fetch, signal }).fetchPage(undefined, { credentials: 'omit' })
    expect(seen).toEqual([
      { signal, credentials: 'include', headers: { a: '1' } },
      { signal, credentials: 'omit', headers: {} },
    ])
    expect(seen.map((options) => (options as { signal?: unknown }).signal === signal)).toEqual([true, true])
  })

  it.each(['/articles#top', '/articles?lang=de#top', '#', undefined, new URL('http://localhost/articles')])(
    'refuses the endpoint %s, to which no query could be added',
    (endpoint) => {
      expect(() => createListClient(endpoint as string)).toThrow(
        new TypeError(`createListClient() takes a URL or path as a string, without '#'; it got '${endpoint}'.`),
      )
    },
  )

  it('reads a query back from its URL', () => {
    const client = createListClient<List>('/articles')
    const query = client.query().search('x').filter('status', '$eq', 'draft')
    expect(client.parse(client.url(query)).state).toEqual(query.state)
    expect(client.url()).toBe('/articles')
  })
})
