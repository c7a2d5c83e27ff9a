import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '../../../src/features/children/rows-of.js'
import { paginateConfig } from '../../../src/builder/paginate-config.js'
import type { AnyPaginateConfig } from '../../../src/types/paginate-config.js'
import { articles, reviews } from '../../builder/tables.js'

const list = (isModerator: boolean) =>
  paginateConfig(articles)
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('publishedAt', 'title')
    .showBadge('Order')
    .when(isModerator)
    .sortable('views')
    .defaultSortBy('publishedAt', 'desc')
    .defaultSortBy('views')
    .searchable('title')
    .filterable('status', '$eq', '$in')
    .filterable('tags', '$contains')
    .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
    .when(isModerator)
    .filterable('hidden', '$eq')
    .showBadge('Moderator', 'language-moderator')
    .withMaxOffset(1000)
    .allowUnlimited(500)
    .build()

const forEveryone = {
  defaultLimit: 20,
  maxLimit: 100,
  sortableFields: [
    { name: 'publishedAt', badge: { label: 'Order' } },
    { name: 'title', badge: { label: 'Order' } },
  ],
  searchableFields: [{ name: 'title' }],
  filterableFields: [
    { name: 'status', type: 'enum', operators: ['$eq', '$in'], values: ['draft', 'live'] },
    { name: 'tags', type: 'collection', operators: ['$contains'], elementType: 'text' },
    { name: 'reviewer', type: 'text', operators: ['$eq'], many: true, quantifier: 'some' },
  ],
  defaultSort: [{ name: 'publishedAt', direction: 'desc' }],
  unlimitedMaxRows: 500,
  minSearchLength: 1,
  maxSearchLength: 256,
  maxSortFields: 5,
  maxOffset: 1000,
  maxFilterConditions: 100,
  maxFilterValues: 1000,
  ignoreSearchByInQueryParam: false,
  paging: 'numbers',
  totals: 'exact',
}

test('describes what a variant offers, and nothing that it does not', () => {
  expect(list(false).describe()).toEqual(forEveryone)
})

test('describes the bounds of expressions where they are declared and switched on', () => {
  const ready = paginateConfig(articles).withLimits(20, 100).withTieBreaker('id')
  expect(ready.withFilterExpressions().build().describe().filterExpressions).toEqual({ maxTerms: 20, maxDepth: 5 })
  expect(ready.withFilterExpressions({ maxDepth: 2 }).build().describe().filterExpressions).toEqual({
    maxTerms: 20,
    maxDepth: 2,
  })
  const least = ready.withFilterExpressions({ maxTerms: 1, maxDepth: 1 }).build()
  expect(least.describe().filterExpressions).toEqual({ maxTerms: 1, maxDepth: 1 })
  const widened = ready.withFilterExpressions({ maxTerms: 3 }).when(true).withFilterExpressions({ maxTerms: 9 }).build()
  expect(widened.describe().filterExpressions).toEqual({ maxTerms: 9, maxDepth: 5 })
  expect(ready.when(false).withFilterExpressions().build().describe()).not.toHaveProperty('filterExpressions')
})

test('describes a gated declaration with its badge where it is switched on', () => {
  const description = list(true).describe()
  expect(description.sortableFields.map(({ name }) => name)).toEqual(['publishedAt', 'title', 'views'])
  expect(description.defaultSort.map(({ name }) => name)).toEqual(['publishedAt', 'views'])
  expect(description.filterableFields.at(-1)).toEqual({
    name: 'hidden',
    type: 'boolean',
    operators: ['$eq'],
    badge: { label: 'Moderator', style: 'language-moderator' },
  })
})

