// `explainList`: what no index serves, and that its advice serves once it is followed.
import Database from 'better-sqlite3'
import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { expect, inject, test } from 'vitest'
import { type AnyPaginateConfig, defineValueType, type ListDatabase, paginateConfig, rowsOf } from '../../src/index.js'
import { type AdviceEntry, explainList } from '../../src/entries/testing/index.js'
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

const liteAuthors = sqlite.sqliteTable('advice_authors', {
  id: sqlite.integer('id').primaryKey(),
  name: sqlite.text('name').notNull(),
})
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
    .filterableMany('stars', rowsOf(reviews, eq(reviews.postId, posts.id)), reviews.stars, '$eq')
    .build()
}

/** The entries by what they are about, before any index but the keys' and after each suggestion is followed. */
async function followed(db: ListDatabase, config: AnyPaginateConfig, run: (statement: string) => unknown) {
  const before = await explainList(db, config)
  const statements = new Set(
    before.entries.flatMap(({ service, suggestion }) =>
      service === 'index' || suggestion === null ? [] : [suggestion.sql],
    ),
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
    })
    expect([...statements].some((statement) => statement.includes('gin_trgm_ops'))).toBe(true)
    expect(services(after.entries)).toEqual({
      ...Object.fromEntries(Object.keys(UNSERVED).map((name) => [name, 'index'])),
      'order author.name:ASC': 'scan',
      'order author.name:DESC': 'scan',
      'filter title $ilike': 'scan',
      'search title': 'scan',
    })
    // The plans name them: it is not only that they are there.
    for (const { service, indexes, suggestion, name } of after.entries)
      if (service === 'index' && suggestion !== null)
        expect(indexes, name).toContain(/index\('([^']+)'\)/.exec(suggestion.drizzle)?.[1])
    const [byDefault] = after.entries
    expect(byDefault?.indexes).toContain('advice_posts_published_at_desc_id_index')
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
  const config = paginateConfig(litePosts)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .sortable('views')
    .searchable('title')
    .build()
  const advice = await explainList(drizzle({ client }), config, {
    where: and(eq(litePosts.authorId, 1), sql`1 = 1`) as never,
  })
  expect(String(advice)).toBe(`0 rows, sqlite
        field          service  index  cost  request
order   default order  index    -      -     ?
order   views:ASC      scan     -      -     ?sortBy=views%3AASC
order   views:DESC     scan     -      -     ?sortBy=views%3ADESC
search  title          scan     -      -     ?searchBy=title&search=abc

Indexes that would serve:
  advice_posts: index('advice_posts_author_id_views_id_index').on(table.authorId, table.views, table.id)
  advice_posts: index('advice_posts_author_id_views_desc_id_index').on(table.authorId, sql\`\${table.views} desc\`, table.id) // or .withTieBreaker({ id: 'follow' }), and the index of views:ASC serves both

No index serves:
  search title: a substring: no ordinary index serves it; full-text search (searchWith) does`)
  expect(JSON.parse(JSON.stringify(advice))).toMatchObject({
    dialect: 'sqlite',
    rows: 0,
    entries: [{ kind: 'order', name: 'default order', service: 'index' }, {}, {}, {}],
  })
})

const samples = sqlite.sqliteTable('samples', {
  id: sqlite.integer('id').primaryKey(),
  city: sqlite.text('city').notNull(),
  tags: sqlite.text('tags', { mode: 'json' }).$type<string[]>().notNull(),
  cents: sqlite.integer('cents').notNull(),
})
const money = defineValueType({
  name: 'money',
  parse: (text) => (/^\d+\.\d\d$/.test(text) ? Number(text.replace('.', '')) : undefined),
  encode: (cents: number) => cents,
  format: (cents) => (cents / 100).toFixed(2),
})
const sampled = () => paginateConfig(samples).withLimits(5, 20).withTieBreaker('id')
const [NO_ROW, OF_EMPTY_TEXT, FIRST_EMPTY] = ['', `(1, '', '[""]', 5)`, `(1, '', '["a", ""]', 5), (2, 'Graz', '[]', 5)`]

