import {
  type AnyPaginateConfig,
  type ConfigDescription,
  paginate,
  paginateConfig,
  PaginateQuery,
  type PaginateQueryError,
} from 'drizzle-paginate'
import {
  exportOperation,
  listOperation,
  listParameters,
  type OpenApiParameter,
  querySchema,
} from 'drizzle-paginate/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type TestDatabase } from '../support/dialects.js'
import { articleList } from './article-list.js'
import { exampleRequests } from './requests.js'
import { validator } from './conforms.js'

const documentOf = (pathItem: object): Record<string, unknown> => ({
  openapi: '3.1.0',
  info: { title: 'Lists', version: '1' },
  paths: { '/articles': pathItem },
})
const named = (parameters: OpenApiParameter[], name: string): OpenApiParameter | undefined =>
  parameters.find((parameter) => parameter.name === name)

// R10.1.5
describe.each(dialects)('a documented list on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => void (database = await engine.open()))
  afterAll(() => database.close())

  it.each([false, true])('is a valid OpenAPI 3.1 document (moderator: %s)', async (isModerator) => {
    const document = documentOf({
      get: listOperation(articleList(database.schema, isModerator), {
        operationId: 'listArticles',
        tags: ['articles'],
      }),
    })
    const result = await validator.validate(document)
    expect(result).toMatchObject({ valid: true })
  })

  it('is accepted by its endpoint in every example', async () => {
    const config = articleList(database.schema, true)
    const requests = exampleRequests(listParameters(config))
    expect(requests.length).toBeGreaterThan(60)
    for (const [title, queryString] of requests) {
      const page = await paginate(database.db, PaginateQuery.from(queryString), config).catch((error: unknown) => error)
      expect([title, page]).toEqual([title, expect.objectContaining({ meta: expect.anything() })])
    }
  })

  it('shows examples that the endpoint accepts when it is made from plain data too', async () => {
    const config = articleList(database.schema)
    const description = JSON.parse(JSON.stringify(config.describe())) as ConfigDescription
    const parameters = listParameters(description, { examples: { money: ['12.50', '20.00'] } })
    expect(named(parameters, 'filter.price')?.examples?.['$btw']?.value).toEqual(['$btw:12.50,20.00'])
    for (const [title, queryString] of exampleRequests(parameters)) {
      const page = await paginate(database.db, PaginateQuery.from(queryString), config).catch((error: unknown) => error)
      expect([title, page]).toEqual([title, expect.objectContaining({ meta: expect.anything() })])
    }
  })

  it('has an example of each operator granted', () => {
    for (const parameter of listParameters(articleList(database.schema, true))) {
      const operators = (parameter['x-operators'] as string[] | undefined) ?? []
      expect(Object.keys(parameter.examples ?? {})).toEqual(expect.arrayContaining(operators))
    }
  })

  it('probes made value types through the configuration, and shows none of them from plain data', () => {
    const config = articleList(database.schema)
    expect(named(listParameters(config), 'filter.price')?.examples?.['$eq']?.value).toEqual(['$eq:1.50'])
    expect(named(listParameters(config.describe()), 'filter.price')?.examples).toBeUndefined()
  })

  it('an export takes `fields` where the list reads it', () => {
    const { articles } = database.schema
    const builder = paginateConfig(articles).withLimits(5, 50).withTieBreaker('id')
    const names = (list: AnyPaginateConfig): string[] =>
      exportOperation(list, { as: 'json' }).parameters.map((parameter) => parameter.name)
    expect(names(builder.selectable().build())).toEqual(['fields'])
    expect(names(builder.build())).toEqual([])
  })

  it('enumerates sorts and search fields, and names the limits', () => {
    const parameters = listParameters(articleList(database.schema))
    expect(named(parameters, 'sortBy')?.schema).toEqual({
      type: 'array',
      items: {
        type: 'string',
        enum: [
          'publishedAt:ASC',
          'publishedAt:DESC',
          'title:ASC',
          'title:DESC',
          'author.name:ASC',
          'author.name:DESC',
          'commentCount:ASC',
          'commentCount:DESC',
        ],
      },
      maxItems: 5,
      default: ['publishedAt:DESC'],
    })
    expect(named(parameters, 'searchBy')?.schema).toEqual({
      type: 'array',
      items: { type: 'string', enum: ['title', 'author.name'] },
      uniqueItems: true,
    })
    expect(named(parameters, 'limit')?.schema).toEqual({
      type: 'integer',
      default: 20,
      anyOf: [{ minimum: 1, maximum: 100 }, { const: -1 }],
    })
    expect(named(parameters, 'search')?.schema).toEqual({ type: 'string', minLength: 2, maxLength: 256 })
  })

  it('leaves out what is switched off, and marks it where it is asked for', () => {
    const config = articleList(database.schema)
    expect(named(listParameters(config), 'filter.hidden')).toBeUndefined()
    expect(JSON.stringify(listOperation(config).parameters)).not.toMatch(/hidden|Moderator/)
    const complete = listParameters(config, { includeDisabled: true })
    const hidden = named(complete, 'filter.hidden')
    expect(hidden).toMatchObject({
      'x-enabled': false,
      'x-badges': [{ name: 'Moderator', style: 'language-moderator' }],
    })
    expect(hidden?.examples).toBeUndefined()
    expect(named(complete, 'sortBy')).toMatchObject({ 'x-disabled': ['views'] })
    expect(JSON.stringify(named(complete, 'sortBy')?.schema)).not.toContain('views')
  })

  it.each([false, true])('shows parameters whose fields are all switched off, where it is asked for', (ignores) => {
    const { articles } = database.schema
    const chain = paginateConfig(articles).withLimits(5, 20).withTieBreaker('id')
    const config = (ignores ? chain.ignoreSearchByInQueryParam() : chain)
      .when(false)
      .sortable('views')
      .when(false)
      .searchable('title')
      .build()
    const namesOf = (parameters: readonly { readonly name: string }[]) => parameters.map(({ name }) => name)
    expect(namesOf(listParameters(config))).toEqual(['page', 'limit'])
    const complete = listParameters(config, { includeDisabled: true })
    expect(namesOf(complete)).toEqual(['page', 'limit', 'sortBy', 'search', ...(ignores ? [] : ['searchBy'])])
    const sortBy = { type: 'array', items: { type: 'string' }, maxItems: 5 }
    expect(named(complete, 'sortBy')).toMatchObject({ schema: sortBy, 'x-disabled': ['views'] })
    expect(named(complete, 'search')).toMatchObject({
      'x-enabled': false,
      ...(ignores ? { 'x-disabled': ['title'] } : {}),
    })
    if (!ignores) {
      const searchBy = { type: 'array', items: { type: 'string' }, uniqueItems: true }
      expect(named(complete, 'searchBy')).toMatchObject({ schema: searchBy, 'x-disabled': ['title'] })
    }
    for (const { name, examples } of complete.slice(2)) expect(examples, name).toBeUndefined()
  })

  it('shows badges', () => {
    const hidden = named(listParameters(articleList(database.schema, true)), 'filter.hidden')
    expect(hidden?.['x-badges']).toEqual([{ name: 'Moderator', style: 'language-moderator' }])
    expect(hidden).not.toHaveProperty('x-enabled')
  })

  it('describes a page and a refusal as the endpoint sends them', async () => {
    const config = articleList(database.schema)
    const { responses } = listOperation(config, { items: { $ref: '#/components/schemas/Article' } })
    const page = responses[200].content['application/json']?.schema as {
      properties: Record<string, { required?: string[]; items?: unknown }>
    }
    const answer = await paginate(database.db, {}, config, { path: '/articles' })
    expect(Object.keys(answer).sort()).toEqual(Object.keys(page.properties).sort())
    expect(Object.keys(answer.meta).sort()).toEqual([...(page.properties['meta']?.required ?? [])].sort())
    expect(Object.keys(answer.links).sort()).toEqual([...(page.properties['links']?.required ?? [])].sort())
    expect(page.properties['items']?.items).toEqual({ $ref: '#/components/schemas/Article' })
    const refusal = await paginate(database.db, { page: 0 }, config).catch((error: unknown) => error)
    const problem = responses[400].content['application/problem+json']?.schema as {
      properties: { code: { enum: string[] } }
    }
    expect(problem.properties.code.enum).toContain((refusal as PaginateQueryError).code)
  })

  it('has one schema for all criteria of a field, and the `Link` header, so that generated clients take any number of criteria', () => {
    const { parameters, responses } = listOperation(articleList(database.schema))
    const { schema } = named(parameters, 'filter.status') as OpenApiParameter
    expect(schema).toEqual({
      type: 'array',
      items: { type: 'string' },
      maxItems: 100,
      description: 'The first criterion has no `$and:` or `$or:`.',
    })
    expect(responses[200].headers).toEqual({
      Link: { description: expect.stringContaining('RFC 8288') as unknown, schema: { type: 'string' } },
    })
  })

  it('has only the parameters that a bare configuration reads', () => {
    const bare = paginateConfig(database.schema.articles).withLimits(5, 10).withTieBreaker('id').build()
    expect(listParameters(bare).map(({ name }) => name)).toEqual(['page', 'limit'])
    expect(Object.keys(querySchema(bare)['properties'] as object)).toEqual(['page', 'limit', 'filters'])
  })
})
