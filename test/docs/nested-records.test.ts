// docs/guides/projections.md: records nested over several joins.
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { paginateSelect, PaginateQuery } from 'drizzle-paginate'
import { expect, expectTypeOf, it } from 'vitest'
import { bookList, nested } from './nested-records/list.js'
import { readPage } from './support/pages.js'

it('each record is null with the table of its own columns', async () => {
  const client = new Database(':memory:')
  client.exec(`create table countries (id integer primary key, name text not null); insert into countries values (1, 'Peru');
    create table publishers (id integer primary key, name text not null, country_id integer); insert into publishers values (1, 'A', 1), (2, 'B', null);
    create table books (id integer primary key, title text not null, publisher_id integer); insert into books values (1, 'x', 1), (2, 'y', 2), (3, 'z', null)`)
  const db = drizzle({ client })
  const query = PaginateQuery.from('')
  const { items } = await paginateSelect(db, query, bookList, nested)
  expect(items).toEqual([
    { title: 'x', publisher: { name: 'A', country: { name: 'Peru' } } },
    { title: 'y', publisher: { name: 'B', country: null } },
    { title: 'z', publisher: null },
  ])
  expectTypeOf(items[0]!.publisher).toEqualTypeOf<{ name: string; country: { name: string } | null } | null>()
  const found = await paginateSelect(db, PaginateQuery.from('filter.country.name=$eq:Peru'), bookList, nested)
  expect(found.items.map(({ title }) => title)).toEqual(['x'])
  client.close()
  const shown = readPage('docs/guides/projections.md').blocks.flatMap(({ info }) => info.get('same') ?? [])
  expect(shown).toEqual(['test/docs/nested-records/list.ts'])
})
