// What `build()` refuses of children and of fields over rows of another table.
import { eq, sql } from 'drizzle-orm'
import { alias, pgSchema, pgView, QueryBuilder, serial } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ConfigBuilder } from '../../../src/builder/config-builder.js'
import { paginateConfig, PaginateConfigError, rowsOf } from '../../../src/index.js'
import { articles, authors, labels, reviews, tagged } from '../../builder/tables.js'

/** As a JavaScript caller meets it: without types. */
const loose = (table: unknown = articles): ConfigBuilder =>
  (paginateConfig(table as typeof articles) as unknown as ConfigBuilder).withLimits(20, 100).withTieBreaker('id')
const rows = rowsOf(reviews, eq(reviews.articleId, articles.id))
const selection = { id: reviews.id }
const twice = 'has the name of a field, a join or another set; choose a name of its own, upper and lower case aside.'
const view = pgView('recent').as((query) => query.select({ id: articles.id, title: articles.title }).from(articles))
const stats = new QueryBuilder()
  .select({ title: articles.title, n: sql<number>`count(*)`.as('n') })
  .from(articles)
  .groupBy(articles.title)
  .as('stats')

const elsewhere = (schema: string, name: string) => pgSchema(schema).table(name, { id: serial().primaryKey() })

const refused: readonly (readonly [title: string, build: () => unknown, sentence: string])[] = [
  ['the name of a field', () => loose().children('Title', rows, selection).build(), `.children('Title') ${twice}`],
  [
    'the name of a join',
    () =>
      loose()
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .children('author', rows, selection)
        .build(),
    `.children('author') ${twice}`,
  ],
  [
    'two sets of a name, one of them behind a closed gate',
    () => loose().children('all', rows, selection).when(false).children('ALL', rows, selection).build(),
    `.children('ALL') ${twice}`,
  ],
  [
    'no name',
    () => loose().children('', rows, selection).build(),
    '.children() needs a name as its first argument; give it one.',
  ],
  [
    'a name that is no text',
    () =>
      loose()
        .field(5 as never, rows.count() as never)
        .build(),
    '.field() needs a name as its first argument; give it one.',
  ],
  [
    'no selection',
    () =>
      loose()
        .children('all', rows, undefined as never)
        .build(),
    ".children('all') needs a selection with at least one member; name the columns of a child.",
  ],
  ...([null, 'id', () => 'id', [reviews.id], reviews] as const).map((given): [string, () => unknown, string] => [
    `a selection that is no record: ${String(given)}`,
    () =>
      loose()
        .children('all', rows, given as never)
        .build(),
    ".children('all') needs a column or an SQL expression; pass one.",
  ]),
  ...([null, 5, 'id', labels] as const).map((member): [string, () => unknown, string] => [
    `a member that cannot be read: ${String(member)}`,
    () =>
      loose()
        .children('all', rows, { id: reviews.id, inside: { member } } as never)
        .build(),
    ".children('all') needs a column or an SQL expression; pass one.",
  ]),
  ...[sql`rank() over (order by ${reviews.reviewer})`, sql`count(*) over ()`.as('n')].map(
    (member): [string, () => unknown, string] => [
      `a window over the children of all items: ${String(member)}`,
      () =>
        loose()
          .children('all', rows, { id: reviews.id, inside: { member } } as never)
          .build(),
      ".children('all') reads a window function over the children of all items; partition it by the column that ties a child to its item.",
    ],
  ),
  [
    'rows that rowsOf() did not make',
    () =>
      loose()
        .children('all', rowsOf(reviews, sql`1`).none() as never, selection)
        .build(),
    ".children('all') needs rows made by rowsOf(table, on); pass them.",
  ],
  [
    'rows without a condition',
    () => loose().children('all', rowsOf(reviews, undefined), selection).build(),
    "The rowsOf() of .children('all') needs SQL as each condition; correct it.",
  ],
  [
    'rows of no table',
    () =>
      loose()
        .field('n', rowsOf('reviews' as never, sql`1`).count() as never)
        .build(),
    "The rowsOf() of .field('n') needs a table or a view; correct it.",
  ],
  [
    'a condition that is not there',
    () => loose().children('all', rows.where(undefined), selection).build(),
    "The rowsOf() of .children('all') needs SQL as each condition; correct it.",
  ],
  [
    'rows of the root itself',
    () =>
      loose()
        .children('others', rowsOf(articles, sql`1`), { id: articles.id })
        .build(),
    ".children('others') reads 'articles', which is in the query already; read an alias of it instead.",
  ],
  [
    'a table joined twice',
    () =>
      loose()
        .field('n', rows.innerJoin(reviews, sql`1`).count() as never)
        .build(),
    ".field('n') reads 'reviews', which is in the query already; read an alias of it instead.",
  ],
  [
    'an alias with the name of the root',
    () =>
      loose()
        .children('all', rowsOf(alias(reviews, 'articles'), sql`1`), selection)
        .build(),
    ".children('all') reads 'articles', which is in the query already; read an alias of it instead.",
  ],
  [
    // Its columns are written with their schema, and the root's without one: they would be those of the rows.
    "a table of another schema with the root's name",
    () =>
      loose()
        .field('n', rowsOf(elsewhere('other', 'articles'), sql`1`).count() as never)
        .build(),
    ".field('n') reads 'articles', which is in the query already; read an alias of it instead.",
  ],
  [
    'a joined alias with the name of the root',
    () =>
      loose()
        .children('all', rows.innerJoin(alias(labels, 'articles'), sql`1`), selection)
        .build(),
    ".children('all') reads 'articles', which is in the query already; read an alias of it instead.",
  ],
  [
    'a joined alias with the name of the rows',
    () =>
      loose()
        .field('n', rows.leftJoin(alias(labels, 'reviews'), sql`1`).count() as never)
        .build(),
    ".field('n') reads 'reviews', which is in the query already; read an alias of it instead.",
  ],
  [
    'an alias with the name of a joined table that its condition reads',
    () =>
      loose()
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .field('n', rowsOf(alias(reviews, 'authors'), eq(authors.id, 1)).count() as never)
        .build(),
    ".field('n') reads 'authors', which is in the query already; read an alias of it instead.",
  ],
  [
    'an alias with the name of a joined table that its selection reads',
    () =>
      loose()
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .children('all', rowsOf(alias(reviews, 'authors'), eq(articles.id, 1)), { author: authors.name })
        .build(),
    ".children('all') reads 'authors', which is in the query already; read an alias of it instead.",
  ],
  [
    // Drizzle's own `.leftJoin()` throws here.
    'two joined tables of one name in two schemas',
    () =>
      loose()
        .children('all', rowsOf(elsewhere('one', 'notes'), sql`1`).innerJoin(elsewhere('two', 'notes'), sql`1`), {
          id: articles.id,
        })
        .build(),
    ".children('all') reads 'notes', which is in the query already; read an alias of it instead.",
  ],
  [
    'a selection of another table',
    () => loose().children('all', rows, { label: labels.label }).build(),
    ".children('all') reads 'labels', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'an order by another table',
    () =>
      loose()
        .children('all', rows, selection, { orderBy: [labels.label] })
        .build(),
    ".children('all') reads 'labels', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'a condition over another table',
    () =>
      loose()
        .field('n', rows.where(eq(labels.id, 1)).count() as never)
        .build(),
    ".field('n') reads 'labels', which is not in the query; join it first, or read it in a sub-select.",
  ],
  [
    'an empty selection',
    () => loose().children('all', rows, {}).build(),
    ".children('all') needs a selection with at least one member; name the columns of a child.",
  ],
  [
    'a selection that is a column',
    () =>
      loose()
        .children('all', rows, reviews.id as never)
        .build(),
    ".children('all') needs a column or an SQL expression; pass one.",
  ],
  [
    'a member that is a value',
    () =>
      loose()
        .children('all', rows, { id: { name: 'id' } } as never)
        .build(),
    ".children('all') needs a column or an SQL expression; pass one.",
  ],
  [
    'a limit of nothing',
    () => loose().children('all', rows, selection, { limit: 0 }).build(),
    ".children('all', …, { limit: 0 }) needs a whole number of at least 1; correct it.",
  ],
  [
    'a broken limit',
    () => loose().children('all', rows, selection, { limit: 1.5 }).build(),
    ".children('all', …, { limit: 1.5 }) needs a whole number of at least 1; correct it.",
  ],
  [
    'an order that is no list',
    () =>
      loose()
        .children('all', rows, selection, { orderBy: reviews.id as never })
        .build(),
    ".children('all', …, { orderBy }) needs a list of columns and order terms; pass one such as [asc(column)].",
  ],
  [
    'an order by a name',
    () =>
      loose()
        .children('all', rows, selection, { orderBy: ['id' as never] })
        .build(),
    ".children('all', …, { orderBy }) needs a list of columns and order terms; pass one such as [asc(column)].",
  ],
  [
    'a mistake behind a closed gate',
    () => loose().when(false).children('all', rows, {}).build(),
    ".children('all') needs a selection with at least one member; name the columns of a child.",
  ],
  [
    'a root without a key of its own',
    () =>
      (paginateConfig(tagged as never) as unknown as ConfigBuilder)
        .leftJoin('label', labels, eq(labels.id, tagged.labelId))
        .withLimits(1, 2)
        .withTieBreaker('label.id', { assumeUnique: true })
        .children('all', rowsOf(reviews, eq(reviews.articleId, tagged.articleId)), selection)
        .build(),
    ".withTieBreaker('label.id') must not be nullable; name a column that is never null (.notNull()).",
  ],
  [
    'a root whose tie-breaker is of a joined table',
    () =>
      (paginateConfig(tagged as never) as unknown as ConfigBuilder)
        .innerJoin('label', labels, eq(labels.id, tagged.labelId))
        .withLimits(1, 2)
        .withTieBreaker('label.id', { assumeUnique: true })
        .children('all', rowsOf(reviews, eq(reviews.articleId, tagged.articleId)), selection)
        .build(),
    ".children('all') needs a key of 'tagged' by which its rows are found again; declare a primary key, or a tie-breaker of its columns.",
  ],
  [
    'a root whose tie-breaker is in part of a joined table',
    () =>
      (paginateConfig(tagged as never) as unknown as ConfigBuilder)
        .innerJoin('label', labels, eq(labels.id, tagged.labelId))
        .withLimits(1, 2)
        .withTieBreaker('articleId', 'label.id', { assumeUnique: true })
        .children('all', rowsOf(reviews, eq(reviews.articleId, tagged.articleId)), selection)
        .build(),
    ".children('all') needs a key of 'tagged' by which its rows are found again; declare a primary key, or a tie-breaker of its columns.",
  ],
  [
    'a root whose tie-breaker is computed',
    () =>
      (paginateConfig(tagged as never) as unknown as ConfigBuilder)
        .field('n', rowsOf(reviews, eq(reviews.articleId, tagged.articleId)).count() as never)
        .withLimits(1, 2)
        .withTieBreaker('n', { assumeUnique: true })
        .children('all', rowsOf(labels, eq(labels.id, tagged.labelId)), { id: labels.id })
        .build(),
    ".children('all') needs a key of 'tagged' by which its rows are found again; declare a primary key, or a tie-breaker of its columns.",
  ],
  [
    'a key of a shape that a child does not have',
    () =>
      loose()
        .children('all', rows, selection)
        .select({ all: { stars: true } })
        .build(),
    ".select() has a key 'all.stars' that matches no field; name a field or remove it.",
  ],
  [
    'rows in place of a shape of a child',
    () => loose().children('all', rows, selection).select({ all: rows }).build(),
    ".select() has a key 'all' with rows of another table; declare them with .children(), or give their .count() or .aggregate().",
  ],
  [
    'a table in place of a shape of a child',
    () => loose().children('all', rows, selection).select({ all: reviews }).build(),
    ".select() has a key 'all' with a table; give it true if the key is the prefix of a join, or a record of columns.",
  ],
  [
    'a count among the members of a child',
    () =>
      loose()
        .children('all', rows, { id: reviews.id, n: rows.count() } as never)
        .build(),
    ".children('all') needs a column or an SQL expression; pass one.",
  ],
  [
    'a key inside of a column',
    () =>
      loose()
        .children('all', rows, selection)
        .select({ all: { id: { name: true } } })
        .build(),
    ".select() has a key 'all.id.name' that matches no field; name a field or remove it.",
  ],
  [
    'a key of a nested record that it does not have',
    () =>
      loose()
        .children('all', rows, { of: { title: articles.title } })
        .select({ all: { of: { nothing: true } } } as never)
        .build(),
    ".select() has a key 'all.of.nothing' that matches no field; name a field or remove it.",
  ],
  [
    'several keys inside of a column, and names the first',
    () =>
      loose()
        .children('all', rows, selection)
        .select({ all: { id: { name: true, more: true } } })
        .build(),
    ".select() has a key 'all.id.name' that matches no field; name a field or remove it.",
  ],
  [
    'an empty shape of a child',
    () => loose().children('all', rows, selection).select({ all: {} }).build(),
    ".select() has a key 'all' with no member; name one, or give false to leave the key out.",
  ],
  [
    'two keys for one set',
    () => loose().children('all', rows, selection).select({ all: true, ALL: true }).build(),
    ".select() has the keys 'all' and 'ALL' for one field; remove one.",
  ],
  ...([{ of: { id: articles.id, title: articles.title } }, { of: reviews }] as const).map(
    (members, at): [string, () => unknown, string] => [
      `a schema that lists some members of a nested record: ${at}`,
      () =>
        loose()
          .children('all', rows, members)
          .select(z.object({ all: z.array(z.object({ of: z.object({ id: z.date() }) })) }) as never)
          .build(),
      ".select() has a key 'all.of' whose members the schema does not list; list them, or pass a record of names.",
    ],
  ),
  [
    'the name of another field, of a count',
    () =>
      loose()
        .field('Views', rows.count() as never)
        .build(),
    ".field('Views') has the name of another field; choose a name of its own, upper and lower case aside.",
  ],
  [
    'a count without a name',
    () =>
      loose()
        .field('', rows.count() as never)
        .build(),
    '.field() needs a name as its first argument; give it one.',
  ],
  [
    'a gate before a count',
    () =>
      loose()
        .when(true)
        .field('n', rows.count() as never),
    '.when() gates a declaration that can be left out; move it before one such as .sortable() or .filterable().',
  ],
]

