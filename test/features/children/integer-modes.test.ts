// Children under each `intMode` of libSQL's client, which hands integers over as numbers, bigints or texts.
import { createClient } from '@libsql/client'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateQuery, rowsOf, streamRows } from '../../../src/index.js'

const parents = sqliteTable('parents', { id: integer('id').primaryKey(), name: text('name').notNull() })
const kids = sqliteTable('kids', { id: integer('id').primaryKey(), parent: integer('parent').notNull() })
const named = sqliteTable('named', { name: text('name').primaryKey().notNull() })

describe.each(['number', 'bigint', 'string'] as const)('intMode %s', (intMode) => {
  const client = createClient({ url: ':memory:', intMode })
  const db = drizzle({ client })
  const last = intMode === 'number' ? '9007199254740991' : '9223372036854775807'
  const asRead = (digits: string): unknown =>
    ({ number: Number(digits), bigint: BigInt(digits), string: digits })[intMode]
  beforeAll(() =>
    client.executeMultiple(`create table parents (id integer primary key, name text not null);
      create table kids (id integer primary key, parent integer not null);
      insert into parents values (1, 'a'), (-2, 'b'), (${last}, 'c');
      insert into kids values (1, 1), (2, 1), (3, ${last});
      create table named (name text primary key not null);
      insert into named values ('1'), ('i1'), ('a')`),
  )
  afterAll(() => client.close())

  const list = paginateConfig(parents)
    .withLimits(10, 10)
    .withTieBreaker('id')
    .children('kids', rowsOf(kids, eq(kids.parent, parents.id)), { id: kids.id }, { orderBy: [kids.id] })
    .build()
  const expected = [
    { name: 'b', kids: [] },
    { name: 'a', kids: [{ id: asRead('1') }, { id: asRead('2') }] },
    { name: 'c', kids: [{ id: asRead('3') }] },
  ]

  test('a page and a stream have the children of each row', async () => {
    const { items } = await paginate(db, PaginateQuery.from(''), list)
    expect(items.map(({ name, kids: own }) => ({ name, kids: own }))).toStrictEqual(expected)
    const rows: unknown[] = []
    for await (const { name, kids: own } of streamRows(db, PaginateQuery.from(''), list)) rows.push({ name, kids: own })
    expect(rows).toStrictEqual(expected)
  })

  test('a key of text that looks like an integer is text', async () => {
    const texts = paginateConfig(named)
      .withLimits(10, 10)
      .withTieBreaker('name')
      .children('same', rowsOf(parents, eq(parents.name, named.name)), { name: parents.name })
      .build()
    const { items } = await paginate(db, PaginateQuery.from(''), texts)
    expect(items.map(({ name, same: own }) => [name, own.length])).toStrictEqual([
      ['1', 0],
      ['a', 1],
      ['i1', 0],
    ])
  })
})
