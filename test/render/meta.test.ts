import { describe, expect, test } from 'vitest'
import { renderMeta } from '../../src/render/meta.js'
import type { Field } from '../../src/types/config.js'
import type { FieldFilter, ListPlan } from '../../src/types/plan.js'

const field = (name: string) => ({ name }) as Field
const plan: ListPlan = { page: 1, limit: 20, offset: 0, sort: [], toldSort: [], search: null, searchBy: [], filters: [], cursor: null }

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
    ['the last page', { page: 2 }, 21, 1, { itemCount: 1, itemsPerPage: 20, hasNextPage: false, hasPreviousPage: true }],
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
    const filters = [{ filterable: { field: field('author.name') }, texts: ['$EQ:a', '$or:$null'] }] as unknown as FieldFilter[]
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
    const filters = ['a', '__proto__'].map((name) => ({ filterable: { field: field(name) }, texts })) as unknown as FieldFilter[]
    const { filter } = renderMeta({ ...plan, filters }, 1, 1)
    expect(Object.entries(filter)).toEqual([
      ['a', ['$eq:a']],
      ['__proto__', ['$eq:a']],
    ])
    expect(Object.getPrototypeOf(filter)).toBe(Object.prototype)
    filter['a']?.push('$eq:b')
    expect(texts).toEqual(['$eq:a'])
  })

  test('echoes no searchBy without a term', () => {
    expect(renderMeta({ ...plan, searchBy: [field('title')] }, 0, 0).searchBy).toEqual([])
  })
})
