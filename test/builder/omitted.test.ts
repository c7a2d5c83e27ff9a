// `.omit()` leaves members out of the row that an item is.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../src/features/children/rows-of.js'
import { paginateConfig } from '../../src/builder/paginate-config.js'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { articles, authors, reviews } from './tables.js'

const ready = paginateConfig(articles)
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .field('length', sql<number>`length(${articles.title})`, 'integer')
  .withLimits(1, 2)
  .withTieBreaker('id')

describe('.omit()', () => {
  const members = (list: Parameters<typeof resolvedConfig>[0]): string[] => Object.keys(resolvedConfig(list).selection)
  const all = members(ready.build())

  test('leaves out what several calls name, in the order of the table', () => {
    const list = ready.omit('payload', 'slug').omit('hidden').build()
    expect(members(list)).toEqual(all.filter((key) => !['payload', 'slug', 'hidden'].includes(key)))
    expect(members(ready.build())).toEqual(all)
  })

  test('leaves children and declarations as they are', () => {
    const list = ready
      .omit('id', 'title')
      .children('reviews', rowsOf(reviews, eq(reviews.articleId, articles.id)), { id: reviews.id })
      .sortable('title')
      .build()
    expect(resolvedConfig(list).children?.sets.map(({ name }) => name)).toEqual(['reviews'])
    expect(list.describe().sortableFields).toEqual([{ name: 'title' }])
  })

  test('is not described', () => {
    expect(ready.omit('slug').build().describe()).toEqual(ready.build().describe())
  })

  test('of children that are false or undefined in their selection are not there', () => {
    const mine = rowsOf(reviews, eq(reviews.articleId, articles.id))
    const of = (seesAll: boolean) =>
      ready.children('reviews', mine, {
        id: reviews.id,
        stars: seesAll && reviews.articleId,
        by: seesAll ? { name: reviews.reviewer } : undefined,
        deep: { id: reviews.id, stars: seesAll && reviews.articleId },
      })
    const membersOf = (seesAll: boolean) =>
      resolvedConfig(of(seesAll).build()).children?.sets.map(({ members }) => members.map(({ key }) => key))
    expect(membersOf(true)).toEqual([['id', 'stars', 'by', 'deep']])
    expect(membersOf(false)).toEqual([['id', 'deep']])
    expect(() => ready.children('reviews', mine, { id: false } as never).build()).toThrow(".children('reviews')")
  })

  test('of filters of one row that are undefined are not there', () => {
    const mine = rowsOf(reviews, eq(reviews.articleId, articles.id))
    const of = (seesAll: boolean) =>
      ready.filterableMany('review', mine, {
        id: [reviews.id, '$eq'],
        ...(seesAll ? { by: [reviews.reviewer, '$eq'] as const } : ({ by: undefined } as object)),
        ...(seesAll && { stars: [reviews.articleId, '$eq'] as const }),
      })
    const names = (seesAll: boolean) => [...resolvedConfig(of(seesAll).build()).filterable.keys()]
    expect(names(true)).toEqual(['review.id', 'review.by', 'review.stars'])
    expect(names(false)).toEqual(['review.id'])
  })
})
