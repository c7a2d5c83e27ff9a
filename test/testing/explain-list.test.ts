// `explainList`: what no index serves, and that its advice serves once it is followed.
import Database from 'better-sqlite3'
import { and, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { type AnyPaginateConfig, type ListDatabase, paginateConfig, some } from '../../src/index.js'
import { type AdviceEntry, explainList } from '../../src/testing/index.js'
import { pglite } from '../support/databases/pglite.js'

const TIMEOUT = { timeout: 240_000 }

const pgAuthors = pg.pgTable('advice_authors', { id: pg.integer('id').primaryKey(), name: pg.text('name').notNull() })
const pgPosts = pg.pgTable('advice_posts', {
  id: pg.integer('id').primaryKey(),
  title: pg.text('title').notNull(),
  views: pg.integer('views').notNull(),
  publishedAt: pg.timestamp('published_at', { withTimezone: true }),
  tags: pg.text('tags').array().notNull(),
  authorId: pg.integer('author_id').notNull(),
})
const pgReviews = pg.pgTable('advice_reviews', {
  id: pg.integer('id').primaryKey(),
  postId: pg.integer('post_id').notNull(),
  stars: pg.integer('stars').notNull(),
})

const liteAuthors = sqlite.sqliteTable('advice_authors', { id: sqlite.integer('id').primaryKey(), name: sqlite.text('name').notNull() })
const litePosts = sqlite.sqliteTable('advice_posts', {
  id: sqlite.integer('id').primaryKey(),
  title: sqlite.text('title').notNull(),
  views: sqlite.integer('views').notNull(),
  publishedAt: sqlite.integer('published_at', { mode: 'timestamp_ms' }),
  tags: sqlite.text('tags', { mode: 'json' }).$type<string[]>().notNull(),
  authorId: sqlite.integer('author_id').notNull(),
})
const liteReviews = sqlite.sqliteTable('advice_reviews', {
  id: sqlite.integer('id').primaryKey(),
  postId: sqlite.integer('post_id').notNull(),
  stars: sqlite.integer('stars').notNull(),
})

/** Typed as PostgreSQL's: names and meaning are the same. */
function listOf(posts: typeof pgPosts, authors: typeof pgAuthors, reviews: typeof pgReviews) {
  return paginateConfig(posts)
    .leftJoin('author', authors, eq(authors.id, posts.authorId))
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('views', 'publishedAt', 'author.name')
    .defaultSortBy('publishedAt', 'desc')
    .searchable('title')
    .filterable('title', '$eq', '$ilike')
    .filterable('views', '$eq', '$gte')
    .filterable('tags', '$contains')
    .filterable('author.name', '$eq')
    .filterableMany('stars', some(reviews, eq(reviews.postId, posts.id)), reviews.stars, '$eq')
    .build()
}

/** The entries by what they are about, before any index but the keys' and after each suggestion is followed. */
async function followed(db: ListDatabase, config: AnyPaginateConfig, run: (statement: string) => unknown) {
  const before = await explainList(db, config)
  const statements = new Set(
    before.entries.flatMap(({ service, suggestion }) => (service === 'index' || suggestion === null ? [] : [suggestion.sql])),
  )
  for (const statement of statements) await run(statement)
  return { before, after: await explainList(db, config), statements }
}

const services = (entries: readonly AdviceEntry[]): Record<string, string> =>
  Object.fromEntries(entries.map(({ kind, name, service }) => [`${kind} ${name}`, service]))

const UNSERVED = {
  'order default order': 'scan',
  'order views:ASC': 'scan',
  'order views:DESC': 'scan',
  'order publishedAt:ASC': 'scan',
  'order publishedAt:DESC': 'scan',
  'order author.name:ASC': 'scan',
  'order author.name:DESC': 'scan',
  'filter title $eq': 'scan',
  'filter title $ilike': 'scan',
  'filter views $eq': 'scan',
  'filter views $gte': 'scan',
  'filter tags $contains': 'scan',
  'filter author.name $eq': 'scan',
  'filter stars $eq': 'scan',
  'search title': 'scan',
}

test('on PostgreSQL each suggested index is used', TIMEOUT, async () => {
  const database = await pglite.open()
  await database.execute(`
    create table advice_authors (id integer primary key, name text not null);
    create table advice_posts (id integer primary key, title text not null, views integer not null, published_at timestamptz, tags text[] not null, author_id integer not null);
    create table advice_reviews (id integer primary key, post_id integer not null, stars integer not null);
    insert into advice_authors select n, 'author ' || n from generate_series(1, 300) n;
    insert into advice_posts select n, 'post ' || n, n * 7 % 1000, timestamptz '2024-01-01' + n * interval '1 hour', array['a' || n % 90], 1 + n % 300 from generate_series(1, 3000) n;
    insert into advice_reviews select n, 1 + n * 13 % 3000, n % 5 from generate_series(1, 3000) n;
    analyze`)
  try {
    const config = listOf(pgPosts, pgAuthors, pgReviews)
    // PGlite has no trigram extension here: its index is checked on servers that have it.
    const { before, after, statements } = await followed(database.db, config, (statement) =>
      statement.includes('trgm') ? undefined : database.execute(statement),
    )
    expect(services(before.entries)).toEqual({
      ...UNSERVED,
      'filter stars $eq': expect.any(String),
      'filter author.name $eq': expect.any(String),
    })
    expect([...statements].some((statement) => statement.includes('gin_trgm_ops'))).toBe(true)
    expect(services(after.entries)).toEqual({
      ...Object.fromEntries(Object.keys(UNSERVED).map((name) => [name, 'index'])),
      'order author.name:ASC': 'scan',
      'order author.name:DESC': 'scan',
      'filter title $ilike': 'scan',
      'search title': 'scan',
    })
    const [byDefault] = after.entries
    expect(byDefault?.indexes).toContain('advice_posts_published_at_id_desc_index')
    expect(byDefault?.cost).toBeLessThan(before.entries[0]?.cost ?? 0)
  } finally {
    await database.execute('drop table advice_posts, advice_authors, advice_reviews')
    await database.close()
  }
})

test('on SQLite each suggested index is used', TIMEOUT, async () => {
  const client = new Database(':memory:')
  client.exec(`
    create table advice_authors (id integer primary key, name text not null);
    create table advice_posts (id integer primary key, title text not null, views integer not null, published_at integer, tags text not null, author_id integer not null);
    create table advice_reviews (id integer primary key, post_id integer not null, stars integer not null)`)
  const config = listOf(litePosts as never, liteAuthors as never, liteReviews as never)
  const { before, after } = await followed(drizzle({ client }), config, (statement) => client.exec(statement))
  expect(services(before.entries)).toMatchObject({
    'order default order': 'scan',
    'order views:ASC': 'scan',
    'filter views $gte': 'scan',
    'filter title $eq': 'scan',
  })
  expect(services(after.entries)).toMatchObject({
    'order default order': 'index',
    'order views:ASC': 'index',
    'order views:DESC': 'index',
    'order publishedAt:ASC': 'index',
    'order publishedAt:DESC': 'index',
    'filter title $eq': 'index',
    'filter views $eq': 'index',
    'filter views $gte': 'index',
    'filter stars $eq': 'index',
    // No index of SQLite serves these, and nothing is suggested.
    'filter title $ilike': 'scan',
    'search title': 'scan',
    'filter tags $contains': 'scan',
  })
})

test('the advice is a table for a terminal and data for a program', async () => {
  const client = new Database(':memory:')
  client.exec(
    `create table advice_posts (id integer primary key, title text not null, views integer not null, published_at integer, tags text not null, author_id integer not null)`,
  )
  const config = paginateConfig(litePosts).withLimits(5, 10).withTieBreaker('id').sortable('views').searchable('title').build()
  const advice = await explainList(drizzle({ client }), config, { where: and(eq(litePosts.authorId, 1), sql`1 = 1`) as never })
  expect(String(advice)).toBe(`0 rows, sqlite
        field          service  index  cost  request
order   default order  index    -      -     ?
order   views:ASC      scan     -      -     ?sortBy=views%3AASC
order   views:DESC     scan     -      -     ?sortBy=views%3ADESC
search  title          scan     -      -     ?searchBy=title&search=abc

Indexes that would serve:
  advice_posts: index('advice_posts_views_id_index').on(table.views, table.id)
  advice_posts: index('advice_posts_views_id_desc_index').on(sql\`\${table.views} desc\`, table.id)

No index serves:
  search title: a substring: no ordinary index serves it; full-text search (searchWith) does`)
  expect(JSON.parse(JSON.stringify(advice))).toMatchObject({
    dialect: 'sqlite',
    rows: 0,
    entries: [{ kind: 'order', name: 'default order', service: 'index' }, {}, {}, {}],
  })
})
