// Pages that are wrong in one way each: `checkPage` must say so. And the texts that are tried on a value type.
import { describe, expect, test } from 'vitest'
import { checkPage } from '../../src/entries/testing/check-page.js'
import { edgeTexts } from '../../src/entries/testing/edge-values.js'
import { readable } from '../../src/entries/testing/list-check-error.js'
import { type AnyPage, errorText, type ListUnderTest } from '../../src/entries/testing/list-under-test.js'
import { foldedTest } from '../../src/entries/testing/memory-facts.js'
import { shown } from '../../src/entries/testing/read-rows.js'
import type { FieldValueType, ValueKind } from '../../src/types/value.js'

const REQUEST = 'sortBy=a%3AASC&page=2&limit=2'
const WHOLE: AnyPage = {
  items: [3, 4],
  meta: {
    itemCount: 2,
    itemsPerPage: 2,
    totalItems: 5,
    totalPages: 3,
    currentPage: 2,
    sortBy: ['a:ASC'],
    search: null,
    searchBy: [],
    filter: {},
    hasPreviousPage: true,
    hasNextPage: true,
  },
  links: {
    first: '/l?page=1',
    previous: '/l?page=1',
    next: '/l?page=3',
    last: '/l?page=3',
    current: '/l?sortBy=a%3AASC&page=2&limit=2',
  },
}

function complaintsOf(page: AnyPage): string[] {
  const found: string[] = []
  checkPage(
    {
      fail: (_check: string, _request: string, message: string) => void found.push(message),
    } as unknown as ListUnderTest,
    REQUEST,
    page,
  )
  return found
}

describe('A page', () => {
  test.each<
    [title: string, meta: Partial<AnyPage['meta']>, links: Partial<AnyPage['links']>, complaints: readonly string[]]
  >([
    ['that is right', {}, {}, []],
    ['without totals', { totalItems: null, totalPages: null }, {}, []],
    ['of a list by cursor', { totalItems: 5, totalPages: 9, currentPage: undefined as never }, {}, []],
    ['with another count of items', { itemCount: 3 }, {}, ['meta.itemCount is 3, and there are 2 items']],
    [
      'longer than it may be',
      { itemsPerPage: 1, totalPages: 5 },
      {},
      ['2 items on a page of 1', '2 items on page 2 of 5 rows, 1 a page, where there should be 1'],
    ],
    ['with a wrong number of pages', { totalPages: 2 }, {}, ['meta.totalPages is 2 for 5 rows of 2 a page']],
    [
      'without a next page, where there is one',
      { hasNextPage: false },
      { next: null },
      ['meta.hasNextPage is false on page 2 of 3'],
    ],
    ['without a page before it', { hasPreviousPage: false }, {}, ['meta.hasPreviousPage is false on page 2']],
    [
      'with too few items',
      { totalItems: 3, totalPages: 2, hasNextPage: false },
      { next: null },
      ['2 items on page 2 of 3 rows, 2 a page, where there should be 1'],
    ],
    ['without the link that it needs', {}, { next: null }, ['links.next is null, and meta.hasNextPage is true']],
    ['without a link to itself', {}, { current: null }, ['links.current is null for a request with a path']],
    [
      'with a link to another order',
      {},
      { current: '/l?sortBy=a%3ADESC' },
      ['links.current asks for something else: /l?sortBy=a%3ADESC'],
    ],
    [
      'with a link to a search',
      {},
      { current: '/l?sortBy=a%3AASC&search=x' },
      ['links.current asks for something else: /l?sortBy=a%3AASC&search=x'],
    ],
  ])('%s', (_title, meta, links, complaints) => {
    expect(complaintsOf({ ...WHOLE, meta: { ...WHOLE.meta, ...meta }, links: { ...WHOLE.links, ...links } })).toEqual(
      complaints,
    )
  })

  test('of no rows a page', () => {
    const meta = {
      ...WHOLE.meta,
      itemCount: 0,
      itemsPerPage: 0,
      totalItems: 0,
      totalPages: 0,
      hasNextPage: false,
      currentPage: 1,
      hasPreviousPage: false,
    }
    expect(complaintsOf({ items: [], meta, links: { ...WHOLE.links, next: null } })).toEqual([])
  })
})

