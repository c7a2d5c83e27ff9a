// Parts of a document for lists that few have: the words, the limits and the values.
import { desc, eq, max, sql, sum } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  date,
  doublePrecision,
  integer,
  interval,
  numeric,
  pgTable,
  real,
  text,
  time,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  type AnyPaginateConfig,
  type ConfigDescription,
  defineValueType,
  paginateConfig,
  rowsOf,
} from 'drizzle-paginate'
import {
  exportOperation,
  itemSchema,
  listOperation,
  listParameters,
  type OpenApiParameter,
  pageSchema,
  querySchema,
} from 'drizzle-paginate/openapi'
import { describe, expect, it } from 'vitest'

const rows = pgTable('rows', {
  id: integer().primaryKey(),
  title: text().notNull(),
  level: text({ enum: ['', 'low'] }),
  none: text({ enum: [''] }),
})
const begin = (settings = {}) => paginateConfig(rows, settings).withLimits(5, 10).withTieBreaker('id')
const named = (config: AnyPaginateConfig, name: string): OpenApiParameter | undefined =>
  listParameters(config).find((parameter) => parameter.name === name)
const itemsOf = (config: AnyPaginateConfig, name: string): { readonly enum: readonly string[] } =>
  (named(config, name) as OpenApiParameter).schema['items'] as never

describe('A list', () => {
  const rank = begin().searchWith(() => ({ where: sql`1 = 1`, rank: sql`1` }))
  const ranked = rank.sortable('title')

  it('has no default that is longer than its own schema allows, and says it in words', () => {
    const config = paginateConfig(rows, { maxFilterConditions: 1 })
      .withLimits(5, 10)
      .withTieBreaker('id')
      .withMaxSortFields(1)
      .sortable('title', 'level')
      .defaultSortBy('title')
      .defaultSortBy('level', 'desc')
      .filterable('id', '$gt', '$lt')
      .defaultFilter('id', { $gt: 1, $lt: 9 })
      .build()
    for (const [name, sentence] of [
      ['sortBy', 'Where it is absent: `title:ASC`, `level:DESC`.'],
      ['filter.id', 'Where it is absent: `$gt:1`, `$lt:9`.'],
    ] as const) {
      const { schema, description } = named(config, name) as OpenApiParameter
      expect([schema['maxItems'], schema['default']]).toEqual([1, undefined])
      expect(description).toContain(sentence)
    }
  })

  it('names its default filters, and an order that clients cannot ask for', () => {
    const config = begin()
      .sortable('title')
      .filterable('title', '$null')
      .filterable('level', '$eq')
      .defaultFilter('level', { $eq: 'low' })
      .defaultSortBy(desc(rows.level))
      .build()
    expect(named(config, 'filter.level')?.schema['default']).toEqual(['$eq:low'])
    expect(named(config, 'filter.level')?.description).toContain('Where it is absent: `$eq:low`.')
    expect(named(config, 'filter.title')?.schema).not.toHaveProperty('default')
    expect(named(config, 'sortBy')?.schema).not.toHaveProperty('default')
    expect(named(config, 'sortBy')?.description).toContain('Where it is absent, rows have an order of their own.')
  })

  it('by rank names the order, and what it needs', () => {
    const config = ranked.build() as AnyPaginateConfig
    expect(itemsOf(config, 'sortBy').enum).toContain('relevance:DESC')
    expect(named(config, 'sortBy')?.description).toContain('`relevance` needs a search term')
  })

  it.each([
    ['a field and a rank', ranked, ['title:ASC']],
    ['several fields and a rank', ranked.sortable('id'), ['title:ASC', 'title:DESC', 'id:DESC']],
    ['a rank', rank, []],
  ])('of %s has examples that need no search', (_title, builder, expected) => {
    const { examples = {} } = named(builder.build() as AnyPaginateConfig, 'sortBy') as OpenApiParameter
    expect(Object.values(examples).flatMap(({ value }) => value)).toEqual(expected)
  })

  it('of one sort field has no example of several', () => {
    const config = begin().withMaxSortFields(1).sortable('title', 'id').build()
    expect(Object.keys(named(config, 'sortBy')?.examples ?? {})).toEqual(['one'])
  })

  it('searched in its own way and by fields says both', () => {
    const config = begin()
      .searchWith(() => sql`1 = 1`)
      .searchable('title')
      .build()
    expect(named(config, 'search')?.description).toContain("in the list's own way")
    expect(named(config, 'searchBy')?.description).toContain('as a part of the text of a field instead')
  })

  it('that ignores searchBy has no such parameter, and keeps the marks of its fields', () => {
    const config = begin().ignoreSearchByInQueryParam().searchable('title').showBadge('new').build()
    expect(named(config, 'searchBy')).toBeUndefined()
    expect(named(config, 'search')).toMatchObject({ 'x-badges': [{ name: 'new', field: 'title' }] })
  })

  it('by cursor that may be read whole says that the two do not go together', () => {
    const bounded = begin().withCursors().build()
    const whole = begin().withCursors().allowUnlimited(50).build()
    expect(named(whole, 'after')?.description).toContain('Not where `limit` is -1.')
    expect(named(bounded, 'after')?.description).not.toContain('-1')
  })
})

