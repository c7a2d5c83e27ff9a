// A list in code whose values hold a comma or null is several criteria on the wire. Over rows, each criterion may be met
// by another row, so there it is a list only for some quantifiers.
import Database from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { paginate, paginateConfig, PaginateConfigError, PaginateQuery, rowsOf } from '../../src/index.js'
import { thrownBy } from '../engines/faults/faults.js'

const posts = sqliteTable('posts', { id: integer().primaryKey(), title: text() })
const tags = sqliteTable('tags', { id: integer().primaryKey(), postId: integer('post_id').notNull(), name: text() })
const rows = rowsOf(tags, eq(tags.postId, posts.id))
const list = paginateConfig(posts)
  .withLimits(10, 10)
  .withTieBreaker('id')
  .filterable('title', '$in', '$eq', '$null')
  .filterableMany('some', rows, tags.name, '$in', '$eq', '$null')
  .filterableMany('every', rows.every(), tags.name, '$in', '$eq', '$null')
  .filterableMany('none', rows.none(), tags.name, '$in', '$eq', '$null')
  .filterableMany('one', rows, { name: [tags.name, '$in', '$eq', '$null'] })
  .build()

const client = new Database(':memory:')
client.exec('create table posts (id integer primary key, title text)')
client.exec('create table tags (id integer primary key, post_id integer not null, name text)')
const db = drizzle({ client })
const POSTS: readonly (readonly (string | null)[])[] = [['a'], ['a,b'], ['a', 'c'], ['a,b', 'c'], [null, 'a'], []]
db.insert(posts)
  .values(POSTS.map((_, at) => ({ id: at + 1, title: POSTS[at]?.[0] ?? null })))
  .run()
db.insert(tags)
  .values(POSTS.flatMap((names, at) => names.map((name) => ({ postId: at + 1, name }))))
  .run()

const idsOf = async (filters: object): Promise<number[]> =>
  (await paginate(db, { filters: filters as { title: string } }, list)).items.map(({ id }) => id)
const postsWhere = (holds: (names: readonly (string | null)[]) => boolean): number[] =>
  POSTS.flatMap((names, at) => (holds(names) ? [at + 1] : []))

const comma = ['a', 'a,b']
const withNull = ['c', null]

test.each<[title: string, filters: object, holds: (names: readonly (string | null)[]) => boolean]>([
  ['of a column', { title: { $in: comma } }, ([title = null]) => comma.includes(title as string)],
  ['of a column, negated', { title: { $not: { $in: comma } } }, ([title = null]) => !comma.includes(title as string)],
  ['of some row', { some: { $in: comma } }, (names) => names.some((name) => comma.includes(name as string))],
  ['of some row, with null', { some: { $in: withNull } }, (names) => names.some((name) => withNull.includes(name))],
  [
    'of every row, negated',
    { every: { $not: { $in: comma } } },
    (names) => names.every((name) => !comma.includes(name as string)),
  ],
  ['of one row', { 'one.name': { $in: withNull } }, (names) => names.some((name) => withNull.includes(name))],
  [
    'of one row, negated',
    { 'one.name': { $not: { $in: comma } } },
    (names) => names.some((name) => !comma.includes(name as string)),
  ],
  [
    'of no row, without commas',
    { none: { $in: ['a', 'c'] } },
    (names) => !names.some((name) => /^[ac]$/.test(`${name}`)),
  ],
])('a list %s', async (_title, filters, holds) => {
  expect(await idsOf(filters)).toEqual(postsWhere(holds))
})

const query = new PaginateQuery({ filters: { none: { $in: comma } } })

test.each<[title: string, run: () => unknown]>([
  ['of no row', () => idsOf({ none: { $in: comma } })],
  ['of no row, with null', () => idsOf({ none: { $in: withNull } })],
  ['of no row, negated', () => idsOf({ none: { $not: { $in: comma } } })],
  ['of every row', () => idsOf({ every: { $in: comma } })],
  ['of some row, negated', () => idsOf({ some: { $not: { $in: comma } } })],
  ['beside one that would do', () => idsOf({ some: { $in: comma, $not: { $in: withNull } } })],
  ['in a query', () => paginate(db, query, list)],
  ['in a copy of it', () => paginate(db, { ...query, limit: 5 }, list)],
  ['in a copy of a copy', () => paginate(db, new PaginateQuery({ ...query.with({ limit: 5 }) }), list)],
  ['of a field that is named twice', () => idsOf({ NONE: { $eq: 'x' }, none: { $in: comma } })],
  [
    'of a default filter',
    () =>
      paginateConfig(posts)
        .withLimits(10, 10)
        .withTieBreaker('id')
        .filterableMany('none', rows.none(), tags.name, '$in', '$eq')
        .defaultFilter('none', { $in: comma })
        .build(),
  ],
])('a list %s cannot be said, and is rejected', async (_title, run) => {
  const error = await thrownBy(async () => run())
  expect(error).toBeInstanceOf(PaginateConfigError)
  expect((error as Error).message).toMatch(
    /^Filter '(none|every|some)' cannot have a comma or null in this list, because each criterion is about rows of its own; leave them out\.$/,
  )
})

test('the criteria of a client are as sent', async () => {
  const sent = await paginate(db, '?filter.none=$in:a&filter.none=$or:$eq:a,b', list)
  expect(sent.items.map(({ id }) => id)).toEqual(postsWhere((names) => !names.includes('a') || !names.includes('a,b')))
})

test('default filters of one field hold together, in any order', async () => {
  const begin = () =>
    paginateConfig(posts)
      .withLimits(10, 10)
      .withTieBreaker('id')
      .filterable('title', '$in', '$eq', '$null')
      .defaultFilter('title', { $not: { $eq: 'a,b' } })
  const held = async (config: ReturnType<ReturnType<typeof begin>['build']>) =>
    (await paginate(db, '', config)).items.map(({ id }) => id)
  expect(await held(begin().defaultFilter('title', { $in: comma }).build())).toEqual([1, 3])
  expect(
    await held(
      begin()
        .defaultFilter('title', { $in: comma })
        .defaultFilter('title', { $in: ['a'] })
        .build(),
    ),
  ).toEqual([1, 3])
  expect(() =>
    begin().defaultFilter('title', { $in: comma }).defaultFilter('title', { $in: withNull }).build(),
  ).toThrow(
    new PaginateConfigError(
      ".defaultFilter('title') has a wrong criterion: two lists have a comma or null; give the field one of them.",
    ),
  )
})
