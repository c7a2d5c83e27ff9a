import { paginate, paginateConfig, PaginateQuery, type PaginateQueryError } from 'drizzle-paginate'
import { querySchema } from 'drizzle-paginate/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type TestDatabase } from '../support/dialects.js'
import { articleList } from './article-list.js'

const refused: [title: string, value: unknown, path: string[]][] = [
  ['a page of a query string', 'page=0', ['page']],
  ['a page of a record of parameters', { page: 'abc' }, ['page']],
  ['a page of a bound query', { page: 1.5 }, ['page']],
  ['a limit', { limit: '101' }, ['limit']],
  ['a sort', 'sortBy=body:ASC', ['sortBy']],
  ['a search that is too short', { search: 'x' }, ['search']],
  ['searchBy', new URLSearchParams({ searchBy: 'body' }), ['searchBy']],
  ['an operator', new URL('http://localhost/articles?filter.STATUS=$gte:draft'), ['filter.status']],
  ['a value of a record', { 'filter.views': ['$eq:1', '$eq:x'] }, ['filter.views']],
  ['a value of a bound query', { filters: { views: '$eq:x' } }, ['filters', 'views']],
  ['a made value type', { filters: { price: ['$eq:12'] } }, ['filters', 'price']],
  ['a field that is switched off', { filters: { hidden: '$eq:true' } }, ['filters', 'hidden']],
  ['depth', { page: 1000, limit: 100 }, ['page']],
]

