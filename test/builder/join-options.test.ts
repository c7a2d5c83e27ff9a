// Which joins the schema shows to find several rows for one, and what a declaration says about it.
import {
  and,
  between,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  ne,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import type { ConfigBuilder } from '../../src/builder/config-builder.js'
import * as configRefusals from '../../src/mistakes/config-refusals.js'
import { paginateConfig } from '../../src/builder/paginate-config.js'
import { PaginateConfigError } from '../../src/errors.js'
import { articles, authors, reviews, seats, tagged } from './tables.js'

/** As a JavaScript caller meets it: without types. */
const ready = (): ConfigBuilder =>
  paginateConfig(articles).withLimits(20, 100).withTieBreaker('id') as unknown as ConfigBuilder
const build = (table: PgTable, on: SQL | undefined, options?: unknown) => () =>
  ready()
    .leftJoin('joined', table, on as SQL, options)
    .build()
const editors = alias(authors, 'editors')
const other = alias(reviews, 'other')
const counted = new QueryBuilder().select({ id: reviews.articleId }).from(reviews).as('counted')

describe('A join', () => {
  test.each<[title: string, table: PgTable, on: SQL | undefined, columns: string]>([
    ['over a foreign key of the joined side', reviews, eq(reviews.articleId, articles.id), "'articleId'"],
    ['the other way round', reviews, eq(articles.id, reviews.articleId), "'articleId'"],
    ['of an alias', other, eq(other.articleId, articles.id), "'articleId'"],
    ['over a value', reviews, eq(reviews.reviewer, 'kim'), "'reviewer'"],
    ['over half of a primary key', seats, eq(seats.orgId, articles.id), "'orgId'"],
    ['over what is unique in a part of the rows', seats, eq(seats.email, articles.title), "'email'"],
    ['over what is unique as an expression', seats, eq(seats.alias, articles.title), "'alias'"],
    [
      'over two columns that no key has',
      tagged,
      and(eq(tagged.articleId, articles.id), eq(tagged.labelId, 1)),
      "'articleId', 'labelId'",
    ],
    [
      'with another comparison',
      reviews,
      and(eq(reviews.articleId, articles.id), isNull(reviews.reviewer)),
      "'articleId', 'reviewer'",
    ],
    [
      'with a key in another comparison',
      seats,
      and(eq(seats.orgId, articles.id), lte(seats.userId, articles.views)),
      "'orgId'",
    ],
    [
      'with a key in a range',
      seats,
      and(eq(seats.orgId, articles.id), between(articles.views, seats.userId, seats.number)),
      "'orgId'",
    ],
    [
      'with a key that is not null',
      seats,
      and(isNotNull(seats.userId), notInArray(seats.userId, [1]), eq(seats.orgId, articles.id)),
      "'orgId'",
    ],
    ['with an or that has no key', seats, or(eq(seats.orgId, articles.id), eq(seats.row, 1)), "'orgId', 'row'"],
  ])('is refused %s', (_title, table, on, columns) => {
    const name = table === other ? 'other' : table === seats ? 'seats' : table === tagged ? 'tagged' : 'reviews'
    const sentence =
      `The join 'joined' finds several rows of '${name}' for one row, since no unique key covers ${columns}; ` +
      'use .filterableMany(), .children() or rowsOf(…).count() for them, or vouch for one row with { assumeUnique: true }.'
    expect(build(table, on)).toThrow(new PaginateConfigError(sentence))
    expect(build(table, on, { assumeUnique: false })).toThrow(sentence)
    expect(build(table, on, { assumeUnique: true })).not.toThrow()
  })

  test.each<[title: string, on: SQL | undefined]>([
    ['of the root alone', eq(articles.id, 1)],
    ['of its own key and itself', eq(editors.id, editors.id)],
    ['of two of its own columns', eq(editors.id, editors.country)],
    ['of another comparison', lte(editors.id, articles.id)],
    ['of another value', ne(editors.id, articles.id)],
    ['of several values', inArray(editors.id, [1, 2])],
    ['of a pattern', like(editors.name, articles.title)],
    ['of the root and of its own', and(eq(editors.id, editors.country), eq(articles.id, articles.views))],
  ])('is refused with a condition %s', (_title, on) => {
    expect(build(editors, on)).toThrow(new PaginateConfigError(configRefusals.joinToMany('joined', 'editors', [])))
    expect(build(editors, on, { assumeUnique: true })).not.toThrow()
  })

  test.each<[title: string, table: PgTable, on: SQL | undefined]>([
    ['over a primary key', authors, eq(authors.id, articles.authorId)],
    ['of an alias', editors, eq(editors.id, articles.authorId)],
    [
      'over a key with a condition beside it',
      authors,
      and(eq(authors.id, articles.authorId), eq(authors.country, 'NO')),
    ],
    ['over a whole primary key', seats, and(eq(seats.orgId, articles.id), eq(seats.userId, 7))],
    ['over a unique pair', seats, and(eq(seats.row, articles.id), eq(seats.number, articles.views))],
    ['over a unique index', seats, eq(seats.badge, articles.slug)],
    // What it cannot read may be to one.
    [
      'in raw text',
      reviews,
      sql`${reviews.articleId} = ${articles.id}`.append(sql` and ${reviews.id} = any(array[1])`),
    ],
    [
      'with a sub-select',
      reviews,
      and(eq(reviews.articleId, articles.id), sql`${reviews.id} = (select max(r.id) from reviews r)`),
    ],
    ['with an or that has the key', reviews, or(eq(reviews.id, articles.id), eq(reviews.articleId, articles.id))],
    ['with a not that has the key', reviews, and(eq(reviews.id, articles.id), not(eq(reviews.reviewer, 'kim')))],
    [
      'over a key beside a range',
      seats,
      and(between(seats.row, 1, 9), isNotNull(seats.row), eq(seats.badge, articles.slug)),
    ],
    ['of a sub-query', counted as never, eq(counted.id, articles.id)],
  ])('is accepted %s', (_title, table, on) => {
    expect(build(table, on)).not.toThrow()
  })

  test.each<[options: unknown]>([[{ assumeUnique: 1 }], [{ assumeUnique: 'yes' }], [{ assumeUnique: null }]])(
    'refuses %o as its last argument',
    (options) => {
      expect(build(authors, eq(authors.id, articles.authorId), options)).toThrow(
        configRefusals.joinOptionsUnknown('joined'),
      )
    },
  )

  test('that is vouched for pages by cursor', () => {
    const vouched = ready().leftJoin('review', reviews, eq(reviews.articleId, articles.id), { assumeUnique: true })
    expect(() => vouched.withCursors().build()).not.toThrow()
  })
})