test('lists switched-off declarations on request, and says of each whether it is enabled', () => {
  const description = list(false).describe({ includeDisabled: true })
  expect(description.sortableFields.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['publishedAt', true],
    ['title', true],
    ['views', false],
  ])
  expect(description.filterableFields.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['status', true],
    ['tags', true],
    ['reviewer', true],
    ['hidden', false],
  ])
  expect(description.filterableFields.at(-1)?.badge).toEqual({ label: 'Moderator', style: 'language-moderator' })
  expect(description.defaultSort.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['publishedAt', true],
    ['views', false],
  ])
})

test('describes the default filters of fields, where they apply', () => {
  const ready = paginateConfig(articles).withLimits(20, 100).withTieBreaker('id').filterable('status', '$eq', '$in')
  const described = (config: { describe(): unknown }) => config.describe()
  expect(described(ready.defaultFilter('status', { $in: ['draft', 'live'] }).build())).toMatchObject({
    filterableFields: [{ name: 'status', default: ['$in:draft,live'] }],
  })
  const [off] = ready.when(false).defaultFilter('status', { $eq: 'live' }).build().describe().filterableFields
  expect(off).not.toHaveProperty('default')
})

test('describes the terms of a fixed order, and that a tie-breaker follows it', () => {
  const ready = paginateConfig(articles).withLimits(20, 100).withTieBreaker({ id: 'follow' })
  const description = ready
    .defaultSortBy(desc(articles.views), sql`length(${articles.title})`)
    .build()
    .describe()
  expect(description).toMatchObject({
    defaultSort: [],
    fixedOrder: [
      { name: 'views', direction: 'desc' },
      { name: null, direction: 'asc' },
    ],
    tieBreakerDirection: 'follow',
  })
  expect(JSON.parse(JSON.stringify(description))).toEqual(description)
  expect(ready.when(false).defaultSortBy(desc(articles.views)).build().describe()).not.toHaveProperty('fixedOrder')
})

test('is plain data that survives JSON', () => {
  const description = list(true).describe({ includeDisabled: true })
  expect(JSON.parse(JSON.stringify(description))).toEqual(description)
})

test('hands out a fresh copy, so that changing one changes nothing else', () => {
  const config = list(false)
  const first = config.describe()
  first.filterableFields[0]?.operators.push('$null')
  first.sortableFields.pop()
  expect(config.describe()).toEqual(forEveryone)
})

test('describes an expression by its value type', () => {
  const config = paginateConfig(articles)
    .withLimits(1, 2)
    .withTieBreaker('id')
    .field('size', sql<number>`length(title)`, 'integer')
    .filterable('size', '$gte')
    .build()
  expect(config.describe().filterableFields).toEqual([{ name: 'size', type: 'integer', operators: ['$gte'] }])
})

const rows = rowsOf(reviews, eq(reviews.articleId, articles.id))
const ready = (settings = {}) => paginateConfig(articles, settings).withLimits(20, 100).withTieBreaker('id')
const matches = () => sql`true`

