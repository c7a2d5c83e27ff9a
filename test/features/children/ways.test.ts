// Children beyond a page of numbers: cursors, unlimited reads, streams, exports, transactions, memory, `describe()`.
import { and, asc, eq, lt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportHandler } from '../../../src/entries/http/index.js'
import { paginate, PaginateConfigError, rowsOf, type StatementEvent, streamRows } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { withSettings } from '../../support/settings.js'

describe.each(dialects)('Children on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const tied = () => {
    const { articles, reviews } = database.schema
    return listOf(database)
      .sortable('title', 'views')
      .allowUnlimited(1000)
      .children('reviews', rowsOf(reviews, eq(reviews.articleId, articles.id)), {
        id: reviews.id,
        stars: reviews.stars,
      })
      .children(
        'early',
        rowsOf(reviews, and(eq(reviews.articleId, articles.id), lt(reviews.id, 5))),
        { id: reviews.id },
        { limit: 1 },
      )
  }
  const dto = { id: true, reviews: true, early: true } as const
  /** Every article with its children, by hand. */
  const expected = async () => {
    const { articles, reviews } = database.schema
    const rows = await database.db.select({ id: articles.id }).from(articles).orderBy(asc(articles.id))
    const found = await database.db.select().from(reviews).orderBy(asc(reviews.id))
    return rows.map((row) => {
      const own = found.filter(({ articleId }) => articleId === row.id)
      return {
        id: row.id,
        reviews: own.map(({ id, stars }) => ({ id, stars })),
        early: own.flatMap(({ id }) => (id < 5 ? [{ id }] : [])).slice(0, 1),
      }
    })
  }

  test('come with every page by cursor, forwards and backwards, and the keys are handed out to nobody', async () => {
    const config = tied().withCursors().select(dto).build()
    const all = await expected()
    const forwards: unknown[] = []
    let after: string | null = null
    do {
      const page: { items: unknown[]; meta: { nextCursor: string | null } } = await paginate(
        database.db,
        { limit: 7, after },
        config,
      )
      forwards.push(...page.items)
      after = page.meta.nextCursor
    } while (after !== null)
    expect(forwards).toEqual(all)
    const last = await paginate(database.db, { limit: all.length - 3 }, config)
    const back = await paginate(database.db, { limit: 2, before: last.meta.nextCursor }, config)
    expect(back.items).toEqual(all.slice(-6, -4))
  })

  test('come with an unlimited read', async () => {
    const { items } = await paginate(database.db, { limit: -1 }, tied().select(dto).build())
    expect(items).toEqual(await expected())
  })

  test('come with the batches of a stream, one statement for each set of a batch', async () => {
    const all = await expected()
    const items: unknown[] = []
    const config = tied().select(dto).build()
    database.clear()
    for await (const item of streamRows(database.db, {}, config, { batchSize: 10 })) items.push(item)
    expect(items).toEqual(all)
    const batches = Math.floor(all.length / 10) + 1
    const withRows = Math.ceil(all.length / 10)
    expect(database.statements()).toHaveLength(batches + 2 * withRows)
  })

  test('are not part of a stream with a selection of its own', async () => {
    const { articles } = database.schema
    database.clear()
    for await (const item of streamRows(database.db, {}, tied().build(), { select: { id: articles.id } }))
      expect(Object.keys(item)).toEqual(['id'])
    expect(database.statements()).toHaveLength(1)
  })

  test('are written by exports as NDJSON and JSON, and left out of a CSV', async () => {
    const text = async (as: 'csv' | 'ndjson' | 'json', columns?: string[]) =>
      (
        await exportHandler({ db: database.db, config: tied().select(dto).build(), as, columns })(
          new Request('http://localhost/'),
        )
      ).text()
    const all = await expected()
    expect(
      (await text('ndjson'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(all)
    expect(JSON.parse(await text('json'))).toEqual(all)
    database.clear()
    expect(await text('csv')).toBe(`id\r\n${all.map(({ id }) => `${id}\r\n`).join('')}`)
    expect(database.statements()).toHaveLength(1)
    await expect(text('csv', ['id', 'reviews'])).rejects.toThrow(PaginateConfigError)
  })

  test('see what a transaction has written, and are read in it', async () => {
    const { reviews } = database.schema
    const [first] = await expected()
    const { id } = first as { id: number }
    if (engine.name === 'sqlite') return
    await database.db
      .transaction(async (tx) => {
        await tx.insert(reviews).values({ id: 9001, articleId: id, reviewer: 'tx', stars: 3 })
        const { items } = await paginate(tx, {}, withSettings(tied().build(), { together: true }))
        expect(items[0]?.reviews.at(-1)).toEqual({ id: 9001, stars: 3 })
        tx.rollback()
      })
      .catch((error: unknown) => expect(String(error)).toContain('ollback'))
  })

  test('are read when the call returns, by a synchronous driver', () => {
    if (engine.name !== 'sqlite') return
    database.clear()
    void paginate(database.db, {}, withSettings(tied().build(), { together: true }))
    expect(database.statements()).toHaveLength(3)
  })

  test('follow a page that is one statement with its count', async () => {
    const events: StatementEvent[] = []
    const list = withSettings(tied().select(dto).build(), { together: true })
    const onStatement = (event: StatementEvent) => void events.push(event)
    const { items } = await paginate(database.db, { limit: 10 }, list, { onStatement })
    expect(items).toEqual((await expected()).slice(0, 10))
    expect(events.map(({ kind }) => kind)).toEqual(['page', 'children', 'children'])
  })

  test('stop at an aborted signal, between two statements', async () => {
    const abort = new AbortController()
    const onStatement = ({ kind }: StatementEvent) => {
      if (kind === 'page') abort.abort(new Error('gone'))
    }
    database.clear()
    await expect(paginate(database.db, {}, tied().build(), { signal: abort.signal, onStatement })).rejects.toThrow(
      'gone',
    )
    expect(database.statements()).toHaveLength(2)
  })

  test('are arrays of the row in memory, in the shape of the items', async () => {
    const config = tied()
      .select({ id: true, Reviews: { STARS: true }, early: true })
      .build()
    const rows = (await expected()).map(({ id, reviews }) => ({ id, reviews, early: reviews.slice(0, 2) }))
    const { items } = paginateArray(rows as unknown[], { limit: 100 }, config)
    expect(items).toEqual(
      rows.map(({ id, reviews, early }) => ({
        id,
        Reviews: reviews.map(({ stars }) => ({ STARS: stars })),
        early: early.slice(0, 1).map((child) => ({ id: child.id })),
      })),
    )
    expect(paginateArray([{ id: 1 }] as unknown[], {}, config).items).toEqual([{ id: 1, Reviews: [], early: [] }])
  })

  test('are described by name and limit', () => {
    const { children } = tied().build().describe()
    expect(children).toEqual([
      { name: 'reviews', limit: null },
      { name: 'early', limit: 1 },
    ])
    expect(tied().select({ id: true, Early: true }).build().describe().children).toEqual([{ name: 'Early', limit: 1 }])
    expect(listOf(database).build().describe()).not.toHaveProperty('children')
    const gated = listOf(database).when(false)
    const { articles, reviews } = database.schema
    const off = gated
      .children('reviews', rowsOf(reviews, eq(reviews.articleId, articles.id)), { id: reviews.id })
      .showBadge('Staff')
      .build()
    expect(off.describe()).not.toHaveProperty('children')
    expect(off.describe({ includeDisabled: true }).children).toEqual([
      { name: 'reviews', limit: null, badge: { label: 'Staff' }, enabled: false },
    ])
  })
})