test.each<[title: string, list: AnyPaginateConfig, rows: string, requests: readonly string[]]>([
  ['$in without rows', sampled().filterable('city', '$in').build(), NO_ROW, ['filter.city=%24in%3A%20']],
  ['$in of empty text', sampled().filterable('city', '$in').build(), OF_EMPTY_TEXT, ['filter.city=%24in%3A%20']],
  ['$in of some empty text', sampled().filterable('city', '$in').build(), FIRST_EMPTY, ['filter.city=%24in%3AGraz']],
  ['elements', sampled().filterable('tags', '$contains').build(), OF_EMPTY_TEXT, ['filter.tags=%24contains%3A%20']],
  ['more elements', sampled().filterable('tags', '$contains').build(), FIRST_EMPTY, ['filter.tags=%24contains%3Aa']],
  [
    'an own filter on text',
    sampled()
      .filterWith('place', 'text', ({ values }) => inArray(samples.city, values), '$in')
      .build(),
    OF_EMPTY_TEXT,
    ['filter.place=%24in%3A%20'],
  ],
  [
    'a made type that no row has a value of',
    sampled().field('price', samples.cents, money).filterable('price', '$eq').build(),
    NO_ROW,
    [],
  ],
  [
    'a made type',
    sampled().field('price', samples.cents, money).filterable('price', '$eq').build(),
    OF_EMPTY_TEXT,
    ['filter.price=%24eq%3A0.05'],
  ],
  [
    'an own filter of a made type that no field has',
    sampled()
      .filterWith('price', money, ({ value }) => eq(samples.cents, value))
      .build(),
    OF_EMPTY_TEXT,
    [],
  ],
  [
    'a search of few letters',
    sampled().searchable('city').withMaxSearchLength(2).build(),
    NO_ROW,
    ['searchBy=city&search=ab'],
  ],
])('asks what the list accepts: %s', async (_title, list, rows, requests) => {
  const client = new Database(':memory:')
  client.exec(
    `create table samples (id integer primary key, city text not null, tags text not null, cents integer not null);
    ${rows === '' ? '' : `insert into samples values ${rows}`}`,
  )
  const { entries } = await explainList(drizzle({ client }), list as never)
  expect(entries.filter(({ kind }) => kind !== 'order').map(({ request }) => request)).toEqual(requests)
})

test('a view has no index: the table that it reads has', async () => {
  const client = new Database(':memory:')
  client.exec(
    `create table advice_reviews (id integer primary key, post_id integer not null, stars integer not null);
    create view advice_view as select id, post_id, stars from advice_reviews`,
  )
  const db = drizzle({ client })
  const view = sqlite
    .sqliteView('advice_view', {
      id: sqlite.integer('id').notNull(),
      postId: sqlite.integer('post_id').notNull(),
      stars: sqlite.integer('stars').notNull(),
    })
    .existing()
  const best = db.select().from(liteReviews).where(gte(liteReviews.stars, 4)).as('best')
  const onView = paginateConfig(view)
    .leftJoin('best', best, eq(best.id, view.id))
    .withLimits(5, 10)
    .withTieBreaker('id', { assumeUnique: true })
    .sortable('stars')
    .filterable('stars', '$eq')
    .filterable('best.stars', '$eq')
    .build()
  const ofView = paginateConfig(liteReviews)
    .withLimits(5, 10)
    .withTieBreaker('id')
    .filterableMany('stars', rowsOf(view, eq(view.postId, liteReviews.id)), view.stars, '$eq')
    .build()
  const note = 'a column of a view or sub-query; an index on the table that it reads serves'
  const { entries } = await explainList(db, onView)
  expect(entries).toMatchObject(Array.from({ length: 5 }, () => ({ suggestion: null, note })))
  const { entries: many } = await explainList(db, ofView)
  expect(many.at(-1)).toMatchObject({ name: 'stars $eq', suggestion: null, note })
})