test.each<[title: string, config: AnyPaginateConfig, expected: object]>([
  ['an exact total', ready().build(), { totals: 'exact', paging: 'numbers' }],
  ['no total', ready().withTotals('none').build(), { totals: 'none' }],
  ['a bound of the total', ready().withTotals({ upTo: 500 }).build(), { totals: { upTo: 500, estimate: false } }],
  ['cursors', ready().withCursors().build(), { paging: 'cursor', totals: 'none' }],
  ['cursors of rows', ready().withCursors({ rows: true }).build(), { paging: 'cursor', rowCursors: true }],
  [
    'a tie-breaker that follows in one of its fields',
    ready().withTieBreaker({ slug: 'follow', id: 'asc' }).build(),
    { tieBreakerDirection: 'follow' },
  ],
  ['a search of its own', ready().searchWith(matches).build(), { searchWith: 'condition' }],
  [
    'a search of its own with a rank',
    ready()
      .searchWith(() => ({ where: sql`true`, rank: sql`1` }))
      .build(),
    { searchWith: 'ranked' },
  ],
  [
    'fields that clients choose',
    ready().select({ id: true, Title: true }).selectable().build(),
    { selectableFields: [{ name: 'id' }, { name: 'Title' }] },
  ],
  [
    'parameters beside those of a list',
    ready({ strictParameters: true, ownParameters: ['lang'] }).build(),
    { strictParameters: ['lang'] },
  ],
  [
    'a default filter of one field of two',
    ready().filterable('views', '$gte').filterable('status', '$eq').defaultFilter('status', { $eq: 'live' }).build(),
    {
      filterableFields: [
        { name: 'views', type: 'integer', operators: ['$gte'] },
        { name: 'status', type: 'enum', operators: ['$eq'], values: ['draft', 'live'], default: ['$eq:live'] },
      ],
    },
  ],
  [
    'a badge for each kind of declaration, and for no other of the same name',
    ready()
      .sortable('title')
      .showBadge('sorts')
      .searchable('title', 'slug')
      .showBadge('searches')
      .filterable('title', '$eq')
      .showBadge('filters', 'blue')
      .filterable('views', '$eq')
      .filterWith('own', 'text', matches)
      .showBadge('own')
      .filterableMany('reviewer', rows, reviews.reviewer, '$eq')
      .showBadge('many')
      .filterableMany('review', rows, { reviewer: [reviews.reviewer, '$eq'], id: [reviews.id, '$eq'] })
      .showBadge('record')
      .build(),
    {
      sortableFields: [{ name: 'title', badge: { label: 'sorts' } }],
      searchableFields: [
        { name: 'title', badge: { label: 'searches' } },
        { name: 'slug', badge: { label: 'searches' } },
      ],
      filterableFields: [
        { name: 'title', type: 'text', operators: ['$eq'], badge: { label: 'filters', style: 'blue' } },
        { name: 'views', type: 'integer', operators: ['$eq'] },
        { name: 'own', type: 'text', operators: ['$eq'], badge: { label: 'own' } },
        expect.objectContaining({ name: 'reviewer', badge: { label: 'many' } }),
        expect.objectContaining({ name: 'review.reviewer', badge: { label: 'record' } }),
        expect.objectContaining({ name: 'review.id', badge: { label: 'record' } }),
      ],
    },
  ],
  [
    'the last badge that is switched on, past declarations without one',
    ready()
      .sortable('title')
      .showBadge('first')
      .sortable('title')
      .showBadge('second')
      .sortable('title')
      .when(false)
      .sortable('title')
      .showBadge('off')
      .build(),
    { sortableFields: [{ name: 'title', badge: { label: 'second' } }] },
  ],
  [
    'children',
    ready().children('reviews', rows, { id: reviews.id }, { limit: 3 }).showBadge('new').build(),
    { children: [{ name: 'reviews', limit: 3, badge: { label: 'new' } }] },
  ],
])('describes %s', (_title, config, expected) => {
  const described = Object.entries(config.describe()).filter(([name]) => name in expected)
  expect(Object.fromEntries(described)).toEqual(expected)
})

test('lists children that are switched off on request', () => {
  const config = ready()
    .children('reviews', rows, { id: reviews.id })
    .when(false)
    .children('drafts', rows, { id: reviews.id }, { limit: 1 })
    .build()
  expect(config.describe().children).toEqual([{ name: 'reviews', limit: null }])
  expect(config.describe({ includeDisabled: true }).children).toEqual([
    { name: 'reviews', limit: null, enabled: true },
    { name: 'drafts', limit: 1, enabled: false },
  ])
})

test('leaves out what a list does not have, and refuses another option', () => {
  const description = ready().sortable('title').build().describe()
  for (const name of ['searchWith', 'selectableFields', 'strictParameters', 'children', 'rowCursors', 'fixedOrder'])
    expect(description).not.toHaveProperty(name)
  expect(description.sortableFields).toEqual([{ name: 'title' }])
  expect(() =>
    ready()
      .build()
      .describe({ includeDisable: true } as never),
  ).toThrow("describe() has no option 'includeDisable'")
})
