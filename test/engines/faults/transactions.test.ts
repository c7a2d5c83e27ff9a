// Transactions that fail, that are rolled back, and that end while a stream is being read.
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { expectSameError, innermost, thrownBy, within } from './faults.js'

/** better-sqlite3 takes no asynchronous function for a transaction. */
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
    expect(await after((tx) => paginate(tx, query, config))).toBe(
      await after((tx) => tx.select().from(articles).limit(1)),
    )
    expect(JSON.stringify(await paginate(database.db, query, config))).toBe(expected)
  })

  test('rows of a transaction that was rolled back are in no later page', async () => {
    const config = list()
    const { categories } = database.schema
    const rollback = new Error('roll back')
    const expected = JSON.stringify(await paginate(database.db, query, config))
    for (let at = 0; at < 3; at++) {
      const thrown = await thrownBy(() =>
        transaction(async (tx) => {
          await tx.insert(categories).values({ id: 900, name: 'gone', position: 1 } as never)
          await paginate(tx, query, config)
          throw rollback
        }),
      )
      expect(innermost(thrown)).toBe(rollback)
      expect(JSON.stringify(await paginate(database.db, query, config))).toBe(expected)
    }
    expect(await database.query('select id from categories where id = 900')).toEqual([])
  })
})

describe('A synchronous transaction of SQLite', () => {
  test('that fails in a page, or is rolled back after one, leaves nothing behind', async () => {
    const client = new Database(':memory:')
    client.exec(
      `create table rows (id integer primary key, name text); insert into rows values (1, 'a'), (2, 'b'), (3, 'c')`,
    )
    const rows = sqliteTable('rows', { id: integer('id').primaryKey(), name: text('name') })
    const config = paginateConfig(rows).withLimits(2, 10).withTieBreaker('id').build()
    const db = drizzle({ client })
    const rollback = new Error('roll back')
    const expected = JSON.stringify(await paginate(db, {}, config))
    for (let at = 0; at < 3; at++) {
      const pages: Promise<unknown>[] = []
      expect(() =>
        db.transaction((tx) => {
          tx.insert(rows).values({ id: 4, name: 'gone' }).run()
          pages.push(paginate(tx, {}, config).then(({ meta }) => meta.totalItems))
          pages.push(thrownBy(() => paginate(tx, {}, config, { where: sql`no_such_function(${rows.id}) = 1` })))
          throw rollback
        }),
      ).toThrow(rollback)
      expect(await pages[0]).toBe(4)
      expectSameError(
        await pages[1],
        await thrownBy(() =>
          db
            .select()
            .from(rows)
            .where(sql`no_such_function(${rows.id}) = 1`)
            .all(),
        ),
      )
      expect(JSON.stringify(await paginate(db, {}, config))).toBe(expected)
    }
    client.close()
  })
})