test('a tie-breaker that follows the order saves the index that is proposed for it', async () => {
  const client = new Database(':memory:')
  client.exec(
    `create table advice_posts (id integer primary key, title text not null, views integer not null, published_at integer, tags text not null, author_id integer not null);
    create index by_views on advice_posts (views, id)`,
  )
  const list = paginateConfig(litePosts).withLimits(5, 10).withTieBreaker('id').sortable('views', 'publishedAt')
  const adviceOf = async (config: AnyPaginateConfig) =>
    new Map((await explainList(drizzle({ client }), config as never)).entries.map((entry) => [entry.name, entry]))
  const fixed = await adviceOf(list.build())
  expect(fixed.get('views:ASC')).toMatchObject({ service: 'index', note: null })
  expect(fixed.get('views:DESC')?.service).not.toBe('index')
  expect(fixed.get('views:DESC')?.note).toBe(
    "or .withTieBreaker({ id: 'follow' }), and the index of views:ASC serves both",
  )
  const following = await adviceOf(list.withTieBreaker({ id: 'follow' }).build())
  expect(following.get('views:DESC')).toMatchObject({ service: 'index', note: null })
  // Nulls that are at one end in both directions need an index for each.
  expect(
    (await adviceOf(list.sortable('publishedAt', { nulls: 'last' }).build())).get('publishedAt:DESC')?.note ?? '',
  ).not.toContain('follow')
  expect(
    (await adviceOf(list.sortable('publishedAt', { nulls: 'smallest' }).build())).get('publishedAt:DESC')?.note,
  ).toContain('follow')
})

const scopedTables = {
  pg: (() => {
    const orders = pg.pgTable('advice_orders', {
      id: pg.integer('id').primaryKey(),
      tenant: pg.integer('tenant').notNull(),
      status: pg.text('status').notNull(),
      total: pg.integer('total').notNull(),
    })
    const items = pg.pgTable('advice_items', {
      id: pg.integer('id').primaryKey(),
      orderId: pg.integer('order_id').notNull(),
      sku: pg.text('sku').notNull(),
    })
    return { orders, items }
  })(),
  sqlite: (() => {
    const orders = sqlite.sqliteTable('advice_orders', {
      id: sqlite.integer('id').primaryKey(),
      tenant: sqlite.integer('tenant').notNull(),
      status: sqlite.text('status').notNull(),
      total: sqlite.integer('total').notNull(),
    })
    const items = sqlite.sqliteTable('advice_items', {
      id: sqlite.integer('id').primaryKey(),
      orderId: sqlite.integer('order_id').notNull(),
      sku: sqlite.text('sku').notNull(),
    })
    return { orders, items }
  })(),
}
const CREATE = [
  'create table advice_orders (id integer primary key, tenant integer not null, status text not null, total integer not null)',
  'create table advice_items (id integer primary key, order_id integer not null, sku text not null)',
  'create index advice_tenant on advice_orders (tenant)',
  `insert into advice_orders with recursive n(n) as (select 1 union all select n + 1 from n where n < 2000)
    select n, n % 20, 'status ' || n % 9, n * 7 % 1000 from n`,
  `insert into advice_items with recursive n(n) as (select 1 union all select n + 1 from n where n < 4000)
    select n, 1 + n % 2000, 'sku ' || n % 500 from n`,
  'analyze',
]

/** Of a tenant, whose column alone has an index. */
function tenantsList({ orders, items }: (typeof scopedTables)['pg']) {
  const itemsOf = rowsOf(items, eq(items.orderId, orders.id))
  return paginateConfig(orders)
    .scopedBy(({ tenant }: { tenant: number }) => and(eq(orders.tenant, tenant), gte(orders.id, 0)) as SQL)
    .withLimits(20, 100)
    .withTieBreaker('id')
    .field('itemCount', itemsOf.count())
    .children('items', itemsOf, { sku: items.sku })
    .sortable('total', 'itemCount')
    .filterable('status', '$eq')
    .filterable('total', '$gte')
    .filterable('tenant', '$eq')
    .filterable('itemCount', '$gte')
    .filterableMany('sku', rowsOf(items, eq(items.orderId, orders.id)), items.sku, '$eq')
    .filterableMany('noSku', rowsOf(items, eq(items.orderId, orders.id)).none(), items.sku, '$eq')
    .build()
}

const openers: readonly [
  name: string,
  open: () => Promise<{ db: ListDatabase; run: (sql: string) => unknown; close: () => unknown; tables: never }>,
][] = [
  [
    'PostgreSQL',
    async () => {
      const database = await pglite.open()
      const close = async () => {
        await database.execute('drop table advice_orders, advice_items')
        await database.close()
      }
      return {
        db: database.db,
        run: (statement) => database.execute(statement),
        close,
        tables: scopedTables.pg as never,
      }
    },
  ],
  [
    'SQLite',
    async () => {
      const client = new Database(':memory:')
      return {
        db: drizzle({ client }),
        run: (statement) => client.exec(statement),
        close: () => client.close(),
        tables: scopedTables.sqlite as never,
      }
    },
  ],
]

