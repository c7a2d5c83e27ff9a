// Documents of lists that are counted and paged in other ways, with facets and as files: what a real list answers is
// what they say.
import fastifySwagger from '@fastify/swagger'
import { Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import * as nestSwagger from '@nestjs/swagger'
import Fastify from 'fastify'
import { count, eq, max, min, sql, sum } from 'drizzle-orm'
import {
  type AnyPage,
  type AnyPaginateConfig,
  facetCounts,
  type ListDatabase,
  paginate,
  paginateConfig,
  rowsOf,
} from 'drizzle-paginate'
import { fastifyExportSchema, transformListOperations } from 'drizzle-paginate/fastify'
import { exportHandler } from 'drizzle-paginate/http'
import { nestApiExport } from 'drizzle-paginate/nestjs'
import {
  exportOperation,
  type JsonSchema,
  listOperation,
  listParameters,
  type OpenApiOperation,
  type OpenApiSource,
  pageSchema,
  querySchema,
} from 'drizzle-paginate/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type TestDatabase } from '../support/dialects.js'
import { validator, violations } from './conforms.js'

const documentOf = (get: OpenApiOperation): Record<string, unknown> => ({
  openapi: '3.1.0',
  info: { title: 'Lists', version: '1' },
  paths: { '/articles': { get } },
})
const schemaOf = ({ responses }: OpenApiOperation): JsonSchema =>
  responses[200].content['application/json']?.schema as JsonSchema
const namesOf = (operation: OpenApiOperation): string[] => operation.parameters.map(({ name }) => name)
const partOf = (source: OpenApiSource | undefined, name: 'meta' | 'links'): JsonSchema =>
  (pageSchema({}, source)['properties'] as { readonly [name: string]: JsonSchema })[name] as JsonSchema
const metaOf = (source?: OpenApiSource): JsonSchema => partOf(source, 'meta')
const linksOf = (source?: OpenApiSource): JsonSchema => partOf(source, 'links')
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const required = (schema: JsonSchema): string[] => [...(schema['required'] as string[])].sort()

/** Pages by every link, and one past the end. */
async function answers(db: ListDatabase, config: AnyPaginateConfig): Promise<AnyPage[]> {
  const pages: AnyPage[] = []
  for (let link: string | null = '/articles?limit=4'; link !== null;) {
    const page: AnyPage = await paginate(db, link, config)
    pages.push(page)
    link = page.links.next
  }
  const empty = '/articles?limit=4&filter.id=$lt:0'
  return [...pages, await paginate(db, empty, config)]
}

// R10.1.5
describe.each(dialects)('a list on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => void (database = await engine.open()))
  afterAll(() => database.close())

  const begin = () =>
    paginateConfig(database.schema.articles)
      .withLimits(3, 10)
      .withTieBreaker('id')
      .sortable('title', 'id')
      .filterable('id', '$lt', '$gte')
      .filterable('status', '$eq', '$in')
      .filterable('views', '$btw')
      .filterable('title', '$eq')
      .filterable('publishedAt', '$gte')
      .filterable('isFeatured', '$eq')
  const modes: readonly [title: string, config: () => AnyPaginateConfig, totals: string[]][] = [
    ['exact totals', () => begin().build(), ['totalItems', 'totalPages']],
    ['no totals', () => begin().withTotals('none').build(), ['totalItems', 'totalItemsAtLeast', 'totalPages']],
    [
      'bounded totals',
      () => begin().withTotals({ upTo: 6 }).build(),
      ['totalItems', 'totalItemsAtLeast', 'totalPages'],
    ],
    ['cursors', () => begin().withCursors().build(), []],
    ['cursors and exact totals', () => begin().withCursors().withTotals('exact').build(), ['totalItems', 'totalPages']],
    [
      'cursors and bounded totals',
      () => begin().withCursors().withTotals({ upTo: 6 }).build(),
      ['totalItems', 'totalItemsAtLeast', 'totalPages'],
    ],
    [
      'cursors and totals that are known by chance',
      () => begin().withCursors().withTotals('none').build(),
      ['totalItems', 'totalItemsAtLeast', 'totalPages'],
    ],
  ]

  it.each(modes)('with %s answers what its document says', async (_title, make, totals) => {
    const config = make()
    const operation = listOperation(config)
    expect(await validator.validate(documentOf(operation))).toMatchObject({ valid: true })
    const pages = await answers(database.db, config)
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages) expect(violations(schemaOf(operation), json(page))).toEqual([])
    expect(required(metaOf(config)).filter((name) => name.startsWith('total'))).toEqual(totals)
    // What the description alone tells holds too, also after a journey as JSON.
    const described = listOperation(json(config.describe()) as ReturnType<typeof config.describe>)
    for (const page of pages) expect(violations(schemaOf(described), json(page))).toEqual([])
  })

  it.runIf(engine.dialect === 'postgresql')('with estimates answers what its document says', async () => {
    const config = paginateConfig(database.schema.articles)
      .withLimits(3, 10)
      .withTieBreaker('id')
      .filterable('id', '$lt')
      .withTotals({ upTo: 2, estimate: true } as never)
      .build()
    const schema = schemaOf(listOperation(config))
    const pages = await answers(database.db, config)
    for (const page of pages) expect(violations(schema, json(page))).toEqual([])
    expect(pages[0]?.meta).toMatchObject({
      totalItems: null,
      totalItemsAtLeast: expect.any(Number),
      totalItemsEstimate: expect.any(Number),
    })
    expect(required(metaOf(config))).toContain('totalItemsEstimate')
  })

  it('with cursors has after and before in place of page, and takes what its pages hand out', async () => {
    const config = begin().withCursors().build()
    expect(namesOf(listOperation(config)).slice(0, 3)).toEqual(['after', 'before', 'limit'])
    const properties = querySchema(config)['properties'] as Record<string, JsonSchema>
    expect(Object.keys(properties)).toEqual(['after', 'before', 'limit', 'sortBy', 'filters'])
    const { meta } = await paginate(database.db, { limit: 2 }, config)
    const after = meta.nextCursor as string
    const [parameter] = listParameters(config)
    expect([
      after.length >= (parameter?.schema['minLength'] as number),
      after.length <= (parameter?.schema['maxLength'] as number),
    ]).toEqual([true, true])
    expect(linksOf(config)['properties']).toMatchObject({ last: { type: 'null' } })
    const { validate } = querySchema(config)['~standard']
    expect(validate({ after })).toMatchObject({ value: { after } })
    expect(validate({ after: 'x' }).issues).toEqual([
      { message: "Query parameter 'after' is not a valid cursor.", path: ['after'] },
    ])
    expect(validate({ after, sortBy: ['title:DESC'] }).issues?.[0]?.message).toContain('belongs to another sort order')
    expect(validate('page=1').issues?.[0]?.path).toEqual(['page'])
  })

  it('with a search of its own has its term in the query schema', () => {
    const config = paginateConfig(database.schema.articles)
      .searchWith(() => sql`1 = 1`)
      .withLimits(3, 10)
      .withTieBreaker('id')
      .build()
    expect(Object.keys(querySchema(config)['properties'] as object)).toEqual(['page', 'limit', 'search', 'filters'])
  })

  it('as a file names the members that the file has', () => {
    const { articles, reviews } = database.schema
    const config = paginateConfig(articles)
      .withLimits(3, 10)
      .withTieBreaker('id')
      .children('reviews', rowsOf(reviews, eq(reviews.articleId, articles.id)), { id: reviews.id })
      .select({ id: true, title: true, reviews: true })
      .selectable()
      .build()
    const named = (as: 'csv' | 'json') =>
      exportOperation(config, { as }).parameters.find(({ name }) => name === 'fields')?.schema['items']
    expect(named('csv')).toMatchObject({ enum: ['id', 'title'] })
    expect(named('json')).toMatchObject({ enum: ['id', 'title', 'reviews'] })
  })

  it('with facets answers what its document says', async () => {
    const config = begin()
      .withFacets({ status: true, title: { limit: 2 }, views: 'range', publishedAt: 'range', isFeatured: true })
      .build()
    const operation = listOperation(config)
    expect(await validator.validate(documentOf(operation))).toMatchObject({ valid: true })
    for (const link of ['/articles?limit=2', '/articles?filter.id=$lt:0']) {
      const answer = {
        ...(await paginate(database.db, link, config)),
        facets: await facetCounts(database.db, link, config),
      }
      expect(violations(schemaOf(operation), json(answer))).toEqual([])
    }
    // A facet that the handler does not answer is a difference to be seen.
    expect(violations(schemaOf(operation), json(await paginate(database.db, {}, config)))).toEqual([
      '$.facets is missing',
    ])
    // Some of them, or none, where the request says which.
    const optional = schemaOf(listOperation(config, { facets: 'optional' }))
    for (const facets of [undefined, {}, { status: [] }, { views: null }])
      expect(violations(optional, json({ ...(await paginate(database.db, {}, config)), facets }))).toEqual([])
    // Nor may it be documented where the handler answers none.
    const without = listOperation(config, { facets: false })
    expect(violations(schemaOf(without), json(await paginate(database.db, {}, config)))).toEqual([])
  })

  it('with a summary answers what its document says, of an empty set too', async () => {
    const { articles } = database.schema
    const config = begin()
      .withSummary({
        rows: count(),
        views: sum(articles.views),
        newest: max(articles.publishedAt),
        firsts: min(articles.title),
      })
      .build()
    const operation = listOperation(config)
    expect(await validator.validate(documentOf(operation))).toMatchObject({ valid: true })
    expect(operation.summary).toBeUndefined()
    expect(listOperation(config, { summary: 'Articles' }).summary).toBe('Articles')
    const described = (schemaOf(operation)['properties'] as { summary: JsonSchema }).summary
    expect(described['required']).toEqual(['rows', 'views', 'newest', 'firsts'])
    expect(described['properties']).toMatchObject({
      rows: { type: 'number' },
      views: { type: ['string', 'null'] },
      newest: { type: ['string', 'null'], format: 'date-time' },
      firsts: { type: ['string', 'null'] },
    })
    for (const link of ['/articles?limit=2', '/articles?filter.id=$lt:0', '/articles?page=99']) {
      expect(violations(schemaOf(operation), json(await paginate(database.db, link, config)))).toEqual([])
    }
    expect(violations(schemaOf(operation), json(await paginate(database.db, {}, begin().build())))).toEqual([
      '$.summary is missing',
    ])
  })

  it('with a summary says null of what is made of a count and may be null', async () => {
    const { articles } = database.schema
    const { id, views } = articles
    const config = begin()
      .withSummary({
        many: sql<number>`count(*) filter (where (${views} > ${1}) or ((${id} > ${2}) and true))`.mapWith(Number),
        less: sql<number | null>`count(*) filter (where ${id} > ${2}) - (max(${views}))`.mapWith(Number),
        joined: sql<number | null>`count(*) ${sql`- max(${views})`}`.mapWith(Number),
      })
      .build()
    const page = pageSchema(undefined, config)
    const { summary } = page['properties'] as { summary: JsonSchema }
    expect(summary['properties']).toMatchObject({
      many: { type: 'number' },
      less: { type: ['number', 'null'] },
      joined: { type: ['number', 'null'] },
    })
    if (engine.dialect === 'mysql') return
    for (const link of ['/articles', '/articles?filter.id=$lt:0'])
      expect(violations(page, json(await paginate(database.db, link, config)))).toEqual([])
  })

  it('with members to choose answers what its document says', async () => {
    const config = begin().selectable().build()
    const operation = listOperation(config)
    expect(await validator.validate(documentOf(operation))).toMatchObject({ valid: true })
    expect(required(metaOf(config))).toContain('fields')
    for (const link of ['/articles?limit=2', '/articles?fields=ID,title', '/articles?fields=title&filter.id=$lt:0']) {
      const answer = json(await paginate(database.db, link, config))
      expect(violations(schemaOf(operation), answer)).toEqual([])
      const described = listOperation(json(config.describe()) as ReturnType<typeof config.describe>)
      expect(violations(schemaOf(described), answer)).toEqual([])
    }
  })

  it.each(['csv', 'ndjson', 'json'] as const)('as a file, %s, answers what its document says', async (as) => {
    const config = begin().build()
    const operation = exportOperation(config, { as, operationId: 'exportArticles' })
    expect(await validator.validate(documentOf(operation))).toMatchObject({ valid: true })
    expect(namesOf(operation)).toEqual(
      namesOf(listOperation(config)).filter((name) => name !== 'page' && name !== 'limit'),
    )
    expect(namesOf(exportOperation(begin().withCursors().build(), { as }))).toEqual(namesOf(operation))
    const handler = exportHandler({ db: database.db, config, as })
    const answer = await handler(new Request('http://localhost/articles?filter.id=$lt:4'))
    const type = answer.headers.get('content-type')?.replace(/;.*/, '') as string
    expect(Object.keys(operation.responses[200].content)).toEqual([type])
    for (const name of Object.keys(operation.responses[200].headers ?? {}))
      expect(answer.headers.get(name)).toBeTruthy()
    const schema = operation.responses[200].content[type]?.schema as JsonSchema
    expect(violations(schema, as === 'json' ? await answer.json() : await answer.text())).toEqual([])
    const refused = await handler(new Request('http://localhost/articles?sortBy=x'))
    expect(
      violations(
        operation.responses[400].content['application/problem+json']?.schema as JsonSchema,
        await refused.json(),
      ),
    ).toEqual([])
  })

  it('as a file is documented by the generators of Fastify and NestJS', async () => {
    const config = begin().build()
    const expected = exportOperation(config, { as: 'csv', summary: 'All' })
    const app = Fastify()
    await app.register(fastifySwagger, {
      openapi: { openapi: '3.1.0', info: { title: 'Lists', version: '1' } },
      transformObject: transformListOperations,
    })
    app.get('/articles', { schema: fastifyExportSchema(config, { as: 'csv', summary: 'All' }) }, () => '')
    await app.ready()
    expect(app.swagger().paths?.['/articles']?.get).toMatchObject(json(expected) as object)
    await app.close()

    class Articles {
      export(): string {
        return ''
      }
    }
    const route = Object.getOwnPropertyDescriptor(Articles.prototype, 'export') as PropertyDescriptor
    Get()(Articles.prototype, 'export', route)
    nestApiExport(nestSwagger, config, { as: 'csv', summary: 'All' })(Articles.prototype, 'export', route)
    Controller('articles')(Articles)
    class App {
      readonly name = 'articles'
    }
    Module({ controllers: [Articles] })(App)
    const nest = await NestFactory.create(App, new FastifyAdapter(), { logger: false })
    const builder = new nestSwagger.DocumentBuilder().setTitle('Lists').setVersion('1').setOpenAPIVersion('3.1.0')
    const documented = nestSwagger.SwaggerModule.createDocument(nest, builder.build()).paths['/articles']?.get
    expect(documented?.responses['200']).toMatchObject(expected.responses[200])
    expect(documented?.parameters).toEqual(expected.parameters)
    await nest.close()
  })

  it('is documented as before where it declares nothing of this', () => {
    const config = begin().build()
    expect(metaOf(config)).toEqual(metaOf())
    expect(linksOf(config)).toEqual(linksOf())
    expect(
      Object.keys(listOperation(config).responses[200].content['application/json']?.schema['properties'] as object),
    ).toEqual(['items', 'meta', 'links'])
  })
})
