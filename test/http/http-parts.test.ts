import {
  isPaginateQueryError,
  paginate,
  paginateConfig,
  PaginateConfigError,
  type PaginatedLinks,
  PaginateQueryError,
  paginateSelect,
} from 'drizzle-paginate'
import { explorerHandler } from 'drizzle-paginate/explorer'
import {
  listHandler,
  exportHandler,
  pageHandler,
  pageAnswer,
  problemAnswer,
  problemDetails,
} from 'drizzle-paginate/http'
import { eq } from 'drizzle-orm'
import { listRequest } from '../../src/entries/http/list-request.js'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { articleDatabase, articleList, articles } from './support/article-list.js'

const { db, close } = articleDatabase()
afterAll(close)

const refusal = new PaginateQueryError({
  code: 'page.not_positive_integer',
  parameter: 'page',
  message: "Query parameter 'page' must be a positive integer.",
})
const document = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: "Query parameter 'page' must be a positive integer.",
  code: 'page.not_positive_integer',
  parameter: 'page',
}
const noLinks: PaginatedLinks = { first: null, previous: null, next: null, last: null, current: null }

const page = (items: unknown[], links = noLinks) => ({ items, meta: {} as never, links })
const linkHeader = (links: PaginatedLinks): string | undefined => pageAnswer(page([], links)).headers['link']

describe('The Link header', () => {
  const long = (length: number): string => `/${'x'.repeat(length - 1)}`
  const relations = (links: PaginatedLinks) =>
    [...(linkHeader(links) ?? '').matchAll(/rel="([a-z]+)"/g)].map(([, relation]) => relation)

  it.each<[string, Partial<PaginatedLinks>, string | undefined]>([
    ['nothing where there are no links', {}, undefined],
    ['no current page', { current: '/a?page=1' }, undefined],
    [
      'absent links left out',
      { first: '/a?page=1', last: '/a?page=1' },
      '</a?page=1>; rel="first", </a?page=1>; rel="last"',
    ],
    [
      'all four, the previous one as prev',
      { first: '/a?page=1', previous: '/a?page=2', next: '/a?page=4', last: '/a?page=9' },
      '</a?page=1>; rel="first", </a?page=2>; rel="prev", </a?page=4>; rel="next", </a?page=9>; rel="last"',
    ],
  ])('writes %s', (_title, links, header) => {
    expect(linkHeader({ ...noLinks, ...links })).toBe(header)
  })

  it.each<[number, string[]]>([
    [900, ['first', 'prev', 'next', 'last']],
    [1200, ['first', 'prev', 'next']],
    [1900, ['prev', 'next']],
    [3000, ['next']],
    [9000, ['next']],
  ])('keeps what fits of links of %d characters, and next always', (length, kept) => {
    const link = long(length)
    expect(relations({ first: link, previous: link, next: link, last: link, current: link })).toEqual(kept)
  })
})

describe('The JSON of a page', () => {
  it('writes a bigint as a string of its digits, and all else as JSON.stringify does', () => {
    const at = new Date(0)
    expect(
      JSON.parse(pageAnswer(page([{ id: 2n ** 63n, at, gone: undefined, nested: [-1n, 1.5, null] }])).body),
    ).toEqual({
      items: [{ id: '9223372036854775808', at: '1970-01-01T00:00:00.000Z', nested: ['-1', 1.5, null] }],
      meta: {},
      links: noLinks,
    })
  })

  it('still throws for an item that refers to itself', () => {
    const item: Record<string, unknown> = {}
    item['self'] = item
    expect(() => pageAnswer(page([item]))).toThrow(TypeError)
  })
})

