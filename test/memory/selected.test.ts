// Items of a shape in memory, member by member as the database answers them: columns and expressions that the shape
// itself selects, alone and in records of a joined table.
import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { paginate, paginateConfig } from '../../src/index.js'
import { paginateArray } from '../../src/entries/memory/index.js'

const people = sqliteTable('people', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  city: text('city'),
})
const notes = sqliteTable('notes', {
  id: integer('id').primaryKey(),
  title: text('title'),
  personId: integer('person_id'),
})
const client = new Database(':memory:')
client.exec(`create table people (id integer primary key, name text not null, city text);
  create table notes (id integer primary key, title text, person_id integer);
  insert into people values (1, 'Ada', null), (2, 'Bob', 'Ulm');
  insert into notes values (1, 'a', 1), (2, null, 2), (3, 'c', null)`)
const db = drizzle({ client })
const person = [
  { id: 1, name: 'Ada', city: null },
  { id: 2, name: 'Bob', city: 'Ulm' },
]
const rows = [
  { id: 1, title: 'a', personId: 1, person: person[0] },
  { id: 2, title: null, personId: 2, person: person[1] },
  { id: 3, title: 'c', personId: null, person: null },
]
const upper = sql<string | null>`upper(${people.name})`
const length = sql<number | null>`length(${notes.title})`
const upperOf = (row: (typeof rows)[number]) => row.person?.name.toUpperCase() ?? null

test.each<[title: string, shape: object]>([
  ['a column of the root', { id: true, heading: notes.title }],
  ['a column of a join', { id: true, name: people.name }],
  ['an expression', { id: true, length }],
  ['an expression over a join', { id: true, upper }],
  ['the record of a join', { id: true, person: { name: true } }],
  ['its columns, selected', { id: true, person: { name: people.name } }],
  ['a column that is null in its row', { id: true, person: { city: people.city } }],
  ['a record with a name of its own', { id: true, who: { name: people.name, city: people.city } }],
  ['a record with an expression', { id: true, person: { name: true, upper } }],
  ['a record of an expression', { id: true, who: { upper } }],
  ['a record of both tables', { id: true, both: { title: notes.title, name: people.name } }],
  ['a record of the root', { id: true, own: { title: notes.title } }],
  ['the whole join', { id: true, person: true }],
])('%s', async (_title, shape) => {
  const list = paginateConfig(notes)
    .leftJoin('person', people, eq(people.id, notes.personId))
    .withLimits(10, 10)
    .withTieBreaker('id')
    .select(shape as { id: true })
    .build()
  const { items } = await paginate(db, {}, list)
  const values = {
    length: (row: (typeof rows)[number]) => row.title?.length ?? null,
    upper: upperOf,
    'person.upper': upperOf,
    'who.upper': upperOf,
  }
  expect(paginateArray(rows, {}, list, { own: { values } }).items).toEqual(items)
})
