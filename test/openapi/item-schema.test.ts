// Items of documents: each member as the schema, `.select()`, `.field()` or a selection has it, and what endpoints answer
// is what they say.
import { and, count, eq, getTableColumns, lte, max, sql, sum } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import { char, integer as integerColumn, pgTable, text } from 'drizzle-orm/pg-core'
import { type AnyPaginateConfig, facetCounts, paginate, paginateConfig, paginateSelect, rowsOf } from 'drizzle-paginate'
import { pageAnswer } from 'drizzle-paginate/http'
import { exportOperation, itemSchema, type JsonSchema, listOperation, pageSchema } from 'drizzle-paginate/openapi'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { dialects, type TestDatabase } from '../support/dialects.js'
import { articleList } from './article-list.js'
import { validator, violations } from './conforms.js'

const isV1 = inject('drizzle').includes('1')
const INTEGER = { type: 'integer', format: 'int32' }
const TEXT = { type: 'string' }
const orNull = ({ type, ...rest }: JsonSchema): JsonSchema => ({ type: [type, 'null'], ...rest })
const record = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const propertiesOf = (schema: JsonSchema): Record<string, JsonSchema> =>
  schema['properties'] as Record<string, JsonSchema>

// Only 1.0 has these columns, and calls their data a string.
it.runIf(isV1)('binary data of MySQL is any value', () => {
  const { blob, longblob, tinyblob } = mysql as unknown as { [name: string]: () => ReturnType<typeof mysql.int> }
  const files = mysql.mysqlTable('files', { id: mysql.int().primaryKey(), a: blob!(), b: tinyblob!(), c: longblob!() })
  const config = paginateConfig(files).withLimits(1, 1).withTieBreaker('id').build()
  expect(propertiesOf(itemSchema(config))).toEqual({ id: INTEGER, a: {}, b: {}, c: {} })
})

