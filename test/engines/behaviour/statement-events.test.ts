// What a host is told of the statements: as they were sent, in order, once answered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  facetCounts,
  paginate,
  streamRows,
  PaginateQuery,
  paginateSelect,
  PaginateQueryError,
  type StatementEvent,
} from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { eq, sql } from 'drizzle-orm'
import { thrownBy } from '../faults/faults.js'

describe.each(dialects)('Statement events on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const list = () =>
    listOf(database)
      .sortable('title', 'createdAt')
      .searchable('title')
      .filterable('id', '$in', '$lte')
      .filterable('createdAt', '$gte')
      .filterable('status', '$eq')
      .withLimits(3, 50)
      .allowUnlimited(40)
      .build()

  const requests: readonly (readonly [title: string, query: string, kinds: StatementEvent['kind'][]])[] = [
    ['a plain page', '', ['count', 'page']],
    [
      'a filtered and sorted page',
      'filter.id=$in:1,2,3,4,5&filter.createdAt=$gte:2020-01-01T00:00:00Z&sortBy=createdAt:DESC',
      ['count', 'page'],
    ],
    ['a search', 'search=a&filter.status=$eq:draft', ['count', 'page']],
    ['the last page', 'sortBy=title:ASC&page=2&filter.id=$lte:6', ['count', 'page']],
    ['a page past the end', 'page=900', ['count']],
    ['an unlimited read', 'limit=-1&filter.id=$lte:5', ['page']],
  ]
  test.each(requests)(
    'of %s hold the SQL and the parameters that the driver got, warm and cold',
    async (_title, query, kinds) => {
      const config = list()
      for (const _run of ['cold', 'warm']) {
        const events: StatementEvent[] = []
        database.clear()
        const { items } = await paginate(database.db, PaginateQuery.from(query), config, {
          onStatement: (event) => void events.push(event),
        })
        expect(events.map(({ sql, params }) => ({ sql, params }))).toEqual(database.statements())
        expect(events.map(({ kind }) => kind)).toEqual(kinds)
        for (const { kind, rows, milliseconds } of events) {
          expect(rows).toBe(kind === 'count' ? 1 : items.length)
          expect(milliseconds).toBeGreaterThan(0)
          expect(milliseconds).toBeLessThan(60_000)
        }
      }
    },
  )

  test('are those of paginateSelect too, host conditions included', async () => {
    const { articles } = database.schema
    const events: StatementEvent[] = []
    database.clear()
    await paginateSelect(
      database.db,
      { filters: { id: ['$lte:9'] } },
      list(),
      { id: articles.id, title: articles.title },
      {
        where: eq(articles.status, 'draft'),
        onStatement: (event) => void events.push(event),
      },
    )
    expect(events.map(({ sql, params }) => ({ sql, params }))).toEqual(database.statements())
  })

  test('are none for a refused request', async () => {
    const events: StatementEvent[] = []
    const refused = paginate(database.db, PaginateQuery.from('page=0'), list(), {
      onStatement: (event) => void events.push(event),
    })
    await expect(refused).rejects.toThrow(PaginateQueryError)
    expect(events).toEqual([])
  })

  test('hold the error of a statement that failed, which the call rejects with', async () => {
    const where = sql`no_such_function(${database.schema.articles.id}) = 1`
    const failing: readonly (readonly [StatementEvent['kind'], (options: object) => unknown])[] = [
      ['count', (options) => paginate(database.db, {}, list(), options)],
      ['page', (options) => paginate(database.db, { limit: -1 }, list(), options)],
      [
        'batch',
        async (options) => {
          for await (const _ of streamRows(database.db, {}, list(), options)) break
        },
      ],
      ['facet', (options) => facetCounts(database.db, {}, list(), { status: true } as never, options)],
    ]
    for (const [kind, call] of failing) {
      const events: StatementEvent[] = []
      database.clear()
      const thrown = await thrownBy(() =>
        call({ where, onStatement: (event: StatementEvent) => void events.push(event) }),
      )
      expect(events).toMatchObject([{ kind, rows: 0 }])
      expect(events[0]?.error).toBe(thrown)
      expect(events[0]?.sql).toContain('no_such_function')
    }
  })

  test('reject the call where the listener throws', async () => {
    const mistake = new Error('listener')
    const call = paginate(database.db, {}, list(), {
      onStatement: () => {
        throw mistake
      },
    })
    await expect(call).rejects.toBe(mistake)
  })
})
