// What a handler sends in place of an item.
import fastify from 'fastify'
import { Hono } from 'hono'
import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { paginateConfig, rowsOf } from 'drizzle-paginate'
import * as forFastify from 'drizzle-paginate/fastify'
import * as forHono from 'drizzle-paginate/hono'
import { exportHandler, listHandler } from 'drizzle-paginate/http'
import { afterAll, describe, expect, it } from 'vitest'
import { articleDatabase, articleList, articles } from './support/article-list.js'

const database = articleDatabase()
afterAll(() => database.close())
const { db } = database
const config = articleList

const others = alias(articles, 'others')
const rowsOfStatus = rowsOf(others, eq(others.status, articles.status))

const url = 'http://localhost/articles?sortBy=title:ASC&limit=2'
const sent = [
  { name: 'Ash', href: '/articles/1' },
  { name: 'Birch, silver', href: '/articles/2' },
]
const jsonOf = async (answer: Response | Promise<Response>): Promise<Record<string, unknown>> =>
  (await (await answer).json()) as Record<string, unknown>

describe('map of a list handler', () => {
  it('makes each item that is sent; meta and links stay', async () => {
    const plain = await jsonOf(listHandler({ db, config })(new Request(url)))
    const handler = listHandler({ db, config, map: ({ id, title }) => ({ name: title, href: `/articles/${id}` }) })
    expect(await jsonOf(handler(new Request(url)))).toStrictEqual({ ...plain, items: sent })
  })

  const mapsOfAll = [
    [
      'at once or later',
      (items: { readonly title: string }[]) => Promise.resolve(items.map(({ title }) => title)),
      ['Ash', 'Birch, silver'],
    ],
    [
      'in one call',
      (items: { readonly title: string }[]) => items.map(({ title }) => `${items.length} ${title}`),
      ['2 Ash', '2 Birch, silver'],
    ],
  ] as const
  it.each(mapsOfAll)('may take all items together, %s', async (_title, all, items) => {
    expect(await jsonOf(listHandler({ db, config, map: { all } })(new Request(url)))).toMatchObject({ items })
  })

  it('gets what the framework hands to its handlers', async () => {
    const handler = listHandler<[context: { readonly base: string }]>({
      db,
      config,
      map: (item, request, { base }) => [base, new URL(request.url).pathname, (item as { id: number }).id],
    })
    const answer = await jsonOf(handler(new Request(url), { base: 'https://cdn' }))
    expect(answer['items']).toStrictEqual([
      ['https://cdn', '/articles', 1],
      ['https://cdn', '/articles', 2],
    ])
  })

  it('stands beside facets and tags', async () => {
    const faceted = paginateConfig(articles)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .filterable('status', '$eq')
      .withFacets({ status: true })
      .build()
    const handler = listHandler({ db, config: faceted, cache: {}, map: ({ id }) => id })
    const answer = await handler(new Request('http://localhost/articles'))
    const etag = answer.headers.get('etag') as string
    expect(await jsonOf(answer)).toMatchObject({ items: [1, 2], facets: { status: [{ value: 'live' }, {}] } })
    const again = await handler(new Request('http://localhost/articles', { headers: { 'if-none-match': etag } }))
    expect(again.status).toBe(304)
    const other = listHandler({ db, config: faceted, cache: {}, map: ({ title }) => title })
    expect((await other(new Request('http://localhost/articles', { headers: { 'if-none-match': etag } }))).status).toBe(
      200,
    )
  })

  it('is not asked for a request that is rejected, and its own errors go to the app', async () => {
    let calls = 0
    const handler = listHandler({
      db,
      config,
      map: () => {
        calls++
        throw new TypeError('kaput')
      },
    })
    expect((await handler(new Request('http://localhost/articles?page=0'))).status).toBe(400)
    expect(calls).toBe(0)
    await expect(handler(new Request(url))).rejects.toThrow(new TypeError('kaput'))
    const short = listHandler({ db, config, map: { all: () => [] } })
    await expect(short(new Request(url))).rejects.toThrow('The function all returned 0 items for 2 rows')
  })

  it('is an option of every adapter', async () => {
    const map = ({ id, title }: { id: number; title: string }) => ({ name: title, href: `/articles/${id}` })
    const hono = new Hono().get('/articles', forHono.listHandler({ db, config, map }))
    expect(await jsonOf(hono.request(url))).toMatchObject({ items: sent })
    const app = fastify()
    app.get('/articles', forFastify.listHandler({ db, config, map }))
    const answer = await app.inject({ url: url.slice('http://localhost'.length) })
    expect(answer.json()).toMatchObject({ items: sent })
    await app.close()
  })
})

describe('map of an export handler', () => {
  const map = ({ id, title }: { id: number; title: string }) => ({ name: title, balance: `-${id}`, note: `=${id}` })
  const request = new Request('http://localhost/articles?filter.title=$in:Ash,Fir')
  const files = [
    ['ndjson', {}, '{"name":"Ash","balance":"-1","note":"=1"}\n{"name":"Fir","balance":"-6","note":"=6"}\n'],
    ['json', {}, '[{"name":"Ash","balance":"-1","note":"=1"},{"name":"Fir","balance":"-6","note":"=6"}]'],
    // The list knows nothing of these columns: each text that may be a formula is guarded.
    ['csv', {}, "name,balance,note\r\nAsh,'-1,'=1\r\nFir,'-6,'=6\r\n"],
    ['csv', { columns: { note: 'Note', name: 'Name' } }, "Note,Name\r\n'=1,Ash\r\n'=6,Fir\r\n"],
  ] as const
  it.each(files)('writes what it returns as %s %o', async (as, options, text) => {
    expect(await (await exportHandler({ db, config, as, map, ...options })(request)).text()).toBe(text)
  })

  it('reads children, which a CSV alone has no place for', async () => {
    const withChildren = paginateConfig(articles)
      .children('same', rowsOfStatus, { id: others.id })
      .withLimits(2, 10)
      .withTieBreaker('id')
      .filterable('title', '$in')
      .build()
    const handler = exportHandler({
      db,
      config: withChildren,
      as: 'csv',
      map: ({ title, same }) => ({ title, same: same.map(({ id }) => id).join(' ') }),
    })
    expect(await (await handler(request)).text()).toBe('title,same\r\nAsh,1 3 5 7\r\nFir,2 4 6\r\n')
  })
})