describe('A filter', () => {
  it('of operators without values says nothing of a value', () => {
    const config = begin().filterable('title', '$null').build()
    expect(named(config, 'filter.title')?.description).not.toContain('A value is')
  })

  it('of one value has a list of one in its example', () => {
    const config = begin({ maxFilterValues: 1 }).filterable('title', '$in').filterable('id', '$in').build()
    expect(named(config, 'filter.id')?.examples?.['$in']?.value).toEqual([expect.not.stringContaining(',')])
  })

  it('over members that no request can send has none of them, and no examples', () => {
    const config = begin().filterable('none', '$eq').filterable('level', '$eq').build()
    expect(named(config, 'filter.none')?.['x-value']).toEqual({ type: 'string', enum: [] })
    expect(named(config, 'filter.none')?.examples ?? {}).toEqual({})
    expect(named(config, 'filter.level')?.['x-value']).toEqual({ type: 'string', enum: ['low'] })
    expect(Object.keys(named(config, 'filter.level')?.examples ?? {})).toContain('$eq')
  })
})

describe('A value', () => {
  const upper = defineValueType({ name: 'upper', parse: (given) => given })
  const values = pgTable('values', {
    id: uuid().primaryKey(),
    text: text(),
    char: char({ length: 1 }),
    boolean: boolean(),
    integer: integer(),
    bigint: bigint({ mode: 'bigint' }),
    decimal: numeric(),
    float: doublePrecision(),
    timestamp: timestamp({ withTimezone: true }),
    date: date(),
    time: time(),
    interval: interval(),
    level: text({ enum: ['low', 'High'] }),
    tags: uuid().array(),
  })
  const config = paginateConfig(values)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .field('made', sql<string>`'x'`, upper)
    .filterable('id', '$eq')
    .filterable('text', '$eq')
    .filterable('char', '$eq')
    .filterable('boolean', '$eq')
    .filterable('integer', '$eq')
    .filterable('bigint', '$eq')
    .filterable('decimal', '$eq')
    .filterable('float', '$eq')
    .filterable('timestamp', '$eq')
    .filterable('date', '$eq')
    .filterable('time', '$eq')
    .filterable('interval', '$eq')
    .filterable('level', '$eq')
    .filterable('tags', '$contains')
    .filterable('made', '$eq')
    .build() as AnyPaginateConfig

  it.each<[field: string, value: object]>([
    ['id', { format: 'uuid' }],
    ['text', {}],
    ['char', { format: 'char' }],
    ['boolean', { enum: ['true', 'false'] }],
    ['integer', { format: 'int64' }],
    ['bigint', { format: 'int64' }],
    ['decimal', { format: 'decimal' }],
    ['float', { format: 'double' }],
    ['timestamp', { format: 'date-time' }],
    ['date', { format: 'date' }],
    ['time', { format: 'time' }],
    ['interval', { format: 'duration' }],
    ['level', { enum: ['low', 'High'] }],
    ['tags', { format: 'uuid' }],
    ['made', {}],
  ])('of %s is said by %o, from the configuration and from its description', (field, value) => {
    for (const source of [config, JSON.parse(JSON.stringify(config.describe())) as ConfigDescription]) {
      const parameter = listParameters(source).find(({ name }) => name === `filter.${field}`)
      expect(parameter?.['x-value']).toEqual({ type: 'string', ...value })
      expect(parameter?.schema).toEqual({
        type: 'array',
        items: { type: 'string' },
        maxItems: 100,
        description: 'The first criterion has no `$and:` or `$or:`.',
      })
    }
  })

  it('needs no regular expression anywhere', () => {
    expect(JSON.stringify([listParameters(config), querySchema(config)])).not.toContain('"pattern"')
  })
})

