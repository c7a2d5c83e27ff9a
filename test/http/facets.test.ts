// Facets beside the items of an endpoint.
import { paginateConfig } from 'drizzle-paginate'
import { createListClient } from 'drizzle-paginate/client'
import { listHandler as honoHandler } from 'drizzle-paginate/hono'
import { listHandler } from 'drizzle-paginate/http'
import { pageSchema } from 'drizzle-paginate/openapi'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest'
import { articleDatabase, articles } from './support/article-list.js'

const database = articleDatabase()
afterAll(() => database.close())
const list = paginateConfig(articles)
  .withLimits(2, 10)
  .withTieBreaker('id')
  .filterable('status', '$eq', '$in')
  .filterable('title', '$eq', '$in', '$ilike')
  .filterable('at', '$gte', '$lt')
  .withFacets({ status: true, title: { limit: 2 }, at: 'range' })
  .build()
const expected = {
  status: [
    { value: 'live', count: 4, filter: '$eq:live' },
    { value: 'draft', count: 3, filter: '$eq:draft' },
  ],
  title: [
    { value: 'Ash', count: 1, filter: '$eq:Ash' },
    { value: 'Cedar', count: 1, filter: '$eq:Cedar' },
  ],
  at: { min: '2024-01-01T00:00:00.000Z', max: '2024-01-07T00:00:00.000Z', count: 4 },
}
const url = 'http://localhost/articles?filter.status=$eq:live'

// R15.1.9
describe('facets of an endpoint', () => {
  it('lie beside the items, and leave out the criteria on their own field', async () => {
    const handler = listHandler({ db: database.db, config: list })
    const body = (await (await handler(new Request(url))).json()) as object
    expect(Object.keys(body)).toStrictEqual(['items', 'meta', 'links', 'facets'])
    expect(body).toMatchObject({ facets: expected, meta: { totalItems: 4 } })
  })

  it('leave out a field that is switched off for this caller', async () => {
    const listFor = (isEditor: boolean) =>
      paginateConfig(articles)
        .withLimits(2, 10)
        .withTieBreaker('id')
        .filterable('title', '$eq')
        .filterable('at', '$gte')
        .when(isEditor)
        .filterable('status', '$eq')
        .withFacets({ status: true, title: { limit: 2 }, at: 'range' })
        .build()
    const answer = async (isEditor: boolean, facets?: () => string[]) => {
      const handler = listHandler({ db: database.db, config: () => listFor(isEditor), facets })
      return handler(new Request('http://localhost/articles'))
    }
    const namesFor = async (isEditor: boolean) =>
      Object.keys(((await (await answer(isEditor)).json()) as { readonly facets: object }).facets).sort()
    expect(await namesFor(true)).toStrictEqual(['at', 'status', 'title'])
    expect(await namesFor(false)).toStrictEqual(['at', 'title'])
    // Asked for by name, it is refused as one that the list does not declare is.
    expect((await answer(true, () => ['status'])).status).toBe(200)
    for (const name of ['status', 'nothing']) {
      const refused = await answer(false, () => [name])
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'facets.unknown' }])
    }
  })

  it('are an empty record if all of them are switched off, as its document and its client have it', async () => {
    const nothing = paginateConfig(articles)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .when(false)
      .filterable('status', '$eq')
      .withFacets({ status: true })
      .build()
    const bodyOf = async (facets?: boolean | (() => string[])) =>
      (await listHandler({ db: database.db, config: nothing, facets })(new Request(url.split('?')[0] as string))).json()
    const { required } = pageSchema(undefined, nothing)
    expect(required).toContain('facets')
    for (const facets of [undefined, true]) {
      const body = (await bodyOf(facets)) as object
      expect(Object.keys(body)).toStrictEqual(required)
      expect(body).toMatchObject({ facets: {} })
    }
    // As `false` and `'optional'` document it.
    for (const facets of [false, () => []]) expect(await bodyOf(facets)).not.toHaveProperty('facets')
  })

  it('are answered by the adapters too', async () => {
    const app = new Hono().get('/articles', honoHandler({ db: database.db, config: list }))
    expect(await (await app.request(url)).json()).toMatchObject({ facets: expected })
  })

  it('may depend on the request, and count under the condition of the host', async () => {
    const handler = listHandler({
      db: database.db,
      config: list,
      where: () => eq(articles.id, 1),
      facets: ({ url: from }: Request) => (from.includes('bare') ? [] : ['STATUS']),
    })
    const { facets } = (await (await handler(new Request('http://localhost/'))).json()) as { readonly facets: object }
    expect(facets).toStrictEqual({ status: [{ value: 'live', count: 1, filter: '$eq:live' }] })
    expect(await (await handler(new Request('http://localhost/bare'))).json()).not.toHaveProperty('facets')
  })

  it('are rejected if they are unknown, whatever the client has', async () => {
    const handler = listHandler({
      db: database.db,
      config: list,
      facets: ({ url: from }: Request) => [from.includes('wrong') ? 'nothing' : 'status'],
      cache: { version: () => 'one' },
    })
    const etag = (await handler(new Request('http://localhost/'))).headers.get('etag') as string
    const again = async (path: string) =>
      (await handler(new Request(`http://localhost/${path}`, { headers: { 'if-none-match': etag } }))).status
    expect([await again(''), await again('wrong')]).toEqual([304, 400])
  })

  it('are left out where the handler says so', async () => {
    const handler = listHandler({ db: database.db, config: list, facets: false })
    expect(await (await handler(new Request(url))).json()).not.toHaveProperty('facets')
    const all = listHandler({ db: database.db, config: list, facets: true })
    const { facets } = (await (await all(new Request(url))).json()) as { facets: object }
    expect(Object.keys(facets)).toEqual(Object.keys(expected))
  })

  it("a refusal is the page's, and a facet that is not granted is an error of the host's", async () => {
    const handler = listHandler({ db: database.db, config: list })
    expect((await handler(new Request(`${url}&page=0`))).status).toBe(400)
    const declared = paginateConfig(articles).withLimits(2, 10).withTieBreaker('id')
    // @ts-expect-error -- and does not compile
    expect(() => declared.withFacets({ id: true }).build()).toThrow(/'id'.*filterable/)
  })

  it('are typed in the client', async () => {
    const handler = listHandler({ db: database.db, config: list })
    const client = createListClient<typeof list>('/articles', {
      fetch: async (path) => handler(new Request(`http://localhost${path}`)),
    })
    const page = await client.fetchPage(client.query().filter('status', '$eq', 'live'))
    expectTypeOf(page.facets.status[0]?.value).toEqualTypeOf<string | undefined>()
    expectTypeOf(page.facets.at?.min).toEqualTypeOf<string | undefined>()
    expect(page.facets).toStrictEqual(expected)
  })
})
