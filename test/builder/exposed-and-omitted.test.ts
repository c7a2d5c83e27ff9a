// `.expose()` is what three declarations would say; `.omit()` leaves members out of the row that an item is.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../src/children/rows-of.js'
import { paginateConfig } from '../../src/builder/paginate-config.js'
import { resolvedConfig } from '../../src/builder/resolved-config.js'
import { articles, authors, reviews } from './tables.js'

const ready = paginateConfig(articles)
  .leftJoin('author', authors, eq(authors.id, articles.authorId))
  .field('length', sql<number>`length(${articles.title})`, 'integer')
  .withLimits(1, 2)
  .withTieBreaker('id')
const ORDERED = ['$eq', '$in', '$null', '$lt', '$lte', '$gt', '$gte', '$btw'] as const

describe('.expose()', () => {
  const longhand = ready
    .sortable('title', 'views', 'status', 'hidden', 'tags', 'author.name', 'length')
    .searchable('title', 'author.name')
    .filterable('title', ...ORDERED, '$sw', '$ilike', '$contains')
    .filterable('views', ...ORDERED)
    .filterable('status', '$eq', '$in', '$null')
    .filterable('hidden', '$eq', '$in', '$null')
    .filterable('tags', '$null', '$contains')
    .filterable('author.name', ...ORDERED, '$sw', '$ilike', '$contains')
    .filterable('length', ...ORDERED)
    .build()
  const exposed = ready.expose('title', 'views', 'status').expose('hidden', 'tags', 'author.name', 'length').build()
  const sorted = (description: ReturnType<typeof exposed.describe>) => ({
    ...description,
    filterableFields: description.filterableFields.map((field) => ({
      ...field,
      operators: [...field.operators].sort(),
    })),
  })

  test('says what the three declarations say, and nothing of other columns', () => {
    expect(sorted(exposed.describe())).toEqual(sorted(longhand.describe()))
    expect([...resolvedConfig(exposed).filterable.keys()]).not.toContain('slug')
  })

  test('adds to what is declared already', () => {
    const list = ready.sortable('id').filterable('views', '$eq').expose('views').build().describe()
    expect(list.sortableFields.map(({ name }) => name)).toEqual(['id', 'views'])
    expect([...(list.filterableFields[0]?.operators ?? [])].sort()).toEqual([...ORDERED].sort())
  })

  test('is gated whole', () => {
    const gated = ready.when(false).expose('title').expose('views').build()
    expect(gated.describe()).toEqual(ready.expose('views').build().describe())
    const all = gated.describe({ includeDisabled: true })
    expect(all.searchableFields).toEqual([{ name: 'title', enabled: false }])
    expect(all.sortableFields).toEqual([
      { name: 'title', enabled: false },
      { name: 'views', enabled: true },
    ])
  })

  test('has a badge in all three places', () => {
    const { sortableFields, searchableFields, filterableFields } = ready
      .expose('title')
      .showBadge('New')
      .build()
      .describe()
    for (const [field] of [sortableFields, searchableFields, filterableFields])
      expect(field?.badge).toEqual({ label: 'New' })
  })

  test('lets a default sort and a default filter follow', () => {
    const list = ready.expose('views').defaultSortBy('views', 'desc').defaultFilter('views', { $gte: 1 }).build()
    expect(list.describe().defaultSort).toEqual([{ name: 'views', direction: 'desc' }])
  })
})

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
})
