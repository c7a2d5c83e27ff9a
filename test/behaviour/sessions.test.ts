// Which sessions share finished statements: those that last, and that stand for everyone.
import { entityKind } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListDatabase, paginate, paginateConfig, shapeCacheStats } from '../../src/index.js'
import { dialects, type TestDatabase } from '../support/dialects.js'

interface Tokened {
  setToken?(token: string): unknown
  readonly session: { prepareQuery(...args: unknown[]): { authToken?: unknown } }
}

describe.each(dialects)('$name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const listOf = () => paginateConfig(database.schema.articles).withLimits(5, 10).withTieBreaker('id').build()

  test('a database that lasts finds its statements again', async () => {
    const config = listOf()
    for (let i = 0; i < 3; i++) await paginate(database.db, {}, config)
    expect(shapeCacheStats(config)).toMatchObject({ hits: 2, misses: 1, size: 1 })
  })

  if (engine.dialect === 'postgresql')
    test('a transaction keeps nothing for later, and answers the same', async () => {
      const config = listOf()
      const outside = await paginate(database.db, {}, config)
      for (let i = 0; i < 2; i++) {
        await database.db.transaction(async (transaction) => {
          expect(await paginate(transaction, {}, config)).toEqual(outside)
        })
      }
      expect(shapeCacheStats(config)).toMatchObject({ hits: 0, misses: 1, size: 1 })
    })

  test('a token of authorisation goes with its own request only (db.$withAuth of the 0.45 line)', async () => {
    const config = listOf()
    const start = database.db.select({}) as unknown as Tokened
    // Only PostgreSQL's builder of 0.45 carries a token; 1.0 opens a session for each.
    if (start.setToken === undefined) return expect((start as unknown as { authToken?: unknown }).authToken).toBeUndefined()
    const prepared: { authToken?: unknown }[] = []
    const { session } = start
    const prepareQuery = session.prepareQuery.bind(session)
    session.prepareQuery = (...args) => {
      const made = prepareQuery(...args)
      prepared.push(made)
      return made
    }
    const as = (token: string): ListDatabase => ({
      select: (fields) => {
        const builder = database.db.select(fields) as unknown as Tokened
        builder.setToken?.(token)
        return builder
      },
    })
    try {
      for (const token of ['ann', 'bob', 'ann']) await paginate(as(token), {}, config)
    } finally {
      Reflect.deleteProperty(session, 'prepareQuery')
    }
    expect(prepared.map(({ authToken }) => authToken)).toEqual(['ann', 'ann', 'bob', 'bob', 'ann', 'ann'])
    expect(shapeCacheStats(config)).toMatchObject({ hits: 0, size: 0 })
  })

  test('the suite sees the class names that transactions are told by', () => {
    expect((database.db.constructor as { [entityKind]?: string })[entityKind]).not.toMatch(/Transaction$/)
  })
})
