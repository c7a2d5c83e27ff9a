// The database goes away before, between and within the statements of a page.
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ListDatabase,
  paginate,
  paginateConfig,
  type PaginateOptions,
  PaginateQueryError,
  streamRows,
} from '../../../src/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { expectSameError, innermost, thrownBy, within } from './faults.js'
import { startPglite } from '../../support/start-pglite.js'

const CREATE = `create table fault_rows (id integer primary key, name text); insert into fault_rows values (1, 'a'), (2, 'b'), (3, 'c')`

const postgresRows = pgTable('fault_rows', { id: pgInteger('id').primaryKey(), name: pgText('name') })
const sqliteRows = sqliteTable('fault_rows', { id: integer('id').primaryKey(), name: text('name') })

const openSqlite = async () => {
  const client = new Database(':memory:')
  client.exec(CREATE)
  const db = drizzleSqlite({ client })
  return {
    db: db as ListDatabase,
    plain: () => db.select().from(sqliteRows).all(),
    close: async () => void client.close(),
  }
}

/** Takes seconds: one is enough. */
const openPglite = async () => {
  const client = await startPglite()
  await client.exec(CREATE)
  const db = drizzlePglite({ client })
  return { db: db as ListDatabase, plain: () => db.select().from(postgresRows), close: () => client.close() }
}

const kinds = {
  sqlite: { open: openSqlite, table: sqliteRows as unknown as typeof postgresRows },
  pglite: { open: openPglite, table: postgresRows },
}

describe.each(dialects.filter(({ name }) => name in kinds))('A database that is closed, on $name', (engine) => {
  const { open, table } = kinds[engine.name as keyof typeof kinds]
  let healthy: TestDatabase
  beforeAll(async () => {
    healthy = await engine.open()
    await healthy.execute(`drop table if exists fault_rows; ${CREATE}`)
  })
  afterAll(async () => {
    await healthy.execute('drop table fault_rows')
    await healthy.close()
  })

  // One configuration for both databases: what it keeps must not be harmed by the one that is closed.
  const config = paginateConfig(table)
    .withLimits(2, 10)
    .withTieBreaker('id')
    .filterable('id', '$gte')
    .sortable('name')
    .build()
  const answer = async (db: ListDatabase, query: object) => JSON.stringify(await paginate(db, query, config))

  test(
    'between and before the statements: its error passes through, and another database is answered',
    { timeout: 60_000 },
    async () => {
      const closing = await open()
      // Between the batches of a stream, and between count and page.
      const stream = streamRows(closing.db, {}, config, { batchSize: 1 })
      expect([await stream.next(), await stream.next()]).toMatchObject([{ value: { id: 1 } }, { value: { id: 2 } }])
      const known = { filters: { id: '$gte:1' } }
      const page = await answer(closing.db, known)
      let closed: Promise<void> | undefined
      const options: PaginateOptions = {
        onStatement: ({ kind }) => void (kind === 'count' && (closed = closing.close())),
      }
      const between = await within(
        5000,
        thrownBy(() => paginate(closing.db, known, config, options)),
      )
      expect(between).toBeInstanceOf(Error)
      expect(between).not.toBeInstanceOf(PaginateQueryError)
      await closed
      expectSameError(
        await within(
          5000,
          thrownBy(() => stream.next()),
        ),
        await thrownBy(() => closing.plain()),
      )

      // Of a shape that is kept, and of one that this database is the first to be asked for.
      const fresh = { filters: { id: '$gte:1' }, sortBy: ['name:ASC'] }
      for (const query of [known, fresh, fresh]) {
        expectSameError(
          await within(
            5000,
            thrownBy(() => answer(closing.db, query)),
          ),
          await thrownBy(() => closing.plain()),
        )
      }
      for (let at = 0; at < 2; at++) {
        expect(await answer(healthy.db, known)).toBe(page)
        expect(JSON.parse(await answer(healthy.db, fresh))).toMatchObject({
          items: [{ id: 1 }, { id: 2 }],
          meta: { totalItems: 3 },
        })
      }
    },
  )
})

describe('Within a statement of SQLite', () => {
  test("an error of the host's function in the middle of the rows is thrown as it is", async () => {
    const client = new Database(':memory:')
    client.exec(CREATE)
    let isBroken = true
    const broken = new Error('the disk is gone')
    client.function('touch', (id) => {
      if (isBroken && id === 2) throw broken
      return 1
    })
    const db = drizzleSqlite({ client })
    const config = paginateConfig(sqliteRows).withLimits(2, 10).withTieBreaker('id').build()
    const where = sql`touch(${sqliteRows.id}) = 1`
    for (let at = 0; at < 3; at++)
      expect(innermost(await thrownBy(() => paginate(db, {}, config, { where })))).toBe(broken)
    isBroken = false
    expect((await paginate(db, {}, config, { where })).meta.totalItems).toBe(3)
    client.close()
  })
})
