// Facets beside the items of an endpoint.
import { type FacetsOf, paginateConfig, PaginateConfigError } from 'drizzle-paginate'
import { createListClient } from 'drizzle-paginate/client'
import { listHandler as honoHandler } from 'drizzle-paginate/hono'
import { listHandler } from 'drizzle-paginate/http'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest'
import { articleDatabase, articleList, articles } from './support/article-list.js'

const database = articleDatabase()
afterAll(() => database.close())
const facets = { status: true, title: { limit: 2 }, at: 'range' } as const satisfies FacetsOf<typeof articleList>
const expected = {
  status: [
    { value: 'live', count: 4 },
    { value: 'draft', count: 3 },
  ],
  title: [
    { value: 'Ash', count: 1 },
    { value: 'Cedar', count: 1 },
  ],
  at: { min: '2024-01-01T00:00:00.000Z', max: '2024-01-07T00:00:00.000Z', count: 4 },
}
const url = 'http://localhost/articles?filter.status=$eq:live'

// R15.1.9
describe('facets of an endpoint', () => {
  it('lie beside the items, and leave out the criteria on their own field', async () => {
    const handler = listHandler({ db: database.db, config: articleList, facets })
    const body = (await (await handler(new Request(url))).json()) as object
    expect(Object.keys(body)).toStrictEqual(['items', 'meta', 'links', 'facets'])
    expect(body).toMatchObject({ facets: expected, meta: { totalItems: 4 } })
  })

  it('leave out a field that is switched off for this caller', async () => {
    const { status, ...others } = facets
    const listFor = (isEditor: boolean) =>
      paginateConfig(articles)
        .withLimits(2, 10)
        .withTieBreaker('id')
        .filterable('title', '$eq')
        .filterable('at', '$gte')
        .when(isEditor)
        .filterable('status', '$eq')
        .build()
    const answer = async (isEditor: boolean, given: object = facets) => {
      const handler = listHandler({
        db: database.db,
        config: () => listFor(isEditor),
        facets: given as typeof facets,
      })
      return (await (await handler(new Request('http://localhost/articles'))).json()) as { readonly facets: object }
    }
    expect(Object.keys((await answer(true)).facets).sort()).toStrictEqual(['at', 'status', 'title'])
    expect(Object.keys((await answer(false)).facets).sort()).toStrictEqual(Object.keys(others).sort())
    // What no variant declares is a mistake.
    await expect(answer(false, { ...facets, nothing: true })).rejects.toThrow(PaginateConfigError)
    expect(status).toBe(true)
  })

  it('are answered by the adapters too', async () => {
    const app = new Hono().get('/articles', honoHandler({ db: database.db, config: articleList, facets }))
    expect(await (await app.request(url)).json()).toMatchObject({ facets: expected })
  })

  it('may depend on the request, and count under the condition of the host', async () => {
    const handler = listHandler({
      db: database.db,
      config: articleList,
      where: () => eq(articles.id, 1),
      facets: ({ url: from }: Request) => (from.includes('bare') ? undefined : { status: true }),
    })
    expect(await (await handler(new Request('http://localhost/'))).json()).toMatchObject({
      facets: { status: [{ value: 'live', count: 1 }] },
    })
    expect(await (await handler(new Request('http://localhost/bare'))).json()).not.toHaveProperty('facets')
  })

  it("a refusal is the page's, and a facet that is not granted is an error of the host's", async () => {
    const handler = listHandler({ db: database.db, config: articleList, facets })
    expect((await handler(new Request(`${url}&page=0`))).status).toBe(400)
    // @ts-expect-error -- and does not compile
    const wrong = listHandler({ db: database.db, config: articleList, facets: { id: true } })
    await expect(wrong(new Request(url))).rejects.toThrow(/'id'.*filterable/)
  })

  it('are typed in the client', async () => {
    const handler = listHandler({ db: database.db, config: articleList, facets })
    const client = createListClient<typeof articleList, typeof facets>('/articles', {
      fetch: async (path) => handler(new Request(`http://localhost${path}`)),
    })
    const page = await client.fetchPage(client.query().filter('status', '$eq', 'live'))
    expectTypeOf(page.facets.status[0]?.value).toEqualTypeOf<string | null | undefined>()
    expectTypeOf(page.facets.at?.min).toEqualTypeOf<string | undefined>()
    expect(page.facets).toStrictEqual(expected)
  })
})
