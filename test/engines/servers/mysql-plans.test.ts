// What MariaDB and MySQL read for statements that their planners could read badly: rows found by a key, as the server
// counts them.
import { eq, sql } from 'drizzle-orm'
import { int, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import type { MySql2Database } from 'drizzle-orm/mysql2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetCounts, paginate, paginateConfig, rowsOf } from '../../../src/index.js'
import { mysql2 } from '../../support/databases/mysql2.js'
import type { TestDatabase } from '../../support/test-database.js'

const notes = mysqlTable('seek_notes', { id: int().primaryKey(), note: varchar({ length: 20 }).notNull() })
const parts = mysqlTable('seek_parts', {
  id: int().primaryKey(),
  noteId: int('note_id').notNull(),
  word: int().notNull(),
})
const rows = rowsOf(parts, eq(parts.noteId, notes.id))
const NOTES = 192
const eight =
  '(select 0 v union select 1 union select 2 union select 3 union select 4 union select 5 union select 6 union select 7)'

describe('a MySQL or MariaDB server', () => {
  let database: TestDatabase
  let db: MySql2Database
  beforeAll(async () => {
    database = await mysql2.open()
    db = database.db as unknown as MySql2Database
    await database.execute(`drop table if exists seek_notes, seek_parts;
      create table seek_notes (id int primary key, note varchar(20) not null);
      create table seek_parts (id int primary key, note_id int not null, word int not null, key (note_id), key (word));
      insert into seek_notes select 1 + a.v + 8 * b.v + 64 * c.v, concat('note ', a.v) from ${eight} a, ${eight} b, (select 0 v union select 1 union select 2) c;
      insert into seek_parts select id, id % 200 + 1, id % 90 from seek_notes;
      insert into seek_parts select 1000 + id, id % 50 + 1, id % 90 from seek_notes;
      analyze table seek_notes, seek_parts`)
  })
  afterAll(async () => {
    await database.execute('drop table seek_notes, seek_parts')
    await database.close()
  })

  /** One connection has the counts of what it reads. */
  const readBy = <Answer>(read: (tx: MySql2Database) => Promise<Answer>): Promise<readonly [Answer, number]> =>
    db.transaction(async (tx) => {
      await tx.execute(sql`flush status`)
      const answer = await read(tx as unknown as MySql2Database)
      const [counts] = (await tx.execute(sql`show session status like 'Handler_read_key'`)) as unknown as [
        { Value: string }[],
      ]
      return [answer, Number(counts[0]?.Value)]
    })

  test.each(['sortBy=parts:DESC', 'sortBy=parts:DESC&sortBy=note:ASC', 'sortBy=note:ASC&sortBy=parts:DESC'])(
    'runs the sub-select of an order once for each row of a page by cursor: %s',
    async (order) => {
      const sorted = paginateConfig(notes)
        .field('parts', rows.count())
        .withLimits(20, 500)
        .withTieBreaker('id')
        .sortable('note', 'parts')
        .withCursors()
        .withTotals('none')
        .build()
      const all = await paginate(db, `${order}&limit=500`, sorted)
      const [first, begun] = await readBy((tx) => paginate(tx, order, sorted))
      const [second, further] = await readBy((tx) =>
        paginate(tx, `${order}&after=${String(first.meta.nextCursor)}`, sorted),
      )
      expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 40))
      expect(begun).toBeGreaterThan(NOTES)
      expect(further).toBeLessThan(NOTES * 2.5)
    },
  )

  test('looks no row up for each row that a facet may count', async () => {
    const list = paginateConfig(notes)
      .withLimits(20, 500)
      .withTieBreaker('id')
      .filterable('note', '$eq')
      .filterable('id', '$gte')
      .filterableMany('word', rows, parts.word, '$eq', '$in')
      .build()
    const [counted, found] = await readBy((tx) =>
      facetCounts(tx, 'filter.word=$eq:77', list, { note: true, id: 'range' }),
    )
    const held = await database.query('select distinct note_id as id from seek_parts where word = 77')
    expect(counted.note.reduce((sum, { count }) => sum + count, 0)).toBe(held.length)
    expect(counted.id?.count).toBe(held.length)
    expect(found).toBeLessThan(NOTES)
  })
})
