// Hono has one error handler: with ours, other errors are answered as they are without any.
import { paginate } from 'drizzle-paginate'
import { paginateErrorHandler } from 'drizzle-paginate/hono'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { articleDatabase, articleList } from './support/article-list.js'

const { db, close } = articleDatabase()
afterAll(close)

const broken = new Error('broken')
const thrown: readonly (readonly [what: string, make: () => Error])[] = [
  ['an error', () => broken],
  ['an exception of Hono', () => new HTTPException(401, { message: 'Who are you?' })],
  [
    'an exception with a response',
    () => new HTTPException(403, { res: new Response('No', { headers: { 'x-why': 'rule' } }) }),
  ],
]

describe('paginateErrorHandler()', () => {
  it.each(thrown)('leaves %s to what Hono does by itself', async (_what, make) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const route = new Hono().get('/', () => {
      throw make()
    })
    const answers = []
    for (const app of [new Hono().route('/', route), new Hono().onError(paginateErrorHandler()).route('/', route)]) {
      const answer = await app.request('/')
      const body = await answer.text()
      answers.push({ status: answer.status, headers: [...answer.headers], body, logged: [...logged.mock.calls] })
      logged.mockClear()
    }
    logged.mockRestore()
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.logged).toEqual(make() === broken ? [[broken]] : [])
  })

  it('answers a rejection with the 400, and other errors by the function that it is given', async () => {
    const app = new Hono()
      .onError(paginateErrorHandler((error, c) => c.text(error.message, 503)))
      .get('/page', async (c) => c.json(await paginate(db, { page: 0 }, articleList)))
      .get('/broken', () => {
        throw broken
      })
    const [rejected, failed] = [await app.request('/page'), await app.request('/broken')]
    expect([rejected.status, ((await rejected.json()) as { code: string }).code]).toEqual([
      400,
      'page.not_positive_integer',
    ])
    expect([failed.status, await failed.text()]).toEqual([503, 'broken'])
  })
})
