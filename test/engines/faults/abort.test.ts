// A signal that is aborted at each await of a call: the answer is the page or the signal's reason, and never anything
// else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, type ListDatabase, paginate, paginateSelectMap, streamRows } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { within } from './faults.js'
import { withSettings } from '../../support/settings.js'

/** More than any of the calls has, of steps of promises and of turns of the event loop. */
const MOST_STEPS = 30
const MOST_TURNS = 12

describe.each(dialects)('A signal, on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const list = () => listOf(database).sortable('views').filterable('views', '$gte')
  const query = { limit: 3, sortBy: ['views:DESC'], filters: { views: '$gte:0' } }
  type Call = (db: ListDatabase, signal: AbortSignal | undefined) => PromiseLike<unknown>
  const collect = async (rows: AsyncIterable<unknown>): Promise<unknown[]> => {
    const seen: unknown[] = []
    for await (const row of rows) seen.push(row)
    return seen
  }
  const calls: readonly (readonly [string, () => Call])[] = [
    [
      'a page',
      () => {
        const config = list().build()
        return (db, signal) => paginate(db, query, config, { signal })
      },
    ],
    [
      'count and page together',
      () => {
        const config = list().build()
        return (db, signal) => paginate(db, query, withSettings(config, { together: true }), { signal })
      },
    ],
    [
      'a page without a count',
      () => {
        const config = list().withTotals('none').build()
        return (db, signal) => paginate(db, query, config, { signal })
      },
    ],
    [
      'a page whose count is bounded',
      () => {
        const config = list()
          .withTotals({ upTo: 10, ...(engine.dialect !== 'sqlite' && { estimate: true }) })
          .build()
        return (db, signal) => paginate(db, query, config, { signal })
      },
    ],
    [
      'a page by cursor, sealed later',
      () => {
        const config = list()
          .withCursors({ seal: async (text) => text, open: async (text) => text })
          .build()
        return async (db, signal) => {
          const { meta } = await paginate(db, query, config)
          return paginate(db, { ...query, after: meta.nextCursor }, config, { signal })
        }
      },
    ],
    [
      'a step for each row',
      () => {
        const config = list().build()
        const { articles } = database.schema
        return (db, signal) =>
          paginateSelectMap(db, query, config, { id: articles.id }, async ({ id }) => (await Promise.resolve(), id), {
            signal,
          })
      },
    ],
    [
      'a stream',
      () => {
        const config = list().build()
        return (db, signal) => collect(streamRows(db, query, config, { signal, batchSize: 4 }))
      },
    ],
    [
      'facets',
      () => {
        const config = list().build()
        return (db, signal) => facetCounts(db, query, config, { views: 'range' }, { signal })
      },
    ],
  ]

  test.each(calls)('%s', { timeout: 60_000 }, async (_name, make) => {
    const rejections: unknown[] = []
    const note = (reason: unknown): void => void rejections.push(reason)
    process.on('unhandledRejection', note)
    try {
      const call = make()
      const expected = JSON.stringify(await call(database.db, undefined))
      const outcomes = { answered: 0, aborted: 0 }
      for (const isTurn of [false, true]) {
        for (let awaits = 0; awaits < (isTurn ? MOST_TURNS : MOST_STEPS); awaits++) {
          const controller = new AbortController()
          const reason = { after: awaits }
          const running = within(
            10_000,
            Promise.resolve().then(() => call(database.db, controller.signal)),
          ).then(
            (value) => JSON.stringify(value),
            (error: unknown) => error,
          )
          // Between the steps of promises, and between turns of the event loop, when drivers answer.
          for (let at = 0; at < awaits; at++) await (isTurn ? new Promise((resolve) => setImmediate(resolve)) : null)
          controller.abort(reason)
          const outcome = await running
          if (outcome === reason) outcomes.aborted++
          else {
            expect(outcome).toBe(expected)
            outcomes.answered++
          }
        }
      }
      expect(outcomes.aborted).toBeGreaterThan(0)
      // Nothing of an aborted call is left behind.
      expect(JSON.stringify(await call(database.db, undefined))).toBe(expected)
      await new Promise((resolve) => setImmediate(resolve))
      expect(rejections).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })

  test('its listeners do not add up', async () => {
    const config = list().build()
    const controller = new AbortController()
    let listeners = 0
    const { signal } = controller
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    signal.addEventListener = (...given: Parameters<typeof add>) => (listeners++, add(...given))
    signal.removeEventListener = (...given: Parameters<typeof remove>) => (listeners--, remove(...given))
    for (let at = 0; at < 5; at++) await paginate(database.db, query, config, { signal })
    expect(listeners).toBe(0)
  })
})
