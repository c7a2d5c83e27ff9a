// What a host declares in SQL: expressions typed by hand, elements of joined tables, JSON read as a collection.
import { and, eq, exists, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig, PaginateQuery, rowsOf } from '../../../src/index.js'
import { idsFor, listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded, authors as seededAuthors, comments as seededComments } from '../../support/seed.js'

describe.each(dialects)('Declared fragments on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const isPostgres = engine.dialect === 'postgresql'

  test('a sub-select of its own may read any table', async () => {
    const { db, schema } = database
    const { articles, comments } = schema
    const hasComments = exists(
      db
        .select({ one: sql`1` })
        .from(comments)
        .where(eq(comments.articleId, articles.id)),
    )
    const list = listOf(database)
      .field('isDiscussed', sql<boolean>`${hasComments}`, 'boolean')
      .filterable('isDiscussed', '$eq')
      .build()
    const discussed = seeded
      .filter(({ id }) => seededComments.some((comment) => comment.articleId === id))
      .map(({ id }) => id)
    expect(discussed.length).toBeGreaterThan(0)
    expect(await idsFor(database, list, 'filter.isDiscussed=$eq:true')).toEqual(discussed)
  })

  test('an element of a joined table brings the join along', async () => {
    const { articles, authors, comments } = database.schema
    const list = paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(5, 100)
      .withTieBreaker('id')
      .filterableMany(
        'authorOfDiscussed',
        rowsOf(comments, eq(comments.articleId, articles.id)),
        authors.name,
        '$eq',
        '$null',
      )
      .build()
    const [name] = seededAuthors.map((author) => author.name)
    const expected = seeded.filter(
      ({ id, authorId }) =>
        seededComments.some((comment) => comment.articleId === id) &&
        seededAuthors.find((author) => author.id === authorId)?.name === name,
    )
    expect(expected.length).toBeGreaterThan(0)
    expect(await idsFor(database, list, `filter.authorOfDiscussed=$eq:${name}`)).toEqual(expected.map(({ id }) => id))
  })

  describe('a JSON expression as a collection', () => {
    const json = (text: string) =>
      isPostgres ? sql<string[]>`${sql.raw(`'${text}'`)}::jsonb` : sql<string[]>`${sql.raw(`'${text}'`)}`
    const cases: readonly (readonly [title: string, text: string, matches: boolean])[] = [
      ['an array that holds the value', '["a","b"]', true],
      ['an array that does not', '["b"]', false],
      ['numbers, by their text', '["1",2]', false],
      ['an object', '{"a":"a"}', false],
      ['null', 'null', false],
    ]
    test.each(cases)('%s', async (_title, text, matches) => {
      const list = listOf(database)
        .field('marks', json(text), 'collection')
        .filterable('marks', '$contains', '$null')
        .build()
      const all = seeded.map(({ id }) => id)
      expect(await idsFor(database, list, 'filter.marks=$contains:a')).toEqual(matches ? all : [])
      expect(await idsFor(database, list, 'filter.marks=$not:$contains:a')).toEqual(matches ? [] : all)
    })

    test('a member of a document', async () => {
      const document = sql`${sql.raw(`'{"marks":["x","y"]}'`)}`
      const marks = isPostgres
        ? sql<string[]>`(${document}::jsonb -> 'marks')`
        : engine.dialect === 'mysql'
          ? sql<string[]>`json_extract(${document}, '$.marks')`
          : sql<string[]>`json_extract(${document}, '$.marks')`
      const list = listOf(database).field('marks', marks, 'collection').filterable('marks', '$contains').build()
      expect(await idsFor(database, list, 'filter.marks=$contains:x,y')).toHaveLength(seeded.length)
      expect(await idsFor(database, list, 'filter.marks=$contains:x,z')).toEqual([])
    })

    test('an array of numbers, and of text cast as such', async () => {
      if (!isPostgres) return
      const { articles } = database.schema
      const list = listOf(database)
        .field('numbers', sql<number[]>`array[${articles.id}, 7]`, 'collection')
        .field('words', sql<string[]>`${articles.tags}::text[]`, 'collection')
        .filterable('numbers', '$contains')
        .filterable('words', '$contains')
        .build()
      expect(await idsFor(database, list, 'filter.numbers=$contains:3,7')).toEqual([3])
      expect(await idsFor(database, list, 'filter.numbers=$contains:many')).toEqual([])
      expect(await idsFor(database, list, 'filter.words=$contains:a')).toEqual([1, 3, 24])
      database.clear()
      await idsFor(database, list, 'filter.words=$contains:a')
      // The form that an index on the array serves.
      expect(database.statements()[0]?.sql).toContain('::text[]) @> ')
      const counts = await facetCounts(database.db, {}, list, { numbers: { limit: 2 }, words: true })
      expect(counts['numbers']?.[0]).toEqual({ value: 7, count: seeded.length, filter: '$contains:7' })
      for (const { count, filter } of counts['words'] ?? [])
        expect(await idsFor(database, list, `filter.words=${filter}`)).toHaveLength(count)
    })
  })

  describe('text out of a JSON document, declared as', () => {
    const member = (path: string, document: string) =>
      sql`(${sql.raw(`'${document}'`)}::jsonb ->> ${sql.raw(`'${path}'`)})`
    const cases: readonly (readonly [
      type: 'integer' | 'decimal' | 'boolean' | 'timestamp' | 'uuid',
      value: string,
      criterion: string,
      other: string,
    ])[] = [
      ['integer', '10', '$gt:9', '$lt:9'],
      ['decimal', '2.50', '$eq:2.5', '$eq:2.51'],
      ['boolean', 'true', '$eq:true', '$eq:false'],
      ['timestamp', '2024-05-01T10:00:00+02:00', '$eq:2024-05-01T08:00:00Z', '$eq:2024-05-01T10:00:00Z'],
      [
        'uuid',
        '0b54e4c6-3c9c-4f6e-9e8c-5d0f5d1d4a10',
        '$in:0b54e4c63c9c4f6e9e8c5d0f5d1d4a10',
        '$in:0b54e4c63c9c4f6e9e8c5d0f5d1d4a11',
      ],
    ]
    test.each(cases)('%s', async (type, value, criterion, other) => {
      if (!isPostgres) return
      const list = (listOf(database) as never as { field(...given: unknown[]): ReturnType<typeof listOf> })
        .field('member', member('a', `{"a":"${value}"}`), type)
        .filterable(
          'member' as never,
          criterion.slice(0, criterion.indexOf(':')) as never,
          other.slice(0, other.indexOf(':')) as never,
        )
        .sortable('member' as never)
        .build()
      const count = async (text: string) =>
        (await paginate(database.db, PaginateQuery.from(text), list as never)).meta.totalItems
      expect(await count(`filter.member=${criterion}&sortBy=member:DESC`)).toBe(seeded.length)
      expect(await count(`filter.member=${other}`)).toBe(0)
    })

    test('an integer sorts as a number', async () => {
      if (!isPostgres) return
      const { articles } = database.schema
      const list = listOf(database)
        .field('position', sql<number>`jsonb_build_object('at', ${articles.id}) ->> 'at'`, 'integer')
        .sortable('position')
        .build()
      const { items } = await paginate(database.db, PaginateQuery.from('sortBy=position:ASC&limit=100'), list)
      expect(items.map(({ id }) => id)).toEqual(seeded.map(({ id }) => id).sort((a, b) => a - b))
    })
  })

  test('an expression that reads its own sub-query', async () => {
    const { db, schema } = database
    const { articles, comments } = schema
    const latest = db.select({ id: comments.articleId }).from(comments).as('latest')
    const list = listOf(database)
      .field('n', sql<number>`(select count(*) from ${latest} where ${and(eq(latest.id, articles.id))})`, 'integer')
      .filterable('n', '$eq')
      .build()
    const silent = seeded
      .filter(({ id }) => !seededComments.some((comment) => comment.articleId === id))
      .map(({ id }) => id)
    expect(await idsFor(database, list, 'filter.n=$eq:0')).toEqual(silent)
  })
})
