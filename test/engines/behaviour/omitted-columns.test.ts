// `.omit()` on every engine: what is left out of an item is not read, and may still decide which rows there are and in
// which order.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportHandler } from '../../../src/entries/http/index.js'
import { paginate, paginateConfig, PaginateQuery, rowsOf, streamRows } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { itemSchema } from '../../../src/entries/openapi/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { authors as seeded, reviews as seededReviews } from '../../support/seed.js'

const shown = seeded.map(({ id, name, countryCode, mentorId }) => ({ id, name, countryCode, mentorId }))

describe.each(dialects)('Omitted columns on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const begin = () => paginateConfig(database.schema.authors).withLimits(100, 100).withTieBreaker('id')
  const withoutEmail = () => begin().omit('email', 'bio').sortable('email').filterable('email', '$null', '$eq')

  test('are neither selected nor in items', async () => {
    database.clear()
    const { items } = await paginate(database.db, {}, withoutEmail().build())
    expect(items).toEqual(shown)
    expect(Object.keys(items[0] ?? {})).toEqual(['id', 'name', 'countryCode', 'mentorId'])
    for (const { sql } of database.statements()) expect(sql).not.toMatch(/email|bio/)
  })

  test('sort and filter', async () => {
    const query = PaginateQuery.from('filter.email=$null')
    const { items } = await paginate(database.db, query, withoutEmail().build())
    expect(items).toEqual(shown.filter((_, at) => seeded[at]?.email === null))
    const sorted = await paginate(database.db, PaginateQuery.from('sortBy=email:ASC'), withoutEmail().build())
    const byColumn = await paginate(
      database.db,
      PaginateQuery.from('sortBy=email:ASC'),
      begin().sortable('email').build(),
    )
    expect(sorted.items.map(({ id }) => id)).toEqual(byColumn.items.map(({ id }) => id))
  })

  test('are the position of a cursor and the key of children, and are handed out by neither', async () => {
    const { articles, reviews } = database.schema
    const list = listOf(database)
      .omit('id', 'slug', 'publicId')
      .children('reviews', rowsOf(reviews, eq(reviews.articleId, articles.id)), { stars: reviews.stars })
      .sortable('slug')
      .withCursors()
      .build()
    const titles: string[] = []
    const stars: number[] = []
    let after: string | null = null
    do {
      const page: { items: { title: string; reviews: { stars: number }[] }[]; meta: { nextCursor: string | null } } =
        await paginate(database.db, { sortBy: ['slug:ASC'], limit: 2, after }, list)
      for (const item of page.items) {
        expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['id']))
        titles.push(item.title)
        stars.push(...item.reviews.map((review) => review.stars))
      }
      after = page.meta.nextCursor
    } while (after !== null)
    const rows = await database.db.select().from(articles).orderBy(articles.slug)
    expect(titles).toEqual(rows.map(({ title }) => title))
    expect(stars.sort()).toEqual(seededReviews.map((review) => review.stars).sort())
  })

  test('are in no stream, no file, no row of memory and no document', async () => {
    const list = withoutEmail().build()
    const streamed: unknown[] = []
    for await (const item of streamRows(database.db, {}, list)) streamed.push(item)
    expect(streamed).toEqual(shown)
    const file = await exportHandler({ db: database.db, config: list, as: 'csv' })(
      new Request('https://example.com/authors'),
    )
    expect((await file.text()).split('\r\n')[0]).toBe('id,name,countryCode,mentorId')
    expect(paginateArray(seeded, {}, list).items).toEqual(shown)
    expect(Object.keys(itemSchema(list)['properties'] as object)).toEqual(['id', 'name', 'countryCode', 'mentorId'])
  })
})