describe.each(dialects)('querySchema on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => void (database = await engine.open()))
  afterAll(() => database.close())

  it.each(refused)('refuses %s with the message of the endpoint', async (_title, value, path) => {
    const config = articleList(database.schema)
    const result = querySchema(config)['~standard'].validate(value)
    const refusal = await paginate(database.db, bound(value) as never, config).then(
      () => new Error('was not refused'),
      (error: unknown) => error as PaginateQueryError,
    )
    expect(result.issues).toEqual([{ message: refusal.message, path }])
  })

  it('hands on a query that the endpoint takes', async () => {
    const config = articleList(database.schema)
    const schema = querySchema(config)
    for (const value of [
      'filter.views=$gte:5&sortBy=title:ASC',
      { 'filter.views': '$gte:5', sortBy: 'title:ASC' },
      { sortBy: ['title:ASC'], filters: { views: '$gte:5' } },
    ]) {
      const result = schema['~standard'].validate(value)
      if (result.issues) throw new Error(result.issues[0]?.message)
      expect(result.value.page).toBe(1)
      expect({ ...result.value, filters: { ...result.value.filters } }).toEqual({
        limit: null,
        after: null,
        before: null,
        sortBy: ['title:ASC'],
        search: null,
        searchBy: [],
        filters: { views: ['$gte:5'] },
        filterExpression: null,
      })
      expect((await paginate(database.db, result.value, config)).meta.totalItems).toBeGreaterThan(0)
    }
  })

  it('reads a foreign parameter named filters as the endpoint does: not at all', () => {
    expect(
      querySchema(articleList(database.schema))['~standard'].validate({ filters: 'x', page: '2' }).issues,
    ).toBeUndefined()
  })

  // A framework that coerces has made numbers of `limit` and `page`, and left the filters flat.
  it.each([
    { limit: 2, 'filter.status': '$eq:draft' },
    { page: 1, limit: '2', 'filter.STATUS': ['$eq:draft'], sortBy: 'title:ASC', lang: 'de' },
  ])('keeps flat filters beside numbers: %j', (value) => {
    const result = querySchema(articleList(database.schema))['~standard'].validate(value)
    if (result.issues) throw new Error(result.issues[0]?.message)
    expect(Object.values(result.value.filters)).toEqual([['$eq:draft']])
    expect(result.value.limit).toBe(2)
  })

  it.each<[object, string]>([
    [{ limit: 2, status: '$eq:draft' }, 'status'],
    [{ filters: { status: '$eq:draft' }, 'filter.views': '$eq:1' }, 'filter.views'],
    [{ page: 1, offset: 5 }, 'offset'],
  ])('refuses a member of a bound query that is neither: %j', (value, member) => {
    const message = `Query parameter '${member}' is not known.`
    expect(querySchema(articleList(database.schema))['~standard'].validate(value).issues).toEqual([
      { message, path: [member] },
    ])
  })

  it.each([false, true])(
    'takes parameters of the app, and hands them on for links: strict %s',
    async (strictParameters) => {
      const config = paginateConfig(database.schema.articles, {
        strictParameters,
        ownParameters: ['cursor', 'lang', 'limit'],
      })
        .withLimits(20, 100)
        .withTieBreaker('id')
        .withCursors()
        .build()
      for (const value of [
        'limit=1&lang=de',
        { limit: '1', lang: 'de' },
        { limit: 1, lang: 'de' },
        { limit: 1, lang: ['de'], cursor: null },
        { limit: 1, lang: ['de', null], cursor: [null] },
        { limit: 1, cursor: null, unread: [{ name: 'lang', value: 'de' }] },
      ]) {
        const result = querySchema(config)['~standard'].validate(value)
        if (result.issues) throw new Error(result.issues[0]?.message)
        const page = await paginate(database.db, result.value, config, { path: '/articles' })
        expect([value, page.items.length, page.links.current]).toEqual([value, 1, '/articles?limit=1&lang=de'])
        expect(result.value.unread).toEqual([{ name: 'lang', value: 'de' }])
      }
      const { issues } = querySchema(config)['~standard'].validate({ limit: 1, lang: 'de', direction: 'forward' })
      expect(issues).toEqual([{ message: "Query parameter 'direction' is not known.", path: ['direction'] }])
    },
  )

  it('rejects a parameter that a bound query has kept, also next to one of the app', () => {
    const strict = { strictParameters: true, ownParameters: ['lang'] }
    const config = paginateConfig(database.schema.articles, strict).withLimits(20, 100).withTieBreaker('id').build()
    const unread = [{ name: 'nope', value: '1' }]
    for (const value of [
      { limit: 1, unread },
      { limit: 1, unread, lang: 'de' },
    ])
      expect(querySchema(config)['~standard'].validate(value).issues).toEqual([
        { message: "Query parameter 'nope' is not known.", path: ['nope'] },
      ])
  })

  it.each([false, true])('has the parameters of the app in its JSON Schema: strict %s', (strictParameters) => {
    // A member of a query is the list's own.
    const settings = { strictParameters, ownParameters: ['lang', 'limit', 'page'] }
    const start = paginateConfig(database.schema.articles, settings).withLimits(20, 100).withTieBreaker('id')
    const config = start.withCursors().build()
    const texts = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }
    for (const schema of [querySchema(config), ...(strictParameters ? [querySchema(config.describe())] : [])]) {
      expect(schema['properties']).toMatchObject({ lang: texts, limit: { type: 'integer' } })
      expect(schema['properties']).not.toHaveProperty('page')
    }
  })

  it.each([
    [
      { page: 2, filters: { status: null } },
      "The query has the filter 'status' null; give it criteria, or leave the member out.",
    ],
    [
      { page: 2, filters: 5 },
      "The query has filters that are not a record; give them by field, such as { status: '$eq:live' }.",
    ],
    [{ page: 2, filters: null }, 'The query has filters: null; give them criteria, or leave the member out.'],
    [
      new PaginateQuery({ filters: { status: { $eq: undefined } } }),
      "Filter 'status' has '$eq' undefined; give it a value, or leave the filter out.",
    ],
  ])('refuses filters without criteria: %j', (value, message) => {
    expect(querySchema(articleList(database.schema))['~standard'].validate(value).issues).toEqual([
      { message, path: ['filters'] },
    ])
  })

  it.each([null, new Map([['page', '2']]), () => 1])('refuses %s, which is no request', (value) => {
    const message = 'A list request must be text or a record of its parameters.'
    const { issues } = querySchema(articleList(database.schema))['~standard'].validate(value)
    expect(typeof value === 'function' || issues?.[0]?.message === message).toBe(true)
    expect(issues).toHaveLength(1)
  })

  it('shows criteria that it takes, and what operators and values mean', () => {
    const schema = querySchema(articleList(database.schema, true))
    const { filters } = schema['properties'] as {
      readonly filters: { readonly properties: Readonly<Record<string, { examples: unknown[]; description: string }>> }
    }
    for (const [name, { examples, description }] of Object.entries(filters.properties)) {
      expect(description).toContain('A value is ')
      expect(examples.length).toBeGreaterThan(1)
      for (const criteria of examples)
        expect([criteria, schema['~standard'].validate({ filters: { [name]: criteria } }).issues]).toEqual([
          criteria,
          undefined,
        ])
    }
  })

  it('is plain data in a document, and of a description alone nothing else', () => {
    const config = articleList(database.schema)
    const schema = querySchema(config)
    expect(Object.keys(schema)).toEqual(['type', 'properties', 'additionalProperties'])
    expect('~standard' in querySchema(config.describe())).toBe(false)
  })

  it('is a Standard JSON Schema of its input', () => {
    const config = articleList(database.schema)
    const standard = querySchema(config)['~standard']
    expect(standard).toMatchObject({ version: 1, vendor: 'drizzle-paginate' })
    const schema = standard.jsonSchema.input({ target: 'draft-2020-12' })
    expect(schema).toEqual(querySchema(config))
    expect(schema).toMatchObject({
      properties: {
        page: { type: 'integer' },
        filters: { additionalProperties: false, properties: { status: expect.anything() } },
      },
    })
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  })
})

function bound(value: unknown): unknown {
  if (typeof value === 'string') return new URLSearchParams(value)
  const isParameters =
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, text]) => typeof text === 'string' || name.startsWith('filter.'))
  if (!isParameters) return value
  return new URLSearchParams(
    Object.entries(value as object).flatMap(([name, text]) =>
      [text].flat().map((entry): [string, string] => [name, String(entry)]),
    ),
  )
}
