// `.selectable()` and `fields=…` on every engine: what is selected, sent and handed out.
// R30.1.1, R30.1.2, R30.1.3, R30.1.4, R30.1.5
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportHandler } from '../../../src/entries/http/index.js'
import {
  type AnyPaginateConfig,
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  PaginateQuery,
  PaginateQueryError,
  paginateSelect,
  rowsOf,
  streamRows,
} from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { listParameters, querySchema } from '../../../src/entries/openapi/index.js'
import { shapeCacheStats } from '../../../src/kept/kept-texts.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded, authors as seededAuthors } from '../../support/seed.js'
import { thrownBy } from '../faults/faults.js'

type Items = Record<string, unknown>[]

describe.each(dialects)('Fewer members by request on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  beforeEach(() => database.clear())
  afterAll(() => database.close())
  const base = (settings: Parameters<typeof listOf>[1] = {}) => {
    const { articles, authors, reviews } = database.schema
    return listOf(database, settings)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .children('reviews', rowsOf(reviews, eq(reviews.articleId, articles.id)), { stars: reviews.stars })
      .sortable('views', 'slug')
      .filterable('status', '$eq')
      .select({ id: true, title: true, views: true, author: { id: true, name: true }, reviews: true })
  }
  const list = (settings: Parameters<typeof listOf>[1] = {}) => base(settings).selectable()
  const strictly = { strictParameters: true }
  const ask = async (text: string, config: AnyPaginateConfig = list().build(), options: object = {}) => {
    const page = await paginate(database.db, PaginateQuery.from(text), config, options)
    return { ...page, items: page.items as Items }
  }
  const keysOf = (items: Items): string[][] =>
    [...new Set(items.map((item) => JSON.stringify(Object.keys(item))))].map((keys) => JSON.parse(keys) as string[])

  test.each<[text: string, keys: string[], statements: number]>([
    ['', ['id', 'title', 'views', 'author', 'reviews'], 3],
    ['fields=', ['id', 'title', 'views', 'author', 'reviews'], 3],
    ['fields=,%20,', ['id', 'title', 'views', 'author', 'reviews'], 3],
    ['fields=id,title', ['id', 'title'], 2],
    ['fields=TITLE,Id', ['id', 'title'], 2],
    ['fields=TITLE&fields=Id', ['id', 'title'], 2],
    ['fields=title,title', ['title'], 2],
    ['fields=author', ['author'], 2],
    ['fields=author.name', ['author'], 2],
    ['fields=author,author.name', ['author'], 2],
    ['fields=title,reviews', ['title', 'reviews'], 3],
    ['fields=REVIEWS', ['reviews'], 3],
  ])('%s has the members %j and sends %i statements', async (text, keys, statements) => {
    const { items } = await ask(text)
    expect(keysOf(items)).toEqual([keys])
    expect(database.statements()).toHaveLength(statements)
    const whole = (await paginate(database.db, {}, base().build())).items as Items
    for (const [at, item] of items.entries()) {
      for (const [key, value] of Object.entries(item)) {
        if (key !== 'author' || value === null || !/author\.name/.test(text) || /author,/.test(text))
          expect(value).toEqual(whole[at]?.[key])
      }
    }
  })

  test('selects no other column, and joins nothing that nobody asks for', async () => {
    await ask('fields=title')
    const page = database.statements()[1]?.sql ?? ''
    expect(page).toContain('title')
    expect(page).not.toMatch(/views|author|status/)
  })

  test('a record of one member is null where the join finds none', async () => {
    const { items } = await ask('fields=id,author.name&limit=100')
    expect(items).toEqual(
      seeded.map(({ id, authorId }) => {
        const author = seededAuthors.find((candidate) => candidate.id === authorId)
        return { id, author: author === undefined ? null : { name: author.name } }
      }),
    )
  })

  describe('a record of some members is null where all of it would be', () => {
    const shaped = () => {
      const { articles, authors, reviews } = database.schema
      return listOf(database)
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .leftJoin('first', reviews, eq(reviews.id, articles.id))
        .sortable('id')
        .select({
          id: true,
          author: { name: true, loud: sql<string>`upper(${authors.name})`, one: sql<number>`1`.mapWith(Number) },
          mixed: { views: articles.views, name: authors.name, inner: { title: articles.title, name: authors.name } },
          joined: { name: authors.name, stars: reviews.stars },
        })
    }
    const text = 'limit=10&sortBy=id:ASC'
    const wholeItems = async () => (await ask(text, shaped().build())).items

    test.each<[fields: string, record: string, members: readonly string[]]>([
      ['mixed.name', 'mixed', ['name']],
      ['mixed.views', 'mixed', ['views']],
      ['joined.name', 'joined', ['name']],
      ['joined.stars', 'joined', ['stars']],
      ['author.loud', 'author', ['loud']],
      ['author.one', 'author', ['one']],
      ['author.loud,author.name', 'author', ['name', 'loud']],
    ])('%s', async (fields, record, members) => {
      const whole = await wholeItems()
      const expected = whole.map((item) => {
        const value = item[record] as Record<string, unknown> | null
        return { [record]: value === null ? null : Object.fromEntries(members.map((name) => [name, value[name]])) }
      })
      expect(whole.some(({ author }) => author === null)).toBe(true)
      const config = shaped().selectable().build()
      expect((await ask(`${text}&fields=${fields}`, config)).items).toEqual(expected)
      const streamed: unknown[] = []
      for await (const row of streamRows(database.db, `sortBy=id:ASC&fields=${fields}`, config)) streamed.push(row)
      expect(streamed.slice(0, expected.length)).toEqual(expected)
    })

    test('two levels deep', async () => {
      const expected = (await wholeItems()).map(({ mixed }) => {
        const { inner } = mixed as { inner: { name: unknown } }
        return { mixed: { inner: { name: inner.name } } }
      })
      expect((await ask(`${text}&fields=mixed.inner.name`, shaped().selectable().build())).items).toEqual(expected)
    })

    test('and is read with no join that only the rest of it needs', async () => {
      await ask('fields=joined.name', shaped().selectable().build())
      expect(database.statements().at(-1)?.sql).not.toContain('reviews')
    })

    test('a selection of the app that looks alike is not such a part', async () => {
      const { authors } = database.schema
      const config = shaped().selectable().build()
      await ask(`${text}&fields=joined.name`, config)
      const { items } = await paginateSelect(database.db, text, config, { joined: { name: authors.name } })
      expect(items.some(({ joined }) => joined === null)).toBe(true)
    })
  })

  test("takes the table's row without a shape, without what `.omit()` leaves out", async () => {
    const config = listOf(database).omit('body').selectable().build()
    expect(keysOf((await ask('fields=title,slug', config)).items)).toEqual([['slug', 'title']])
    await expect(ask('fields=body', config)).rejects.toThrow(PaginateQueryError)
  })

  test.each<[text: string, refusal: object]>([
    [
      'fields=titel',
      {
        code: 'fields.unknown',
        parameter: 'fields',
        message: "Field 'titel' is not a member of the items.",
        hint: "Did you mean 'title'?",
      },
    ],
    ['fields=title,%20id', { code: 'fields.unknown', message: "Field ' id' is not a member of the items." }],
    ['fields=status', { code: 'fields.unknown' }],
    ['fields=reviews.stars', { code: 'fields.unknown' }],
    ['fields=__proto__', { code: 'fields.unknown' }],
    ['fields=id&fields=titel', { code: 'fields.unknown', message: "Field 'titel' is not a member of the items." }],
  ])('rejects %s before any statement', async (text, refusal) => {
    const error = await thrownBy(() => ask(text))
    expect(error).toBeInstanceOf(PaginateQueryError)
    expect(error).toMatchObject({ status: 400, ...refusal })
    for (const call of [
      () => applyFilters(PaginateQuery.from(text), list().build()),
      async () => facetCounts(database.db, PaginateQuery.from(text), list().build(), { status: true }),
    ]) {
      expect(await thrownBy(async () => call())).toMatchObject(refusal)
    }
    expect(database.statements()).toEqual([])
  })

  test('one blank parameter beside another is not two', async () => {
    expect(keysOf((await ask('fields=&fields=title')).items)).toEqual([['title']])
  })

  test('a query built by hand names members one by one, or as text', async () => {
    for (const fields of [['id', 'title'], 'id,title']) {
      const { items } = await paginate(database.db, { fields, limit: 1 }, list().build())
      expect(Object.keys(items[0] ?? {})).toEqual(['id', 'title'])
    }
    expect(await thrownBy(() => paginate(database.db, { fields: 7 as never }, list().build()))).toMatchObject({
      code: 'fields.not_text',
    })
    expect(PaginateQuery.from('fields=id,,Author.name').fields).toEqual(['id', 'Author.name'])
    expect(new PaginateQuery().fields).toEqual([])
  })

  test('is a parameter like any other in a list that does not declare it', async () => {
    const plain = await ask('fields=titel', base().build())
    expect(keysOf(plain.items)).toEqual([['id', 'title', 'views', 'author', 'reviews']])
    const sent = database.statements().map(({ sql }) => sql)
    database.clear()
    await ask('', list().build())
    expect(database.statements().map(({ sql }) => sql)).toEqual(sent)
    expect(keysOf((await ask('fields=titel', base().when(false).selectable().build())).items)).toEqual(
      keysOf(plain.items),
    )
    const strict = await thrownBy(() => ask('fields=id', base(strictly).build()))
    expect(strict).toMatchObject({ code: 'parameter.unknown', parameter: 'fields' })
    expect(keysOf((await ask('fields=id', list(strictly).build())).items)).toEqual([['id']])
    expect(await thrownBy(() => ask('field=id', list(strictly).build()))).toMatchObject({
      message: "Query parameter 'field' is not known; did you mean 'fields'?",
    })
  })

  test('reads cursors, sort keys and the keys of children, and hands none of them out', async () => {
    const config = list().withCursors().build()
    const titles: unknown[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof ask>> & { meta: object } = await ask(
        `sortBy=slug:ASC&limit=3&fields=title,reviews${after === null ? '' : `&after=${after}`}`,
        config,
        { path: '/articles' },
      )
      if (page.items.length > 0) expect(keysOf(page.items)).toEqual([['title', 'reviews']])
      titles.push(...page.items.map(({ title }) => title))
      after = (page.meta as unknown as { nextCursor: string | null }).nextCursor
      expect(page.links.first).toBe('/articles?limit=3&sortBy=slug%3AASC&fields=title%2Creviews')
    } while (after !== null)
    const rows = await database.db.select().from(database.schema.articles).orderBy(database.schema.articles.slug)
    expect(titles).toEqual(rows.map(({ title }) => title))
  })

  test('links carry it as it was sent, and only where the list reads it', async () => {
    const path = '/articles'
    const own = { ownParameters: ['fields', 'lang'] }
    expect((await ask('fields=ID,title&lang=de&limit=2', list(own).build(), { path })).links.next).toBe(
      '/articles?limit=2&fields=ID%2Ctitle&lang=de&page=2',
    )
    expect((await ask('fields=ID,title&limit=2', base().build(), { path })).links.next).toBe('/articles?limit=2&page=2')
  })

  test('a deep page reads as few columns', async () => {
    for (const pageForm of ['plain', 'deferred', 'reverse', 'filtered'] as const) {
      const page = await ask('fields=title&sortBy=views:DESC&page=2', list({ pageForm }).build())
      const whole = await ask('sortBy=views:DESC&page=2')
      expect(page.items).toEqual(whole.items.map(({ title }) => ({ title })))
    }
  })

  test('two requests for the same members share a text, in whatever order they name them', async () => {
    const config = list().build()
    await ask('fields=title,id', config)
    const before = shapeCacheStats(config)
    await ask('fields=ID,title&page=2', config)
    expect(shapeCacheStats(config)).toMatchObject({ size: before.size, misses: before.misses })
    const [, first, , second] = database.statements()
    expect(second?.sql).toBe(first?.sql)
  })

  test('streams and files obey it', async () => {
    const streamed: unknown[] = []
    for await (const item of streamRows(
      database.db,
      PaginateQuery.from('fields=id,author.name,reviews'),
      list().build(),
      {
        batchSize: 5,
      },
    )) {
      streamed.push(Object.keys(item))
    }
    expect(streamed).toHaveLength(seeded.length)
    expect(new Set(streamed.map(String))).toEqual(new Set(['id,author,reviews']))
    const file = async (text: string, options: object) => {
      const handler = exportHandler({ db: database.db, config: list().build(), as: 'csv', ...options })
      return (await handler(new Request(`https://example.com/articles?${text}`))).text()
    }
    const head = async (text: string, options: object = {}) => (await file(text, options)).split('\r\n')[0]
    expect(await head('')).toBe('id,title,views,author.id,author.name')
    expect(await head('fields=author.name,ID')).toBe('id,author.name')
    expect(await head('fields=author,reviews')).toBe('author.id,author.name')
    expect(await head('fields=views,title', { columns: ['title', 'id'] })).toBe('title')
    expect((await file('fields=title', {})).split('\r\n')).toHaveLength(seeded.length + 2)
    expect(JSON.parse(await file('fields=id,reviews', { as: 'json' }))[0]).toEqual({
      id: 1,
      reviews: expect.anything() as unknown,
    })
    expect(JSON.parse(await file('fields=reviews', {}))).toMatchObject({
      code: 'fields.unknown',
      detail: "Field 'reviews' has no column in this file.",
    })
    expect(JSON.parse(await file('fields=nope', {}))).toMatchObject({ code: 'fields.unknown' })
  })

  test('a selection of the app is its own', async () => {
    const { items } = await paginateSelect(database.db, PaginateQuery.from('fields=title'), list().build(), {
      id: database.schema.articles.id,
    })
    expect(Object.keys(items[0] ?? {})).toEqual(['id'])
  })

  test('memory, descriptions and schemas know it', async () => {
    const { articles } = database.schema
    const config = paginateConfig(articles).withLimits(100, 100).withTieBreaker('id').selectable().build()
    expect(paginateArray(seeded, PaginateQuery.from('fields=title,ID'), config).items).toEqual(
      seeded.map(({ id, title }) => ({ id, title })),
    )
    const rows = seeded.map((row) => ({
      ...row,
      author: seededAuthors.find(({ id }) => id === row.authorId) ?? null,
      reviews: [{ stars: 1 }],
    }))
    const query = PaginateQuery.from('fields=author.name,reviews&limit=100')
    expect((paginateArray(rows, query, list().build()).items as Items)[0]).toEqual({
      author: { name: seededAuthors.find(({ id }) => id === seeded[0]?.authorId)?.name },
      reviews: [{ stars: 1 }],
    })
    const names = ['id', 'title', 'views', 'author', 'author.id', 'author.name', 'reviews']
    expect(list().build().describe().selectableFields).toEqual(names.map((name) => ({ name })))
    expect(base().build().describe()).not.toHaveProperty('selectableFields')
    const parameter = listParameters(list().build()).find(({ name }) => name === 'fields')
    expect(parameter).toMatchObject({
      in: 'query',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { enum: names } },
    })
    expect(listParameters(base().build()).some(({ name }) => name === 'fields')).toBe(false)
    expect(querySchema(list().build())['properties']).toHaveProperty('fields')
    const { validate } = querySchema(list().build())['~standard']
    expect(validate({ fields: ['id', 'title'] })).toMatchObject({ value: { fields: ['id', 'title'] } })
    expect(validate('fields=nope')).toMatchObject({ issues: [{ path: ['fields'] }] })
  })
})
