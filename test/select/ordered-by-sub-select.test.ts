// A page by cursor in the order of a sub-select, whose position is compared with it several times: on SQLite too, each
// row's sub-select is run once. PostgreSQL: halves.test.ts; MariaDB and MySQL: test/engines/servers/mysql-walks.test.ts.
import Database from 'better-sqlite3'
import { eq, max, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { paginate, paginateConfig, rowsOf } from '../../src/index.js'

const notes = sqliteTable('notes', { id: integer('id').primaryKey(), note: text('note').notNull() })
const parts = sqliteTable('parts', { id: integer('id').primaryKey(), noteId: integer('note_id').notNull() })
const NOTES = 300

const client = new Database(':memory:')
let runs = 0
client.function('counted', (value: unknown) => {
  runs += 1
  return value
})
client.exec(`create table notes (id integer primary key, note text not null);
  create table parts (id integer primary key, note_id integer not null);
  create index parts_of on parts (note_id);
  with recursive n(n) as (select 1 union all select n + 1 from n limit ${NOTES}) insert into notes select n, case when n <= 45 then 'z' when n % 7 = 3 then 'note 3' else 'note 9' end from n;
  with recursive n(n) as (select 1 union all select n + 1 from n limit ${NOTES * 3}) insert into parts select n, n * 79 % ${NOTES - 50} + 1 from n;`)
const db = drizzle({ client })

const counted = sql<number>`(select counted(count(*)) from parts where parts.note_id = ${notes.id})`
const list = paginateConfig(notes)
  .field('written', counted, 'integer')
  .field('last', rowsOf(parts, eq(parts.noteId, notes.id)).aggregate(max(parts.id)))
  .withLimits(20, 1000)
  .withTieBreaker('id')
  .sortable('note', 'written', 'last')
  .filterable('note', '$eq')
  .withCursors()
  .withTotals('none')
  .build()

describe.each(['', 'filter.note=$not:$eq:note 3&'])('%s', (filter) => {
  test.each([
    'sortBy=written:DESC',
    'sortBy=written:ASC&sortBy=note:DESC',
    'sortBy=written:DESC&sortBy=last:ASC',
    // Null for fifty rows.
    'sortBy=last:ASC&sortBy=written:DESC',
    'sortBy=last:DESC&sortBy=written:ASC&sortBy=note:ASC',
  ])('%s', async (order) => {
    const query = `${filter}${order}`
    const all = await paginate(db, `${query}&limit=1000`, list)
    // A walk there and back.
    const there: unknown[] = []
    const back: unknown[] = []
    for (let after: string | null = '', more = ''; after !== null; more = `&after=${after}`) {
      runs = 0
      const page = await paginate(db, `${query}&limit=100${more}`, list)
      expect(runs).toBeLessThanOrEqual(NOTES)
      there.push(...page.items)
      after = page.meta.nextCursor
      if (after !== null || page.meta.previousCursor === null) continue
      for (let before: string | null = page.meta.previousCursor; before !== null;) {
        const previous: typeof page = await paginate(db, `${query}&limit=100&before=${before}`, list)
        back.unshift(...previous.items)
        before = previous.meta.previousCursor
      }
    }
    expect(there).toEqual(all.items)
    expect(back).toEqual(all.items.slice(0, back.length))
    expect(back.length).toBeGreaterThan(NOTES / 2)
  })
})

test('behind a plain column of an index, it is run for rows of one value only', async () => {
  client.exec('create index notes_note on notes (note)')
  const query = 'sortBy=note:DESC&sortBy=written:ASC'
  const all = await paginate(db, `${query}&limit=1000`, list)
  const first = await paginate(db, query, list)
  runs = 0
  const second = await paginate(db, `${query}&after=${first.meta.nextCursor}`, list)
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 40))
  // Few of them are in the first value, and most in the next.
  expect(runs).toBeLessThan(NOTES * (2 / 3))
})
