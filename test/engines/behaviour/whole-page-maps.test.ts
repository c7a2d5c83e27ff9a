// `{ all }` in place of a step for each row: the whole page, or a batch of a stream, in one call.
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, PaginateConfigError, paginateSelectMap, streamRows } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { articles as seeded, reviews as seededReviews } from '../../support/seed.js'
import { thrownBy } from '../faults/faults.js'

const ids = seeded.map(({ id }) => id).sort((one, other) => one - other)

describe.each(dialects)('A step for the whole page on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const selection = () => ({ id: database.schema.articles.id })
  const pageOf = (
    query: object,
    all: (rows: { id: number }[]) => unknown,
    list: AnyPaginateConfig = listOf(database).build(),
  ) => paginateSelectMap(database.db, query, list, selection(), { all: all as (rows: unknown[]) => unknown[] })

  test.each([
    ['at once', (rows: { id: number }[]) => rows.map(({ id }) => `#${id}`)],
    ['later', async (rows: { id: number }[]) => rows.map(({ id }) => `#${id}`)],
    ['of what it has changed itself', (rows: { id: number }[]) => rows.splice(0).map(({ id }) => `#${id}`)],
  ])('answers %s, called once with the rows in order', async (_title, all) => {
    const calls: number[][] = []
    const page = await pageOf({ limit: 3, page: 2 }, (rows) => {
      calls.push(rows.map(({ id }) => id))
      return all(rows)
    })
    expect(calls).toEqual([ids.slice(3, 6)])
    expect(page.items).toEqual(ids.slice(3, 6).map((id) => `#${id}`))
    expect(page.meta).toMatchObject({ itemCount: 3, totalItems: ids.length })
  })

  test('loads what belongs to the rows in one statement', async () => {
    const { reviews } = database.schema
    database.clear()
    const page = await paginateSelectMap(database.db, { limit: 4 }, listOf(database).build(), selection(), {
      all: async (rows) => {
        const found = await database.db
          .select({ articleId: reviews.articleId, stars: reviews.stars })
          .from(reviews)
          .where(
            inArray(
              reviews.articleId,
              rows.map(({ id }) => id),
            ),
          )
        return rows.map(({ id }) => ({
          id,
          stars: found.filter(({ articleId }) => articleId === id).map(({ stars }) => stars),
        }))
      },
    })
    expect(database.statements()).toHaveLength(3)
    for (const { id, stars } of page.items) {
      const own = seededReviews.filter(({ articleId }) => articleId === id).map((review) => review.stars)
      expect([...stars].sort()).toEqual([...own].sort())
    }
  })

  test('is not called for a page without rows', async () => {
    for (const list of [listOf(database).build(), listOf(database).withTotals('none').build()]) {
      let calls = 0
      const page = await pageOf({ page: 100 }, () => [++calls], list)
      expect([page.items, calls]).toEqual([[], 0])
    }
  })

  test('works with cursors, whose positions are not in its rows', async () => {
    const page = await pageOf(
      { limit: 2 },
      (rows) => rows.map((row) => Object.keys(row)),
      listOf(database).withCursors().build(),
    )
    expect(page.items).toEqual([['id'], ['id']])
  })

  test.each<[title: string, all: (rows: { id: number }[]) => unknown, message: string]>([
    [
      'too few items',
      (rows) => rows.slice(1),
      'The function all returned 1 items for 2 rows; return one item for each row, in their order.',
    ],
    [
      'too many, later',
      async (rows) => [...rows, 1],
      'The function all returned 3 items for 2 rows; return one item for each row, in their order.',
    ],
    ['nothing', () => undefined, 'The function all must return an array with one item for each row; return one.'],
    [
      'what is no list',
      async () => ({ length: 2 }),
      'The function all must return an array with one item for each row; return one.',
    ],
  ])('that answers %s is an Error', async (_title, all, message) => {
    const error = await thrownBy(() => pageOf({ limit: 2 }, all))
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(PaginateConfigError)
    expect((error as Error).constructor).toBe(Error)
    expect((error as Error).message).toBe(message)
  })

  test('that throws ends the call with its error', async () => {
    const thrown = new Error('no loader')
    expect(
      await thrownBy(() =>
        pageOf({}, () => {
          throw thrown
        }),
      ),
    ).toBe(thrown)
    expect(await thrownBy(() => pageOf({}, () => Promise.reject(thrown)))).toBe(thrown)
  })

  test('of a stream gets each batch once', async () => {
    const calls: number[] = []
    const streamed: string[] = []
    const options = {
      select: selection(),
      batchSize: 4,
      map: {
        all: async (rows: { id: number }[]) => {
          calls.push(rows.length)
          return rows.map(({ id }) => `#${id}`)
        },
      },
    }
    for await (const item of streamRows(database.db, {}, listOf(database).build(), options)) streamed.push(item)
    expect(streamed).toEqual(ids.map((id) => `#${id}`))
    expect(calls.every((count) => count > 0 && count <= 4)).toBe(true)
    expect(calls).toHaveLength(Math.ceil(ids.length / 4))
    const short = streamRows(database.db, {}, listOf(database).build(), { map: { all: () => [] as string[] } })
    expect(await thrownBy(() => short.next())).toMatchObject({
      message: expect.stringContaining('returned 0 items for') as string,
    })
  })
})
