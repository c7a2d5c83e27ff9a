import { paginate } from 'drizzle-paginate'
import { exportHandler, listHandler, paginatePlugin } from 'drizzle-paginate/fastify'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { articleDatabase, articleList } from './support/article-list.js'

const { db, close } = articleDatabase()
afterAll(close)

type Registration = (app: FastifyInstance) => Promise<unknown>
const hostHandler = (app: FastifyInstance) =>
  app.setErrorHandler((error, _request, reply) => reply.code(500).send(`host: ${(error as Error).message}`))

const registrations: readonly [title: string, register: Registration, refused: string, broken: string][] = [
  ['alone', async (app) => app.register(paginatePlugin), 'page.not_positive_integer', 'Internal Server Error'],
  [
    'after an error handler of the same instance',
    async (app) => {
      hostHandler(app)
      await app.register(paginatePlugin)
    },
    'page.not_positive_integer',
    'host: kaput',
  ],
  [
    'without its error handler',
    async (app) => {
      hostHandler(app)
      await app.register(paginatePlugin, { errorHandler: false })
    },
    "host: Query parameter 'page' must be a positive integer.",
    'host: kaput',
  ],
]

// R10.1.4
describe('paginatePlugin', () => {
  it.each(registrations)(
    'registered %s, answers refusals and leaves the rest',
    async (_title, register, refused, broken) => {
      const app = fastify()
      await register(app)
      app.get('/list', async (request, reply) => reply.sendPage(await paginate(db, request, articleList)))
      app.get('/broken', async () => {
        throw new Error('kaput')
      })
      const page = await app.inject('/list?limit=1')
      expect([page.statusCode, page.json<{ items: unknown[] }>().items.length, page.headers['link']]).toEqual([
        200,
        1,
        expect.stringContaining('rel="next"'),
      ])
      expect((await app.inject('/list?page=0')).body).toContain(refused)
      const failed = await app.inject('/broken')
      expect([failed.statusCode, failed.body]).toEqual([500, expect.stringContaining(broken)])
      await app.close()
    },
  )
})

// `originalUrl` is there from Fastify 4.25 on.
it.each([
  ['a list', listHandler({ db, config: articleList })],
  ['an export', exportHandler({ db, config: articleList, as: 'json' })],
])('%s is answered where a request has its URL only', async (_title, handler) => {
  const app = fastify()
  app.addHook('onRequest', async (request) => Object.defineProperty(request, 'originalUrl', { value: undefined }))
  app.get('/articles', handler)
  expect((await app.inject('/articles?limit=1')).statusCode).toBe(200)
  await app.close()
})
