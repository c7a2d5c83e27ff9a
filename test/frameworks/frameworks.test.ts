// Blocks of pages that name a framework, run by frameworks that need no program of their own.
// `npm run test:frameworks` installs these and names this folder.
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { withBase } from 'h3'
import { toNodeListener, toWebHandler, useBase } from 'h3v1'
import { createStaticHandler } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Ask, expectList, SENTENCE } from './support/http.js'
import { home, writeBlocks } from './support/blocks.js'

const out = `${home}.tmp/blocks/`
const ORIGIN = 'http://localhost'
let written: readonly string[]
beforeAll(() => {
  written = writeBlocks(out)
})

// oxlint-disable-next-line typescript/no-explicit-any -- the modules of the page are compiled by the first test, with their frameworks
const load = async (name: string): Promise<any> => import(/* @vite-ignore */ `${out}${name}.ts`)

/** Through a socket, for frameworks of Node's own requests. */
async function listening(
  listener: Parameters<typeof createServer>[1],
  use: (ask: Ask) => Promise<void>,
): Promise<void> {
  const server = createServer(listener as never)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await use((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init))
  } finally {
    await new Promise((resolve) => void server.close(resolve))
  }
}

it('the blocks compile in a strict program with the types of their frameworks', { timeout: 180_000 }, () => {
  const compiler = `${home}../../node_modules/@typescript/native/bin/tsc`
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.blocks.json'], {
    cwd: home,
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, ''])
})

it('every block of the page is run by a test', () => {
  const apps = [
    'next/app/api/articles/route.ts',
    'next/app/articles/page.tsx',
    'tanstack-start/src/routes/api.articles.ts',
  ]
  const kit = ['sveltekit/src/routes/api/articles/+server.ts', 'sveltekit/src/routes/articles/+page.server.ts']
  const here = [
    'aws-lambda',
    'elysia',
    'graphql-yoga',
    'h3',
    'h3-1',
    'hono',
    'koa',
    'orpc',
    'react-router',
    'trpc',
    'trpc-criteria',
  ].map((name) => `${name}.ts`)
  expect([...written].sort()).toEqual([...apps, ...kit, ...here].sort())
})