describe('What an app writes into a document', () => {
  const kinds = pgTable('kinds', {
    id: integer().primaryKey(),
    title: text().notNull(),
    body: text().notNull(),
    tags: text().array().notNull(),
    flag: boolean().notNull(),
    at: timestamp().notNull(),
    amount: numeric().notNull(),
  })
  const made = defineValueType({ name: 'made', rule: 'expected x', parse: (text) => text, operators: ['$eq', '$lt'] })
  const list = paginateConfig(kinds, { strictParameters: true, ownParameters: ['lang', 'theme'] })
    .field('upper', sql<string>`upper(title)`, 'text')
    .field('lower', sql<string>`lower(title)`, 'text')
    .field('on', sql<boolean>`true`, 'boolean')
    .field('off', sql<boolean>`false`, 'boolean')
    .field('rank', sql`1`, made)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .sortable('title', 'body')
    .searchable('title', 'body')
    .filterable('title', '$eq')
    .filterable('body', '$eq', '$in')
    .filterable('flag', '$eq')
    .filterable('on', '$eq')
    .filterable('at', '$eq', '$lt')
    .filterable('amount', '$eq', '$lt')
    .filterable('rank', '$eq', '$lt')
    .withFilterExpressions()
    .selectable()
    .select({ title: true, body: true, tags: true, upper: true, lower: true, on: true, off: true, rank: true })
    .withFacets({ title: true, at: 'range', rank: 'range' })
    .build()
  const query = querySchema(list)
  const parts: Readonly<Record<string, () => unknown>> = {
    listParameters: () => listParameters(list),
    listOperation: () => listOperation(list),
    exportOperation: () => [
      exportOperation(list, { as: 'json' }),
      exportOperation(list, { as: 'csv' }),
      exportOperation(list, { as: 'ndjson' }),
    ],
    itemSchema: () => itemSchema(list),
    pageSchema: () => pageSchema(undefined, list),
    querySchema: () => querySchema(list),
    'jsonSchema of querySchema': () => [query, query['~standard'].jsonSchema.input({ target: 'draft-2020-12' })],
    describe: () => list.describe(),
  }

  it.each(Object.entries(parts))('is nowhere else in it, and in no other: %s', (_name, make) => {
    const places = new Map<object, string>()
    const shared: string[] = []
    const visit = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return
      const other = places.get(value)
      if (other !== undefined) return void shared.push(`${other} is ${place}`)
      places.set(value, place)
      for (const [key, member] of Object.entries(value)) visit(member, `${place}.${key}`)
    }
    visit(make(), 'one')
    visit(make(), 'other')
    expect(shared).toEqual(make === parts['jsonSchema of querySchema'] ? ['one.0 is other.0'] : [])
  })
})

describe('A facet has the type of its values:', () => {
  const parts = pgTable('parts', { rowId: integer('row_id'), weight: real() })
  const ofRow = rowsOf(parts, eq(parts.rowId, rows.id))
  const sized = pgTable('sized', { id: integer().primaryKey(), weight: real(), code: integer() })
  const ofSized = () => paginateConfig(sized).withLimits(5, 10).withTieBreaker('id')
  const texts = pgTable('texts', { id: integer().primaryKey(), code: text() })
  const ofTexts = () => paginateConfig(texts).withLimits(5, 10).withTieBreaker('id')
  const ranged = { weight: 'range' } as const

  it.each<[title: string, list: AnyPaginateConfig, type: string]>([
    [
      'of a sum of singles, text',
      begin()
        .field('weight', ofRow.aggregate(sum(parts.weight)))
        .filterable('weight', '$gte')
        .withFacets(ranged)
        .build(),
      'string',
    ],
    [
      'of the greatest single, a number',
      begin()
        .field('weight', ofRow.aggregate(max(parts.weight)))
        .filterable('weight', '$gte')
        .withFacets(ranged)
        .build(),
      'number',
    ],
    [
      'of a number that is filtered as text, a number',
      ofSized().field('weight', sized.weight, 'text').filterable('weight', '$gte').withFacets(ranged).build(),
      'number',
    ],
  ])('%s', (_, list, type) => {
    const ends = { properties: { min: { type: [type] }, max: { type: [type] } } }
    expect(pageSchema({}, list)).toMatchObject({
      properties: { facets: { properties: { weight: { anyOf: [ends, { type: 'null' }] } } } },
    })
  })

  it.each<[title: string, list: AnyPaginateConfig, type: string]>([
    [
      'of an integer that is filtered as a truth value, an integer',
      ofSized().field('code', sized.code, 'boolean').filterable('code', '$eq').withFacets({ code: true }).build(),
      'integer',
    ],
    [
      'of text that is filtered as a truth value, text',
      ofTexts().field('code', texts.code, 'boolean').filterable('code', '$eq').withFacets({ code: true }).build(),
      'string',
    ],
  ])('%s', (_, list, type) => {
    expect(pageSchema({}, list)).toMatchObject({
      properties: { facets: { properties: { code: { items: { properties: { value: { type: [type, 'null'] } } } } } } },
    })
  })
})
