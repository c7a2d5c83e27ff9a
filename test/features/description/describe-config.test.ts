import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '../../../src/features/children/rows-of.js'
import { configVariants } from '../../../src/features/variants/config-variants.js'
import { paginateConfig } from '../../../src/builder/paginate-config.js'
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

test('builds each combination of permissions once, whatever the order of keys', () => {
  let builds = 0
  const variants = configVariants((can: { moderate: boolean; audit: boolean }) => {
    builds += 1
    return list(can.moderate)
  })
  const moderator = variants({ moderate: true, audit: false })
  expect(variants({ audit: false, moderate: true })).toBe(moderator)
  expect(variants({ moderate: true } as never)).toBe(moderator)
  expect(variants({ moderate: true, audit: true })).not.toBe(moderator)
  expect(variants({ moderate: false, audit: true })).not.toBe(moderator)
  expect(builds).toBe(3)
})

test('does not remember a combination whose build threw', () => {
  let builds = 0
  const variants = configVariants((can: { moderate: boolean }) => {
    builds += 1
    if (builds === 1) throw new Error('not yet')
    return list(can.moderate)
  })
  expect(() => variants({ moderate: true })).toThrow('not yet')
  expect(variants({ moderate: true })).toBe(variants({ moderate: true }))
})