describe('an endpoint answers pages, and 400 with the sentence, in', () => {
  it('Koa, under the prefix of its router', async () => {
    const { app } = await load('koa')
    await listening(app.callback(), async (ask) => {
      await expectList(ask, '/shop/articles')
      const head = await ask('/shop/articles', { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
    })
  })

  it('h3 2, and under a base', async () => {
    const { app } = await load('h3')
    await expectList(async (path) => app.request(path), '/articles')
    const { H3 } = await import('h3')
    const based = new H3().all('/shop/**', withBase('/shop', app))
    await expectList(async (path) => based.request(path), '/shop/articles')
    const mounted = new H3().mount('/shop', app)
    await expectList(async (path) => mounted.request(path), '/shop/articles')
  })

  it('h3 1, on Node and as a web handler, and under a base', async () => {
    const { app } = await load('h3-1')
    await expectList(async (path) => toWebHandler(app)(new Request(ORIGIN + path)), '/articles')
    await listening(toNodeListener(app), (ask) => expectList(ask, '/articles'))
    const { createApp } = await import('h3v1')
    await listening(toNodeListener(createApp().use('/shop', useBase('/shop', app.handler))), (ask) =>
      expectList(ask, '/shop/articles'),
    )
  })

  it('Hono, under its base path', async () => {
    const { app } = await load('hono')
    await expectList(async (path) => app.request(path), '/shop/articles')
  })

  it('Elysia, mounted with `path`, and under a prefix and a group', async () => {
    const { app } = await load('elysia')
    const ask: Ask = async (path) => app.handle(new Request(ORIGIN + path))
    await expectList(ask, '/articles')
    await expectList(ask, '/shop/articles')
    const { Elysia } = await import('elysia')
    const outer = new Elysia({ prefix: '/v1' }).group('/api', (group) => group.use(app))
    await expectList(async (path) => outer.handle(new Request(ORIGIN + path)), '/v1/api/articles')
  })

  it('React Router, as a resource route under a basename', async () => {
    const { resource } = await load('react-router')
    const { queryRoute } = createStaticHandler([{ path: '/articles', loader: resource }], { basename: '/shop' })
    await expectList(async (path) => (await queryRoute(new Request(ORIGIN + path))) as Response, '/shop/articles')
  })

  it('AWS Lambda, of events with the payload 2.0', async () => {
    const { handler } = await load('aws-lambda')
    const ask: Ask = async (path) => {
      const url = new URL(path, ORIGIN)
      const { statusCode, headers, body } = await handler({
        version: '2.0',
        rawPath: url.pathname,
        rawQueryString: url.search.slice(1),
      })
      return new Response(body, { status: statusCode, headers })
    }
    await expectList(ask, '/prod/articles')
  })
})

describe('a loader rejects with 400 and the sentence in', () => {
  it('React Router, whose error boundary gets it', async () => {
    const { loader } = await load('react-router')
    const { query } = createStaticHandler([{ id: 'list', path: '/articles', loader }], { basename: '/shop' })
    const ask = async (search: string) =>
      (await query(new Request(`${ORIGIN}/shop/articles${search}`))) as Exclude<
        Awaited<ReturnType<typeof query>>,
        Response
      >
    const { loaderData, statusCode } = await ask('?limit=2')
    expect([statusCode, loaderData['list'].links.next]).toEqual([200, '/shop/articles?limit=2&page=2'])
    const wrong = await ask('?filter.isbn=$eq:1')
    expect(wrong.statusCode).toBe(400)
    expect(JSON.parse(wrong.errors?.['list'].data)).toMatchObject({ detail: SENTENCE })
  })
})

describe('a procedure rejects with BAD_REQUEST and the sentence in', () => {
  it('tRPC, over HTTP', async () => {
    const { router } = await load('trpc')
    const ask = async (input: unknown) => {
      const url = `${ORIGIN}/trpc/articles?input=${encodeURIComponent(JSON.stringify(input))}`
      const response = await fetchRequestHandler({ endpoint: '/trpc', req: new Request(url), router })
      return {
        status: response.status,
        body: (await response.json()) as { result?: never; error?: { message: string } },
      }
    }
    expect(await ask({ limit: 2, sortBy: ['title:DESC'], filters: { status: '$eq:live' } })).toMatchObject({
      status: 200,
      body: { result: { data: { items: [{ title: 'Edges' }, { title: 'Cogs' }], meta: { totalItems: 3 } } } },
    })
    expect(await ask('filter.isbn=$eq:1')).toMatchObject({
      status: 400,
      body: { error: { message: SENTENCE, data: { code: 'BAD_REQUEST' } } },
    })
  })

  it('tRPC, over HTTP, with criteria that the server writes', async () => {
    const { router } = await load('trpc-criteria')
    const ask = async (input: unknown) => {
      const url = `${ORIGIN}/trpc/liveArticles?input=${encodeURIComponent(JSON.stringify(input))}`
      return (await fetchRequestHandler({ endpoint: '/trpc', req: new Request(url), router })).json() as Promise<{
        readonly result?: { readonly data: { readonly items: readonly { title: string }[] } }
        readonly error?: { readonly data: { readonly code: string } }
      }>
    }
    const titles = async (input: unknown) => (await ask(input)).result?.data.items.map(({ title }) => title)
    expect(await titles({ minViews: 0 })).toEqual(['Axes', 'Cogs'])
    expect(await titles({ minViews: 0, page: 2 })).toEqual(['Edges'])
    expect(await titles({ minViews: 20, titleContains: 'e' })).toEqual(['Edges'])
    expect((await ask({ minViews: -1 })).error?.data.code).toBe('BAD_REQUEST')
  })

  it('oRPC, over HTTP and on the server', async () => {
    const { router } = await load('orpc')
    const handler = new RPCHandler(router)
    const ask = async (input: unknown) => {
      const request = new Request(`${ORIGIN}/rpc/articles`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ json: input }),
      })
      const { response } = await handler.handle(request, { prefix: '/rpc' })
      return { status: response?.status, body: (await response?.json()) as object }
    }
    expect(await ask({ limit: 2, sortBy: ['title:DESC'] })).toMatchObject({
      status: 200,
      body: { json: { items: [{ title: 'Edges' }, { title: 'Drills' }] } },
    })
    expect(await ask('filter.isbn=$eq:1')).toMatchObject({
      status: 400,
      body: { json: { code: 'BAD_REQUEST', data: { issues: [{ message: SENTENCE }] } } },
    })
    await expect(call(router.articles, { filters: { isbn: '$eq:1' } } as never)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      status: 400,
    })
  })
})

describe('a GraphQL connection', () => {
  /** As Relay's compiler writes it for a pagination fragment. */
  const query = `query ArticlesPaginationQuery($count: Int = 2, $cursor: String) {
    ...ArticlesFragment_2HEEH6
  }
  fragment ArticlesFragment_2HEEH6 on Query {
    articles(first: $count, after: $cursor) {
      edges { node { id title __typename } cursor }
      pageInfo { endCursor hasNextPage }
    }
  }`
  interface Connection {
    readonly edges: readonly { readonly node: { readonly title: string }; readonly cursor: string }[]
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean }
  }
  interface Answer {
    readonly data: { readonly articles: Connection } | null
    readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
  }
  const send = async (variables: object, text = query): Promise<Answer> => {
    const { yoga } = await load('graphql-yoga')
    const response = await yoga.fetch(`${ORIGIN}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    })
    return response.json() as Promise<Answer>
  }

  it('GraphQL Yoga, page by page as Relay asks', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    for (let more = true; more;) {
      const { data, errors } = await send({ cursor })
      expect(errors).toBeUndefined()
      const { edges, pageInfo } = (data as { readonly articles: Connection }).articles
      seen.push(...edges.map(({ node }) => node.title))
      expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor)
      cursor = pageInfo.endCursor
      more = pageInfo.hasNextPage
    }
    expect(seen).toEqual(['Edges', 'Drills', 'Cogs', 'Bricks', 'Axes'])
  })

  it('GraphQL Yoga says what a client did wrong', async () => {
    for (const [variables, sentence] of [
      [{ count: 1000 }, 'limit'],
      [{ cursor: 'nonsense' }, 'after'],
    ] as const) {
      const [error] = (await send(variables)).errors ?? []
      expect(error?.message).toContain(sentence)
      expect(error?.extensions.code).toBe('BAD_USER_INPUT')
    }
    const both = await send({}, '{ articles(first: 1, last: 1, before: "x") { pageInfo { hasNextPage } } }')
    expect(both.errors?.[0]?.message).toContain('Page forward')
  })
})
