// Null in a column that the schema calls not null. No database enforces that on the columns that a view declares, so
// they are ordered with their nulls. Null in a table's column is an error: of the page that ends in such a row, or of the
// last page of a walk, behind which such rows lie.
import { eq, sql } from 'drizzle-orm'
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

  const ERROR =
    "The sort key 'rank' of a row is null, which the schema rules out; correct the schema, or give the field another value type."
  const ofTable = (nulls?: 'first' | 'last') =>
    paginateConfig(table)
      .withLimits(2, 10)
      .withTieBreaker('id')
      .sortable('rank', ...((nulls === undefined ? [] : [{ nulls }]) as []))
      .filterable('rank', '$lte')
  const stream = async (list: AnyPaginateConfig, query: string): Promise<number[]> => {
    const ids: number[] = []
    for await (const { id } of streamRows(database.db, query, list as never, { batchSize: 2 } as never)) ids.push(id)
    return ids
  }

  describe.each([undefined, 'first', 'last'] as const)('a table, nulls: %s', (nulls) => {
    test.each(['ASC', 'DESC'])('by rank:%s no way loses a row unsaid', async (direction) => {
      const start = `sortBy=rank:${direction}`
      const cursors = ofTable(nulls).withCursors().build() as never
      await expect(walked(cursors, start, 'after')).rejects.toThrow(ERROR)
      await expect(stream(ofTable(nulls).build() as never, start)).rejects.toThrow(ERROR)
    })
    test.each(['ASC', 'DESC'])('by rank:%s a filter leaves them out', async (direction) => {
      const start = `sortBy=rank:${direction}&filter.rank=$lte:9`
      const sorted = direction === 'ASC' ? [3, 4, 1, 7, 6] : [6, 7, 1, 4, 3]
      expect(await walked(ofTable(nulls).withCursors().build() as never, start, 'after')).toStrictEqual(sorted)
      expect(await stream(ofTable(nulls).build() as never, start)).toStrictEqual(sorted)
    })
  })

  test.each([
    ['after', 'last', 'ASC'],
    ['before', 'first', 'ASC'],
    ['before', 'first', 'DESC'],
  ] as const)(
    'the page %s a position, nulls %s by rank:%s, says it where it is the last',
    async (side, nulls, direction) => {
      const list = ofTable(nulls).withCursors().withLimits(3, 10).build()
      const query = `sortBy=rank:${direction}`
      const whole = ofTable(nulls).withCursors({ rows: true }).withLimits(8, 10).build()
      // A page of all rows has a cursor of each but those of the nulls, so it is read without them.
      const { meta } = await paginate(database.db, `${query}&limit=5`, whole, { where: sql`${table.rank} is not null` })
      const [first, , middle, , last] = (meta as unknown as { readonly cursors: readonly string[] }).cursors
      const page = (cursor: string | undefined) => paginate(database.db, `${query}&limit=2&${side}=${cursor}`, list)
      const far = await page(side === 'after' ? first : last)
      expect(far.items).toHaveLength(2)
      await expect(page(middle)).rejects.toThrow(ERROR)
    },
  )

  test('a column of a joined table', async () => {
    const { alias } = { postgresql: pg, mysql, sqlite }[engine.dialect]
    const other = (alias as unknown as (of: object, name: string) => typeof table)(table, 'other')
    const list = paginateConfig(table)
      .innerJoin('other', other, eq(other.id, table.id))
      .withLimits(2, 10)
      .withTieBreaker('id')
      .sortable('other.rank', { nulls: 'last' })
      .withCursors()
      .build()
    await expect(walked(list as never, 'sortBy=other.rank:ASC', 'after')).rejects.toThrow(
      ERROR.replace('rank', 'other.rank'),
    )
  })

  test('one statement asks for it at the end, and none where nothing can be lost', async () => {
    const kinds = async (list: AnyPaginateConfig, query: string, where = sql`1 = 1`): Promise<readonly string[]> => {
      const sent: string[] = []
      await paginate(
        database.db,
        query,
        list as never,
        { where, onStatement: ({ kind }: { kind: string }) => sent.push(kind) } as never,
      )
      return sent
    }
    const present = sql`${table.rank} is not null`
    const last = ofTable('last').withCursors().build()
    const { meta } = await paginate(database.db, 'sortBy=rank:ASC', last, { where: present })
    const after = `sortBy=rank:ASC&after=${meta.nextCursor}`
    expect(await kinds(last as never, 'sortBy=rank:ASC')).toStrictEqual(['page'])
    expect(await kinds(last as never, after)).toStrictEqual(['page'])
    expect(await kinds(last as never, `${after}&limit=3`, present)).toStrictEqual(['page', 'check'])
    const stopped = new AbortController()
    const sent: string[] = []
    const onStatement = ({ kind }: { readonly kind: string }) => {
      sent.push(kind)
      stopped.abort(new Error('stopped'))
    }
    const options = { where: present, signal: stopped.signal, onStatement }
    await expect(paginate(database.db, `${after}&limit=3`, last, options)).rejects.toThrow('stopped')
    expect(sent).toStrictEqual(['page'])
    const first = ofTable('first').withCursors().build()
    const { meta: head } = await paginate(database.db, 'sortBy=rank:ASC', first, { where: present })
    expect(await kinds(first as never, `sortBy=rank:ASC&after=${head.nextCursor}&limit=3`, present)).toStrictEqual([
      'page',
    ])
    const byKey = paginateConfig(table).withLimits(9, 9).withTieBreaker('id').sortable('id').withCursors().build()
    const { meta: key } = await paginate(database.db, 'limit=1', byKey)
    expect(await kinds(byKey as never, `after=${key.nextCursor}`)).toStrictEqual(['page'])
  })

  test('checkList names the column of a table', async () => {
    const list = paginateConfig(table).withLimits(5, 10).withTieBreaker('id').sortable('rank').build()
    await expect(checkList(database.db, list, { requests: 1 } as never)).rejects.toThrow(
      /'rank' of a row is null, and the schema says that it never is/,
    )
  })
})
