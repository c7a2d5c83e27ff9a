// A view in the relations of Drizzle 1.0 has relational queries too.
import Database from 'better-sqlite3'
import * as drizzleOrm from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { paginateConfig, PaginateConfigError, paginateRelational } from '../../../src/index.js'

const notes = sqliteTable('notes', { id: integer().primaryKey(), title: text().notNull() })
const shortNotes = sqliteView('short_notes').as((select) => select.select().from(notes))
const otherNotes = sqliteView('other_notes').as((select) => select.select().from(notes))
const { defineRelations } = drizzleOrm as unknown as { defineRelations(tables: object): never }

const call = paginateRelational as unknown as (
  builder: unknown,
  source: string,
  list: unknown,
  find: object,
) => Promise<{ readonly items: readonly unknown[] }>

test('a relational page of a view is read by its tie-breaker', async () => {
  const client = new Database(':memory:')
  client.exec(
    `create table notes (id integer primary key, title text not null);
     create view short_notes as select * from notes; create view other_notes as select * from notes;
     insert into notes values (1, 'a'), (2, 'b'), (3, 'c')`,
  )
  const db = drizzle({ client, relations: defineRelations({ notes, shortNotes, otherNotes }) } as never)
  const { query } = db as unknown as { readonly query: Readonly<Record<string, unknown>> }
  const list = paginateConfig(shortNotes)
    .withLimits(2, 10)
    .withTieBreaker('id', { assumeUnique: true })
    .sortable('title')
    .filterable('title', '$eq')
    .build()
  const columns = { columns: { title: true } }
  expect((await call(query['shortNotes'], 'sortBy=title:DESC', list, columns)).items).toEqual([
    { title: 'c' },
    { title: 'b' },
  ])
  expect((await call(query['shortNotes'], 'filter.title=$eq:a', list, {})).items).toEqual([{ id: 1, title: 'a' }])
  await expect(call(query['otherNotes'], '', list, {})).rejects.toEqual(
    new PaginateConfigError(
      "The relational query reads 'other_notes', and the list is of 'short_notes'; pass db.query of the list's own table.",
    ),
  )
  client.close()
})
