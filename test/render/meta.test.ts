import { describe, expect, test } from 'vitest'
import { renderCursorMeta } from '../../src/features/cursors/render-cursor-page.js'
import { type KnownPage, renderMeta, renderNumberedMeta } from '../../src/render/meta-and-links.js'
import type { Field, FieldFilter, Totals } from '../../src/types/config.js'
import type { ListPlan } from '../../src/types/plan.js'

const field = (name: string) => ({ name }) as Field
const plan: ListPlan = {
  page: 1,
  limit: 20,
  offset: 0,
  sort: [],
  toldSort: [],
  search: null,
  searchBy: [],
  filters: [],
  walk: null,
}

describe('renderMeta', () => {
  test.each<[string, Partial<ListPlan>, number, number, object]>([
    [
      'an empty set has no pages',
      {},
      0,
      0,
      { totalItems: 0, itemCount: 0, itemsPerPage: 20, totalPages: 0, hasNextPage: false, hasPreviousPage: false },
    ],
    ['one full page', {}, 20, 20, { totalPages: 1, hasNextPage: false }],
    ['one row more', {}, 21, 20, { totalPages: 2, hasNextPage: true }],
    [
      'the last page',
      { page: 2 },
      21,
      1,
      { itemCount: 1, itemsPerPage: 20, hasNextPage: false, hasPreviousPage: true },
    ],
    [
      'a page past the end',
      { page: 9 },
      21,
      0,
      { totalItems: 21, itemCount: 0, currentPage: 9, hasNextPage: false, hasPreviousPage: true },
    ],
    ['an unlimited read', { limit: null }, 33, 33, { itemsPerPage: 33, totalPages: 1, hasNextPage: false }],
    ['an unlimited read of nothing', { limit: null }, 0, 0, { itemsPerPage: 0, totalPages: 0 }],
  ])('%s', (_title, part, total, itemCount, expected) => {
    expect(renderMeta({ ...plan, ...part }, total, itemCount)).toMatchObject(expected)
  })

  test('spells fields as the configuration does, and criteria as sent', () => {
    const filters = [
      { filterable: { field: field('author.name') }, texts: ['$EQ:a', '$or:$null'] },
    ] as unknown as FieldFilter[]
    const sort = [
      { field: field('publishedAt'), direction: 'desc' },
      { field: field('id'), direction: 'asc' },
    ] as const
    const search = { term: 'x', fields: [field('title')], host: null }
    expect(renderMeta({ ...plan, filters, sort, toldSort: sort, search, searchBy: [field('title')] }, 1, 1)).toEqual({
      totalItems: 1,
      itemCount: 1,
      itemsPerPage: 20,
      totalPages: 1,
      currentPage: 1,
      sortBy: ['publishedAt:DESC', 'id:ASC'],
      search: 'x',
      searchBy: ['title'],
      filter: { 'author.name': ['$EQ:a', '$or:$null'] },
      hasPreviousPage: false,
      hasNextPage: false,
    })
  })

  test('shares nothing with the plan, and holds any name as its own', () => {
    const texts = ['$eq:a']
    const filters = ['a', '__proto__'].map((name) => ({
      filterable: { field: field(name) },
      texts,
    })) as unknown as FieldFilter[]
    const { filter } = renderMeta({ ...plan, filters }, 1, 1)
    expect(Object.entries(filter)).toEqual([
      ['a', ['$eq:a']],
      ['__proto__', ['$eq:a']],
    ])
    expect(Object.getPrototypeOf(filter)).toBe(Object.prototype)
    filter['__proto__'] = ['$eq:c']
    delete filter['__proto__']
    expect(Object.keys(filter)).toEqual(['a'])
    filter['a']?.push('$eq:b')
    expect(texts).toEqual(['$eq:a'])
  })

  test('echoes no searchBy without a term', () => {
    expect(renderMeta({ ...plan, searchBy: [field('title')] }, 0, 0).searchBy).toEqual([])
  })
})

const page = (part: Partial<KnownPage>): KnownPage => ({
  total: null,
  atLeast: 41,
  estimate: null,
  hasMore: true,
  ...part,
})
const upTo = (estimate: boolean): Totals => ({ upTo: 40, estimate })
const applied = { sortBy: [], search: null, searchBy: [], filter: {} }

