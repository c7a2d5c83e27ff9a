// The option `where` of every adapter: a function that returns nothing has forgotten its condition.
import { PassThrough } from 'node:stream'
import { PaginateConfigError } from 'drizzle-paginate'
import { explorerHandler } from 'drizzle-paginate/explorer'
import * as forExpress from 'drizzle-paginate/express'
import * as forFastify from 'drizzle-paginate/fastify'
import * as forHono from 'drizzle-paginate/hono'
import * as forFetch from 'drizzle-paginate/http'
import { eq } from 'drizzle-orm'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { articleDatabase, articleList, articles } from './support/article-list.js'

const { db, close } = articleDatabase()
afterAll(close)

interface Answer {
  readonly body?: unknown
  readonly error?: unknown
}
type Ask = (options: never) => Promise<Answer>

const request = (): Request => new Request('http://localhost/articles?limit=10')
const ofFetch =
  (create: (options: never) => forFetch.FetchHandler): Ask =>
  async (options) => ({ body: await (await create(options)(request())).json() })
const ofHono =
  (create: (options: never) => forHono.HonoHandler<never>): Ask =>
  async (options) => {
    let error: unknown
    const app = new Hono().get('/articles', create(options) as never).onError((thrown, c) => {
      error = thrown
      return c.json(null)
    })
    return { body: await (await app.request('/articles?limit=10')).json(), error }
  }
const ofFastify =
  (create: (options: never) => unknown): Ask =>
  async (options) => {
    let error: unknown
    const app = fastify()
    app.setErrorHandler((thrown, _request, reply) => {
      error = thrown
      return reply.send(null)
    })
    app.get('/articles', create(options) as never)
    return { body: (await app.inject('/articles?limit=10')).json(), error }
  }
const ofExpress =
  (create: (options: never) => forExpress.ExpressHandler<forExpress.ExpressRequest>): Ask =>
  (options) =>
    new Promise((resolve) => {
      const sent = new PassThrough()
      let body = ''
      sent.on('data', (chunk: Buffer) => (body += String(chunk)))
      sent.on('end', () => resolve({ body: JSON.parse(body) as unknown }))
      const response = Object.assign(sent, {
        headersSent: false,
        status: () => response,
        setHeader: () => response,
        send: (text: string) => sent.end(text),
      })
      create(options)({ method: 'GET', originalUrl: '/articles?limit=10' } as never, response as never, (error) =>
        resolve({ error }),
      )
    })

const lists: readonly (readonly [string, Ask])[] = [
  ['/http', ofFetch(forFetch.listHandler as never)],
  ['/hono', ofHono(forHono.listHandler as never)],
  ['/fastify', ofFastify(forFastify.listHandler as never)],
  ['/express', ofExpress(forExpress.listHandler as never)],
]
const exports: readonly (readonly [string, Ask])[] = [
  ['/http', ofFetch(forFetch.exportHandler as never)],
  ['/hono', ofHono(forHono.exportHandler as never)],
  ['/fastify', ofFastify(forFastify.exportHandler as never)],
  ['/express', ofExpress(forExpress.exportHandler as never)],
]
const UNANSWERED = 'The function where returned undefined; return a condition from it, or null to have no condition.'
const WRONG = 'The option where must be an SQL condition; pass one, or null to have no condition.'
const refused: readonly (readonly [title: string, where: unknown, message: string])[] = [
  ['that returns nothing', () => void eq(articles.status, 'draft'), UNANSWERED],
  ['that returns nothing later', async () => void eq(articles.status, 'draft'), UNANSWERED],
  ['that returns text', () => `status = 'draft'`, WRONG],
  ['that returns true', () => true, WRONG],
]
const errorOf = async (answer: Promise<Answer>): Promise<unknown> =>
  (await answer.catch((error: unknown) => ({ error }))).error

// R20.1.8
describe.each([
  ['listHandler', lists, {}],
  ['exportHandler', exports, { as: 'json' }],
] as const)('%s', (_name, adapters, more) => {
  describe.each(adapters)('of %s', (_adapter, ask) => {
    const put = (where: unknown) => ask({ db, config: articleList, where, ...more } as never)
    it.each(refused)('refuses a where %s', async (_title, where, message) => {
      expect(await errorOf(put(where))).toEqual(new PaginateConfigError(message))
    })
    it.each<[string, unknown, number]>([
      ['a condition', () => eq(articles.status, 'draft'), 3],
      ['null', async () => null, 7],
    ])('takes a where that returns %s', async (_title, where, rows) => {
      const { body } = await put(where)
      const { items = body } = body as { items?: unknown }
      expect(items).toHaveLength(rows)
    })
  })
})

it('the explorer shows the same error', async () => {
  const handler = explorerHandler({
    db,
    config: articleList,
    path: '/articles',
    where: (() => undefined) as never,
    enabled: true,
  })
  await expect(handler(new Request('http://localhost/explorer?explorer=run'))).rejects.toThrow(
    new PaginateConfigError(UNANSWERED),
  )
})
