// How the statements of several facets are sent: all at once, one after another in a transaction, in one batch.
import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { integer as pgInteger, pgTable } from 'drizzle-orm/pg-core'
import { drizzle as drizzleProxy } from 'drizzle-orm/pg-proxy'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { facetCounts, type ListDatabase, paginateConfig, type StatementEvent } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { pglite } from '../../support/databases/pglite.js'
import { sqlite } from '../../support/databases/sqlite.js'
import type { TestDatabase } from '../../support/test-database.js'

const FACETS = { status: true, views: 'range' } as const
const VIEWS = { min: 0, max: 100, count: 9 }

describe.each([sqlite, pglite])('Facets on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  beforeEach(() => database.clear())
  afterAll(() => database.close())
  const list = () => listOf(database).filterable('status', '$eq').filterable('views', '$gte').filterable('id', '$lte')
  const query = { filters: { id: '$lte:9' } }
  /** Runs in a transaction; a synchronous driver's ends when its function returns. */
  const inTransaction = async <Answer>(run: (tx: ListDatabase) => Promise<Answer>): Promise<Answer> => {
    const { db } = database as unknown as { db: { transaction(run: (tx: ListDatabase) => unknown): unknown } }
    if (engine.name !== 'sqlite') return (await db.transaction(run)) as Answer
    let answer: Promise<Answer> | undefined
    db.transaction((tx) => {
      answer = run(tx)
    })
    return answer as Promise<Answer>
  }
  const sent = (): number => database.statements().filter(({ sql }) => /^select/i.test(sql)).length

  test('are answered within a transaction', async () => {
    const counts = await inTransaction((tx) => {
      const answer = facetCounts(tx as never, query, list().build(), FACETS)
      // A synchronous transaction ends before anything that is awaited.
      if (engine.name === 'sqlite') expect(sent()).toBe(2)
      return answer
    })
    expect(counts.views).toEqual(VIEWS)
    expect(counts.status.map(({ count }) => count)).toEqual([7, 2])
    expect(sent()).toBe(2)
  })

  test('are reported one by one, each with its rows', async () => {
    const events: StatementEvent[] = []
    const onStatement = (event: StatementEvent): void => void events.push(event)
    await facetCounts(database.db, query, list().build(), FACETS, { onStatement })
    expect(events.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['facet', 2],
      ['facet', 1],
    ])
    for (const { milliseconds } of events) expect(milliseconds).toBeGreaterThanOrEqual(0)
  })

  test('none send nothing', async () => {
    const onStatement = vi.fn<(event: StatementEvent) => void>()
    expect(await facetCounts(database.db, query, list().build(), {}, { onStatement })).toEqual({})
    expect(onStatement).not.toHaveBeenCalled()
    expect(database.statements()).toEqual([])
  })

  test('that are sent at once are answered after the signal is aborted', async () => {
    const controller = new AbortController()
    const counts = await facetCounts(database.db, query, list().build(), FACETS, {
      signal: controller.signal,
      onStatement: () => controller.abort(new Error('gone')),
    })
    expect(counts.views).toEqual(VIEWS)
    expect(sent()).toBe(2)
  })
})

test('facets that fail are those of the first error in their order, once all have ended', async () => {
  const rows = pgTable('facet_rows', { id: pgInteger().primaryKey(), a: pgInteger(), b: pgInteger(), c: pgInteger() })
  const list = paginateConfig(rows)
    .withLimits(3, 10)
    .withTieBreaker('id')
    .filterable('a', '$eq')
    .filterable('b', '$eq')
    .filterable('c', '$eq')
    .build()
  const ended: string[] = []
  const db = drizzleProxy(async (query) => {
    const [, name = ''] = /"facet_rows"\."(\w)"/.exec(query) ?? []
    await new Promise((resolve) => setTimeout(resolve, { a: 40, b: 20, c: 0 }[name]))
    ended.push(name)
    if (name === 'a') return { rows: [] }
    throw new Error(`no ${name}`)
  })
  const error = (await facetCounts(db, {}, list, { a: true, b: true, c: true }).catch(
    (thrown: unknown) => thrown,
  )) as Error
  expect(ended).toEqual(['c', 'b', 'a'])
  expect([error.message, (error.cause as Error | undefined)?.message]).toContain('no b')
})

test('a signal that is aborted in a transaction keeps the facets that are left from being sent', async () => {
  const database = await pglite.open()
  try {
    const list = listOf(database)
      .filterable('status', '$eq')
      .filterable('views', '$gte')
      .filterable('id', '$lte')
      .build()
    const controller = new AbortController()
    const kinds: string[] = []
    const { db } = database as unknown as { db: { transaction(run: (tx: ListDatabase) => unknown): Promise<unknown> } }
    const answer = db.transaction((tx) =>
      facetCounts(tx as never, {}, list, { ...FACETS, id: 'range' } as never, {
        signal: controller.signal,
        onStatement: ({ kind }) => {
          kinds.push(kind)
          if (kinds.length === 2) controller.abort(new Error('gone'))
        },
      }),
    )
    await expect(answer).rejects.toThrow('gone')
    expect(kinds).toEqual(['facet', 'facet'])
  } finally {
    await database.close()
  }
})

describe('A session with batch', () => {
  const notes = sqliteTable('facet_notes', { id: integer().primaryKey(), stars: integer() })
  const client = createClient({ url: 'file::memory:?cache=shared' })
  const db = drizzle({ client })
  const batches = vi.spyOn(client, 'batch')
  const list = paginateConfig(notes)
    .withLimits(3, 10)
    .withTieBreaker('id')
    .filterable('stars', '$eq')
    .filterable('id', '$gte')
    .build()
  const STARS = [
    { value: 1, count: 2, filter: '$eq:1' },
    { value: null, count: 1, filter: null },
  ]
  beforeAll(async () => {
    await client.executeMultiple(`
      drop table if exists facet_notes;
      create table facet_notes (id integer primary key, stars integer);
      insert into facet_notes values (1, 1), (2, null), (3, 1);
    `)
  })
  beforeEach(() => void batches.mockClear())
  afterAll(() => {
    vi.restoreAllMocks()
    client.close()
  })

  test('sends several facets in one, and reports each', async () => {
    const events: StatementEvent[] = []
    const onStatement = (event: StatementEvent): void => void events.push(event)
    const counts = await facetCounts(db, {}, list, { stars: true, id: 'range' }, { onStatement })
    expect(counts).toEqual({ stars: STARS, id: { min: 1, max: 3, count: 3 } })
    expect(batches).toHaveBeenCalledTimes(1)
    expect(events.map(({ kind, rows, params }) => [kind, rows, params])).toEqual([
      ['facet', 2, [100]],
      ['facet', 1, []],
    ])
    expect(events.map(({ sql }) => /"facet_notes"\."(\w+)"/.exec(sql)?.[1])).toEqual(['stars', 'id'])
  })

  test('sends one facet by itself', async () => {
    expect(await facetCounts(db, {}, list, { stars: true })).toEqual({ stars: STARS })
    expect(batches).not.toHaveBeenCalled()
  })

  test('sends nothing for no facets', async () => {
    expect(await facetCounts(db, {}, list, {})).toEqual({})
    expect(batches).not.toHaveBeenCalled()
  })
})