describe('build() refuses', () => {
  test.each(refused)('%s', (_title, build, sentence) => {
    expect(build).toThrow(PaginateConfigError)
    expect(build).toThrow(sentence)
  })
})

describe('build() accepts', () => {
  const accepted: readonly (readonly [title: string, build: () => unknown])[] = [
    [
      'an alias of the root',
      () => loose().children('others', rowsOf(alias(articles, 'other'), sql`1`), { id: sql`1` }),
    ],
    [
      'a table that a condition of a list reads too',
      () =>
        loose()
          .filterableMany('r', rowsOf(reviews, sql`1`), reviews.reviewer, '$eq')
          .children('all', rows, selection),
    ],
    [
      'an alias with the name of a joined table that it does not read',
      () =>
        loose()
          .leftJoin('author', authors, eq(authors.id, articles.authorId))
          .field('n', rowsOf(alias(reviews, 'authors'), eq(articles.id, 1)).count() as never),
    ],
    [
      'tables of one name in schemas that differ',
      () =>
        loose(elsewhere('one', 'notes'))
          .leftJoin('note', elsewhere('two', 'notes'), sql`true`)
          .field('n', rowsOf(elsewhere('three', 'notes'), sql`true`).count() as never),
    ],
    ['nested records', () => loose().children('all', rows, { of: { title: articles.title }, id: reviews.id })],
    [
      'a view, whose tie-breaker is vouched for',
      () =>
        (paginateConfig(view) as unknown as ConfigBuilder)
          .withLimits(1, 2)
          .withTieBreaker('id', { assumeUnique: true })
          .children('all', rowsOf(reviews, eq(reviews.articleId, view.id)), selection),
    ],
    [
      'a sub-query, whose tie-breaker is vouched for',
      () =>
        (paginateConfig(stats as never) as unknown as ConfigBuilder)
          .withLimits(1, 2)
          .withTieBreaker('title', { assumeUnique: true })
          .children('all', rowsOf(reviews, eq(reviews.reviewer, stats.title)), selection),
    ],
    [
      'tables of the query as members',
      () =>
        loose().children('all', rows.innerJoin(labels, sql`true`), {
          review: reviews,
          of: articles,
          label: labels,
          inside: { label: labels },
        } as never),
    ],
    [
      'a schema that describes more of a member than it is',
      () =>
        loose()
          .children('all', rows, { id: reviews.id, of: { title: articles.title } })
          .select(
            z.object({
              all: z.array(
                z.object({ id: z.object({ raw: z.string() }), of: z.object({ title: z.string(), other: z.string() }) }),
              ),
            }) as never,
          ),
    ],
    [
      'a window over the children of one item',
      () =>
        loose().children('all', rows, {
          rank: sql`rank() over (partition by ${reviews.articleId} order by ${reviews.reviewer})`,
        }),
    ],
    [
      'a window in a sub-select',
      () => loose().children('all', rows, { most: sql`(select max(n) over () from (select 1 as n) t)` }),
    ],
    [
      'a schema that describes an array',
      () =>
        loose()
          .children('all', rows, selection)
          .select(z.object({ id: z.number(), all: z.array(z.object({ id: z.number() })) })),
    ],
  ]
  test.each(accepted)('%s', (_title, make) => {
    expect(() => (make() as ConfigBuilder).build()).not.toThrow()
  })
})

test('rows are immutable: each call makes new ones', () => {
  const narrowed = rows.where(eq(reviews.id, 1))
  const joined = narrowed.innerJoin(labels, sql`1`)
  expect([rows, narrowed, joined].map(({ joins, conditions }) => [joins.length, conditions.length])).toEqual([
    [0, 0],
    [0, 1],
    [1, 1],
  ])
  expect(Object.isFrozen(joined) && Object.isFrozen(joined.joins)).toBe(true)
})
