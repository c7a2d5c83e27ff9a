// What a host selects means what it means in plain Drizzle, kept or not, on every form of a page.
import Database from 'better-sqlite3'
import { asc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, describe, expect, test } from 'vitest'
import { paginate, paginateConfig, paginateSelect } from '../../src/index.js'
import { withSettings } from '../support/settings.js'
import type { PaginateConfigOptions } from '../../src/builder/settings.js'

const people = sqliteTable('people', { id: integer().primaryKey(), name: text() })
const notes = sqliteTable('notes', {
  id: integer().primaryKey(),
  title: text().notNull(),
  authorId: integer('author_id'),
})
const client = new Database(':memory:')
client.exec(`create table people (id integer primary key, name text);
create table notes (id integer primary key, title text not null, author_id integer);
insert into people values (1, 'Ann'), (2, null);
insert into notes values (1, 'a', 1), (2, 'b', 2), (3, 'c', null), (4, 'd', 1), (5, 'e', 1)`)
afterAll(() => client.close())
const db = drizzle({ client })
const config = paginateConfig(notes)
  .leftJoin('author', people, eq(people.id, notes.authorId))
  .withLimits(2, 10)
  .withTieBreaker('id')
  .sortable('title')
  .searchable('title')
  .build()

const forms = [
  'auto',
  'plain',
  'deferred',
  'reverse',
  'filtered',
] as const satisfies readonly PaginateConfigOptions['pageForm'][]
const selectTwice = async <Item>(read: () => Promise<{ readonly items: Item[] }>) => {
  const first = await read()
  expect(await read()).toEqual(first)
  return first.items
}

describe('decoders', () => {
  class Suffix {
    readonly suffix: string
    constructor(suffix: string) {
      this.suffix = suffix
    }
    mapFromDriverValue(value: unknown): string {
      return `${String(value)}${this.suffix}`
    }
  }

  test('two decoders of one class are two decoders', async () => {
    const read = (suffix: string) =>
      paginateSelect(db, {}, config, { title: sql<string>`${notes.title}`.mapWith(new Suffix(suffix)) })
    expect((await read('!')).items).toEqual([{ title: 'a!' }, { title: 'b!' }])
    expect((await read('?')).items).toEqual([{ title: 'a?' }, { title: 'b?' }])
  })

  test('two records around one function are two decoders, wherever they hold what it reads', async () => {
    const SUFFIX = Symbol('suffix')
    const decode = function (this: { [SUFFIX]?: string; suffix?: string }, value: unknown): string {
      return `${String(value)}${this[SUFFIX] ?? this.suffix ?? ''}`
    }
    const read = (decoder: object) =>
      paginateSelect(db, {}, config, { title: sql<string>`${notes.title}`.mapWith(decoder as never) })
    for (const suffix of ['!', '?']) {
      const items = [{ title: `a${suffix}` }, { title: `b${suffix}` }]
      expect((await read({ mapFromDriverValue: decode, [SUFFIX]: suffix })).items).toEqual(items)
      const hidden = Object.defineProperty({ mapFromDriverValue: decode }, 'suffix', { value: suffix })
      expect((await read(hidden)).items).toEqual(items)
    }
  })

  test('a decoder that is a function is found again where it is the same function', async () => {
    const twice = (value: string) => `${value}${value}`
    const read = (decode: (value: string) => string) =>
      paginateSelect(db, {}, config, { title: sql<string>`${notes.title}`.mapWith(decode) })
    expect((await read(twice)).items).toEqual([{ title: 'aa' }, { title: 'bb' }])
    expect((await read((value) => `<${value}>`)).items).toEqual([{ title: '<a>' }, { title: '<b>' }])
    expect((await read(twice)).items).toEqual([{ title: 'aa' }, { title: 'bb' }])
  })
})

test('a record is one value, not a selection', async () => {
  const items = await selectTwice(() =>
    paginateSelect(db, {}, config, { id: notes.id, note: sql<string>`json(${JSON.stringify({ a: 1 })})` }),
  )
  expect(items).toEqual([
    { id: 1, note: '{"a":1}' },
    { id: 2, note: '{"a":1}' },
  ])
  // better-sqlite3 refuses a record, in plain Drizzle and here: it reaches the driver whole.
  await expect(paginate(db, {}, config, { where: sql`${notes.title} <> ${{ hidden: true }}` })).rejects.toThrow()
  expect(() =>
    db
      .select()
      .from(notes)
      .where(sql`${notes.title} <> ${{ hidden: true }}`)
      .all(),
  ).toThrow()
})

describe.each(forms)('a page read as %s', (pageForm) => {
  test.each([
    ['row_number() over an order of its own', () => sql<number>`row_number() over (order by ${notes.title} desc)`],
    ['count(*) over ()', () => sql<number>`count(*) over ()`],
    ['sum(…) OVER w', () => sql<number>`sum(${notes.id}) OVER (order by ${notes.id})`],
  ])('%s counts the whole set', async (_, expression) => {
    const plain = db.select({ id: notes.id, of: expression() }).from(notes).orderBy(asc(notes.id)).all()
    for (const page of [1, 2, 3]) {
      const items = await selectTwice(() =>
        paginateSelect(db, { page }, withSettings(config, { pageForm }), { id: notes.id, of: expression() }),
      )
      expect(items).toEqual(plain.slice(page * 2 - 2, page * 2))
    }
  })

  test('a window function that orders the page', async () => {
    const ranked = paginateConfig(notes)
      .field('rank', sql<number>`row_number() over (order by ${notes.title} desc)`, 'integer')
      .withLimits(2, 10)
      .withTieBreaker('id')
      .sortable('rank')
      .build()
    const ids: number[] = []
    for (const page of [1, 2, 3])
      ids.push(
        ...(await paginate(db, { page, sortBy: ['rank:ASC'] }, withSettings(ranked, { pageForm }))).items.map(
          ({ id }) => id,
        ),
      )
    expect(ids).toEqual([5, 4, 3, 2, 1])
  })
})

test('an aliased column in the record of a left-joined table (`column.as` of 1.0)', async () => {
  const { name } = people as unknown as { name: { as?(alias: string): typeof people.name } }
  if (name.as === undefined)
    return expect(Object.hasOwn(Object.getPrototypeOf(people.name) as object, 'as')).toBe(false)
  const selection = { id: notes.id, author: { id: people.id, nn: name.as('nn') } }
  const items = await selectTwice(() => paginateSelect(db, { limit: 5 }, config, selection))
  expect(items).toEqual([
    { id: 1, author: { id: 1, nn: 'Ann' } },
    { id: 2, author: { id: 2, nn: null } },
    { id: 3, author: null },
    { id: 4, author: { id: 1, nn: 'Ann' } },
    { id: 5, author: { id: 1, nn: 'Ann' } },
  ])
})
