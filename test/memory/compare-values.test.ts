// The order of decoded values, type by type (R9.1.4).
import { describe, expect, test } from 'vitest'
import { comparatorOf } from '../../src/entries/memory/compare-values.js'
import type { FieldValueType } from '../../src/types/value.js'

const listOf = (element: FieldValueType): FieldValueType => ({ ...type('collection'), element })
const type = (kind: FieldValueType['kind'], compare?: FieldValueType['compare']): FieldValueType =>
  ({ kind, ...(compare && { compare }) }) as FieldValueType

const shouted = { toString: () => 'B' }
const whispered = { toString: () => 'a' }
const instant = (text: string) => ({
  valueOf: () => {
    throw new TypeError('compare by text')
  },
  toString: () => text,
})
const byLength = (a: unknown, b: unknown): number => String(a).length - String(b).length

describe.each<
  [title: string, type: FieldValueType | null, pairs: readonly (readonly [lesser: unknown, greater: unknown])[]]
>([
  // By the collation, not by code unit.
  [
    'text',
    type('text'),
    [
      ['a', 'B'],
      ['a', 'A'],
      ['z', 'Ω'],
      ['e\u0301', '\u00e9'],
    ],
  ],
  [
    'char',
    type('char'),
    [
      ['a', 'B'],
      ['B', 'c'],
    ],
  ],
  [
    'an enum of text',
    type('enum'),
    [
      ['a', 'B'],
      ['B', 'c'],
    ],
  ],
  [
    'an enum of the database',
    type('enum', byLength),
    [
      ['z', 'aa'],
      ['b', 'aaa'],
    ],
  ],
  [
    'a decimal',
    type('decimal'),
    [
      ['9', '10'],
      ['-Infinity', '-9'],
      ['9', 'Infinity'],
      ['-Infinity', 'Infinity'],
      ['Infinity', 'NaN'],
      ['9', 'NaN'],
    ],
  ],
  [
    'a float',
    type('float'),
    [
      [2, 10],
      [1e308, Number.NaN],
      [-Infinity, 0],
      [Infinity, Number.NaN],
    ],
  ],
  ['a uuid', type('uuid'), [['B', 'a']]],
  [
    'a date',
    type('date'),
    [
      ['2024-01-31', '2024-02-01'],
      ['2024-01-01', '12345-01-01'],
      ['12345-01-01', '5874897-12-31'],
      ['0045-03-15 BC', '0044-03-15 BC'],
      ['0044-03-15 BC', '0043-03-15'],
      ['-infinity', '4714-11-24 BC'],
      ['5874897-12-31', 'infinity'],
      // As a `Date` writes them.
      ['9999-12-31', '+012345-01-01'],
      ['-000044-03-15', '-000043-03-15'],
    ],
  ],
  [
    'an integer',
    type('integer'),
    [
      [2n, 10n],
      [2n ** 60n, 2n ** 60n + 1n],
    ],
  ],
  ['a made type with an order', type('custom', byLength), [['z', 'aa']]],
  [
    'a made type without one',
    type('custom'),
    [
      ['a', 'B'],
      [2, 10],
    ],
  ],
  [
    'a collection',
    listOf(type('integer')),
    [
      [[9n], [10n]],
      [[1n, 2n], [9n]],
      [[], [1n]],
      [[1n], [1n, 0n]],
      [
        [1n, 9n],
        [1n, null],
      ],
      [[null], [null, 1n]],
    ],
  ],
  ['a collection of text', listOf(type('text')), [[['a'], ['B']]]],
  ['a collection of a made type', listOf(type('custom', byLength)), [[['z'], ['aa']]]],
  ['a collection with an order', type('collection', byLength), [['z', 'aa']]],
  [
    'no type: what JavaScript compares',
    null,
    [
      ['a', 'B'],
      [2, 10],
      [2n, 10],
      [false, true],
      [new Date(2), new Date(10)],
      // The text of an object is compared by code unit, and JSON where it has none.
      [shouted, whispered],
      [instant('2024-01-01'), instant('2025-01-01')],
      [{ a: 1 }, { a: 2 }],
      [{ a: 10n }, { a: 2n }],
      [{ a: 'x' }, { a: 'y' }],
      [[2], [10]],
      [['a', 2], ['B']],
      [[[2]], [[10]]],
      [[1], [1, null]],
      [['b'], { a: 1 }],
    ],
  ],
])('%s', (_title, of, pairs) => {
  test.each(pairs)('%s is less than %s', (lesser, greater) => {
    const compare = comparatorOf(of)
    expect([Math.sign(compare(lesser, greater)), Math.sign(compare(greater, lesser))]).toEqual([-1, 1])
    expect([compare(lesser, lesser), compare(greater, greater)]).toEqual([0, 0])
  })
})

test('values of two kinds are in the order of their kinds', () => {
  const compare = comparatorOf(null)
  expect([compare('a', 1), compare(1, 'a'), compare(true, 0), compare({ a: 1 }, 'z'), compare(1n, Number.NaN)]).toEqual(
    [1, -1, -1, 1, -1],
  )
})
