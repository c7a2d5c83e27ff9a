// The index that is suggested for an order, a filter or a search, by dialect: no database is asked.
import { eq, sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { type AnyPaginateConfig, paginateConfig, rowsOf } from '../../src/index.js'
import { type AdviceEntry, ListAdvice } from '../../src/entries/testing/list-advice.js'
import {
  type ExplainedList,
  suggestForFilter,
  suggestForOrder,
  suggestForText,
  type Suggestion,
} from '../../src/entries/testing/suggest-index.js'
import type { Field, FilterableField } from '../../src/types/config.js'
import type { FilterOperator } from '../../src/vocabulary.js'

const pgPosts = pg.pgTable('posts', {
  id: pg.integer('id').primaryKey(),
  title: pg.text('title').notNull(),
  publishedAt: pg.timestamp('published_at'),
  tags: pg.text('tags').array(),
  author: pg.integer('author'),
})
const pgAuthors = pg.pgTable('authors', { id: pg.integer('id').primaryKey(), name: pg.text('name') })
const pgReviews = pg.pgTable('reviews', {
  id: pg.integer('id').primaryKey(),
  post: pg.integer('post'),
  stars: pg.integer('stars'),
})
const myPosts = mysql.mysqlTable('posts', {
  id: mysql.int('id').primaryKey(),
  title: mysql.text('title').notNull(),
  publishedAt: mysql.datetime('published_at'),
  tags: mysql.json('tags'),
  author: mysql.int('author'),
})
const myAuthors = mysql.mysqlTable('authors', { id: mysql.int('id').primaryKey(), name: mysql.text('name') })
const myReviews = mysql.mysqlTable('reviews', {
  id: mysql.int('id').primaryKey(),
  post: mysql.int('post'),
  stars: mysql.int('stars'),
})
const litePosts = sqlite.sqliteTable('posts', {
  id: sqlite.integer('id').primaryKey(),
  title: sqlite.text('title').notNull(),
  publishedAt: sqlite.integer('published_at', { mode: 'timestamp' }),
  tags: sqlite.text('tags', { mode: 'json' }),
  author: sqlite.integer('author'),
})
const liteAuthors = sqlite.sqliteTable('authors', { id: sqlite.integer('id').primaryKey(), name: sqlite.text('name') })
const liteReviews = sqlite.sqliteTable('reviews', {
  id: sqlite.integer('id').primaryKey(),
  post: sqlite.integer('post'),
  stars: sqlite.integer('stars'),
})

/** Typed as PostgreSQL's: names and meaning are the same. */
const listOf = (posts: typeof pgPosts, authors: typeof pgAuthors, reviews: typeof pgReviews) =>
  paginateConfig(posts)
    .leftJoin('writer', authors, eq(authors.id, posts.author))
    .field('length', sql<number>`length(${posts.title})`, 'integer')
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('publishedAt', { nulls: 'first' })
    .filterable('title', '$eq', '$sw')
    .filterable('length', '$eq')
    .filterable('tags', '$contains', '$null')
    .filterable('writer.name', '$eq')
    .filterableMany('stars', rowsOf(reviews, eq(reviews.post, posts.id)), reviews.stars, '$eq')
    .filterableMany('nested', rowsOf(reviews, sql`(${eq(reviews.post, posts.id)})`), reviews.stars, '$eq')
    .filterableMany(
      'computed',
      rowsOf(reviews, eq(reviews.post, posts.id)),
      { selector: sql<number>`${reviews.stars} * 2`, valueType: 'integer' },
      '$eq',
    )
    .filterableMany('loose', rowsOf(reviews, sql`true`), reviews.stars, '$eq')
    .build() as AnyPaginateConfig
const explained = (list: AnyPaginateConfig): ExplainedList => ({
  ...resolvedConfig(list),
  columnName: ({ name }) => name,
})
const configs = {
  postgresql: explained(listOf(pgPosts, pgAuthors, pgReviews)),
  mysql: explained(listOf(myPosts as never, myAuthors as never, myReviews as never)),
  sqlite: explained(listOf(litePosts as never, liteAuthors as never, liteReviews as never)),
}
type Name = keyof typeof configs

const AN_EXPRESSION = 'an expression; an index on it serves where the database can index it'
const summary = ({ suggestion, note }: Suggestion): readonly (string | null)[] => [
  suggestion?.drizzle ?? null,
  suggestion?.sql ?? null,
  note,
]

describe('For an order', () => {
  test.each<[dialect: Name, field: string, direction: 'asc' | 'desc', expected: readonly (string | null)[]]>([
    [
      'postgresql',
      'title',
      'desc',
      [
        "index('posts_title_desc_id_index').on(table.title.desc().nullsFirst(), table.id)",
        'create index "posts_title_desc_id_index" on "posts" ("title" desc nulls first, "id")',
        null,
      ],
    ],
    [
      'postgresql',
      'publishedAt',
      'asc',
      [
        "index('posts_published_at_nulls_first_id_index').on(table.publishedAt.asc().nullsFirst(), table.id)",
        'create index "posts_published_at_nulls_first_id_index" on "posts" ("published_at" asc nulls first, "id")',
        null,
      ],
    ],
    [
      'sqlite',
      'publishedAt',
      'desc',
      [
        "index('posts_published_at_desc_id_index').on(sql`${table.publishedAt} desc`, table.id)",
        'create index "posts_published_at_desc_id_index" on "posts" ("published_at" desc, "id")',
        null,
      ],
    ],
    [
      'mysql',
      'title',
      'asc',
      [
        "index('posts_title_id_index').on(table.title, table.id)",
        'create index `posts_title_id_index` on `posts` (`title`, `id`)',
        null,
      ],
    ],
    ['mysql', 'publishedAt', 'asc', [null, null, 'null placement is an expression here, which MariaDB cannot index']],
    ['postgresql', 'length', 'asc', [null, null, AN_EXPRESSION]],
    ['postgresql', 'writer.name', 'asc', [null, null, 'ordered by a joined table: no index of one table serves it']],
  ])('%s: %s %s', (dialect, name, direction, expected) => {
    const config = configs[dialect]
    const field = config.fields.get(name.toLowerCase()) as Field
    expect(summary(suggestForOrder(config, [{ field, direction }, ...config.tieBreaker]))).toEqual(expected)
  })
})

describe('For a filter', () => {
  const stars = [
    "index('reviews_post_stars_index').on(table.post, table.stars)",
    'create index "reviews_post_stars_index" on "reviews" ("post", "stars")',
    null,
  ]
  test.each<[dialect: Name, field: string, operator: FilterOperator, expected: readonly (string | null)[]]>([
    [
      'sqlite',
      'title',
      '$eq',
      ["index('posts_title_index').on(table.title)", 'create index "posts_title_index" on "posts" ("title")', null],
    ],
    [
      'postgresql',
      'title',
      '$sw',
      [
        "index('posts_title_trgm_index').using('gin', table.title.op('gin_trgm_ops'))",
        'create index "posts_title_trgm_index" on "posts" using gin ("title" gin_trgm_ops)',
        'needs create extension pg_trgm',
      ],
    ],
    [
      'mysql',
      'title',
      '$sw',
      [null, null, 'a substring: no ordinary index serves it; full-text search (searchWith) does'],
    ],
    ['postgresql', 'length', '$eq', [null, null, AN_EXPRESSION]],
    [
      'postgresql',
      'tags',
      '$contains',
      [
        "index('posts_tags_gin_index').using('gin', table.tags)",
        'create index "posts_tags_gin_index" on "posts" using gin ("tags")',
        null,
      ],
    ],
    ['postgresql', 'tags', '$null', [null, null, 'a list in one column: put its elements into a table of their own']],
    ['mysql', 'tags', '$contains', [null, null, 'a list in one column: put its elements into a table of their own']],
    [
      'postgresql',
      'writer.name',
      '$eq',
      ["index('authors_name_index').on(table.name)", 'create index "authors_name_index" on "authors" ("name")', null],
    ],
    ['postgresql', 'stars', '$eq', stars],
    ['sqlite', 'nested', '$eq', stars],
    [
      'postgresql',
      'computed',
      '$eq',
      ["index('reviews_post_index').on(table.post)", 'create index "reviews_post_index" on "reviews" ("post")', null],
    ],
    ['postgresql', 'loose', '$eq', [null, null, 'its condition names no column of the collection']],
  ])('%s: %s %s', (dialect, name, operator, expected) => {
    const config = configs[dialect]
    expect(summary(suggestForFilter(config, config.filterable.get(name) as FilterableField, operator))).toEqual(
      expected,
    )
  })
})

test('A search of an expression has no index of its own', () => {
  expect(suggestForText(configs.postgresql, configs.postgresql.fields.get('length') as Field)).toEqual({
    suggestion: null,
    note: AN_EXPRESSION,
  })
})

describe('The advice as text', () => {
  const entry = (more: Partial<AdviceEntry>): AdviceEntry => ({
    kind: 'order',
    name: 'a:ASC',
    request: 'sortBy=a%3AASC',
    service: 'scan',
    indexes: [],
    cost: null,
    suggestion: null,
    note: null,
    ...more,
  })
  const index = (note: string | null): Partial<AdviceEntry> => ({
    suggestion: { table: 'posts', drizzle: 'index(…)', sql: 'create index' },
    note,
  })
  const textOf = (...entries: AdviceEntry[]): readonly string[] =>
    String(new ListAdvice('postgresql', 3, entries))
      .split('\n')
      .slice(2)

  test.each<[title: string, entry: Partial<AdviceEntry>, lines: readonly string[]]>([
    [
      'served: nothing to do',
      { service: 'index', indexes: ['i', 'j'], cost: 12.6, ...index(null) },
      ['order  a:ASC  index    i, j   13    ?sortBy=a%3AASC'],
    ],
    [
      'unserved: the index that would serve',
      index(null),
      ['order  a:ASC  scan     -      -     ?sortBy=a%3AASC', '', 'Indexes that would serve:', '  posts: index(…)'],
    ],
    [
      'with what it needs',
      { service: 'partly', ...index('needs an extension') },
      [
        'order  a:ASC  partly   -      -     ?sortBy=a%3AASC',
        '',
        'Indexes that would serve:',
        '  posts: index(…) // needs an extension',
      ],
    ],
    [
      'none that would',
      { note: 'an expression' },
      ['order  a:ASC  scan     -      -     ?sortBy=a%3AASC', '', 'No index serves:', '  order a:ASC: an expression'],
    ],
  ])('%s', (_title, more, lines) => {
    expect(textOf(entry(more))).toEqual(lines)
  })

  test('each index is named once, and what is unserved can be asked for', () => {
    const advice = new ListAdvice('postgresql', 3, [
      entry(index(null)),
      entry({ ...index(null), name: 'b:ASC' }),
      entry({ service: 'index' }),
    ])
    expect(String(advice).match(/index\(…\)/g)).toHaveLength(1)
    expect(advice.unserved.map(({ name }) => name)).toEqual(['a:ASC', 'b:ASC'])
  })

  test('an index with which another begins is not named beside it', () => {
    const indexed = (parts: string, table = 'posts'): AdviceEntry =>
      entry({ suggestion: { table, drizzle: `index('${table}_x').on(${parts})`, sql: parts } })
    const advice = new ListAdvice('postgresql', 3, [
      indexed('table.a'),
      indexed('table.a, table.id'),
      indexed('table.b'),
      indexed('table.bc, table.id'),
      indexed('table.a.desc().nullsLast()'),
      indexed('table.a', 'others'),
      indexed('table.id'),
    ])
    expect(String(advice).match(/(?<=^ {2}).*\.on\(.*$/gm)).toEqual([
      "posts: index('posts_x').on(table.a, table.id)",
      "posts: index('posts_x').on(table.b)",
      "posts: index('posts_x').on(table.bc, table.id)",
      "posts: index('posts_x').on(table.a.desc().nullsLast())",
      "others: index('others_x').on(table.a)",
      "posts: index('posts_x').on(table.id)",
    ])
  })
})
