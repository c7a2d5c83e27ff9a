// Transactions that fail, that are rolled back, and that end while a stream is being read.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { expectSameError, innermost, thrownBy, within } from './faults.js'

/** better-sqlite3 takes no asynchronous function for a transaction: see test/engines/behaviour/hosts.test.ts. */
const asynchronous = dialects.filter(({ name }) => name !== 'sqlite')

describe.each(asynchronous)('Transactions on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const list = () => listOf(database).filterable('views', '$gte').build()
  const query = { limit: 2, filters: { views: '$gte:0' } }
  const transaction = <Value>(run: (tx: TestDatabase['db']) => Promise<Value>): Promise<Value> =>
    within(10_000, (database.db.transaction as (run: unknown) => Promise<Value>)(run))

  test('a page that fails takes the transaction with it, and nothing else', async () => {
    const config = list()
    const { articles } = database.schema
    const expected = JSON.stringify(await paginate(database.db, query, config))
    const broken = sql`no_such_function(${articles.id}) = 1`
    for (let at = 0; at < 3; at++) {
      const thrown = await thrownBy(() => transaction((tx) => paginate(tx, query, config, { where: broken })))
      expectSameError(thrown, await thrownBy(() => transaction(async (tx) => tx.select().from(articles).where(broken))))
      expect(JSON.stringify(await paginate(database.db, query, config))).toBe(expected)
    }
    // What a page after the failed one gets in the same transaction is what plain Drizzle gets there.
    const after = (ask: (tx: TestDatabase['db']) => PromiseLike<unknown>) =>
      transaction(async (tx) => {
        await thrownBy(() => paginate(tx, query, config, { where: broken }))
        await ask(tx)
        return 'answered'
      }).catch((error: unknown) => (innermost(error) as Error).message)
    expect(await after((tx) => paginate(tx, query, config))).toBe(await after((tx) => tx.select().from(articles).limit(1)))
    expect(JSON.stringify(await paginate(database.db, query, config))).toBe(expected)
  })

  test('rows of a transaction that was rolled back are in no later page', async () => {
    const config = list()
    const { categories } = database.schema
    const rollback = new Error('roll back')
    const expected = JSON.stringify(await paginate(database.db, query, config))
    for (let at = 0; at < 3; at++) {
      const thrown = await thrownBy(() => transaction(async (tx) => {
        await tx.insert(categories).values({ id: 900, name: 'gone', position: 1 } as never)
        await paginate(tx, query, config)
        throw rollback
      }))
      expect(innermost(thrown)).toBe(rollback)
      expect(JSON.stringify(await paginate(database.db, query, config))).toBe(expected)
    }
    expect(await database.query('select id from categories where id = 900')).toEqual([])
  })
})