describe.each(dialects)('items documented on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => void (database = await engine.open()))
  afterAll(() => database.close())
  const isPostgres = engine.dialect === 'postgresql'
  // SQLite's integers have 64 bits.
  const integer = engine.dialect === 'sqlite' ? { type: 'integer', format: 'int64' } : INTEGER

  const conforms = async (config: AnyPaginateConfig, page: unknown): Promise<void> => {
    const { items } = JSON.parse(pageAnswer(page as never).body) as { items: unknown[] }
    expect(items.length).toBeGreaterThan(4)
    for (const item of items) expect(violations(itemSchema(config), item)).toEqual([])
  }

  it('are rows of the root with their types, formats and nullability', async () => {
    const { articles } = database.schema
    const config = paginateConfig(articles).withLimits(50, 100).withTieBreaker('id').build()
    expect(propertiesOf(itemSchema(config))).toMatchObject({
      id: integer,
      publicId: isPostgres ? { type: 'string', format: 'uuid' } : TEXT,
      title: TEXT,
      body: orNull(TEXT),
      status: { type: 'string', enum: ['draft', 'review', 'published', 'Archived'] },
      section: { type: ['string', 'null'], enum: ['news', 'Sport', 'culture', null] },
      views: integer,
      likes: orNull(integer),
      fee: orNull(TEXT),
      score: orNull({ type: 'number' }),
      isFeatured: { type: 'boolean' },
      isPinned: orNull({ type: 'boolean' }),
      publishedAt: orNull({ type: 'string', format: 'date-time' }),
      tags: isPostgres ? { type: 'array', items: orNull(TEXT) } : {},
    })
    await conforms(config, await paginate(database.db, {}, config))
  })

  it('have their children, each member with its type', async () => {
    const { articleTags, articles, everyType, tags } = database.schema
    const config = paginateConfig(articles)
      .withLimits(50, 100)
      .withTieBreaker('id')
      .children(
        'tagged',
        rowsOf(articleTags, eq(articleTags.articleId, articles.id)).leftJoin(
          tags,
          and(eq(tags.id, articleTags.tagId), lte(tags.id, 2)),
        ),
        { weight: articleTags.weight, label: tags.label, tag: { label: tags.label } },
      )
      .children('values', rowsOf(everyType, lte(everyType.id, articles.id)), getTableColumns(everyType), { limit: 3 })
      .select({ id: true, Tagged: true, values: true })
      .build()
    const { id, Tagged, values } = propertiesOf(itemSchema(config))
    expect(id).toEqual(integer)
    expect(Tagged).toEqual({
      type: 'array',
      items: record({
        weight: orNull(integer),
        label: orNull(TEXT),
        tag: { anyOf: [record({ label: TEXT }), { type: 'null' }] },
      }),
    })
    expect(values).toMatchObject({
      type: 'array',
      maxItems: 3,
      items: { properties: { numericBigint: orNull({ type: 'string' }) } },
    })
    expect(itemSchema(config)['required']).toEqual(['id', 'Tagged', 'values'])
    await conforms(config, await paginate(database.db, {}, config))
  })

  it('are what an endpoint answers of every type of column', async () => {
    const config = paginateConfig(database.schema.everyType).withLimits(50, 100).withTieBreaker('id').build()
    const properties = propertiesOf(itemSchema(config))
    expect(properties).toMatchObject({
      numericBigint: orNull({ type: 'string', pattern: '^-?[0-9]+$' }),
      uuid: isPostgres ? orNull({ type: 'string', format: 'uuid' }) : orNull(TEXT),
      json: {},
    })
    const { items } = JSON.parse(pageAnswer(await paginate(database.db, {}, config)).body) as {
      items: Record<string, unknown>[]
    }
    expect(items).toHaveLength(5)
    for (const item of items) expect(violations(itemSchema(config), item)).toEqual([])
    const untyped = Object.keys(properties).filter((name) => Object.keys(properties[name] as object).length === 0)
    expect(untyped).toEqual(
      {
        postgresql: ['json', 'jsonb'],
        sqlite: ['texts', 'integers', 'json', 'blob'],
        mysql: ['texts', 'integers', 'json'],
      }[engine.dialect],
    )
  })

  // postgres.js makes the text 'NULL' of a null among elements that it knows no parser for.
  const readsNulls = isPostgres && engine.name !== 'postgres-js'
  it.runIf(readsNulls)('may have null among the elements of an array, which no column can forbid', async () => {
    const levels = pgTable('levels', {
      id: integerColumn().primaryKey(),
      names: text().array().notNull(),
      members: text({ enum: ['low', 'High'] }).array(),
      grid: nested(text()),
    })
    const config = paginateConfig(levels).withLimits(50, 100).withTieBreaker('id').build()
    expect(propertiesOf(itemSchema(config))).toEqual({
      id: INTEGER,
      names: { type: 'array', items: orNull(TEXT) },
      members: orNull({ type: 'array', items: orNull({ type: 'string', enum: ['low', 'High', null] }) }),
      grid: orNull({ type: 'array', items: { type: 'array', items: orNull(TEXT) } }),
    })
    await database.execute(
      'create table levels (id int primary key, names text[] not null, members text[], grid text[])',
    )
    try {
      await database.execute(
        `insert into levels values (1, '{a,null}', '{low,null}', '{{a,null},{null,b}}'), (2, '{}', null, '{}')`,
      )
      const { items } = await paginate(database.db, {}, config)
      expect(items[0]).toMatchObject({ names: ['a', null], members: ['low', null] })
      for (const item of items) expect(violations(itemSchema(config), item)).toEqual([])
    } finally {
      await database.execute('drop table levels')
    }
  })

  it.runIf(isPostgres)('have a member as a column of fixed length fills it', async () => {
    const enums = {
      size: char({ length: 5, enum: ['small', 'big'] }),
      currency: char({ length: 3, enum: ['EUR', 'USD'] }),
    }
    const sizes = pgTable('sizes', { id: integerColumn().primaryKey(), ...enums })
    const config = paginateConfig(sizes)
      .withLimits(50, 100)
      .withTieBreaker('id')
      .filterable('size', '$eq')
      .withFacets({ size: true })
      .build()
    expect(propertiesOf(itemSchema(config))).toEqual({
      id: INTEGER,
      size: orNull(TEXT),
      currency: { type: ['string', 'null'], enum: ['EUR', 'USD', null] },
    })
    await database.execute(`create table sizes (id int primary key, size char(5), currency char(3))`)
    try {
      await database.execute(`insert into sizes values (1, 'big', 'EUR'), (2, 'small', null)`)
      const { items } = await paginate(database.db, {}, config)
      for (const item of items) expect(violations(itemSchema(config), item)).toEqual([])
      const facets = await facetCounts(database.db, {}, config)
      expect(facets.size).toEqual([
        { value: 'big  ', count: 1, filter: '$eq:big' },
        { value: 'small', count: 1, filter: '$eq:small' },
      ])
      expect(violations(propertiesOf(pageSchema(undefined, config))['facets'] as JsonSchema, facets)).toEqual([])
    } finally {
      await database.execute('drop table sizes')
    }
  })

  it('are the record of `.select()`: names as it spells them, joined records null where their join is', async () => {
    const { articles, authors, countries } = database.schema
    const config = paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .leftJoin('country', countries, eq(countries.code, authors.countryCode))
      .field(
        'commentCount',
        sql<number>`(select count(*) from comments c where c.article_id = ${articles.id})`.mapWith(Number),
        'integer',
      )
      .field('shout', sql<string>`upper(${articles.title})`, 'text')
      .field('reads', sql<number>`length(${articles.title})`, 'integer')
      .field('authorName', authors.name)
      .field('key', articles.publicId, 'uuid')
      .withLimits(50, 100)
      .withTieBreaker('id')
      .select({
        ID: true,
        title: true,
        author: { name: true },
        commentCount: true,
        shout: true,
        reads: true,
        authorName: true,
        key: true,
      })
      .build()
    expect(itemSchema(config)).toEqual(
      record({
        ID: integer,
        title: TEXT,
        author: { anyOf: [record({ name: TEXT }), { type: 'null' }] },
        commentCount: orNull({ type: 'integer' }),
        shout: orNull(TEXT),
        reads: orNull({ type: 'integer' }),
        authorName: orNull(TEXT),
        key: { type: 'string', format: 'uuid' },
      }),
    )
    await conforms(config, await paginate(database.db, {}, config))
  })

  it('of `.selectable()` may lack each member, children but not their members', async () => {
    const { articleTags, articles, authors } = database.schema
    const config = paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(50, 100)
      .withTieBreaker('id')
      .children('tagged', rowsOf(articleTags, eq(articleTags.articleId, articles.id)), { weight: articleTags.weight })
      .select({ id: true, author: { name: true }, tagged: true })
      .selectable()
      .build()
    expect(itemSchema(config)).toEqual({
      type: 'object',
      properties: {
        id: integer,
        author: { anyOf: [{ type: 'object', properties: { name: TEXT } }, { type: 'null' }] },
        tagged: { type: 'array', items: record({ weight: orNull(integer) }) },
      },
    })
    for (const fields of [[], ['id'], ['author.name', 'tagged']])
      await conforms(config, await paginate(database.db, { fields }, config))
  })

  it('are those of a selection: tables, aliases, aggregates and records of several tables', async () => {
    const { articles, authors, comments } = database.schema
    const config = paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(50, 100)
      .withTieBreaker('id')
      .build()
    const select = {
      id: articles.id,
      author: authors,
      mixed: { title: articles.title, by: authors.name },
      shout: sql<string>`upper(${articles.title})`.as('shout'),
      latest: sql`(select max(c.created_at) from comments c where c.article_id = ${articles.id})`.mapWith(
        comments.createdAt,
      ),
    }
    const schema = itemSchema(config, select)
    expect(schema).toMatchObject(
      record({
        id: integer,
        author: { anyOf: [{ properties: { id: integer, name: TEXT } }, { type: 'null' }] },
        mixed: record({ title: TEXT, by: orNull(TEXT) }),
        shout: {},
        latest: orNull({ type: 'string', format: 'date-time' }),
      }),
    )
    const page = await paginateSelect(database.db, {}, config, select)
    for (const item of (JSON.parse(pageAnswer(page).body) as { items: unknown[] }).items)
      expect(violations(schema, item)).toEqual([])
    const { responses } = listOperation(config, { select })
    expect(responses[200].content['application/json']?.schema['properties']).toMatchObject({
      items: { type: 'array', items: schema },
    })
  })

  it('are those that a shape selects itself, as the same under a name of the list', () => {
    const { articles, reviews } = database.schema
    const rows = rowsOf(reviews, eq(reviews.articleId, articles.id))
    const begin = paginateConfig(articles).withLimits(5, 10).withTieBreaker('id')
    const named = begin
      .field('n', rows.count())
      .field('best', rows.aggregate(max(reviews.stars)))
      .select({ n: true, best: true, title: true })
      .build()
    const own = begin
      .select({ n: rows.count(), best: rows.aggregate(max(reviews.stars)), title: articles.title })
      .build()
    expect(itemSchema(own)).toEqual(itemSchema(named))
    expect(propertiesOf(itemSchema(own))['n']).toEqual({ type: 'integer' })
  })

  it('are those of a list over a sub-query, with what aggregates answer', async () => {
    const { reviews } = database.schema
    const stats = (database.db as unknown as { select(fields: object): Select })
      .select({
        articleId: reviews.articleId,
        reviewCount: count().as('n'),
        stars: sum(reviews.stars).as('s'),
        best: max(reviews.stars).as('b'),
      })
      .from(reviews)
      .groupBy(reviews.articleId)
      .as('stats')
    const config = paginateConfig(stats as never)
      .withLimits(50, 100)
      .withTieBreaker('articleId' as never, { assumeUnique: true } as never)
      .build() as unknown as AnyPaginateConfig
    expect(propertiesOf(itemSchema(config))).toEqual({
      articleId: integer,
      reviewCount: { type: ['number', 'null'] },
      stars: orNull(TEXT),
      best: orNull(integer),
    })
    const { items } = JSON.parse(pageAnswer(await paginate(database.db, {}, config)).body) as { items: unknown[] }
    expect(items.length).toBeGreaterThan(1)
    for (const item of items) expect(violations(itemSchema(config), item)).toEqual([])
  })

  it('are in the page, in the JSON export and in a valid document, and give way to a schema of their own', async () => {
    const config = articleList(database.schema)
    const item = itemSchema(config)
    expect(pageSchema(undefined, config)['properties']).toMatchObject({ items: { items: item } })
    expect(exportOperation(config, { as: 'json' }).responses[200].content['application/json']?.schema).toEqual({
      type: 'array',
      items: item,
    })
    const own = { $ref: '#/components/schemas/Article' }
    expect(pageSchema(own, config)['properties']).toMatchObject({ items: { items: own } })
    const document = {
      openapi: '3.1.0',
      info: { title: 'Lists', version: '1' },
      paths: { '/articles': { get: listOperation(config) } },
    }
    expect(await validator.validate(document)).toMatchObject({ valid: true })
  })

  it('are any objects where there is plain data only', () => {
    expect(itemSchema(articleList(database.schema).describe())).toEqual({ type: 'object' })
  })
})

/** The lines spell nested arrays differently. */
function nested(builder: ReturnType<typeof text>): ReturnType<ReturnType<typeof text>['array']> {
  const either = builder as unknown as { array(dimensions?: string): { array(): unknown } }
  return (isV1 ? either.array('[][]') : either.array().array()) as never
}

interface Select {
  from(table: unknown): { groupBy(column: unknown): { as(name: string): object } }
}