// R10.1.1
describe('problem documents', () => {
  it('carry the six members', () => {
    expect(problemDetails(refusal)).toEqual(document)
  })

  it('are sent as application/problem+json with status 400', () => {
    const { status, headers, body } = problemAnswer(refusal)
    expect([status, headers]).toEqual([400, { 'content-type': 'application/problem+json; charset=utf-8' }])
    expect(JSON.parse(body)).toEqual(document)
  })

  it('are made of a refusal that a second copy of the package threw', () => {
    const foreign = Object.assign(new Error(refusal.message), {
      status: 400,
      code: refusal.code,
      parameter: refusal.parameter,
    })
    foreign.name = 'PaginateQueryError'
    expect(isPaginateQueryError(foreign)).toBe(true)
    expect(JSON.parse(problemAnswer(foreign).body)).toEqual(document)
  })

  it('have the hint of the refusal where it has one', () => {
    const error = new PaginateQueryError({ ...refusal, message: refusal.message, hint: "Did you mean 'status'?" })
    expect(problemDetails(error)).toEqual({ ...document, hint: "Did you mean 'status'?" })
    expect('hint' in problemDetails(refusal)).toBe(false)
  })

  it.each<[string, unknown]>([
    ['an error', new Error('kaput')],
    ['an error with status 400', Object.assign(new Error('kaput'), { status: 400, code: 'x', parameter: 'y' })],
    ['an error of that name alone', Object.assign(new Error('kaput'), { name: 'PaginateQueryError' })],
    ['a thrown record', { name: 'PaginateQueryError', status: 400, code: 'x', parameter: 'y' }],
    ['nothing', undefined],
  ])('are refused to %s, which is rethrown as it is', (_title, error) => {
    expect(isPaginateQueryError(error)).toBe(false)
    let thrown: unknown = 'nothing was thrown'
    try {
      problemAnswer(error)
    } catch (caught) {
      thrown = caught
    }
    expect(thrown).toBe(error)
  })
})

describe('listRequest', () => {
  it.each<[string, Parameters<typeof listRequest>[0], number, string]>([
    ['a web Request', new Request('http://host.example/a?page=2'), 2, 'http://host.example/a?page=2'],
    ['a fragment, which is no query', { url: '/a#b?page=2' }, 1, '/a#b?page=2'],
    ['a query before a fragment', { url: '/a?page=3#b' }, 3, '/a?page=3#b'],
    ['the URL from before a mount', { url: '/a?page=2', originalUrl: '/m/a?page=2' }, 2, '/m/a?page=2'],
    ['the URL of a mount itself', { url: '/?page=2', originalUrl: '/m?page=2' }, 2, '/m?page=2'],
    ['parameters that the host added', { url: '/a?page=2', originalUrl: '/m' }, 2, '/m?page=2'],
    ['parameters that the host changed', { url: '/a?page=2', originalUrl: '/m?p=3&page=3' }, 2, '/m?page=2'],
    ['parameters that the host removed', { url: '/a', originalUrl: '/m?page=3&to=/a' }, 1, '/m'],
    ['a fragment next to what the host changed', { url: '/a#b?page=2', originalUrl: '/m?page=3' }, 1, '/m#b?page=2'],
    ['a request that only keeps its first URL', { originalUrl: '/m?page=2' }, 2, '/m?page=2'],
    ['a request without a URL', {}, 1, ''],
    ['a second question mark, which belongs to a name', { url: '/a??page=2' }, 1, '/a??page=2'],
  ])('reads %s', (_title, request, page, url) => {
    const list = listRequest(request)
    expect([list.query.page, list.url]).toEqual([page, url])
  })
})

describe('an event or context in place of its request', () => {
  const request = new Request('http://host.example/articles?filter.status=$eq:draft')
  const event = Object.assign(Object.create({}) as object, {
    method: 'GET',
    path: '/articles',
    headers: request.headers,
    node: { req: { url: '/articles' } },
  })
  const made: readonly (readonly [string, unknown])[] = [
    ['an event of h3', event],
    ['an event of SvelteKit', { request, url: new URL(request.url) }],
    ['the arguments of a loader', { request, params: {} }],
    ['a context of Koa', { method: 'GET', url: '/articles?filter.status=$eq:draft', headers: {} }],
    ['a parsed query', { 'filter.status': '$eq:draft' }],
    ['nothing', undefined],
  ]
  const MEND = 'pass event.request, c.req.raw, or what your framework calls it.'

  it.each(made)('%s is refused by fetch handlers', async (_title, given) => {
    const handlers: readonly unknown[] = [
      listHandler({ db, config: articleList }),
      pageHandler(() => Promise.reject(new Error('not to be asked'))),
      exportHandler({ db, config: articleList, as: 'json' }),
      explorerHandler({ db, config: articleList, path: '/articles' }),
    ]
    for (const handler of handlers as readonly ((given: unknown) => Promise<Response>)[]) {
      await expect(handler(given)).rejects.toThrow(
        new PaginateConfigError(`The handler must be called with a web Request; ${MEND}`),
      )
    }
  })

  it.each(
    made.filter(
      ([, given]) => typeof (given as { url?: unknown } | undefined)?.url !== 'string' && given !== undefined,
    ),
  )('%s is refused by listRequest', (_title, given) => {
    const error = new PaginateConfigError(`The handler needs a request with a URL; ${MEND}`)
    expect(() => listRequest(given as object)).toThrow(error)
  })
})

