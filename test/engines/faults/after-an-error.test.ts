// The first call after a statement that failed in the middle of its rows, on the same connection: postgres.js 3.4.9 goes
// on counting where that result ended, so that the next one begins with as many holes.
import { eq, sql, sum } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportHandler, listHandler } from '../../../src/entries/http/index.js'
import {
  facetCounts,
  paginate,
  paginateConfig,
  paginateRelational,
  paginateSelect,
  rowsOf,
  streamRows,
  summarize,
} from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { relationalDatabase } from '../../support/relational.js'
import { thrownBy } from './faults.js'

/** The sixth row fails. */
const FAILING = {
  postgresql: 'select 1 / (6 - n) from generate_series(1, 9) n',
  mysql:
    'select if(n = 6, (select 1 union select 2), n) from (select 1 n union select 2 union select 3 union select 4 union select 5 union select 6) t',
  sqlite:
    'select case n when 6 then abs(-9223372036854775807 - 1) else n end from (select 1 n union select 2 union select 3 union select 4 union select 5 union select 6) t',
} as const

describe.each(dialects)('After a result that ended in an error, on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  /** On every connection of the pool. */
  async function failInTheMiddle(): Promise<void> {
    const { db } = database as unknown as {
      db: Record<'execute' | 'all', ((statement: object) => unknown) | undefined>
    }
    const failing = sql.raw(FAILING[database.dialect])
    await Promise.all(
      [1, 2].map(() =>
        thrownBy(async () => (database.dialect === 'sqlite' ? db.all?.(failing) : db.execute?.(failing))),
      ),
    )
  }

  /** The first result takes the holes away. */
  async function heal(): Promise<void> {
    const { db } = database as unknown as { db: { execute?: (statement: object) => unknown } }
    await Promise.all([1, 2].map(async () => db.execute?.(sql`select 1`)))
  }

  const all = async (rows: AsyncIterable<unknown>): Promise<unknown[]> => {
    const read: unknown[] = []
    for await (const row of rows) read.push(row)
    return read
  }
  const together = () =>
    paginateConfig(database.schema.articles, { together: true }).withLimits(5, 100).withTieBreaker('id').sortable('id')
  const plain = () => listOf(database).filterable('status', '$eq', '$in').build()
  const withChildren = () => {
    const { articles, reviews } = database.schema
    const own = rowsOf(reviews, eq(reviews.articleId, articles.id))
    return listOf(database)
      .field('reviewCount', own.count())
      .children('reviews', own, { reviewer: reviews.reviewer })
      .select({ id: true, title: true, reviewCount: true, reviews: true })
      .build()
  }
  const calls: Readonly<Record<string, () => unknown>> = {
    'a page': () => paginate(database.db, {}, plain()),
    'a page of some columns': () =>
      paginateSelect(database.db, {}, plain(), { id: database.schema.articles.id, one: sql`1`.mapWith(Number) }),
    'count and page together': () => paginate(database.db, {}, together().build()),
    'the last page, with its count': () => paginate(database.db, { page: 3, limit: 3 }, together().build()),
    'a page past the end, with its count': () => paginate(database.db, { page: 9 }, together().build()),
    'no rows, with their count': () =>
      paginate(database.db, {}, together().build(), { where: eq(database.schema.articles.id, -1) }),
    'count, page and summary together': () =>
      paginate(
        database.db,
        {},
        together()
          .withSummary({ views: sum(database.schema.articles.views) })
          .build(),
      ),
    'some columns, with their count': () =>
      paginateSelect(database.db, {}, together().build(), { id: database.schema.articles.id }),
    'count and page by cursor together': () => paginate(database.db, {}, together().withCursors().build()),
    'a page without totals': () => paginate(database.db, {}, listOf(database).withTotals('none').build()),
    'an estimate': () =>
      paginate(
        database.db,
        {},
        listOf(database)
          .withTotals({ upTo: 6, ...(database.dialect === 'sqlite' ? {} : { estimate: true }) } as never)
          .build(),
      ),
    'a page with counts and children': () => paginate(database.db, {}, withChildren()),
    'a page with a summary': () =>
      paginate(
        database.db,
        {},
        listOf(database)
          .withSummary({ views: sum(database.schema.articles.views) })
          .build(),
      ),
    'a summary': () => summarize(database.db, {}, plain(), { views: sum(database.schema.articles.views) }),
    facets: () => facetCounts(database.db, {}, plain(), { status: true }),
    'a stream': () => all(streamRows(database.db, {}, plain(), { batchSize: 4 })),
    'a stream with children': () => all(streamRows(database.db, {}, withChildren(), { batchSize: 4 })),
    'a relational page': () =>
      paginateRelational(
        relationalDatabase(database).db.query.articles as never,
        {},
        plain() as never,
        {
          // Drizzle 0.45 reads them by LATERAL, which MariaDB does not have.
          with: database.dialect === 'mysql' ? {} : { reviews: true },
        } as never,
      ),
    'an unlimited read': () => paginate(database.db, { limit: -1 }, listOf(database).allowUnlimited(1000).build()),
    'a handler': async () => {
      const list = listHandler({ db: database.db as never, config: withChildren() as never })
      return (await list(new Request('http://localhost/articles'))).text()
    },
    'an export': async () => {
      const file = exportHandler({ db: database.db as never, config: plain() as never, as: 'ndjson' })
      return (await file(new Request('http://localhost/articles'))).text()
    },
  }

  test.each(Object.keys(calls))('%s answers as before, first called and called again', async (name) => {
    const call = calls[name] as () => unknown
    await heal()
    const expected = JSON.stringify(await call())
    expect(expected).not.toContain('[null')
    for (let at = 0; at < 2; at++) {
      await failInTheMiddle()
      expect(JSON.stringify(await call())).toBe(expected)
    }
  })
})
