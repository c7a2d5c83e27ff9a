// Expressions over arrays: which rows they match, and the laws of their words.
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../src/features/children/rows-of.js'
import { paginateConfig } from '../../src/builder/paginate-config.js'
import { filterArray, facetArray, paginateArray } from '../../src/entries/memory/index.js'
import * as postgres from '../support/schema/postgres.js'
import * as seed from '../support/seed.js'

const { articles, authors, reviews } = postgres
const rows = (seed.articles as (typeof articles)['$inferSelect'][]).map((article) => ({
  ...article,
  author: (seed.authors.find(({ id }) => id === article.authorId) ?? null) as (typeof authors)['$inferSelect'] | null,
  reviews: seed.reviews.filter(({ articleId }) => articleId === article.id) as (typeof reviews)['$inferSelect'][],
}))
type Row = (typeof rows)[number]
const builder = paginateConfig(articles)
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .withLimits(100, 100)
  .withTieBreaker('id')
  .searchable('title')
  .filterable('id', '$eq', '$in', '$lt', '$gte')
  .filterable('title', '$eq', '$ilike')
  .filterable('status', '$eq', '$in')
  .filterable('likes', '$eq', '$gt', '$null')
  .filterable('tags', '$contains')
  .filterable('author.name', '$eq', '$sw', '$null')
  .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq', '$null')
  .filterableMany('everyReviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)).every(), reviews.reviewer, '$eq')
  .filterableMany('noReviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)).none(), reviews.reviewer, '$eq')
const config = builder.withFilterExpressions({ maxTerms: 50, maxDepth: 20 }).build()
const reviewersOf = (row: Row) => row.reviews.map(({ reviewer }) => reviewer)
const values = { reviewer: reviewersOf, everyReviewer: reviewersOf, noReviewer: reviewersOf }
const idsOf = (filterExpression: string | null, more: object = {}) =>
  filterArray(rows, { ...more, filterExpression }, config, { own: { values } }).map(({ id }) => id)
const idsWhere = (holds: (row: Row) => boolean) => rows.filter(holds).map(({ id }) => id)
const name = rows.find(({ author }) => author !== null)?.author?.name as string
const reviewers = [...new Set(rows.flatMap(reviewersOf))].filter((reviewer) => reviewer !== null)

describe('which rows match', () => {
  test.each<[expression: string, holds: (row: Row) => boolean]>([
    ['status=$eq:draft OR likes=$null', ({ status, likes }) => status === 'draft' || likes === null],
    // The complement: rows with null are in it.
    ['NOT likes=$gt:3', ({ likes }) => likes === null || Number(likes) <= 3],
    ['NOT (likes=$gt:3 OR likes=$null)', ({ likes }) => likes !== null && Number(likes) <= 3],
    ['NOT likes=$not:$gt:3', ({ likes }) => likes !== null && Number(likes) > 3],
    [
      `author.name=$eq:"${name}" AND status=$in:draft,published OR author.name=$null`,
      (row) => (row.author?.name === name && ['draft', 'published'].includes(row.status)) || row.author === null,
    ],
    [`NOT author.name=$eq:'${name}'`, ({ author }) => author?.name !== name],
    // Each term of a sub-collection is put to the elements by itself: two elements may answer two terms.
    [
      `reviewer=$eq:${reviewers[0]} AND reviewer=$eq:${reviewers[1]}`,
      (row) => reviewers.slice(0, 2).every((reviewer) => reviewersOf(row).includes(reviewer)),
    ],
    [`NOT reviewer=$eq:${reviewers[0]}`, (row) => !reviewersOf(row).includes(reviewers[0] as string)],
    [`reviewer=$not:$eq:${reviewers[0]}`, (row) => reviewersOf(row).some((reviewer) => reviewer !== reviewers[0])],
    [
      `NOT everyReviewer=$eq:${reviewers[0]}`,
      (row) => !reviewersOf(row).every((reviewer) => reviewer === reviewers[0]),
    ],
    [`NOT noReviewer=$eq:${reviewers[0]}`, (row) => reviewersOf(row).includes(reviewers[0] as string)],
  ])('%s', (expression, holds) => {
    const expected = idsWhere(holds)
    expect(expected.length).toBeGreaterThan(0)
    expect(idsOf(expression)).toEqual(expected)
  })

  test('it is AND-ed with filters, search and where', () => {
    const query = { filterExpression: 'status=$eq:draft OR likes=$null', filters: { id: '$gte:3' }, search: 'a' }
    const expected = idsWhere(
      ({ id, status, likes, title }) =>
        (status === 'draft' || likes === null) && id >= 3 && title.toLowerCase().includes('a') && id !== 4,
    )
    expect(expected.length).toBeGreaterThan(0)
    const { items, meta, links } = paginateArray(rows, query, config, {
      where: ({ id }) => id !== 4,
      path: '/a',
      own: { values },
    })
    expect(items.map(({ id }) => id)).toEqual(expected)
    expect(meta).toMatchObject({
      filterExpression: 'status=$eq:draft OR likes=$null',
      filter: { id: ['$gte:3'] },
      totalItems: expected.length,
    })
    expect(links.first).toBe(
      '/a?limit=100&search=a&filter.id=%24gte%3A3&filter=status%3D%24eq%3Adraft%20OR%20likes%3D%24null&page=1',
    )
  })

  test('meta has it where the list declares it, and only there', () => {
    const ask = (list: typeof config, query: object) => paginateArray(rows, query, list, { own: { values } })
    expect(ask(config, {}).meta).toHaveProperty('filterExpression', null)
    const undeclared = builder.build() as never
    const query = '/a?filter=x'
    const { meta, links } = paginateArray(rows, query, undeclared, { own: { values } } as never)
    expect(meta).not.toHaveProperty('filterExpression')
    expect((links as { first: string }).first).toBe('/a?limit=100&page=1')
  })

  test('a facet keeps terms of its own field', () => {
    const counts = (query: object) =>
      facetArray(rows, query, config, { status: true }, { own: { values } }).status.map(({ value }) => value)
    expect(counts({ filters: { status: '$eq:draft' } }).length).toBeGreaterThan(1)
    expect(counts({ filterExpression: 'status=$eq:draft' })).toEqual(['draft'])
  })
})

describe('laws', () => {
  const term = fc.constantFrom(
    'id=$lt:4',
    'id=$in:1,2,5',
    'status=$eq:draft',
    'likes=$gt:3',
    'likes=$not:$gt:3',
    'likes=$null',
    `author.name=$eq:"${name}"`,
    'author.name=$null',
    `reviewer=$eq:${reviewers[0]}`,
    `everyReviewer=$not:$eq:${reviewers[1]}`,
    `noReviewer=$eq:${reviewers[0]}`,
    'tags=$contains:orm',
  )
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 3 },
      term,
      fc
        .tuple(tie('expression'), fc.constantFrom('AND', 'OR'), tie('expression'))
        .map(([a, by, b]) => `(${a}) ${by} (${b})`),
      tie('expression').map((inner) => `NOT (${inner})`),
    ),
  }))
  const law = (holds: (a: string, b: string) => void) =>
    fc.assert(fc.property(expression, expression, holds), { numRuns: 300, seed: 29 })

  test('De Morgan', () => {
    law((a, b) => {
      expect(idsOf(`NOT ((${a}) AND (${b}))`)).toEqual(idsOf(`NOT (${a}) OR NOT (${b})`))
      expect(idsOf(`NOT ((${a}) OR (${b}))`)).toEqual(idsOf(`NOT (${a}) AND NOT (${b})`))
    })
  })

  test('double negation, and every row matches one of an expression and its complement', () => {
    law((a) => {
      expect(idsOf(`NOT NOT (${a})`)).toEqual(idsOf(a))
      expect([...idsOf(a), ...idsOf(`NOT (${a})`)].sort((one, other) => one - other)).toEqual(rows.map(({ id }) => id))
    })
  })

  test('AND binds before OR', () => {
    fc.assert(
      fc.property(term, term, term, (a, b, c) => {
        expect(idsOf(`${a} OR ${b} AND ${c}`)).toEqual(idsOf(`${a} OR (${b} AND ${c})`))
        expect(idsOf(`NOT ${a} AND ${b}`)).toEqual(idsOf(`(NOT ${a}) AND ${b}`))
      }),
      { numRuns: 300, seed: 30 },
    )
  })

  test('an expression of AND alone is the same filters', () => {
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 6 }), (terms) => {
        const filters: Record<string, string[]> = {}
        for (const [, field, criterion] of terms.map((text) => /^([^=]+)=(.*)$/.exec(text) as RegExpExecArray)) {
          ;(filters[field as string] ??= []).push((criterion as string).replaceAll('"', ''))
        }
        expect(idsOf(terms.join(' AND '))).toEqual(idsOf(null, { filters }))
      }),
      { numRuns: 300, seed: 31 },
    )
  })

  test('the canonical text has the same rows', () => {
    law((a) => {
      const { meta, items } = paginateArray(rows, { filterExpression: a }, config, { own: { values } })
      expect(idsOf(meta.filterExpression)).toEqual(items.map(({ id }) => id))
    })
  })
})