describe('handlers of fetch-style servers', () => {
  const at = (target: string, init?: RequestInit) => new Request(`http://host.example${target}`, init)

  it('answer a page with its Link header', async () => {
    const response = await listHandler({ db, config: articleList })(at('/articles?page=2'))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(response.headers.get('link')).toBe(
      [
        '</articles?limit=2&page=1>; rel="first"',
        '</articles?limit=2&page=1>; rel="prev"',
        '</articles?limit=2&page=3>; rel="next"',
        '</articles?limit=2&page=4>; rel="last"',
      ].join(', '),
    )
    const { items } = (await response.json()) as { items: unknown[] }
    expect(items[0]).toEqual({
      id: 3,
      title: 'Cedar',
      status: 'live',
      at: '2024-01-03T00:00:00.000Z',
      serial: '9007199254740995',
    })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'answer %s with 405 and the methods that are allowed',
    async (method) => {
      const response = await pageHandler(() => Promise.reject(new Error('not to be asked')))(
        at('/articles', { method }),
      )
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect(await response.json()).toMatchObject({ type: 'about:blank', title: 'Method Not Allowed', status: 405 })
    },
  )

  it('answer HEAD with the headers of GET and no body, for a refusal too', async () => {
    const handler = listHandler({ db, config: articleList })
    for (const target of ['/articles', '/articles?page=0']) {
      const [get, head] = [await handler(at(target)), await handler(at(target, { method: 'HEAD' }))]
      expect([head.status, [...head.headers]]).toEqual([get.status, [...get.headers]])
      expect([(await get.text()).length > 0, await head.text()]).toEqual([true, ''])
    }
  })

  it('take database, configuration, condition and path from the request and its context', async () => {
    type Context = { params: { status: string } }
    const handler = listHandler<[context: Context]>({
      db: () => db,
      config: async () => articleList,
      where: async (_request, { params }) => eq(articles.status, params.status),
      path: (request) => `/public${new URL(request.url).pathname}`,
    })
    const response = await handler(at('/articles?limit=10'), { params: { status: 'draft' } })
    const page = (await response.json()) as { items: { status: string }[]; links: PaginatedLinks }
    expect(page.items.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft'])
    expect(page.links.current).toBe('/public/articles?limit=10&page=1')
  })

  it("keep the host's own parameters in links, behind another path too", async () => {
    const config = paginateConfig(articles, { ownParameters: ['lang'] })
      .withLimits(2, 10)
      .withTieBreaker('id')
      .build()
    const handler = listHandler({ db, config, path: '/public' })
    const response = await handler(at('/articles?lang=de&utm=1&page=2'))
    expect(((await response.json()) as { links: PaginatedLinks }).links.next).toBe('/public?limit=2&lang=de&page=3')
    expect(response.headers.get('link')).toContain('</public?limit=2&lang=de&page=3>; rel="next"')
  })

  it('read count and page in one statement where the option says so', async () => {
    // A page with rows: two statements, or one.
    const prepared = vi.spyOn(db.$client, 'prepare')
    for (const [together, sent] of [
      [false, 2],
      [true, 1],
    ] as const) {
      prepared.mockClear()
      const uncached = paginateConfig(articles, { together }).withLimits(2, 10).withTieBreaker('id').build()
      const response = await listHandler({ db, config: uncached })(at('/articles?page=4'))
      expect(await response.json()).toMatchObject({ items: [{}], meta: { totalItems: 7 } })
      expect(prepared).toHaveBeenCalledTimes(sent)
    }
    prepared.mockRestore()
  })

  // R10.1.4
  it('reject with what the database or an option throws', async () => {
    const broken = listHandler({
      db: () => {
        throw new RangeError('no database')
      },
      config: articleList,
    })
    await expect(broken(at('/articles'))).rejects.toThrow(RangeError)
  })

  it("take a paging call of one's own", async () => {
    const handler = pageHandler((list) => paginateSelect(db, list, articleList, { name: articles.title }))
    const response = await handler(at('/articles?limit=1'))
    expect(await response.json()).toMatchObject({
      items: [{ name: 'Ash' }],
      links: { next: '/articles?limit=1&page=2' },
    })
  })

  it('are made of parts that can be used without them', async () => {
    const handled = await listHandler({ db, config: articleList })(at('/articles?limit=1'))
    const { body, ...head } = pageAnswer(await paginate(db, at('/articles?limit=1'), articleList))
    const response = new Response(body, head)
    expect([response.status, [...response.headers]]).toEqual([handled.status, [...handled.headers]])
    expect(await response.text()).toBe(await handled.text())
  })
})
