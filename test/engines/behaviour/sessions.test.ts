// Sessions share the texts of statements, and nothing else.
import { entityKind, eq, gt, TransactionRollbackError } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListDatabase, paginate, paginateConfig, paginateSelect } from '../../../src/index.js'
import { shapeCacheStats } from '../../../src/kept/kept-texts.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { withSettings } from '../../support/settings.js'

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
  const listOf = () =>
    paginateConfig(database.schema.articles)
      .withLimits(5, 10)
      .withTieBreaker('id')
      .sortable('id')
      .filterable('id', '$gt', '$eq')
      .build()

  test('a database that lasts finds its statements again', async () => {
    const config = listOf()
    for (let i = 0; i < 3; i++) await paginate(database.db, {}, config)
    expect(shapeCacheStats(config)).toMatchObject({ hits: 2, misses: 1, size: 1 })
  })

  if (engine.dialect === 'postgresql')
    test.each(['plain', 'reverse', 'deferred'] as const)(
      'transactions share what was rendered in the first (%s)',
      async (pageForm) => {
        const config = withSettings(listOf(), { pageForm })
        const request = { page: 2, filters: { id: ['$gt:1', '$not:$eq:3'] }, sortBy: ['id:DESC'] }
        const outside = await paginate(database.db, request, config)
        expect(outside.items.map(({ id }) => id)).toEqual([19, 18, 17, 16, 15])
        for (let i = 0; i < 4; i++) {
          await database.db.transaction(async (transaction) => {
            expect(
              await paginate(transaction, request, config, { where: gt(database.schema.articles.id, i - 9) }),
            ).toEqual(outside)
          })
        }
        expect(shapeCacheStats(config)).toMatchObject({ hits: 3, misses: 2, size: 2 })
      },
    )

  if (engine.dialect === 'postgresql')
    test('a transaction sees its own rows, and a nested record that is not there', async () => {
      const { articles, authors } = database.schema
      const config = paginateConfig(articles)
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .withLimits(5, 10)
        .withTieBreaker('id')
        .filterable('id', '$eq')
        .build()
      const selection = { id: articles.id, title: articles.title, author: { bio: authors.bio, id: authors.id } }
      for (const title of ['first', 'second', 'third']) {
        await database.db
          .transaction(async (transaction) => {
            await transaction
              .update(articles)
              .set({ title, authorId: title === 'second' ? null : 2 })
              .where(eq(articles.id, 1))
            const { items } = await paginateSelect(transaction, { filters: { id: '$eq:1' } }, config, selection)
            expect(items).toEqual([{ id: 1, title, author: title === 'second' ? null : { bio: null, id: 2 } }])
            transaction.rollback()
          })
          .catch((error: unknown) => expect(error).toBeInstanceOf(TransactionRollbackError))
      }
    })

  test('a token of authorisation goes with its own request only (db.$withAuth of the 0.45 line)', async () => {
    const config = listOf()
    const start = database.db.select({}) as unknown as Tokened
    // Only PostgreSQL's builder of 0.45 carries a token; 1.0 opens a session for each.
    if (start.setToken === undefined)
      return expect((start as unknown as { authToken?: unknown }).authToken).toBeUndefined()
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
    // The text that all three share holds no token.
    expect(shapeCacheStats(config)).toMatchObject({ hits: 2, size: 1 })
  })

  test('the suite sees the class names that transactions are told by', () => {
    expect((database.db.constructor as { [entityKind]?: string })[entityKind]).not.toMatch(/Transaction$/)
  })
})
