// Null in a column that the schema calls not null. No database enforces that on the columns that a view declares, so
// they are ordered with their nulls. What a table's constraint should rule out, `checkList` says.
import { sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPaginateConfig, paginate, paginateConfig, PaginateQuery, streamRows } from '../../../src/index.js'
import { checkList } from '../../../src/entries/testing/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const VIEWS = {
  postgresql: pg.pgView('ranked', { id: pg.integer('id').notNull(), rank: pg.integer('rank').notNull() }).existing(),
  mysql: mysql.mysqlView('ranked', { id: mysql.int('id').notNull(), rank: mysql.int('rank').notNull() }).existing(),
  sqlite: sqlite
    .sqliteView('ranked', { id: sqlite.integer('id').notNull(), rank: sqlite.integer('rank').notNull() })
    .existing(),
}
const TABLES = {
  postgresql: pg.pgTable('ranks', { id: pg.integer('id').primaryKey(), rank: pg.integer('rank').notNull() }),
  mysql: mysql.mysqlTable('ranks', { id: mysql.int('id').primaryKey(), rank: mysql.int('rank').notNull() }),
  sqlite: sqlite.sqliteTable('ranks', {
    id: sqlite.integer('id').primaryKey(),
    rank: sqlite.integer('rank').notNull(),
  }),
}
const RANKS = [3, null, 1, 2, null, 5, 4, null]

describe.each(dialects)('null where the schema says never on $name', (engine) => {
  const view = VIEWS[engine.dialect] as unknown as typeof VIEWS.postgresql
  const table = TABLES[engine.dialect] as unknown as typeof TABLES.postgresql
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    const rank = engine.dialect === 'mysql' ? '`rank`' : 'rank'
    const rows = RANKS.map((value, at) => `(${at + 1}, ${String(value)})`).join(', ')
    await database.execute(`create table ranks (id int primary key, ${rank} int)`)
    await database.execute(`insert into ranks values ${rows}`)
    await database.execute('create view ranked as select * from ranks')
  })
  afterAll(async () => {
    await database.execute('drop view ranked')
    await database.execute('drop table ranks')
    await database.close()
  })

  const base = () =>
    paginateConfig(view as never as typeof table)
      .withLimits(2, 10)
      .withTieBreaker({ id: 'asc' }, { assumeUnique: true })
      .sortable('rank', 'id')
  type Item = { readonly id: number }

  async function walked(list: AnyPaginateConfig, start: string, direction: 'after' | 'before', cursor?: string) {
    const found: number[] = []
    for (let at: string | null | undefined = cursor, page = 0; page < 9 && at !== null; page++) {
      const query = `${start}${at === undefined ? '' : `&${direction}=${encodeURIComponent(at)}`}`
      const read = await paginate(database.db, PaginateQuery.from(query), list)
      const meta = read.meta as unknown as { nextCursor: string | null; previousCursor: string | null }
      const ids = (read.items as unknown as Item[]).map(({ id }) => id)
      if (direction === 'after') found.push(...ids)
      else found.unshift(...ids)
      at = direction === 'after' ? meta.nextCursor : meta.previousCursor
    }
    return found
  }

  test.each(['ASC', 'DESC'])('a walk over a view and a stream have every row, by rank:%s', async (direction) => {
    const start = `sortBy=rank:${direction}`
    const plain = await database.db
      .select({ id: view.id })
      .from(view)
      .orderBy(sql`${view.rank} ${sql.raw(direction)}`, view.id)
    const ids = plain.map(({ id }) => id)
    const list = base().withCursors().build()
    expect(await walked(list as never, start, 'after')).toStrictEqual(ids)
    const streamed: number[] = []
    for await (const { id } of streamRows(database.db, PaginateQuery.from(start), base().build(), {
      batchSize: 2,
    } as never))
      streamed.push(id as unknown as number)
    expect(streamed).toStrictEqual(ids)
  })

  test('checkList names the column of a table', async () => {
    const list = paginateConfig(table).withLimits(5, 10).withTieBreaker('id').sortable('rank').build()
    await expect(checkList(database.db, list, { requests: 1 } as never)).rejects.toThrow(
      /'rank' of a row is null, and the schema says that it never is/,
    )
  })
})
