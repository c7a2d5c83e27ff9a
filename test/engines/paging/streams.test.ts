// The filtered set as a stream: every row once, in order, in batches by position.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, PaginateConfigError, paginateSelect, streamRows } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { countRefused, countStatements } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

describe.each(dialects)('streamRows on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const begin = () =>
    listOf(database).sortable('title', 'likes', 'publishedAt').filterable('views', '$gte').allowUnlimited(1000)
  const collect = async <Item>(stream: AsyncIterable<Item>): Promise<Item[]> => {
    const items: Item[] = []
    for await (const item of stream) items.push(item)
    return items
  }

  // R14.1.1, R14.1.4
  test('gives the rows of the offset order, whatever the size of a batch', async () => {
    const config = begin().build()
    for (const sortBy of [[], ['likes:DESC'], ['publishedAt:ASC', 'title:DESC']]) {
      const { items, meta } = await paginate(database.db, { limit: 100, sortBy, filters: { views: '$gte:1' } }, config)
      for (const batchSize of [1, 3, meta.totalItems, 1000]) {
        const query = { limit: 2, page: 3, sortBy, filters: { views: '$gte:1' } }
        const { value, statements } = await countStatements(database, () =>
          collect(streamRows(database.db, query, config, { batchSize })),
        )
        expect(value).toEqual(items)
        const count = Math.floor(meta.totalItems / batchSize) + 1
        // SQLite and MySQL have nulls last in a descending order: a stream of several batches then asks for such titles.
        const hasCheck = engine.dialect !== 'postgresql' && sortBy.includes('title:DESC') && count > 1
        expect(statements).toHaveLength(hasCheck ? count + 1 : count)
      }
    }
  })
  test('with a selection, a condition and a step for each row', async () => {
    const { articles } = database.schema
    const options = {
      select: { title: articles.title },
      where: sql`${articles.id} <= 3`,
      map: async ({ title }: { title: string }) => title.length,
      batchSize: 2,
    }
    const lengths = await collect(streamRows(database.db, {}, begin().withCursors().build(), options))
    const { items } = await paginate(database.db, { limit: 3 }, begin().build(), { where: options.where })
    expect(lengths).toEqual(items.map(({ title }) => title.length))
  })
  // R14.1.3
  test('stops between batches', async () => {
    const { value, statements } = await countStatements(database, async () => {
      for await (const item of streamRows(database.db, {}, begin().build(), { batchSize: 2 })) return item
      return null
    })
    expect(value).not.toBeNull()
    expect(statements).toHaveLength(1)
    const abort = new AbortController()
    const read = async () => {
      for await (const _ of streamRows(database.db, {}, begin().build(), { batchSize: 2, signal: abort.signal }))
        abort.abort(new Error('enough'))
    }
    database.clear()
    await expect(read()).rejects.toThrow('enough')
    expect(database.statements()).toHaveLength(1)
  })
  // R2.1.7
  test('refuses the order of a window function before any statement', async () => {
    const { articles } = database.schema
    const ranked = begin()
      .field('place', sql<number>`rank() over (order by ${articles.title})`, 'integer')
      .sortable('place')
      .build()
    const { value, statements } = await countRefused(database, () =>
      collect(streamRows(database.db, { sortBy: ['place:ASC'] }, ranked)),
    )
    expect(value).toBeInstanceOf(PaginateConfigError)
    expect(statements).toEqual([])
    expect(await collect(streamRows(database.db, {}, ranked))).toHaveLength(
      (await paginate(database.db, {}, ranked)).meta.totalItems,
    )
  })
  // R2.1.7
  test('refuses a selected window function before any statement, as pages by cursor do', async () => {
    const { articles } = database.schema
    const selection = { id: articles.id, place: sql<number>`row_number() over (order by ${articles.id})` }
    const listed = begin().select(selection).build()
    const message =
      "The item's 'place' is a window function, whose value changes with the rows that are read; leave it out of streams and lists with .withCursors()."
    for (const call of [
      () => collect(streamRows(database.db, {}, listed, { batchSize: 2 })),
      () => collect(streamRows(database.db, {}, begin().build(), { select: selection })),
      () => paginateSelect(database.db, {}, begin().withCursors().build(), selection),
    ]) {
      for (const time of ['first', 'second']) {
        const { value, statements } = await countRefused(database, call)
        expect([time, (value as Error).message, statements]).toEqual([time, message, []])
      }
    }
  })
  test('refuses a random order before any statement', async () => {
    const shuffled = begin()
      .field('chance', sql<number>`${sql.raw(engine.dialect === 'mysql' ? 'rand()' : 'random()')}`, 'float')
      .sortable('chance')
      .build()
    const { value, statements } = await countRefused(database, () =>
      collect(streamRows(database.db, { sortBy: ['chance:ASC'] }, shuffled)),
    )
    expect(value).toMatchObject({ name: 'PaginateConfigError' })
    expect((value as Error).message).toMatch(/^streamRows\(\) cannot read in the order of 'chance', rand(om)?\(\), /)
    expect(statements).toEqual([])
    expect((await paginate(database.db, { sortBy: ['chance:ASC'] }, shuffled)).items.length).toBeGreaterThan(0)
  })
  // R14.1.2
  test('checks the request as a page would', async () => {
    for (const query of [{ page: 0 }, { limit: 0 }, { sortBy: ['x:ASC'] }, { filters: { x: '$eq:1' } }]) {
      const { value, statements } = await countRefused(database, () =>
        collect(streamRows(database.db, query, begin().build())),
      )
      expect(value).toMatchObject({ status: 400 })
      expect(statements).toEqual([])
    }
    await expect(collect(streamRows(database.db, { after: 'x' }, begin().withCursors().build()))).rejects.toThrow(
      'is not a valid cursor',
    )
    await expect(collect(streamRows(database.db, {}, begin().build(), { batchSize: 0 }))).rejects.toThrow(
      'batchSize of at least 1',
    )
  })
})