test('an expression is shown where the list reads them', () => {
  const shown = (expression: ListPlan['expression']) =>
    renderMeta(expression === undefined ? plan : { ...plan, expression }, 1, 1)
  expect(shown(undefined)).not.toHaveProperty('filterExpression')
  expect(shown(null)).toHaveProperty('filterExpression', null)
  expect(shown({ tree: { and: [] }, text: 'a=$null' })).toHaveProperty('filterExpression', 'a=$null')
})

describe('renderNumberedMeta', () => {
  test.each<[string, Totals, Partial<ListPlan>, Partial<KnownPage>, object]>([
    [
      'what is not counted is null',
      'none',
      {},
      {},
      {
        totalItems: null,
        totalPages: null,
        totalItemsAtLeast: 41,
        itemsPerPage: 20,
        hasPreviousPage: false,
        hasNextPage: true,
      },
    ],
    [
      'a total that the last page has shown',
      'none',
      { page: 3 },
      { total: 41, hasMore: false },
      {
        totalItems: 41,
        totalPages: 3,
        totalItemsAtLeast: 41,
        itemsPerPage: 20,
        hasPreviousPage: true,
        hasNextPage: false,
      },
    ],
    [
      'a total within the bound, without an estimate',
      upTo(false),
      { page: 2 },
      { total: 39, atLeast: 39, estimate: 50 },
      {
        totalItems: 39,
        totalPages: 2,
        totalItemsAtLeast: 39,
        itemsPerPage: 20,
        hasPreviousPage: true,
        hasNextPage: true,
      },
    ],
    [
      'an estimate where it is asked for',
      upTo(true),
      {},
      { estimate: 5000 },
      {
        totalItems: null,
        totalPages: null,
        totalItemsAtLeast: 41,
        totalItemsEstimate: 5000,
        itemsPerPage: 20,
        hasPreviousPage: false,
        hasNextPage: true,
      },
    ],
    [
      'an estimate that the database does not have',
      upTo(true),
      { limit: null },
      {},
      {
        totalItems: null,
        totalPages: null,
        totalItemsAtLeast: 41,
        totalItemsEstimate: null,
        itemsPerPage: 7,
        hasPreviousPage: false,
        hasNextPage: true,
      },
    ],
  ])('%s', (_title, totals, part, known, expected) => {
    expect(renderNumberedMeta({ ...plan, ...part }, page(known), 7, totals)).toEqual({
      itemCount: 7,
      currentPage: part.page ?? 1,
      ...applied,
      ...expected,
    })
  })

  test('an exact total makes the meta of a counted page, with its members in that order', () => {
    const known = page({ total: 41, hasMore: false })
    expect(JSON.stringify(renderNumberedMeta(plan, known, 20, 'exact'))).toBe(JSON.stringify(renderMeta(plan, 41, 20)))
  })
})

describe('renderCursorMeta', () => {
  const sides = { previousCursor: 'a', nextCursor: null, hasPreviousPage: true, hasNextPage: false }
  const rest = { itemCount: 7, itemsPerPage: 20, ...applied, ...sides }

  test.each<[string, Totals | null, Partial<KnownPage>, object]>([
    ['no total where none is asked for', null, { total: 41 }, {}],
    ['an exact total', 'exact', { total: 41 }, { totalItems: 41, totalPages: 3 }],
    ['a total that is not counted', 'none', {}, { totalItems: null, totalPages: null, totalItemsAtLeast: 41 }],
    [
      'an estimate',
      upTo(true),
      { estimate: 50 },
      { totalItems: null, totalPages: null, totalItemsAtLeast: 41, totalItemsEstimate: 50 },
    ],
  ])('%s', (_title, totals, known, expected) => {
    expect(renderCursorMeta(plan, page(known), 7, totals, sides)).toEqual({ ...expected, ...rest })
  })

  test('an unlimited read has all rows on its page', () => {
    expect(renderCursorMeta({ ...plan, limit: null }, page({}), 7, null, sides)).toEqual({ ...rest, itemsPerPage: 7 })
  })
})
