// What an app's functions leave out: a `return` in `map`, a reason of a rejection, an error that `within` keeps. Neither
// a file that looks whole nor another route's response comes of it.
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { paginateConfig, PaginateConfigError, paginateSelectMap } from 'drizzle-paginate'
import { listHandler as expressList, exportHandler as expressExport } from 'drizzle-paginate/express'
import { listHandler as fastifyList } from 'drizzle-paginate/fastify'
import { listHandler as honoList } from 'drizzle-paginate/hono'
import { exportHandler, listHandler } from 'drizzle-paginate/http'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import type { RowMap } from '../../src/page/map-rows.js'
import { articleDatabase, articleList, articles } from './support/article-list.js'

const { db, close } = articleDatabase()
afterAll(close)
const request = new Request('http://x/articles')

describe('a file', () => {
  it.each([
    ['json', undefined, 'The export has a row that is undefined; return a value for each row.'],
    ['ndjson', undefined, 'The export has a row that is undefined; return a value for each row.'],
    ['csv', undefined, 'The export has a row that is undefined; return a record for each row.'],
    ['csv', null, 'The export has a row that is null; return a record for each row.'],
    ['csv', 'text', 'The export has a row that is text; return a record for each row.'],
  ] as const)('as %s is not one whose row is %j', async (as, row, sentence) => {
    for (const map of [() => row, { all: (rows: unknown[]) => rows.map(() => row) }])
      await expect(exportHandler({ db, config: articleList, as, map })(request)).rejects.toThrow(
        new PaginateConfigError(sentence),
      )
  })

  it('as JSON may have null for a row', async () => {
    const answer = await exportHandler({ db, config: articleList, as: 'json', map: () => null })(request)
    expect(await answer.json()).toEqual(Array.from({ length: 7 }, () => null))
  })

  // R30.1.4
  it('without one of its columns is not sent', async () => {
    const list = paginateConfig(articles).withLimits(2, 10).withTieBreaker('id').selectable().build()
    const file = exportHandler({ db, config: list, as: 'csv', columns: ['id'], trailer: true })
    const answer = await file(new Request('http://x/articles?fields=title'))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'fields.unknown',
      detail: "Field 'title' has no column in this file.",
    })
    expect(await (await file(new Request('http://x/articles?fields=title,id'))).text()).toMatch(/^id\r\n1\r\n/)
  })

  it('of what map makes of fewer members is sent without the others', async () => {
    const list = paginateConfig(articles).withLimits(2, 10).withTieBreaker('id').selectable().build()
    const columns = ['id', 'title', 'href']
    const map = (item: object) => ({ ...item, href: '/a' })
    const file = exportHandler({ db, config: list, as: 'csv', columns, map })
    expect(await (await file(new Request('http://x/articles?fields=id'))).text()).toMatch(
      /^id,title,href\r\n1,,\/a\r\n/,
    )
    const lost = exportHandler({ db, config: list, as: 'csv', columns: ['id', 'link'], map })
    await expect(lost(new Request('http://x/articles'))).rejects.toThrow("The export has a column 'link'")
  })

  it('guards what a spreadsheet that splits at | would run', async () => {
    const map = () => ({ text: 'x|=1+1' })
    const answer = await exportHandler({ db, config: articleList, as: 'csv', map })(request)
    expect(await answer.text()).toMatch(/^text\r\nx\|'=1\+1\r\n/)
  })
})

describe('a page', () => {
  const sentence = 'A map returned undefined for a row; return an item for each row, or null.'
  const maps: readonly RowMap<{ readonly id: number }, unknown>[] = [
    () => undefined,
    ({ id }) => (id === 1 ? id : undefined),
    ({ id }) => Promise.resolve(id === 1 ? id : undefined),
    { all: (rows) => rows.map(() => undefined) },
    // oxlint-disable-next-line unicorn/no-new-array -- a hole
    { all: (rows) => Promise.resolve(new Array(rows.length)) },
  ]

  it('of paginateSelectMap has no item that is undefined', async () => {
    for (const map of maps)
      await expect(paginateSelectMap(db, {}, articleList, { id: articles.id }, map)).rejects.toThrow(
        new PaginateConfigError(sentence),
      )
    const nulls = await paginateSelectMap(db, { limit: 1 }, articleList, { id: articles.id }, () => null)
    expect(nulls.items).toEqual([null])
  })

  it('of a handler has none, whichever the server', async () => {
    for (const map of maps) {
      const options = { db, config: articleList, map }
      await expect(listHandler(options)(new Request(request.url))).rejects.toThrow(new PaginateConfigError(sentence))
      const hono = new Hono()
        .get('/articles', honoList(options))
        .onError(({ message }, context) => context.text(message))
      expect(await (await hono.request('/articles')).text()).toBe(sentence)
      const app = fastify()
      app.get('/articles', fastifyList(options))
      expect((await app.inject('/articles')).json()).toMatchObject({ statusCode: 500, message: sentence })
      await app.close()
    }
    const answer = await listHandler({ db, config: articleList, map: () => null })(request)
    expect(await answer.json()).toMatchObject({ items: [null, null] })
  })
})

describe('`within` that keeps the error of `run`', () => {
  it.each([
    ['?page=0', 400],
    ['', 200],
  ])('%s is answered with %i', async (search, status) => {
    const handler = listHandler({
      db,
      config: articleList,
      within: async (_request, run) => {
        try {
          return await run(db)
        } catch {
          return undefined as never
        }
      },
    })
    expect((await handler(new Request(`http://x/articles${search}`))).status).toBe(status)
  })
})

describe('Express', () => {
  it.each([undefined, null, ''])('a rejection with %j is an error, and not the next route', async (reason) => {
    const app = express()
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what is tested
    const where = () => Promise.reject(reason)
    app.get('/list', expressList({ db, config: articleList, where }))
    app.get('/file', expressExport({ db, config: articleList, as: 'csv', where }))
    app.get('/{*rest}', (_request, response) => void response.send('another route'))
    app.use(
      ((_error, _request, response, _next) => void response.status(500).send('failed')) as express.ErrorRequestHandler,
    )
    const server = app.listen(0)
    try {
      const { port } = server.address() as { port: number }
      for (const path of ['/list', '/file']) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`)
        expect([answer.status, await answer.text()]).toEqual([500, 'failed'])
      }
    } finally {
      server.close()
    }
  })
})

it('a scope that holds itself has its tag from the body', async () => {
  const user: { tenant: number; self?: unknown } = { tenant: 1 }
  user.self = user
  const list = paginateConfig(articles)
    .scopedBy((scope: { user: typeof user }) => sql`${articles.id} >= ${scope.user.tenant}`)
    .withLimits(2, 10)
    .withTieBreaker('id')
    .build()
  const answer = await listHandler({ db, config: list, scope: () => ({ user }), cache: { version: () => 'v' } })(
    request,
  )
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, expect.stringMatching(/^W\/"/)])
})