describe('Texts that are tried', () => {
  const type = (kind: ValueKind, more: Partial<FieldValueType> = {}) => ({ kind, ...more }) as FieldValueType
  test.each<[kind: FieldValueType, among: readonly string[], never: readonly string[]]>([
    [type('text'), ["'", '%'], ['24:00']],
    [type('char'), ['a', 'ab'], ['24:00']],
    [type('boolean'), ['true', '1', 'yes'], ['a']],
    [type('uuid'), ['FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF'], ['a']],
    [type('integer'), ['9007199254740993'], ['a']],
    [type('decimal'), ['9007199254740993', '0.1'], ['true']],
    [type('interval'), [], ['a', '9007199254740993']],
    [type('enum', { values: ['x', 'y'] }), ['x', 'y', 'x,y', 'nope'], []],
    [type('enum', { values: ['x'] }), ['x', 'x,b'], []],
    [type('enum'), ['a,b', 'nope'], []],
    [type('collection', { element: type('boolean') }), ['yes'], ["'"]],
    [type('collection'), ["'", '%'], []],
    [type('custom'), ["'", '%'], []],
  ])('%j', (kind, among, never) => {
    const texts = edgeTexts(kind)
    expect(texts.length).toBeGreaterThan(2)
    expect(texts).toEqual(expect.arrayContaining([...among]))
    for (const text of never) expect(texts).not.toContain(text)
  })
})

test.each<[text: string, wanted: string, isOne: boolean]>([
  ['ß', 's', true],
  ['Straße', 'strasse', true],
  ['æ', 'a', true],
  ['æ', 'ae', true],
  ['Müller', 'Mueller', true],
  ['Åse', 'aase', true],
  ['Ørsted', 'orsted', true],
  ['Łódź', 'lodz', true],
  ['đ', 'd', true],
  ['ı', 'I', true],
  ['ニ', 'に', true],
  ['😀', '🎉', true],
  ['Kate ', 'KATE', true],
  // Nothing but case is folded where all letters are those of ASCII.
  ['does', 'dos', false],
  ['Kiss', 'Kis', false],
  ['Киев', 'Москва', false],
  ['Ski', 'ß', false],
])('some collation may take %j for %j: %s', (text, wanted, isOne) => {
  expect(foldedTest((one, other) => one === other, text, wanted)).toBe(isOne)
})

test.each<[text: string, wanted: string, isFound: boolean]>([
  ['Zoë', 'e', true],
  ['Raphaël', 'el', true],
  ['Noëmi Müller', 'ë mue', true],
  ['Zoë', 'zo', true],
  ['Zoë', 'k', false],
  ['Zoë', 'ek', false],
])('some collation may find %j by %j in it: %s', (text, wanted, isFound) => {
  expect(foldedTest((one, other) => one.includes(other), text, wanted)).toBe(isFound)
})

test.each<[value: unknown, text: unknown]>([
  [12n, '12n'],
  [12, 12],
  [new Date('2024-02-29T00:00:00Z'), '2024-02-29T00:00:00.000Z'],
  [new Date(Number.NaN), 'Invalid Date'],
])('a value of a row is told apart from others: %s', (value, text) => {
  expect(shown(value)).toBe(text)
})

test.each([
  ['filter.a=%24eq%3Ab', 'filter.a=$eq:b'],
  ['a=%00', 'a=%00'],
  ['a=%0A', 'a=%0A'],
  ['a=%', 'a=%'],
])('a request is shown readable where that loses nothing: %s', (request, text) => {
  expect(readable(request)).toBe(text)
})

test.each<[error: unknown, text: string]>([
  [new TypeError('no', { cause: new Error('deep') }), 'TypeError: no (Error: deep)'],
  [new Error('no', { cause: 'text' }), 'Error: no (text)'],
  ['thrown text', 'thrown text'],
])("an error has the driver's own words with it: %s", (error, text) => {
  expect(errorText(error)).toBe(text)
})