test.each(openers)(
  'under a scope on %s: what the filter itself needs, the tenant first, and the rows of another table',
  TIMEOUT,
  async (_name, open) => {
    const { db, run, close, tables } = await open()
    for (const statement of CREATE) await run(statement)
    try {
      const list = tenantsList(tables)
      const explain = () => explainList(db, list as never, { scope: { tenant: 3 } } as never)
      const before = await explain()
      expect(services(before.entries)).toEqual({
        'order default order': expect.any(String),
        'order total:ASC': 'scan',
        'order total:DESC': 'scan',
        'order itemCount:ASC': 'scan',
        'order itemCount:DESC': 'scan',
        // The index of the tenant serves the scope, and no filter but that of the tenant.
        'filter status $eq': 'scan',
        'filter total $gte': 'scan',
        'filter tenant $eq': 'index',
        'filter itemCount $gte': 'scan',
        'filter sku $eq': 'scan',
        'filter noSku $eq': 'scan',
        'field itemCount': 'scan',
        'children items': 'scan',
      })
      const suggested = new Map<string, string>(
        before.entries.flatMap(({ kind, name, suggestion }) =>
          suggestion === null ? [] : [[`${kind} ${name}`, suggestion.drizzle] as const],
        ),
      )
      expect(suggested.get('order total:ASC')).toBe(
        "index('advice_orders_tenant_total_id_index').on(table.tenant, table.total, table.id)",
      )
      expect(suggested.get('filter status $eq')).toBe(
        "index('advice_orders_tenant_status_index').on(table.tenant, table.status)",
      )
      expect(suggested.get('filter sku $eq')).toBe(
        "index('advice_items_order_id_sku_index').on(table.orderId, table.sku)",
      )
      for (const name of ['children items', 'field itemCount', 'filter itemCount $gte', 'order itemCount:ASC'])
        expect(suggested.get(name)).toBe("index('advice_items_order_id_index').on(table.orderId)")
      const { after } = await (async () => {
        for (const statement of new Set(before.entries.flatMap(({ suggestion }) => suggestion?.sql ?? [])))
          await run(statement)
        await run('analyze')
        return { after: await explain() }
      })()
      expect(services(after.entries)).toEqual({
        'order default order': 'index',
        'order total:ASC': 'index',
        'order total:DESC': 'index',
        // Computed for each row: its rows are found by an index, and the order by none.
        'order itemCount:ASC': 'partly',
        'order itemCount:DESC': 'partly',
        'filter status $eq': 'index',
        'filter total $gte': 'index',
        'filter tenant $eq': 'index',
        'filter itemCount $gte': 'partly',
        'filter sku $eq': 'index',
        'filter noSku $eq': 'index',
        'field itemCount': 'partly',
        'children items': 'index',
      })
      for (const { kind, name, indexes } of after.entries) {
        const isOfItems = /itemCount|items|sku/i.test(name)
        if (isOfItems) expect(indexes.join(), `${kind} ${name}`).toContain('advice_items_order_id')
      }
    } finally {
      await close()
    }
  },
)

test.runIf(inject('drizzle').startsWith('^0'))('names columns by the casing of the database', async () => {
  const people = sqlite.sqliteTable('cased', {
    id: sqlite.integer().primaryKey(),
    fullName: sqlite.text().notNull(),
    shoeSize: sqlite.integer().notNull(),
  })
  const list = paginateConfig(people)
    .withLimits(5, 20)
    .withTieBreaker('id')
    .filterable('fullName', '$eq')
    .filterable('shoeSize', '$eq')
    .build()
  const client = new Database(':memory:')
  client.exec(
    "create table cased (id integer primary key, full_name text not null, shoe_size integer not null); create index names on cased (full_name); insert into cased values (1, 'Ann', 40), (2, 'Bob', 41)",
  )
  const { entries } = await explainList(drizzle({ client, casing: 'snake_case' } as never) as never, list)
  expect(entries.map(({ name, service, suggestion }) => [name, service, suggestion?.sql])).toEqual([
    ['default order', 'index', 'create index "cased_id_index" on "cased" ("id")'],
    ['fullName $eq', 'index', 'create index "cased_full_name_index" on "cased" ("full_name")'],
    ['shoeSize $eq', 'scan', 'create index "cased_shoe_size_index" on "cased" ("shoe_size")'],
  ])
  client.close()
})
